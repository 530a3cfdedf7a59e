// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of device time, step rows, kernel and copy tables, derived series: drawings counted by hand. Times in us.
#include "model/analysis/derived_series.h"
#include "model/analysis/device_tables.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

struct Drawn
{
    explicit Drawn(std::string_view drawing)
        : trace(textTrace(drawing))
        , links(linkTrace(*trace))
        , analysis(*trace, *links, listSteps(*trace))
    {
    }
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Links> links;
    DeviceAnalysis analysis;
};

QByteArray text(const ActivityTimes& times)
{
    QByteArray result;
    for (Ns t : times.ns)
        result += QByteArray::number(t / 1000.0) + ' ';
    return result;
}

QByteArray text(const DerivedSeries& series)
{
    QByteArray result;
    for (const auto& point : series.points)
        result += QByteArray::number(point.at / 1000.0) + ':' + QByteArray::number(point.value) + ' ';
    return result;
}

constexpr std::string_view kTwoSteps = R"(
    1/1: step ProfilerStep#1 0-100; op aten::mm 0-50 ext=1
    1/1: call cudaLaunchKernel 5-8 corr=1 ext=1; call cudaLaunchKernel 90-93 corr=2 ext=1
    1/1: step ProfilerStep#2 100-200
    0/7: kernel gemm 10-40 corr=1 ext=1 grid=4x2x1 block=128x1x1 regs=32 smem=1024 bps=0.5 occ=40
    0/7: kernel gemm 95-130 corr=2 ext=1 grid=8x2x1 block=128x1x1 regs=32 smem=1024 bps=2 occ=80
    0/8: kernel ncclDevKernel_AllReduce 30-60; kernel relu 35-45 bps=0.25
    0/9: htod "Memcpy HtoD" 50-70 bytes=2000 ; memset Memset 65-75; sync "Stream Wait" 70-90
)";

} // namespace

class TestDeviceAnalysis : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eachClassTakesWhatThoseBeforeItLeft();
    void utilisationEfficiencyAndOccupancyAreOverTheScope();
    void stepsAreOnTheClockAndSayWhatOutlivesThem();
    void withoutStepsTheTraceIsOneRow();
    void kernelsAreGroupedByNameOrByLaunch();
    void copiesHaveBytesAndBandwidth();
    void aQueueRisesWithLaunchesAndFallsWithStarts();
    void utilisationIsASeriesOfBuckets();
    void aHistogramHoldsEveryCall();
};

void TestDeviceAnalysis::eachClassTakesWhatThoseBeforeItLeft()
{
    const Drawn drawn(kTwoSteps);
    const DeviceActivity& device = drawn.analysis.devices().at(0);
    // Compute 10-45, 95-130; communication 45-60; copy 60-70; set 70-75; the wait counts for nothing.
    QCOMPARE(text(activityWithin(device, drawn.analysis.whole())), QByteArray("70 15 10 5 100 "));
    QCOMPARE(text(activityWithin(device, {40'000, 72'000})), QByteArray("5 15 10 2 0 "));
    QCOMPARE(text(activityWithin(device, {40'000, 40'000})), QByteArray("0 0 0 0 0 "));
    QCOMPARE(intervalsOf(device, ActivityClass::Copy, drawn.analysis.whole()), (Intervals{{60'000, 70'000}}));
    QCOMPARE(intervalsOf(device, ActivityClass::Idle, {0, 100'000}), (Intervals{{0, 10'000}, {75'000, 95'000}}));
}

