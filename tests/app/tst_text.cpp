// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/text.h"

#include <QTest>

#include <limits>

using namespace stepglass;

class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesHaveThreeDecimalsOfTheUnitThatFits_data();
    void timesHaveThreeDecimalsOfTheUnitThatFits();
    void countsAreGroupedByThousands();
    void bytesTakePowersOfAThousand();
    void columnsLineUpByCharactersAndNotByBytes();
};

void TestText::timesHaveThreeDecimalsOfTheUnitThatFits_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << "0.000 us";
    QTest::newRow("ns") << qint64(1) << "0.001 us";
    QTest::newRow("us") << qint64(999'999) << "999.999 us";
    QTest::newRow("ms") << qint64(1'000'000) << "1.000 ms";
    QTest::newRow("rounded up") << qint64(1'234'500) << "1.235 ms";
    QTest::newRow("rounded down") << qint64(1'234'499) << "1.234 ms";
    QTest::newRow("s") << qint64(12'345'678'901) << "12.346 s";
    QTest::newRow("negative") << qint64(-2'500'000) << "-2.500 ms";
    QTest::newRow("lowest") << std::numeric_limits<qint64>::min() << "-9223372036.855 s";
}

void TestText::timesHaveThreeDecimalsOfTheUnitThatFits()
{
    QFETCH(qint64, ns);
    QTEST(QString::fromStdString(timeText(ns)), "text");
}

void TestText::countsAreGroupedByThousands()
{
    QCOMPARE(countText(0), std::string("0"));
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(1000), std::string("1,000"));
    QCOMPARE(countText(1234567), std::string("1,234,567"));
}

void TestText::bytesTakePowersOfAThousand()
{
    QCOMPARE(bytesText(999), std::string("999 B"));
    QCOMPARE(bytesText(1000), std::string("1.0 kB"));
    QCOMPARE(bytesText(16'106'127'360), std::string("16.1 GB"));
    QCOMPARE(bytesText(999'960), std::string("1.0 MB"));
}

void TestText::columnsLineUpByCharactersAndNotByBytes()
{
    const std::string text = columnsText({{"name", "n"}, {"größe", "12"}, {"a"}}, {Align::Left, Align::Right}, 2);
    QCOMPARE(text, std::string("  name    n\n  größe  12\n  a\n"));
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
