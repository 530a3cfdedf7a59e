// SPDX-License-Identifier: GPL-3.0-or-later
// Figures counted by hand on small drawings; the real traces are in tst_counts_golden.
#include "model/analysis/links.h"
#include "model/analysis/trace_summary.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;

namespace {

TraceSummary summaryOf(std::string_view drawing)
{
    const auto trace = test::textTrace(drawing);
    return summarize(*trace, *linkTrace(*trace));
}

std::uint64_t countOf(const TraceSummary& summary, SummaryKind kind)
{
    return summary.byKind[static_cast<std::size_t>(kind)];
}

} // namespace

class TestTraceSummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slicesAreCountedByKind();
    void theLargestNamesComeFirstAndEqualOnesByName();
    void stepsStartFromTheSpan();
    void nestingCountsLevelsAndLeavesHalfOverlapsOut();
    void launchesAreInsideOperatorsAndBeforeTheirKernels();
    void aTraceWithoutCorrelationHasNoLinkFigures();
};

void TestTraceSummary::slicesAreCountedByKind()
{
    const auto s =
        summaryOf("1/1: step ProfilerStep#1 0-100; region fwd 1-50; op mm 2-10; call cudaLaunchKernel 3-4\n"
                  "0/7: kernel gemm 5-9; kernel ncclAllReduce 10-20; htod copy 20-22 bytes=64; memset z 23-23");
    QCOMPARE(s.slices, 8u);
    QCOMPARE(countOf(s, SummaryKind::Region), 2u);
    QCOMPARE(countOf(s, SummaryKind::Operator), 1u);
    QCOMPARE(countOf(s, SummaryKind::Kernel), 2u);
    QCOMPARE(s.communication, 1u);
    QCOMPARE(s.kernelTime, Ns(14'000));
    QCOMPARE(s.copiesByDirection.at("HtoD"), 1u);
    QCOMPARE(s.bytesByDirection.at("HtoD"), 64u);
    QCOMPARE(s.zeroDurations, 1u);
}

void TestTraceSummary::theLargestNamesComeFirstAndEqualOnesByName()
{
    const auto s = summaryOf("0/7: kernel b 0-5; kernel a 5-10; kernel c 10-14; kernel c 14-17; kernel d 20-21; "
                             "kernel e 21-22; kernel f 22-24");
    QStringList names;
    for (const NamedTotal& t : s.topKernels)
        names << QString::fromStdString(t.name);
    QCOMPARE(names, QStringList({"c", "a", "b", "f", "d"}));
    QCOMPARE(s.topKernels[0].count, 2u);
    QCOMPARE(s.topKernels[0].total, Ns(7'000));
}

void TestTraceSummary::stepsStartFromTheSpan()
{
    const auto s = summaryOf("1/1: op warmup 10-20; step ProfilerStep#2 60-90; step ProfilerStep#1 30-60");
    QCOMPARE(s.steps.size(), 2u);
    QCOMPARE(s.steps[0].name, std::string("ProfilerStep#1"));
    QCOMPARE(s.steps[0].start, Ns(20'000));
    QCOMPARE(s.steps[1].duration, Ns(30'000));
    QCOMPARE(s.span->first, Ns(10'000));
    QCOMPARE(s.span->second, Ns(90'000));
}

void TestTraceSummary::nestingCountsLevelsAndLeavesHalfOverlapsOut()
{
    // b nests in a; c outlives a and is left out, so that d stands beside b at level 2.
    const auto s = summaryOf("1/1: op a 0-10; op b 1-4; op c 5-12; op d 6-8; python p 0-20");
    QCOMPARE(s.threads.size(), 1u);
    QCOMPARE(s.threads[0].slices, 5u);
    QCOMPARE(s.threads[0].withoutPython.maxDepth, 2u);
    QCOMPARE(s.threads[0].withoutPython.partialOverlaps, 1u);
    QCOMPARE(s.threads[0].all.maxDepth, 3u);
}

void TestTraceSummary::launchesAreInsideOperatorsAndBeforeTheirKernels()
{
    const auto s = summaryOf("1/1: op mm 0-10 ext=1; call cudaLaunchKernel 2-3 corr=5 ext=1; "
                             "call cudaLaunchKernel 12-13 corr=6 ext=2\n"
                             "0/7: kernel a 4-6 corr=5 ext=1; kernel b 11-14 corr=6 ext=2; kernel c 15-16 corr=9");
    QCOMPARE(s.links.linked, 2u);
    QCOMPARE(s.links.launchedInOperator, 1u);
    QCOMPARE(s.links.startsBeforeLaunch, 1u);
    QCOMPARE(s.links.linkedToOperator.value(), 1u);
}

void TestTraceSummary::aTraceWithoutCorrelationHasNoLinkFigures()
{
    const auto s = summaryOf("1/1: op mm 0-10; call cudaLaunchKernel 2-3\n0/7: kernel a 4-6");
    QVERIFY(!s.links.hasCorrelation);
    QVERIFY(!s.links.linkedToOperator.has_value());
}

QTEST_GUILESS_MAIN(TestTraceSummary)
#include "tst_trace_summary.moc"
