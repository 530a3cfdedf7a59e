// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_loads.h"
#include "model/read/decimal_time.h"

#include <QTest>

using namespace stepglass;

class TestDecimalTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void microsecondsBecomeNanosecondsExactly_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qlonglong>("ns");
        const auto row = [](const char* text, qlonglong ns) { QTest::newRow(text) << QByteArray(text) << ns; };
        row("0", 0);
        row("1234.567", 1'234'567);
        row("5.1", 5'100);
        row(".5", 500);
        row("5.", 5'000);
        row("-1891000", -1'891'000'000);
        row("4871392002150.123", 4'871'392'002'150'123);
        row("1621401187223005.123", 1'621'401'187'223'005'123); // beyond what a double tells apart
        row("0.0004", 0);
        row("0.0005", 1); // halves away from zero
        row("-0.0005", -1);
        row("0.00049999999999999999999", 0);
        row("1.0015", 1'002);
        row("1e3", 1'000'000);
        row("1.5e-3", 2);
        row("1.4E-3", 1);
        row("+10.5", 10'500);
        row("01.23", 1'230);
        row("2305843009213693.951", 2'305'843'009'213'693'951); // 2^61 - 1
        row("0e999999999999", 0);
        row("0.000000000000000000001e24", 1'000'000);
    }
    void microsecondsBecomeNanosecondsExactly()
    {
        QFETCH(QByteArray, text);
        QFETCH(qlonglong, ns);
        const auto result = decimalMicros(text.toStdString());
        QVERIFY(result);
        QCOMPARE(qlonglong(*result), ns);
    }
    void otherTextsAreNoTimes()
    {
        for (const char* text : {"", "-", "+", ".", "1e", "1.5e", "2e+", "100a", "invalid", " 1", "1 ", "0x10", "1.2.3",
                                 "NaN", "--1", "1e400", "9007199254740993" /* 9.0e18 ns, beyond 2^61 */,
                                 "99999999999999999999999", "2305843009213693.953"})
            QVERIFY2(!decimalMicros(text), text);
    }
    void countersTakeTheSameTexts()
    {
        QCOMPARE(decimalNumber(".75"), std::optional<double>(0.75));
        QCOMPARE(decimalNumber("246."), std::optional<double>(246));
        QCOMPARE(decimalNumber("01.23"), std::optional<double>(1.23));
        QCOMPARE(decimalNumber("+10.5"), std::optional<double>(10.5));
        for (const char* text : {"1.5e", "2e+", ".", "+", "-", "inf", "nan"})
            QVERIFY2(!decimalNumber(text), text);
    }
    void integersKeepAllDigits()
    {
        QCOMPARE(decimalInteger("-9007199254740993"), std::optional<std::int64_t>(-9007199254740993));
        QCOMPARE(decimalInteger("12.9"), std::optional<std::int64_t>(12));
        QVERIFY(!decimalInteger("40034185941851570175"));
    }
    void plainDigitsAreSixteenAtMostAndNothingElse()
    {
        std::string text; // 1, 12, 123 ...
        std::uint64_t number = 0;
        for (unsigned n = 1; n <= 16; ++n) {
            text += static_cast<char>('0' + n % 10);
            number = number * 10 + n % 10;
            QCOMPARE(plainDigits(text), std::optional<std::uint64_t>(number));
            for (unsigned i = 0; i < n; ++i) {
                for (const char other : {'/', ':', ' ', '-', '.', 'e', '\0', '\xFF'}) {
                    std::string wrong = text;
                    wrong[i] = other;
                    QVERIFY(!plainDigits(wrong));
                }
            }
        }
        for (const char* other : {"", "12345678901234567"})
            QVERIFY(!plainDigits(other));
    }
    void shortTextsAreNumbersWithTheirFirstCharacterLowest()
    {
        const std::string text = "\x11\x22\x33\x44\x55\x66\x77\x88\x99";
        const std::uint64_t whole = 0x8877665544332211ull;
        QCOMPARE(loadUpTo8(text.data(), 0), std::uint64_t{0});
        for (unsigned n = 1; n <= 8; ++n)
            QCOMPARE(loadUpTo8(text.data(), n), whole & (~std::uint64_t{0} >> (64 - 8 * n)));
        QCOMPARE(load8(text.data()), whole);
    }
};

QTEST_GUILESS_MAIN(TestDecimalTime)
#include "tst_decimal_time.moc"
