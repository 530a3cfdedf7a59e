// SPDX-License-Identifier: GPL-3.0-or-later
// Wall mode: figures worked out by hand, and that everything adds up to the scope whatever the trace.
#include "model/analysis/wall_table.h"
#include "model/core/trace_builder.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <map>
#include <random>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::shared_ptr<const OperatorTable> wallOf(const std::shared_ptr<const Trace>& trace, const Scope& scope = {})
{
    const auto prepared = PreparedTrace::make(trace);
    return wallTable(*prepared, listSteps(*trace), scope);
}

// Rows as text, times in us: host rows `name self/union`, device rows `name share/union`, with ` idle n` for regions.
std::string rowsOf(const OperatorTable& table)
{
    std::string text;
    for (const OperatorRow& row : table.rows) {
        const auto us = [](Ns t) { return std::to_string(t / 1000); };
        text += (text.empty() ? "" : "; ") + row.name + " " + us(row.onDevice ? row.selfDevice : row.selfCpu) + "/" +
                us(row.total());
        if (row.idleInside >= 0)
            text += " idle " + us(row.idleInside);
    }
    return text;
}

std::string rowsOf(std::string_view drawing, const Scope& scope = {})
{
    return rowsOf(*wallOf(textTrace(drawing), scope));
}

std::shared_ptr<const Trace> randomTrace(std::mt19937& random)
{
    EventBatch batch;
    const auto pick = [&](unsigned n) { return static_cast<int>(random() % n); };
    for (int i = 0; i < 200; ++i) {
        SliceRecord s;
        const int what = pick(10);
        constexpr std::array kKinds{SliceKind::Operator, SliceKind::Operator,   SliceKind::Region, SliceKind::Python,
                                    SliceKind::Kernel,   SliceKind::MemcpyHtoD, SliceKind::Sync,   SliceKind::Kernel,
                                    SliceKind::Step,     SliceKind::RuntimeCall};
        s.kind = kKinds[static_cast<std::size_t>(what)];
        s.start = pick(5000);
        s.duration = pick(5) == 0 ? 0 : pick(700);
        s.source = static_cast<std::uint64_t>(i);
        s.thread = batch.thread("1", std::to_string(pick(3)));
        s.name = batch.strings.intern(s.kind == SliceKind::Step ? "ProfilerStep#" + std::to_string(pick(6))
                                                                : std::string(1, static_cast<char>('a' + pick(8))));
        if (isOnDevice(s.kind)) {
            DeviceWork work;
            work.slice = SliceId(static_cast<std::uint32_t>(batch.slices.size()));
            work.device = batch.strings.intern(std::to_string(pick(2)));
            work.stream = batch.idKey(std::to_string(pick(3)));
            batch.deviceWork.push_back(work);
        }
        batch.slices.push_back(s);
        ++batch.records;
    }
    TraceBuilder builder;
    builder.append(batch);
    return builder.finish();
}

} // namespace

class TestWallMode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selfIsTheTimeAsTheInnermostSlice()
    {
        // f calls itself: its union counts the recursion once.
        QCOMPARE(rowsOf("1/1: python f 0-60; python f 10-40; op g 20-30; op h 70-100"),
                 std::string("f 50/60; g 10/10; h 30/30; [not covered] thread 1 10/10"));
    }
    void aSliceThatCrossesAnotherEndsOnTheInnerOne()
    {
        // b starts inside a and outlives it: from 40 on b is innermost.
        QCOMPARE(rowsOf("1/1: op a 0-60; op b 40-100; op c 100-110"),
                 std::string("a 40/60; b 60/60; c 10/10; [not covered] thread 1 0/0"));
    }
    void threadsEachAddUpToTheScope()
    {
        QCOMPARE(rowsOf("1/1: op a 0-60\n1/2: op a 30-100"),
                 std::string("a 130/100; [not covered] thread 1 40/40; [not covered] thread 2 30/30"));
    }
    void aBusyMomentIsSharedByAllThatRun()
    {
        QCOMPARE(rowsOf(R"(0/7: kernel k 0-40; kernel k 90-100
                           0/8: kernel j 20-60; sync wait 0-100)"),
                 std::string("wait 0/100; k 40/50; j 30/40; [idle] device 0 30/30"));
    }
    void devicesEachAddUpToTheScope()
    {
        QCOMPARE(rowsOf("0/7: kernel k 0-40\n1/7: kernel k 20-100"),
                 std::string("k 120/100; [idle] device 0 60/60; [idle] device 1 20/20"));
    }
    void theDeviceSideOfARegionHasAUnionButNoShare()
    {
        QCOMPARE(rowsOf("1/1: region r 0-100\n0/7: gpuregion r 20-90; kernel k 20-40; kernel k 60-90"),
                 std::string("r 100/100 idle 50; r 0/70; k 50/50; [idle] device 0 50/50; [not covered] thread 1 0/0"));
    }
    void everythingIsClippedToTheScope()
    {
        QCOMPARE(
            rowsOf("1/1: op a 0-60; op b 60-70\n0/7: kernel k 10-40; kernel j 80-90", Scope::range(30'000, 65'000)),
            std::string("a 30/30; k 10/10; b 5/5; [idle] device 0 25/25; [not covered] thread 1 0/0"));
        const auto table = wallOf(textTrace("1/1: step ProfilerStep#1 0-10; step ProfilerStep#2 20-30; "
                                            "step ProfilerStep#3 40-50; op a 5-45\n0/7: kernel k 25-48"),
                                  Scope::steps(2, 3));
        QCOMPARE(rowsOf(*table), std::string("a 0/15; ProfilerStep* 20/20 idle 7; k 13/13; [idle] device 0 7/7; "
                                             "[not covered] thread 1 0/0"));
        QCOMPARE(table->scopeLength, Ns{20'000});
    }
    void whateverTheTraceThreadsAndDevicesAddUpToTheScope()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 200; ++round) {
            const auto trace = randomTrace(random);
            const Ns from = static_cast<Ns>(random() % 5000);
            for (const Scope& scope : {Scope::whole(), Scope::range(from, from + 1 + random() % 3000),
                                       Scope::steps(static_cast<int>(random() % 4), 4)}) {
                const auto table = wallOf(trace, scope);
                Ns threads = 0;
                Ns devices = 0;
                Ns host = 0;
                Ns device = 0;
                for (const OperatorRow& row : table->rows) {
                    threads += row.kind == RowKind::NotCovered ? 1 : 0;
                    devices += row.kind == RowKind::Idle ? 1 : 0;
                    host += row.selfCpu;
                    device += row.selfDevice;
                    QVERIFY(row.total() <= table->scopeLength);
                }
                QCOMPARE(host, threads * table->scopeLength);
                QCOMPARE(device, devices * table->scopeLength);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestWallMode)
#include "tst_wall_mode.moc"
