// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/scope_text.h"

#include <QTest>

using namespace stepglass;

class TestScopeText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDurationIsReadToTheNanosecond_data();
    void aDurationIsReadToTheNanosecond();
    void aTextThatIsNoDurationIsRefused_data();
    void aTextThatIsNoDurationIsRefused();
    void aRangeHasTwoTimes();
    void stepsAreOneNumberOrTwo();
    void whatIsWrongIsSaidInOneSentence();
};

void TestScopeText::aDurationIsReadToTheNanosecond_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("ns") << "17ns" << qint64(17);
    QTest::newRow("us") << "350us" << qint64(350'000);
    QTest::newRow("us with ns") << "0.001us" << qint64(1);
    QTest::newRow("ms") << "1.2ms" << qint64(1'200'000);
    QTest::newRow("s") << "2s" << qint64(2'000'000'000);
    QTest::newRow("s to the ns") << "1.000000001s" << qint64(1'000'000'001);
    QTest::newRow("blank before the unit") << "3 ms" << qint64(3'000'000);
}

void TestScopeText::aDurationIsReadToTheNanosecond()
{
    QFETCH(QString, text);
    const auto result = parseDuration(text.toStdString());
    QVERIFY(result.ok());
    QTEST(qint64(result.value()), "ns");
}

void TestScopeText::aTextThatIsNoDurationIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "ms", "12", "-1ms", "1.ms", ".5ms", "1.5ns", "1.2345us", "1.2.3ms", "1e3us", "five s",
                             "99999999999s", "--1ms", "1.-5ms"})
        QTest::newRow(text) << text;
}

void TestScopeText::aTextThatIsNoDurationIsRefused()
{
    QFETCH(QString, text);
    QVERIFY(!parseDuration(text.toStdString()).ok());
}

void TestScopeText::aRangeHasTwoTimes()
{
    const auto range = parseRange("1.2ms..3ms");
    QVERIFY(range.ok());
    QCOMPARE(range.value().from, std::int64_t(1'200'000));
    QCOMPARE(range.value().to, std::int64_t(3'000'000));
    for (const char* bad : {"1ms", "3ms..1ms", "1ms..1ms", "1ms..", "..1ms", "1..2", "1ms..2ms..3ms"})
        QVERIFY2(!parseRange(bad).ok(), bad);
}

void TestScopeText::stepsAreOneNumberOrTwo()
{
    const auto several = parseSteps("2..5");
    QVERIFY(several.ok());
    QCOMPARE(several.value().first, std::int64_t(2));
    QCOMPARE(several.value().last, std::int64_t(5));
    const auto one = parseSteps("3");
    QVERIFY(one.ok());
    QCOMPARE(one.value().first, one.value().last);
    for (const char* bad : {"", "..", "2..", "..5", "5..2", "-1..2", "a..b", "2-5"})
        QVERIFY2(!parseSteps(bad).ok(), bad);
}

void TestScopeText::whatIsWrongIsSaidInOneSentence()
{
    QCOMPARE(parseRange("3ms..1ms").status().message(), std::string("'3ms..1ms' ends before it begins"));
    QCOMPARE(parseDuration("12").status().message(),
             std::string("'12' is no time: a number with ns, us, ms or s was expected"));
}

QTEST_GUILESS_MAIN(TestScopeText)
#include "tst_scope_text.moc"
