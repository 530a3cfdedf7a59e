// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/duration_column.h"

#include <QTest>

#include <random>
#include <vector>

using namespace stepglass;

class TestDurationColumn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyLengthComesBackExactly()
    {
        const std::vector<Ns> lengths{0, 1, 4'294'967'294, 4'294'967'295, 4'294'967'296, 7, Ns{1} << 61, 0};
        DurationColumn column;
        for (const Ns length : lengths)
            column.push(length);
        const DurationView view = column.snapshot();
        for (std::uint32_t i = 0; i < column.size(); ++i) {
            QCOMPARE(column[i], lengths[i]);
            QCOMPARE(view[i], lengths[i]);
        }
    }
    void aSnapshotKeepsWhatItSaw()
    {
        std::mt19937_64 random(11);
        std::vector<Ns> lengths;
        DurationColumn column;
        std::vector<std::pair<std::size_t, DurationView>> snapshots;
        for (int i = 0; i < 30'000; ++i) {
            lengths.push_back(static_cast<Ns>(random() >> (random() % 3 == 0 ? 2 : 34)));
            column.push(lengths.back());
            if (i % 7'001 == 0)
                snapshots.emplace_back(lengths.size(), column.snapshot());
        }
        snapshots.emplace_back(lengths.size(), column.snapshot());
        for (const auto& [size, view] : snapshots) {
            for (std::uint32_t i = 0; i < size; ++i)
                QCOMPARE(view[i], lengths[i]);
        }
    }
};

QTEST_GUILESS_MAIN(TestDurationColumn)
#include "tst_duration_column.moc"
