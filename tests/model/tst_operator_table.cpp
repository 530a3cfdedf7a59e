// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch mode on traces drawn by hand. Whole tables of real traces are compared in tst_operator_table_golden.
#include "model/analysis/operator_table.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::shared_ptr<const OperatorTable> tableOf(std::string_view drawing, TableRequest request = {})
{
    const auto prepared = PreparedTrace::make(textTrace(drawing));
    return pytorchTable(*prepared, listSteps(prepared->trace()), request);
}

// Rows as text, times in us: `name side calls self/total self-device/device`.
std::string rowsOf(const OperatorTable& table)
{
    std::string text;
    const auto us = [](Ns t) { return std::to_string(t / 1000); };
    for (const OperatorRow& row : table.rows) {
        text += (text.empty() ? "" : "; ") + row.name + (row.onDevice ? " device " : " host ") +
                std::to_string(row.calls) + " " + us(row.selfCpu) + "/" + us(row.cpu) + " " + us(row.selfDevice) + "/" +
                us(row.device);
    }
    return text;
}

std::string rowsOf(std::string_view drawing, TableRequest request = {})
{
    return rowsOf(*tableOf(drawing, request));
}

} // namespace

class TestOperatorTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selfIsTotalLessTheDirectChildren()
    {
        QCOMPARE(rowsOf("1/1: op linear 0-20 ext=1; op mm 5-15 ext=2; call launch 6-9 corr=8 ext=2"),
                 std::string("linear host 1 10/20 0/0; mm host 1 7/10 0/0; launch host 1 3/3 0/0"));
    }
    void stepsAreOneRow()
    {
        QCOMPARE(rowsOf("1/1: step ProfilerStep#1 0-20; step ProfilerStep#2 20-50"),
                 std::string("ProfilerStep* host 2 50/50 0/0"));
    }
    void deviceTimeIsSummedUpTheTreeAndKernelsHaveRowsOfTheirOwn()
    {
        const auto table = tableOf(R"(1/1: region forward 0-30 ext=1; op linear 0-20 ext=2; op mm 5-15 ext=3
                                      1/1: call launch 6-9 corr=8 ext=3
                                      0/7: kernel gemm 10-50 corr=8 ext=3; htod Memcpy 60-61 corr=9 ext=2
                                      0/7: gpuregion forward 10-61 ext=1)");
        QCOMPARE(rowsOf(*table),
                 std::string("forward host 1 10/30 0/41; linear host 1 10/20 1/41; mm host 1 7/10 40/40; "
                             "launch host 1 3/3 0/0; forward device 1 0/0 51/51; gemm device 1 0/0 40/40; "
                             "Memcpy device 1 0/0 1/1"));
        QCOMPARE(table->selfDeviceTotal, Ns{41'000}); // without the region's copy
        QCOMPARE(table->selfCpuTotal, Ns{30'000});
        QCOMPARE(table->rows[0].kernels, std::uint64_t{1});
        QCOMPARE(table->rows[3].kernels, std::uint64_t{1});
    }
    void aChildThatCrossesItsParentGoesToTheGrandparentAndClosesTheParent()
    {
        // b crosses a: b is root's child, and c, inside a by time, can only be b's.
        QCOMPARE(rowsOf("1/1: op root 0-100; op a 10-50; op b 40-60; op c 45-48"),
                 std::string("root host 1 40/100 0/0; a host 1 40/40 0/0; b host 1 17/20 0/0; c host 1 3/3 0/0"));
    }
    void overlappingSiblingsCanMakeSelfNegative()
    {
        QCOMPARE(rowsOf("1/1: op root 0-10; op a 0-9; op b 5-10"),
                 std::string("root host 1 -4/10 0/0; a host 1 9/9 0/0; b host 1 5/5 0/0"));
    }
    void anOnlyChildOfItsParentsNameIsMergedInAChain()
    {
        // The innermost's kernels come up, the outermost's times stay; the third's child becomes the first's.
        QCOMPARE(rowsOf(R"(1/1: op x 0-30 ext=1; op x 1-20 ext=2; op x 2-10 ext=3; op y 3-5 ext=4
                           1/1: call l 3-4 corr=90 ext=3
                           0/7: kernel k 50-57 corr=90 ext=3; kernel lost 60-63 corr=91 ext=1)"),
                 std::string("x host 1 28/30 7/7; y host 1 1/2 0/0; l host 1 1/1 0/0; k device 1 0/0 7/7; "
                             "lost device 1 0/0 3/3"));
    }
    void twoChildrenOfItsNameAreKept()
    {
        QCOMPARE(rowsOf("1/1: op x 0-30; op x 1-5; op x 6-10"), std::string("x host 3 30/38 0/0"));
    }
    void callsOfOtherThreadsJoinTheirOperatorOrTheStoppingThread()
    {
        // With an id: on the operator's thread. Without one: on the steps' thread. With one that names nothing: at
        // home.
        QCOMPARE(rowsOf(R"(1/1: step ProfilerStep#1 0-100 ext=1; op a 10-20 ext=2
                           1/2: call joins 12-13 corr=50 ext=2; call pins 30-35 corr=51; call home 40-45 corr=52 ext=99)"),
                 std::string("ProfilerStep* host 1 85/100 0/0; a host 1 9/10 0/0; joins host 1 1/1 0/0; "
                             "pins host 1 5/5 0/0; home host 1 5/5 0/0"));
    }
    void hiddenNamesTakeNoPart()
    {
        QCOMPARE(rowsOf("1/1: op a 0-10; op aten::is_leaf 2-3; op b 2-3"),
                 std::string("a host 1 9/10 0/0; b host 1 1/1 0/0"));
    }
    void pythonFramesTakePartButHaveRowsOnlyWhenAsked()
    {
        constexpr std::string_view kDrawing = "1/1: region r 0-100; python f 10-60; op a 20-30";
        QCOMPARE(rowsOf(kDrawing), std::string("r host 1 50/100 0/0; a host 1 10/10 0/0"));
        TableRequest request;
        request.includePythonFunctions = true;
        QCOMPARE(rowsOf(kDrawing, request), std::string("r host 1 50/100 0/0; f host 1 40/50 0/0; a host 1 10/10 0/0"));
        QCOMPARE(tableOf(kDrawing)->selfCpuTotal, Ns{60'000});
    }
    void onXpuTheDeviceSideOfARegionIsItsSelfDeviceTime()
    {
        QCOMPARE(rowsOf(R"(1/1: region r 0-100 ext=1; op a 10-60 ext=2; call urEnqueueKernelLaunch 20-30 corr=9 ext=2
                           0/0: gpuregion r 30-90 ext=1; kernel k 30-70 corr=9 ext=2)"),
                 std::string("r host 1 50/100 60/100; a host 1 40/50 40/40; urEnqueueKernelLaunch host 1 10/10 0/0; "
                             "r device 1 0/0 60/60; k device 1 0/0 40/40"));
    }
    void uselessExternalIdsAreReplacedByTheInnermostOperator()
    {
        const auto table = tableOf(R"(1/1: op linear 0-20 ext=1; op mm 5-15 ext=2; call launch 6-9 corr=8 ext=8
                                      1/2: call far 50-51 corr=9 ext=9
                                      0/7: kernel gemm 10-50 corr=8 ext=8)");
        QCOMPARE(rowsOf(*table), std::string("linear host 1 10/20 0/40; mm host 1 7/10 40/40; launch host 1 3/3 0/0; "
                                             "gemm device 1 0/0 40/40; far host 1 1/1 0/0"));
        QCOMPARE(table->remarks.size(), std::size_t{1});
    }
    void groupedByShapesTheRowsSplit()
    {
        TableRequest request;
        request.groupByInputShape = true;
        const auto table = tableOf("1/1: op a 0-1 shapes=[[2]]; op a 1-3 shapes=[[4]]; op a 3-6 shapes=[[2]]; "
                                   "op b 6-7; op b 7-8 shapes=[]",
                                   request);
        QCOMPARE(rowsOf(*table), std::string("a host 2 4/4 0/0; a host 1 2/2 0/0; b host 2 2/2 0/0"));
        QCOMPARE(table->rows[0].shapes, std::string("[[2]]"));
        QCOMPARE(table->rows[2].shapes, std::string("[]"));
    }
    void aRangeCountsWhatStartsInItWhole()
    {
        TableRequest request;
        request.scope = Scope::range(5'000, 20'000);
        QCOMPARE(rowsOf(R"(1/1: op outer 0-100 ext=1; op a 5-30 ext=2; op b 20-40 ext=3; call l 6-7 corr=9 ext=2
                           0/7: kernel k 50-60 corr=9 ext=2; kernel j 10-12 corr=8)",
                        request),
                 std::string("a host 1 24/25 10/10; l host 1 1/1 0/0; j device 1 0/0 2/2"));
    }
    void stepsCountDeviceWorkByItsLaunch()
    {
        TableRequest request;
        request.scope = Scope::steps(2, 2);
        const auto table = tableOf(R"(1/1: step ProfilerStep#1 0-100; step ProfilerStep#2 100-150
                                      1/2: op a 10-20 ext=1; op b 110-120 ext=2
                                      1/2: call l1 15-16 corr=8 ext=1; call l2 115-116 corr=9 ext=2
                                      0/7: kernel k1 120-130 corr=8 ext=1; kernel k2 300-360 corr=9 ext=2
                                      0/7: kernel stray 149-151 corr=77)",
                                   request);
        QCOMPARE(rowsOf(*table), std::string("ProfilerStep* host 1 50/50 0/0; b host 1 9/10 60/60; l2 host 1 1/1 0/0; "
                                             "stray device 1 0/0 2/2; k2 device 1 0/0 60/60"));
        QCOMPARE(table->stepTime, Ns{50'000});
    }
    void rowsKnowTheirExtremesAndTheirSlices()
    {
        const auto prepared = PreparedTrace::make(textTrace("1/1: op a 0-9; op a 10-12; op b 11-12; op a 20-25"));
        const auto table = pytorchTable(*prepared, {}, {});
        QCOMPARE(table->rows[0].min, Ns{2'000});
        QCOMPARE(table->rows[0].median, Ns{5'000});
        QCOMPARE(table->rows[0].max, Ns{9'000});
        QCOMPARE(table->rows[0].first, SliceId(0));
        const std::vector<SliceId> expected{SliceId(0), SliceId(1), SliceId(3)};
        QCOMPARE(occurrences(*prepared, {}, *table, 0), expected);
    }
    void sortingIsStableAndDescending()
    {
        const auto table = tableOf("1/1: op a 0-5; op b 10-20; op c 30-35; op d 40-50; op d 60-70; op e 80-81");
        const auto names = [&](RowSort sort) {
            std::string text;
            for (const std::uint32_t i : rowOrder(*table, sort))
                text += table->rows[i].name;
            return text;
        };
        QCOMPARE(names(RowSort::FirstAppearance), std::string("abcde"));
        QCOMPARE(names(*rowSortOf("self_cpu_time_total")), std::string("dbace"));
        QCOMPARE(names(*rowSortOf("cpu_time")), std::string("bdace"));
        QCOMPARE(names(*rowSortOf("count")), std::string("dabce"));
        QCOMPARE(rowSortOf("self_cuda_time_total"), std::optional(RowSort::SelfDevice));
        QCOMPARE(rowSortOf("xpu_time"), std::optional(RowSort::DeviceAverage));
        QCOMPARE(rowSortOf("self_npu_memory_usage"), std::optional(RowSort::SelfDeviceBytes));
        QVERIFY(!rowSortOf("wall_time"));
    }
};

QTEST_GUILESS_MAIN(TestOperatorTable)
#include "tst_operator_table.moc"
