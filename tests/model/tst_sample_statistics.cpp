// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/statistics.h"

#include <QTest>

#include <random>

using namespace stepglass;

class TestSampleStatistics : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void quantilesInterpolateBetweenOrderStatistics();
    void spreadsAreThoseOfTheTextbook();
    void anIntervalIsTheSameEachTimeAndHoldsTheMedian();
    void theIntervalCoversTheTrueMedianAboutNineteenTimesInTwenty();
    void aRelativeDifferenceHasTheSignOfTheChange();
    void aTrendIsADriftAndNoiseIsNot();
};

void TestSampleStatistics::quantilesInterpolateBetweenOrderStatistics()
{
    // As numpy.quantile([4, 1, 3, 2], q) says.
    QCOMPARE(quantile({4, 1, 3, 2}, 0), 1.0);
    QCOMPARE(quantile({4, 1, 3, 2}, 0.25), 1.75);
    QCOMPARE(median({4, 1, 3, 2}), 2.5);
    QCOMPARE(quantile({4, 1, 3, 2}, 0.95), 3.85);
    QCOMPARE(quantile({4, 1, 3, 2}, 1), 4.0);
    QCOMPARE(median({}), 0.0);
}

void TestSampleStatistics::spreadsAreThoseOfTheTextbook()
{
    QCOMPARE(medianAbsoluteDeviation({1, 1, 2, 2, 4, 6, 9}), 1.0); // the example of the literature
    QCOMPARE(standardDeviation({2, 4, 4, 4, 5, 5, 7, 9}), std::sqrt(32.0 / 7));
    QCOMPARE(standardDeviation({3}), 0.0);
    QCOMPARE(mean({1, 2, 6}), 3.0);
}

void TestSampleStatistics::anIntervalIsTheSameEachTimeAndHoldsTheMedian()
{
    const std::vector<double> values{10, 12, 11, 13, 9, 30, 11, 12};
    const auto interval = medianInterval(values);
    QVERIFY(interval == medianInterval(values));
    QVERIFY(interval.first <= 11.5 && interval.second >= 11.5);
    QVERIFY(interval.first >= 9 && interval.second <= 30);
    QCOMPARE(medianInterval({5}), (std::pair{5.0, 5.0}));
}

void TestSampleStatistics::theIntervalCoversTheTrueMedianAboutNineteenTimesInTwenty()
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal(100, 5);
    int covered = 0;
    for (int i = 0; i < 200; ++i) {
        std::vector<double> values(25);
        for (double& v : values)
            v = normal(random);
        const auto [low, high] = medianInterval(values);
        covered += low <= 100 && 100 <= high ? 1 : 0;
    }
    QVERIFY2(covered >= 180 && covered <= 200, qPrintable(QString::number(covered)));
}

void TestSampleStatistics::aRelativeDifferenceHasTheSignOfTheChange()
{
    const auto [low, high] = relativeDifferenceInterval({100, 101, 99, 100}, {110, 111, 109, 110});
    QVERIFY(low > 0.07 && low < 0.1);
    QVERIFY(high > 0.1 && high < 0.13);
    QVERIFY(relativeDifferenceInterval({100, 101, 99}, {50, 51, 49}).second < -0.4);
}

void TestSampleStatistics::aTrendIsADriftAndNoiseIsNot()
{
    std::vector<double> rising, still;
    std::mt19937 random(5);
    std::normal_distribution<double> noise(0, 1);
    for (int i = 0; i < 30; ++i) {
        rising.push_back(100 + i * 0.5 + noise(random));
        still.push_back(100 + noise(random));
    }
    QVERIFY(hasDrift(rising));
    QVERIFY(!hasDrift(still));
    QVERIFY(!hasDrift({1, 2, 3, 4, 5, 6, 7}));                                                  // too few
    QVERIFY(!hasDrift(std::vector<double>(30, 7)));                                             // nothing but ties
    QVERIFY(!hasDrift({1000, 1000.1, 1000.2, 1000.3, 1000.4, 1000.5, 1000.6, 1000.7, 1000.8})); // below 1 %
}

QTEST_APPLESS_MAIN(TestSampleStatistics)
#include "tst_sample_statistics.moc"
