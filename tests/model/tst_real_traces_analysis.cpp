// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every real trace: exact partitions for each device, step and the whole; no trace convicted of data
// loading that does none; nothing that stops on the odd ones.
#include "model/analysis/derived_series.h"
#include "model/analysis/device_tables.h"
#include "model/analysis/findings.h"
#include "model/read/ingest.h"
#include "tests/support/file_records.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::vector<std::string> traceFiles()
{
    std::vector<std::string> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tracesFolder(), error)) {
        const std::string path = entry.path().string();
        const bool trace = path.ends_with(".json") || path.ends_with(".json.gz") || path.ends_with(".gz");
        if (entry.is_regular_file() && trace && path.find("/golden/") == std::string::npos)
            files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    return files;
}

// Empty, or what does not sum.
std::string brokenPartition(const DeviceAnalysis& analysis, const DeviceActivity& device, Interval scope)
{
    const DeviceBreakdown times = analysis.breakdown(device, scope);
    if (times.activity.sum() != scope.length())
        return "classes do not sum to the scope";
    if (times.idle.sum() != times.activity[ActivityClass::Idle])
        return "causes do not sum to the idle time";
    for (Ns part : times.idle.ns) {
        if (part < 0)
            return "a cause is negative";
    }
    for (const Gap& gap : analysis.gaps().gapsOf(device, scope)) {
        Ns at = gap.at.begin;
        for (const GapPart& part : gap.parts) {
            if (part.at.begin != at || part.at.length() <= 0)
                return "the parts of a gap do not follow each other";
            at = part.at.end;
        }
        if (at != gap.at.end)
            return "the parts of a gap do not cover it";
    }
    return {};
}

} // namespace

class TestRealTracesAnalysis : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void partitionsAreExactInEveryTrace_data();
    void partitionsAreExactInEveryTrace();
    void tracesWithoutALoaderHaveNoDataLoading_data();
    void tracesWithoutALoaderHaveNoDataLoading();
};

void TestRealTracesAnalysis::partitionsAreExactInEveryTrace_data()
{
    QTest::addColumn<QString>("path");
    const std::vector<std::string> files = traceFiles();
    if (files.empty())
        QSKIP("no real traces here");
    for (const std::string& file : files)
        QTest::newRow(file.substr(tracesFolder().size()).c_str()) << QString::fromStdString(file);
}

void TestRealTracesAnalysis::partitionsAreExactInEveryTrace()
{
    QFETCH(QString, path);
    const auto trace = loadTrace(path.toStdString());
    if (!trace.ok())
        QSKIP("no trace"); // the reader's tests say which may be refused
    const auto links = linkTrace(*trace.value());
    const DeviceAnalysis analysis(*trace.value(), *links, listSteps(*trace.value()));
    for (const DeviceActivity& device : analysis.devices()) {
        std::vector<Interval> scopes{analysis.whole()};
        for (const Step& step : analysis.steps())
            scopes.push_back({step.start, step.end});
        const Ns fifth = analysis.whole().length() / 5;
        for (int i = 0; i < 5; ++i)
            scopes.push_back({analysis.whole().begin + i * fifth, analysis.whole().begin + (i + 1) * fifth});
        for (const Interval& scope : scopes) {
            const std::string broken = brokenPartition(analysis, device, scope);
            QVERIFY2(broken.empty(), broken.c_str());
        }
        QCOMPARE(stepRows(analysis, device).size(), std::max<std::size_t>(1, analysis.steps().size()));
    }
    QCOMPARE(findings(analysis).size(), std::size_t(5));
    QCOMPARE(utilisationSeries(analysis).size(), analysis.devices().size());
    launchQueueSeries(analysis);
    std::uint64_t work = 0;
    for (const KernelRow& row : kernelRows(analysis, Scope::whole(), KernelGrouping::ByName))
        work += row.count;
    for (const CopyRow& row : copyRows(analysis, Scope::whole()))
        work += row.count;
    std::uint64_t slices = 0;
    for (std::uint32_t i = 0; i < trace.value()->sliceCount(); ++i)
        slices += isDeviceWork(trace.value()->kind(SliceId(i))) ? 1 : 0;
    QCOMPARE(work, slices);
}

void TestRealTracesAnalysis::tracesWithoutALoaderHaveNoDataLoading_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("batch norms") << "a100_nccl_meta.json.gz";
    QTest::newRow("DistributedDataParallel") << "mi300_ddp_resnet18.json.gz";
}

void TestRealTracesAnalysis::tracesWithoutALoaderHaveNoDataLoading()
{
    QFETCH(QString, name);
    const std::string path = findTrace(name.toStdString());
    if (path.empty())
        QSKIP("the trace is not here");
    const auto trace = loadTrace(path);
    QVERIFY(trace.ok());
    const auto links = linkTrace(*trace.value());
    const DeviceAnalysis analysis(*trace.value(), *links, listSteps(*trace.value()));
    QVERIFY(!analysis.devices().empty());
    for (const DeviceActivity& device : analysis.devices())
        QCOMPARE(analysis.breakdown(device, analysis.whole()).idle[IdleCause::DataLoading], Ns(0));
}

QTEST_APPLESS_MAIN(TestRealTracesAnalysis)
#include "tst_real_traces_analysis.moc"
