// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/benchmark/statistics.h"
#include "capture/workload/random.h"

#include <QTest>

#include <cmath>

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

    void aRatioOfEqualSeriesIsOne()
    {
        const std::vector<double> a = {100, 101, 99, 100, 102, 98, 100, 101};
        const PairedRatio paired = pairedRatio(a, a);
        QCOMPARE(paired.ratio, 1.0);
        QCOMPARE(paired.interval.low, 1.0);
        QCOMPARE(paired.interval.high, 1.0);
        QCOMPARE(pairedRatio({}, {}).ratio, 0.0);
    }

    // 110/100, 210/200, 330/300: their median is 1.1, while the ratio of the medians, 210/200, is 1.05.
    void aPairedRatioIsTheMedianOfTheRatios()
    {
        QCOMPARE(pairedRatio({110, 210, 330}, {100, 200, 300}).ratio, 1.1);
        // Of 11 ratios the median of a resample lies at or below the k-th where at least 6 of 11 draws do, each with
        // k/11: 0.7 % for the 2nd, 5.1 % for the 3rd, 94.9 % for the 8th, 99.3 % for the 9th. So 2.5 % and 97.5 % are
        // the 3rd and the 9th.
        std::vector<double> recorded, plain;
        for (const int k : {4, 11, 1, 7, 3, 10, 6, 2, 9, 5, 8}) {
            plain.push_back(1000.0 * k);
            recorded.push_back(plain.back() * (1 + 0.001 * k));
        }
        const PairedRatio paired = pairedRatio(recorded, plain);
        QVERIFY(std::abs(paired.ratio - 1.006) < 1e-12);
        QVERIFY(std::abs(paired.interval.low - 1.003) < 1e-12);
        QVERIFY(std::abs(paired.interval.high - 1.009) < 1e-12);
    }

    // A machine that grows 30 % slower, jumps by 20 %, and swings by 15 %; recording costs 1 %. Neighbours in time see
    // nearly the same speed, and what is left turns with the order within the pairs: plain first, recorded first ...
    void whatChangesInBothOfAPairCancels()
    {
        Random random(3);
        std::vector<double> plain, recorded;
        for (int i = 0; i < 40; ++i) {
            const auto stepAt = [&](double t) {
                const double speed = (1 + 0.3 * t / 80) * (t > 50 ? 1.2 : 1) * (1 + 0.15 * std::sin(t / 12));
                return 400e6 * speed * (1 + 0.002 * static_cast<double>(random.uniform(1.0F)));
            };
            plain.push_back(stepAt(2 * i + i % 2));
            recorded.push_back(stepAt(2 * i + 1 - i % 2) * 1.01);
        }
        const PairedRatio paired = pairedRatio(recorded, plain);
        QVERIFY2(std::abs(paired.ratio - 1.01) < 0.002, qPrintable(QString::number(paired.ratio)));
        QVERIFY(paired.interval.low > 1.003 && paired.interval.low < 1.01);
        QVERIFY(paired.interval.high < 1.017 && paired.interval.high > 1.01);
        // Of the medians by themselves the interval would be wider by far.
        const Summary alone = summarise(plain);
        QVERIFY((alone.high - alone.low) / alone.median > 0.05);
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
