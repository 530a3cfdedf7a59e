// SPDX-License-Identifier: GPL-3.0-or-later
// What each preset really does, counted in its trace: the problem is in the work itself, and its remedy has it not.
// Times are judged elsewhere (tests/gpu/presets.py), since they need a quiet machine.
#include "capture/workload/presets.h"
#include "tests/capture/capture_files.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

using namespace capture_files;
using stepglass::capture::findPreset;
using stepglass::capture::Preset;
using stepglass::capture::presets;

namespace {

constexpr int kSteps = 2;

int countCalls(const json& trace, const std::string& name)
{
    return countNamed(events(trace, "cuda_runtime"), name);
}

std::set<int> threadsOf(const json& trace, const std::string& category, const std::string& name)
{
    std::set<int> threads;
    for (const json& one : events(trace, category))
        if (one["name"] == name)
            threads.insert(one["tid"].get<int>());
    return threads;
}

std::set<int> streamsOf(const json& trace, const std::string& category, const std::string& begins = {})
{
    std::set<int> streams;
    for (const json& one : events(trace, category))
        if (one["name"].get<std::string>().starts_with(begins))
            streams.insert(one["args"]["stream"].get<int>());
    return streams;
}

} // namespace

class TestPresets : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::map<std::string, json> m_traces;

    const json& traceOf(const std::string& preset)
    {
        const auto found = m_traces.find(preset);
        if (found != m_traces.end())
            return found->second;
        const QString file = m_folder.filePath(QString::fromStdString(preset) + ".json");
        QProcess process;
        process.start(QString(STEPGLASS_BINARY_DIR) + "/stepglass-capture",
                      {"-o", file, "--backend", "emulated", "--preset", QString::fromStdString(preset), "--wait", "0",
                       "--warmup", "1", "--active", QString::number(kSteps)});
        process.waitForFinished(120'000);
        return m_traces[preset] = readJson(file);
    }

private Q_SLOTS:
    void problemsAndRemediesPointAtEachOther()
    {
        std::set<std::string> findings;
        for (const Preset& preset : presets()) {
            if (std::string(preset.counterpart).empty()) {
                QCOMPARE(std::string(preset.name), std::string("baseline"));
                continue;
            }
            const Preset* other = findPreset(preset.counterpart);
            QVERIFY(other);
            QCOMPARE(std::string(other->counterpart), std::string(preset.name));
            QVERIFY(std::string(preset.finding).empty() != std::string(other->finding).empty());
            if (!std::string(preset.finding).empty())
                findings.insert(preset.finding);
        }
        QCOMPARE(findings, (std::set<std::string>{"dominant-kernel", "frequent-sync", "input-bound", "launch-bound",
                                                  "serial-copy"}));
    }

    // 6656 x 64 twice in pieces of 2048 is 416 parameters; eight operators each, and eleven of forward and backward.
    void tinyOpsLaunchesPerParameterAndFusedOnce()
    {
        const json& tiny = traceOf("tiny-ops");
        QCOMPARE(countCalls(tiny, "emuLaunchKernel"), kSteps * (11 + 8 * 416));
        QCOMPARE(countNamed(events(tiny, "kernel"), "lerp_2048"), kSteps * 416);
        const json& fused = traceOf("fused");
        QCOMPARE(countCalls(fused, "emuLaunchKernel"), kSteps * (11 + 8));
        QCOMPARE(countNamed(events(fused, "kernel"), "multi_tensor_lerp_416x851968"), kSteps);
    }

    void theSlowLoaderWorksOnTheStepsThreadAndPrefetchOnItsOwn()
    {
        const json& slow = traceOf("slow-loader");
        const std::set<int> step = threadsOf(slow, "user_annotation", "forward");
        QCOMPARE(step.size(), 1U);
        QCOMPARE(threadsOf(slow, "cpu_op", "mlp::augment"), step);
        QCOMPARE(countNamed(events(slow, "cpu_op"), "mlp::augment"), kSteps);
        const json& ahead = traceOf("prefetch");
        const std::set<int> loader = threadsOf(ahead, "cpu_op", "mlp::augment");
        QCOMPARE(loader.size(), 1U);
        QVERIFY(loader != threadsOf(ahead, "user_annotation", "forward"));
    }

    void theSerialCopyBlocksFromPageableMemory()
    {
        const json& trace = traceOf("serial-copy");
        QCOMPARE(countCalls(trace, "emuMemcpy"), 2 * kSteps);
        const auto copies = events(trace, "gpu_memcpy");
        QCOMPARE(countNamed(copies, "Memcpy HtoD (Pageable -> Device)"), 2 * kSteps);
        QCOMPARE(countNamed(copies, "Memcpy HtoD (Pinned -> Device)"), 0);
        QCOMPARE(streamsOf(trace, "gpu_memcpy"), streamsOf(trace, "kernel"));
        std::int64_t bytes = 0;
        for (const json& copy : copies)
            bytes += copy["args"]["bytes"].get<std::int64_t>();
        QCOMPARE(bytes, kSteps * (2048 * (4096 + 2048) * std::int64_t{4} + 4));
    }

    void theOverlappedCopyHasAStreamOfItsOwnAndIsABatchAhead()
    {
        const json& trace = traceOf("overlapped-copy");
        QCOMPARE(countCalls(trace, "emuMemcpy"), 0);
        QCOMPARE(countNamed(events(trace, "gpu_memcpy"), "Memcpy HtoD (Pageable -> Device)"), 0);
        const std::set<int> copying = streamsOf(trace, "gpu_memcpy", "Memcpy HtoD");
        QCOMPARE(copying.size(), 1U);
        QVERIFY(copying != streamsOf(trace, "kernel"));
        QCOMPARE(countCalls(trace, "emuStreamWaitEvent"), 2 * kSteps);
        // The copy is asked for within the step before the one that needs it: before that step's optimizer.
        double optimizer = 0;
        double copy = 0;
        for (const json& one : events(trace, "user_annotation"))
            optimizer = one["name"] == "optimizer_step" ? std::max(optimizer, one["ts"].get<double>()) : optimizer;
        for (const json& call : events(trace, "cuda_runtime"))
            if (call["name"] == "emuMemcpyAsync" && call["ts"] < optimizer)
                copy = std::max(copy, call["ts"].get<double>());
        QVERIFY(copy > 0);
    }

    // 26 operators with 27 kernels (the loss has two), a wait after each; and one for the loss at the end of a step.
    void itemEveryOpWaitsAfterEachKernelAndItemOnceOnlyForTheLoss()
    {
        const json& each = traceOf("item-every-op");
        const int kernels = countCalls(each, "emuLaunchKernel");
        QCOMPARE(kernels, kSteps * 27);
        QCOMPARE(countCalls(each, "emuStreamSynchronize"), kSteps * (26 + 1));
        const json& once = traceOf("item-once");
        QCOMPARE(countCalls(once, "emuLaunchKernel"), kernels);
        QCOMPARE(countCalls(once, "emuStreamSynchronize"), kSteps);
    }

    // One multiplication has 97 % of the arithmetic: 2 x 1024 x 2048 x 1024 of it, and three with 16 columns.
    void theBigKernelIsOneMultiplication()
    {
        const json& trace = traceOf("big-kernel");
        double all = 0;
        double most = 0;
        for (const json& kernel : events(trace, "kernel")) {
            long long m = 0;
            long long n = 0;
            long long k = 0;
            if (std::sscanf(kernel["name"].get<std::string>().c_str(), "sgemm_%lldx%lldx%lld", &m, &n, &k) != 3)
                continue;
            const double work = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
            all += work / kSteps;
            most = std::max(most, work);
        }
        QCOMPARE(most, 2.0 * 1024 * 1024 * 2048);
        QVERIFY(most > 0.95 * all);
        QCOMPARE(countNamed(events(trace, "cpu_op"), "mlp::gelu_backward"), 0); // the layer below is frozen
    }

    void nothingIsLostAndEveryPieceOfWorkIsLinked_data()
    {
        QTest::addColumn<QString>("preset");
        for (const Preset& preset : presets())
            if (std::string(preset.name) != "baseline")
                QTest::newRow(preset.name) << preset.name;
    }

    void nothingIsLostAndEveryPieceOfWorkIsLinked()
    {
        QFETCH(QString, preset);
        const json& trace = traceOf(preset.toStdString());
        QVERIFY(trace.is_object());
        std::set<std::uint64_t> calls;
        for (const json& call : events(trace, "cuda_runtime"))
            calls.insert(call["args"]["correlation"].get<std::uint64_t>());
        int work = 0;
        for (const char* category : {"kernel", "gpu_memcpy", "gpu_memset"})
            for (const json& one : events(trace, category)) {
                ++work;
                QVERIFY(calls.contains(one["args"]["correlation"].get<std::uint64_t>()));
            }
        QVERIFY(work > 10 * kSteps);
        for (const json& one : trace["traceEvents"])
            if (one["name"] == "dropped_records")
                QCOMPARE(one["args"]["count"].get<int>(), 0);
    }
};

QTEST_GUILESS_MAIN(TestPresets)
#include "tst_presets.moc"
