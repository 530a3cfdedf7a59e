// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/benchmark/statistics.h"
#include "capture/workload/random.h"

#include <QTest>

using namespace stepglass::capture;

class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // numpy.quantile([15, 20, 35, 40, 50], q)
    void quantilesAreThoseOfNumpy()
    {
        const std::vector<double> values = {35, 15, 50, 20, 40};
        QCOMPARE(quantile(values, 0.5), 35.0);
        QCOMPARE(quantile(values, 0.05), 16.0);
        QCOMPARE(quantile(values, 0.95), 48.0);
        QCOMPARE(quantile({7}, 0.3), 7.0);
    }

    void aSummaryHoldsWhatItSays()
    {
        const Summary summary = summarise({1, 2, 3, 4, 100});
        QCOMPARE(summary.median, 3.0);
        QCOMPARE(summary.mean, 22.0);
        QCOMPARE(summary.min, 1.0);
        QCOMPARE(summary.mad, 1.0); // of 2 1 0 1 97
        QVERIFY(summary.low >= 1 && summary.low <= 3 && summary.high >= 3 && summary.high <= 100);
    }

    // A 95 % interval has to hold the true median in about 95 of 100 samples.
    void theBootstrapIntervalCoversTheMedian()
    {
        Random random(42);
        int covered = 0;
        for (int round = 0; round < 100; ++round) {
            std::vector<double> sample;
            for (int i = 0; i < 25; ++i)
                sample.push_back(static_cast<double>(random.uniform(1.0F)));
            const Summary summary = summarise(sample, static_cast<std::uint64_t>(round));
            covered += summary.low <= 0 && 0 <= summary.high;
        }
        QVERIFY2(covered >= 87, qPrintable(QString::number(covered)));
    }

    void aRatioOfEqualSeriesIsAboutOne()
    {
        const std::vector<double> a = {100, 101, 99, 100, 102, 98, 100, 101};
        const Interval interval = ratioInterval(a, a);
        QVERIFY(interval.low <= 1 && interval.high >= 1);
        QVERIFY(interval.low > 0.95 && interval.high < 1.05);
    }

    void onlyASeriesThatMovesDrifts()
    {
        std::vector<double> falling, flat, slight;
        Random random(7);
        for (int i = 0; i < 20; ++i) {
            const auto noise = static_cast<double>(random.uniform(1.0F));
            falling.push_back(200 - 3 * i + noise);
            flat.push_back(200 + noise);
            slight.push_back(200 - 0.05 * i);
        }
        QVERIFY(drifts(falling));
        QVERIFY(!drifts(flat));
        QVERIFY(!drifts(slight)); // a trend, but of less than 2 %
        QVERIFY(!drifts({3, 2, 1}));
    }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
