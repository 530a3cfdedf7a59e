// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/lower_median.h"
#include "model/analysis/slice_order.h"
#include "model/core/trace_builder.h"

#include <QTest>

#include <functional>
#include <numeric>
#include <random>

using namespace stepglass;

namespace {

constexpr std::uint32_t kSlices = 200'000; // enough to be sorted in parts

// Slice i starts and lasts as `at(i)` says.
std::shared_ptr<const Trace> traceOf(const std::function<std::pair<Ns, Ns>(std::uint32_t)>& at)
{
    EventBatch batch;
    const StringId name = batch.strings.intern("s");
    const ThreadId thread = batch.thread("1", "2");
    for (std::uint32_t i = 0; i < kSlices; ++i) {
        SliceRecord& s = batch.slices.emplace_back();
        std::tie(s.start, s.duration) = at(i);
        s.name = name;
        s.thread = thread;
        s.kind = i % 3 == 0 ? SliceKind::Kernel : SliceKind::Operator;
        s.source = batch.records++;
    }
    TraceBuilder builder;
    builder.append(batch);
    return builder.finish();
}

// The operators by start, longer first, then by file order: by the library's stable sort.
std::vector<std::uint32_t> expectedOrder(const Trace& trace)
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.kind(SliceId(i)) == SliceKind::Operator)
            order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t i) {
            return std::pair(trace.start(SliceId(i)), -trace.duration(SliceId(i)));
        };
        return key(a) < key(b);
    });
    return order;
}

} // namespace

class TestSliceOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBigTraceIsSortedAsByTheLibrary_data()
    {
        using At = std::function<std::pair<Ns, Ns>(std::uint32_t)>;
        QTest::addColumn<At>("at");
        static std::mt19937_64 random(7);
        QTest::newRow("in order") << At([](std::uint32_t i) { return std::pair<Ns, Ns>(Ns{i} * 900, 100); });
        QTest::newRow("backwards") << At([](std::uint32_t i) { return std::pair<Ns, Ns>(Ns{kSlices - i} * 900, 100); });
        QTest::newRow("three threads") << At([](std::uint32_t i) {
            return std::pair<Ns, Ns>(Ns{i / 3} * 1'000 + (i % 3) * 777'777, static_cast<Ns>(random() % 5'000));
        });
        QTest::newRow("anywhere") << At([](std::uint32_t) {
            return std::pair<Ns, Ns>(static_cast<Ns>(random() % 1'000'000'000'000), static_cast<Ns>(random() % 900));
        });
        QTest::newRow("many at one time")
            << At([](std::uint32_t i) { return std::pair<Ns, Ns>(Ns{i % 7} * 1'000, static_cast<Ns>(random() % 4)); });
        // All but one close together: the upper digits tell nothing.
        QTest::newRow("crowded") << At([](std::uint32_t i) {
            return std::pair<Ns, Ns>(i == 5 ? 500'000'000'000'000 : static_cast<Ns>(random() % 1'000'000), 10);
        });
    }
    void aBigTraceIsSortedAsByTheLibrary()
    {
        using At = std::function<std::pair<Ns, Ns>(std::uint32_t)>;
        QFETCH(const At, at);
        const auto trace = traceOf(at);
        const auto sorted = sortedSlices(*trace, [](SliceId, SliceKind kind) { return kind == SliceKind::Operator; });
        const std::vector<std::uint32_t> expected = expectedOrder(*trace);
        QCOMPARE(sorted.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(sorted[i].id, expected[i]);
            QCOMPARE(sorted[i].start, trace->start(SliceId(expected[i])));
            QCOMPARE(sorted[i].duration, trace->duration(SliceId(expected[i])));
        }
    }

    void partsCoverAllOnce()
    {
        for (const std::size_t count : {0, 1, 5, 7, 8}) {
            std::vector<int> visits(count);
            inParts(count, 3, [&](std::size_t part, std::size_t first, std::size_t last) {
                QVERIFY(part < 3);
                for (std::size_t i = first; i < last; ++i)
                    ++visits[i];
            });
            QCOMPARE(visits, std::vector<int>(count, 1));
        }
    }

    void theLowerMedianIsTheOneInTheMiddle_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("kinds");
        for (const int count : {1, 2, 3, 1'023, 1'024, 5'000, 99'999}) {
            for (const int kinds : {1, 2, 5, 1'000'000})
                QTest::addRow("%d of %d kinds", count, kinds) << count << kinds;
        }
    }
    void theLowerMedianIsTheOneInTheMiddle()
    {
        QFETCH(const int, count);
        QFETCH(const int, kinds);
        std::mt19937 random(11);
        std::vector<std::uint32_t> numbers(static_cast<std::size_t>(count));
        std::generate(numbers.begin(), numbers.end(), [&] { return random() % static_cast<std::uint32_t>(kinds); });
        std::vector<std::uint32_t> sorted = numbers;
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(lowerMedian(std::span(numbers)), sorted[(sorted.size() - 1) / 2]);
        std::sort(numbers.begin(), numbers.end());
        QCOMPARE(numbers, sorted); // nothing got lost
    }

    void aSampleThatMisleadsDoesNoHarm()
    {
        // Every 100th value, which is what a sample of 64 out of 6 400 looks at, is big; the median is small.
        std::vector<std::uint32_t> numbers(6'400);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = i % 100 == 0 ? 1'000'000 + static_cast<std::uint32_t>(i) : static_cast<std::uint32_t>(i);
        std::vector<std::uint32_t> sorted = numbers;
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(lowerMedian(std::span(numbers)), sorted[3'199]);
    }
};

QTEST_APPLESS_MAIN(TestSliceOrder)
#include "tst_slice_order.moc"