void TestDeviceAnalysis::utilisationEfficiencyAndOccupancyAreOverTheScope()
{
    const Drawn drawn(kTwoSteps);
    const DeviceBreakdown b = drawn.analysis.breakdown(drawn.analysis.devices().at(0), {0, 100'000});
    QCOMPARE(b.utilisation(), 0.70);
    QCOMPARE(b.kernelUtilisation(), 0.55);
    QCOMPARE(b.copies, Ns(20'000));
    QCOMPARE(b.copyOverlap(), 0.5);
    // 10-35 half, 35-40 three quarters, 40-45 a quarter, 95-100 more than full.
    QCOMPARE(b.smEfficiency, (25 * 0.5 + 5 * 0.75 + 5 * 0.25 + 5 * 1) / 100);
    QCOMPARE(b.occupancy, (30 * 40.0 + 5 * 80.0) / 35);
    const DeviceBreakdown none = drawn.analysis.breakdown(drawn.analysis.devices().at(0), {60'000, 90'000});
    QVERIFY(none.occupancy < 0);
    QCOMPARE(none.smEfficiency, 0.0);
}

void TestDeviceAnalysis::stepsAreOnTheClockAndSayWhatOutlivesThem()
{
    const Drawn drawn(kTwoSteps);
    const auto rows = stepRows(drawn.analysis, drawn.analysis.devices().at(0));
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(drawn.trace->text(rows[0].name), std::string_view("ProfilerStep#1"));
    QVERIFY(rows[0].boundary && rows[1].boundary);
    QCOMPARE(text(rows[0].times.activity), QByteArray("40 15 10 5 30 "));
    QCOMPARE(text(rows[1].times.activity), QByteArray("30 0 0 0 70 ")); // launched in the step before, all the same
    QCOMPARE(rows[0].outlives, Ns(30'000));
    QCOMPARE(rows[1].outlives, Ns(0));
    for (const StepRow& row : rows)
        QCOMPARE(row.times.idle.sum(), row.times.activity[ActivityClass::Idle]);
}

void TestDeviceAnalysis::withoutStepsTheTraceIsOneRow()
{
    const Drawn drawn("1/1: op aten::mm 10-90\n0/7: kernel k 20-30");
    const auto rows = stepRows(drawn.analysis, drawn.analysis.devices().at(0));
    QCOMPARE(rows.size(), std::size_t(1));
    QVERIFY(rows[0].name.empty() && !rows[0].boundary);
    QCOMPARE(rows[0].times.start, Ns(10'000));
    QCOMPARE(text(rows[0].times.activity), QByteArray("10 0 0 0 70 "));
}

void TestDeviceAnalysis::kernelsAreGroupedByNameOrByLaunch()
{
    const Drawn drawn(kTwoSteps);
    const auto byName = kernelRows(drawn.analysis, Scope::whole(), KernelGrouping::ByName);
    QCOMPARE(byName.size(), std::size_t(3));
    QCOMPARE(drawn.trace->text(byName[0].name), std::string_view("gemm"));
    QCOMPARE(byName[0].count, std::uint64_t(2));
    QCOMPARE(byName[0].total, Ns(65'000));
    QCOMPARE(byName[0].min, Ns(30'000));
    QCOMPARE(byName[0].max, Ns(35'000));
    QCOMPARE(byName[0].variants, 2u);
    QVERIFY(!byName[0].config.valid());
    QCOMPARE(byName[0].occupancy, (30 * 40.0 + 35 * 80.0) / 65);
    const auto byLaunch = kernelRows(drawn.analysis, Scope::whole(), KernelGrouping::ByLaunch);
    QCOMPARE(byLaunch.size(), std::size_t(4));
    QCOMPARE(drawn.trace->text(byLaunch[0].op), std::string_view("aten::mm"));
    QCOMPARE(drawn.trace->config(byLaunch[0].config).grid[0], 8u);
    QCOMPARE(drawn.trace->config(byLaunch[0].config).registersPerThread, 32u);
    // Both gemms were launched in step 1; by its own start the second lies in the range.
    QCOMPARE(kernelRows(drawn.analysis, Scope::steps(1, 1), KernelGrouping::ByName)[0].count, std::uint64_t(2));
    QCOMPARE(kernelRows(drawn.analysis, Scope::range(90'000, 99'000), KernelGrouping::ByName)[0].count,
             std::uint64_t(1));
}

void TestDeviceAnalysis::copiesHaveBytesAndBandwidth()
{
    const Drawn drawn(R"x(
        0/7: kernel k 0-5
        0/9: htod "Memcpy HtoD (Pinned -> Device)" 0-10 bytes=20000; htod "Memcpy HtoD (Pinned -> Device)" 20-40
        0/9: memset "Memset (Device)" 50-51
    )x");
    const auto rows = copyRows(drawn.analysis, Scope::whole());
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].count, std::uint64_t(2));
    QCOMPARE(rows[0].bytes, std::uint64_t(20000));
    QCOMPARE(rows[0].gbPerSecond(), 2.0); // 20,000 bytes in 10 us; the one that does not say is left out
    QCOMPARE(rows[0].overlapped, Ns(5'000));
    QVERIFY(rows[0].pinned && !rows[0].pageable);
    QVERIFY(rows[1].gbPerSecond() < 0);
    QVERIFY(rows[1].kind == SliceKind::Memset);
}

void TestDeviceAnalysis::aQueueRisesWithLaunchesAndFallsWithStarts()
{
    const Drawn drawn(R"(
        1/1: call cudaLaunchKernel 0-1 corr=1; call cudaLaunchKernel 2-3 corr=2; call cudaLaunchKernel 9-10 corr=3
        0/7: kernel a 5-20 corr=1; kernel b 20-30 corr=2; kernel skewed 8-9 corr=3; kernel unknown 40-41
    )");
    const auto series = launchQueueSeries(drawn.analysis);
    QCOMPARE(series.size(), std::size_t(1));
    QCOMPARE(text(series[0]), QByteArray("0:1 2:2 5:1 9:1 20:0 "));
}

void TestDeviceAnalysis::utilisationIsASeriesOfBuckets()
{
    const Drawn drawn("1/1: op aten::mm 0-100\n0/7: kernel k 10-35");
    QCOMPARE(text(utilisationSeries(drawn.analysis, 4).at(0)), QByteArray("0:0.6 25:0.4 50:0 75:0 "));
}

void TestDeviceAnalysis::aHistogramHoldsEveryCall()
{
    std::string drawing = "1/1: op other 0-1";
    for (int i = 1; i <= 100; ++i)
        drawing += "; op f " + std::to_string(i * 1000) + "-" + std::to_string(i * 1000 + i);
    const Drawn drawn(drawing);
    const DurationHistogram even = durationHistogram(*drawn.trace, drawn.trace->strings().find("f"), 10);
    QCOMPARE(even.calls, std::uint64_t(100));
    QCOMPARE(even.min, Ns(1'000));
    QCOMPARE(even.median, Ns(50'000));
    QCOMPARE(even.p95, Ns(95'000));
    QCOMPARE(even.max, Ns(100'000));
    QCOMPARE(even.edges.size(), std::size_t(11));
    std::uint64_t sum = 0;
    for (std::uint64_t count : even.counts) {
        QVERIFY(count >= 9 && count <= 11);
        sum += count;
    }
    QCOMPARE(sum, std::uint64_t(100));
    const DurationHistogram one = durationHistogram(*drawn.trace, drawn.trace->strings().find("other"));
    QCOMPARE(one.counts, std::vector<std::uint64_t>{1});
}

QTEST_APPLESS_MAIN(TestDeviceAnalysis)
#include "tst_device_analysis.moc"
