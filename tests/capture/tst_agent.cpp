// SPDX-License-Identifier: GPL-3.0-or-later
// The capture process as a user starts it: what it writes, counted by hand; how it ends when killed, stopped or
// refused.
#include "tests/capture/capture_files.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QFloat16> // complete, since QCOMPARE asks JSON values whether they convert to it
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <map>
#include <set>
#include <sys/mount.h>

using namespace capture_files;

namespace {

const QString kProgram = QString(STEPGLASS_BINARY_DIR) + "/stepglass-capture";

Outcome runAgent(const QStringList& arguments, const QString& shellPrefix = {})
{
    return runToEnd(kProgram, arguments, shellPrefix);
}

// The last line that is an event in a file that may be cut anywhere, and its end in ns since 1970.
double lastEventEndNs(const QByteArray& content)
{
    const QList<QByteArray> lines = content.split('\n');
    const json head = json::parse(lines[0].toStdString() + "]}", nullptr, false);
    double last = 0;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        QByteArray line = lines[i];
        if (line.endsWith(','))
            line.chop(1);
        const json event = json::parse(line.toStdString(), nullptr, false);
        if (!event.is_discarded() && event.contains("dur"))
            last = std::max(last, endOf(event));
    }
    return head["baseTimeNanoseconds"].get<double>() + last * 1000;
}

// A capture that records each step until it is stopped.
bool startEndless(QProcess& process, const QString& output, const char* backend)
{
    process.start(
        kProgram,
        QStringList{"-o", output, "--backend", backend, "--wait", "0", "--warmup", "0", "--active", "100000"} + kSmall);
    return process.waitForStarted();
}

} // namespace

class TestAgent : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void theDefaultScheduleGivesFiveStepsOfKnownContent()
    {
        const QString output = m_folder.filePath("counts.json");
        const Outcome outcome = runAgent(QStringList{"-o", output, "--backend", "emulated"} + kSmall);
        QCOMPARE(outcome.code, 0);
        const json trace = readJson(output);
        QVERIFY(trace.is_object());
        QCOMPARE(trace["deviceProperties"].size(), 1U);
        QVERIFY(trace["deviceProperties"][0]["name"].get<std::string>().find("Emulated") != std::string::npos);

        const auto regions = events(trace, "user_annotation");
        for (int step = 4; step <= 8; ++step)
            QCOMPARE(countNamed(regions, "ProfilerStep#" + std::to_string(step)), 1);
        for (const char* name : {"zero_grad", "forward", "backward", "optimizer_step",
                                 "Optimizer.zero_grad#AdamW.zero_grad", "Optimizer.step#AdamW.step"})
            QCOMPARE(countNamed(regions, name), 5);

        // A step: forward mm gelu mm squared_difference mean; backward fill mse mm mm gelu mm; optimizer 8.
        const auto kernels = events(trace, "kernel");
        QCOMPARE(kernels.size(), 5U * 19U);
        for (const char* name : {"sgemm_8x256x128_nt", "sgemm_8x64x256_nt", "sgemm_64x256x8_tn", "sgemm_8x256x64_nn",
                                 "sgemm_256x128x8_tn", "gelu_8x256", "gelu_backward_8x256"})
            QCOMPARE(countNamed(kernels, name), 5);
        QCOMPARE(countNamed(kernels, "multi_tensor_mul_2x49152"), 10);

        // Two arrays of the batch to the device, the loss back.
        const auto copies = events(trace, "gpu_memcpy");
        QCOMPARE(copies.size(), 5U * 3U);
        QCOMPARE(countNamed(copies, "Memcpy HtoD (Pinned -> Device)"), 10);
        QCOMPARE(countNamed(copies, "Memcpy DtoH (Device -> Pinned)"), 5);

        const auto operators = events(trace, "cpu_op");
        QCOMPARE(countNamed(operators, "mlp::linear"), 10);
        QCOMPARE(countNamed(operators, "mlp::mm"), 25);
        QCOMPARE(countNamed(operators, "mlp::t"), 5 * 9); // forward 1 + 1, MmBackward0 3 + 2, TBackward0 1 + 1
        QCOMPARE(countNamed(operators, "mlp::_foreach_lerp_"), 5);
        QCOMPARE(countNamed(operators, "mlp::_foreach_add_"), 10);     // step counters, eps
        QCOMPARE(countNamed(operators, "mlp::item"), 5 * (1 + 2 * 2)); // the loss, two bias corrections a weight
        QCOMPARE(events(trace, "fwdbwd", "s").size(), 30U);
        QCOMPARE(events(trace, "fwdbwd", "f").size(), 30U);
    }

    void everyKernelHasItsLaunchAndItsOperator()
    {
        const QString output = m_folder.filePath("linked.json");
        QCOMPARE(runAgent(QStringList{"-o", output, "--backend", "emulated"} + kSmall).code, 0);
        const json trace = readJson(output);
        std::map<std::uint64_t, json> calls;
        for (const json& call : events(trace, "cuda_runtime"))
            calls[call["args"]["correlation"]] = call;
        std::map<std::uint64_t, json> operators;
        for (const json& one : events(trace, "cpu_op"))
            operators[one["args"]["External id"]] = one;
        std::set<std::uint64_t> starts;
        std::set<std::uint64_t> ends;
        for (const json& flow : events(trace, "ac2g", "s"))
            starts.insert(flow["id"].get<std::uint64_t>());
        for (const json& flow : events(trace, "ac2g", "f"))
            ends.insert(flow["id"].get<std::uint64_t>());
        QCOMPARE(starts, ends);
        for (const char* category : {"kernel", "gpu_memcpy"}) {
            for (const json& work : events(trace, category)) {
                const std::uint64_t id = work["args"]["correlation"];
                QVERIFY(calls.contains(id));
                QVERIFY(starts.contains(id));
                QVERIFY(work["ts"].get<double>() >= calls[id]["ts"].get<double>());
                QVERIFY(operators.contains(work["args"]["External id"]));
                const json& by = operators[work["args"]["External id"]];
                QCOMPARE(by["tid"], calls[id]["tid"]);
                QVERIFY(calls[id]["ts"] >= by["ts"]);
                QVERIFY(endOf(calls[id]) <= endOf(by) + 0.0005);
            }
        }
    }

    void regionsNestAndBackwardHasItsThread()
    {
        const QString output = m_folder.filePath("nested.json");
        QCOMPARE(runAgent(QStringList{"-o", output, "--backend", "emulated"} + kSmall).code, 0);
        const json trace = readJson(output);
        const auto regions = events(trace, "user_annotation");
        std::vector<json> steps;
        for (const json& region : regions)
            if (region["name"].get<std::string>().starts_with("ProfilerStep#"))
                steps.push_back(region);
        for (const json& region : regions) {
            if (region["name"] == "load_batch")
                continue; // the loader's, on its own thread and time
            bool inside = false;
            for (const json& step : steps)
                inside |= region["ts"] >= step["ts"] && endOf(region) <= endOf(step) + 0.0005;
            QVERIFY2(inside, region["name"].get<std::string>().c_str());
        }
        std::set<int> backwardThreads;
        for (const json& one : events(trace, "cpu_op"))
            if (one["name"] == "MmBackward0")
                backwardThreads.insert(one["tid"].get<int>());
        QCOMPARE(backwardThreads.size(), 1U);
        QVERIFY(!backwardThreads.contains(steps[0]["tid"].get<int>()));
        QCOMPARE(countNamed(events(trace, "gpu_user_annotation"), "backward"), 5);
    }

    void onCpuThereIsNoDeviceAndNoThreadForBackward()
    {
        const QString output = m_folder.filePath("cpu.json");
        QCOMPARE(runAgent(QStringList{"-o", output, "--backend", "cpu"} + kSmall).code, 0);
        const json trace = readJson(output);
        QCOMPARE(trace["deviceProperties"].size(), 0U);
        QCOMPARE(events(trace, "kernel").size(), 0U);
        QCOMPARE(events(trace, "cuda_runtime").size(), 0U);
        QCOMPARE(countNamed(events(trace, "cpu_op"), "mlp::mm"), 25);
    }

    void statusLinesTellOfEachStep()
    {
        const QString output = m_folder.filePath("status.json");
        const Outcome outcome = runAgent(
            QStringList{"-o", output, "--backend", "cpu", "--wait", "1", "--warmup", "1", "--active", "2"} + kSmall);
        QCOMPARE(outcome.code, 0);
        QStringList states;
        for (const QByteArray& line : outcome.out.trimmed().split('\n')) {
            const json status = json::parse(line.toStdString(), nullptr, false);
            QVERIFY2(status.is_object(), line.constData());
            states << QString::fromStdString(status["state"]);
            QCOMPARE(status["dropped"].get<int>(), 0);
        }
        QCOMPARE(states.join(' '), QString("starting waiting warmup active active finished"));
    }

    // The steps of a preset are short, and more of them are recorded than the five of baseline; a given number wins.
    void aPresetOwnsTheNumberOfItsSteps_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("steps");
        QTest::newRow("baseline") << QStringList{"--preset", "baseline"} << 5;
        QTest::newRow("another") << QStringList{"--preset", "item-once"} << 20;
        QTest::newRow("given") << QStringList{"--preset", "item-once", "--active", "3"} << 3;
    }

    void aPresetOwnsTheNumberOfItsSteps()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, steps);
        const QString output = m_folder.filePath("steps.json");
        QCOMPARE(runAgent(QStringList{"-o", output, "--backend", "cpu"} + arguments + kSmall).code, 0);
        std::set<std::string> names;
        for (const json& one : events(readJson(output), "user_annotation"))
            if (const std::string name = one["name"]; name.starts_with("ProfilerStep#"))
                names.insert(name);
        QCOMPARE(names.size(), static_cast<std::size_t>(steps));
    }

    void aKilledCaptureLeavesAllButTheLastFifthOfASecond()
    {
        for (int round = 0; round < 20; ++round) {
            const QString output = m_folder.filePath(QString("killed%1.json").arg(round));
            QProcess process;
            QVERIFY(startEndless(process, output, "emulated"));
            QElapsedTimer timer;
            timer.start();
            while (!QFile::exists(output) && timer.elapsed() < 20'000)
                QTest::qSleep(5);
            // On a busy machine the test's own turns come late, and so do the writer's: that much is not the file's
            // fault.
            qint64 late = 0;
            timer.restart();
            const int lives = 300 + QRandomGenerator::global()->bounded(250);
            while (timer.elapsed() < lives) {
                const qint64 before = timer.elapsed();
                QTest::qSleep(5);
                late = std::max(late, timer.elapsed() - before - 5);
            }
            const double killedAt = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) * 1e6;
            process.kill();
            QVERIFY(process.waitForFinished());
            QFile file(output);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const double lost = (killedAt - lastEventEndNs(file.readAll())) / 1e6 - 2 * static_cast<double>(late);
            QVERIFY2(lost < 200, qPrintable(QString("%1 ms lost in round %2").arg(lost).arg(round)));
        }
    }

    void aStopSignalClosesTheFile_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }

    void aStopSignalClosesTheFile()
    {
        QFETCH(int, signal);
        const QString output = m_folder.filePath("stopped.json");
        QFile::remove(output);
        QProcess process;
        QVERIFY(startEndless(process, output, "emulated"));
        while (!QFile::exists(output))
            QTest::qSleep(5);
        QTest::qSleep(200);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const json trace = readJson(output);
        QVERIFY(trace.is_object());
        QVERIFY(events(trace, "kernel").size() > 19);
        QCOMPARE(events(trace, "ac2g", "s").size(), events(trace, "ac2g", "f").size());
    }

    // A terminal and the program that started the capture may both pass one interrupt on. The step that had not begun
    // is none of the trace's.
    void aSecondSignalAtOnceDoesNotCutTheFile()
    {
        const QString output = m_folder.filePath("twice.json");
        QProcess process;
        QVERIFY(startEndless(process, output, "cpu"));
        while (QFileInfo(output).size() < 100'000)
            QTest::qSleep(5);
        for (const int signal : {SIGINT, SIGTERM, SIGINT, SIGINT, SIGTERM})
            ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const json trace = readJson(output);
        QVERIFY(trace.is_object());
        const auto regions = events(trace, "user_annotation");
        int steps = 0;
        for (const json& region : regions)
            steps += region["name"].get<std::string>().starts_with("ProfilerStep#") ? 1 : 0;
        QVERIFY(steps > 0);
        QCOMPARE(countNamed(regions, "forward"), steps);
    }

    void aStopBeforeTheFirstRecordedStepIsAFailureThatSaysSo()
    {
        const QString output = m_folder.filePath("waiting.json");
        QProcess process;
        process.start(kProgram, QStringList{"-o", output, "--backend", "cpu", "--wait", "1000000000"} + kSmall);
        QVERIFY(process.waitForStarted());
        QByteArray lines;
        while (!lines.contains("\"waiting\"") && process.waitForReadyRead())
            lines += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.trimmed().count('\n') == 0 && said.contains("before a step was recorded"), said.constData());
        QVERIFY(!QFile::exists(output));
    }

    void aSizeLimitThatLeavesNoStepIsAFailureThatSaysSo()
    {
        const Outcome outcome =
            runAgent(QStringList{"-o", m_folder.filePath("tiny.json"), "--backend", "cpu", "--max-size", "1"} + kSmall);
        QCOMPARE(outcome.code, 4);
        QVERIFY2(outcome.err.contains("--max-size of 1 bytes is too small"), outcome.err.constData());
    }

    void aBenchmarkStopsWithinItsBlock()
    {
        QProcess process;
        process.start(kProgram, QStringList{"--benchmark", "--backend", "cpu", "--steps", "100000000"} + kSmall);
        QVERIFY(process.waitForStarted());
        waitTillItTakesSignals(process);
        QTest::qSleep(300); // a block takes days
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 4);
        QCOMPARE(process.readAllStandardError().trimmed(),
                 QByteArray("stepglass-capture: the benchmark was stopped before it was done"));
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }

    void aDiskThatFillsUpIsOneLineAndCodeFour()
    {
        const QString output = m_folder.filePath("limited.json");
        // dash counts in blocks of 512 bytes
        const Outcome outcome =
            runAgent(QStringList{"-o", output, "--backend", "emulated", "--wait", "0", "--active", "100000"} + kSmall,
                     "ulimit -f 512;");
        QCOMPARE(outcome.code, 4);
        QCOMPARE(outcome.err.trimmed().count('\n'), 0);
        QVERIFY2(outcome.err.contains("limited.json"), outcome.err.constData());
        QFile file(output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY(content.size() > 100'000);
        QVERIFY(content.endsWith(",\n"));
        QVERIFY(json::accept(content.chopped(2).toStdString() + "]}"));
    }

    // A real one of 400 KB, where this may mount it.
    void aDiskThatIsFullIsOneLineAndCodeFour()
    {
        const Outcome none = runAgent(QStringList{"-o", "/dev/full", "--backend", "cpu"} + kSmall);
        QCOMPARE(none.code, 4);
        QCOMPARE(none.err.trimmed().count('\n'), 0);
        QVERIFY2(none.err.contains("the disk is full"), none.err.constData());
        const QByteArray disk = m_folder.filePath("disk").toLocal8Bit();
        QVERIFY(QDir().mkpath(disk));
        if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=400k") != 0)
            QSKIP("only root may mount");
        const QString output = QString::fromLocal8Bit(disk) + "/full.json";
        const Outcome outcome =
            runAgent(QStringList{"-o", output, "--backend", "emulated", "--wait", "0", "--active", "100000"} + kSmall);
        QFile file(output);
        const QByteArray content = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        file.close();
        QCOMPARE(::umount(disk.constData()), 0);
        QCOMPARE(outcome.code, 4);
        QCOMPARE(outcome.err.trimmed().count('\n'), 0);
        QVERIFY2(outcome.err.contains("full.json") && outcome.err.contains("the disk is full"),
                 outcome.err.constData());
        QVERIFY(content.size() > 300'000);
        QVERIFY(content.endsWith(",\n"));
        QVERIFY(json::accept(content.chopped(2).toStdString() + "]}"));
    }

    void whatCannotBeIsRefusedInOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const QString fine = m_folder.filePath("never.json");
        QTest::newRow("no such preset") << QStringList{"-o", fine, "--preset", "huge"} << 2 << "big-kernel";
        QTest::newRow("size 0") << QStringList{"-o", fine, "--batch", "0"} << 2 << "batch";
        QTest::newRow("no number") << QStringList{"-o", fine, "--hidden", "many"} << 2 << "many";
        QTest::newRow("no such option") << QStringList{"-o", fine, "--fast"} << 2 << "--fast";
        QTest::newRow("no output") << QStringList{"--batch", "8"} << 2 << "-o";
        QTest::newRow("no active step") << QStringList{"-o", fine, "--active", "0"} << 2 << "active";
        QTest::newRow("too large for memory")
            << QStringList{"-o", fine, "--backend", "cpu", "--in-features", "10000000", "--hidden", "10000000"} << 4
            << "choose a smaller";
        QTest::newRow("too large for memory where nothing is chosen")
            << QStringList{"-o", fine, "--in-features", "10000000", "--hidden", "10000000"} << 4 << "choose a smaller";
        QTest::newRow("too large for memory to be timed")
            << QStringList{"--benchmark", "--in-features", "10000000", "--hidden", "10000000"} << 4
            << "choose a smaller";
        QTest::newRow("no such folder") << QStringList{"-o", m_folder.filePath("no/such.json")} << 4
                                        << "does not exist";
        QTest::newRow("a folder") << QStringList{"-o", m_folder.path()} << 4 << "folder";
        QTest::newRow("no such backend") << QStringList{"-o", fine, "--backend", "opencl"} << 2 << "emulated";
        QTest::newRow("a seed that does not fit")
            << QStringList{"-o", fine, "--seed", "9223372036854775808"} << 2 << "9223372036854775808";
        QTest::newRow("too few steps") << QStringList{"-o", fine, "--steps", "4"} << 2 << "at least 5 steps are needed";
        QTest::newRow("far too few steps") << QStringList{"-o", fine, "--wait", "1000000000", "--steps", "3"} << 2
                                           << "at least 1000000004 steps are needed";
        QTest::newRow("more steps than can be counted")
            << QStringList{"--benchmark", "--steps", "4294967297"} << 2 << "1000000000";
    }

    void whatCannotBeIsRefusedInOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const Outcome outcome = runAgent(arguments);
        QCOMPARE(outcome.code, code);
        QCOMPARE(outcome.err.trimmed().count('\n'), 0);
        QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
        QVERIFY(!QFile::exists(m_folder.filePath("never.json")));
    }

    void cyclesAreNumberedFiles()
    {
        const QString output = m_folder.filePath("many.json");
        QCOMPARE(runAgent(QStringList{"-o", output, "--backend", "emulated", "--wait", "0", "--warmup", "1", "--active",
                                      "2", "--repeat", "3"} +
                          kSmall)
                     .code,
                 0);
        QVERIFY(!QFile::exists(output));
        for (int cycle = 1; cycle <= 3; ++cycle) {
            const json trace = readJson(m_folder.filePath(QString("many.%1.json").arg(cycle)));
            QVERIFY(trace.is_object());
            QCOMPARE(events(trace, "kernel").size(), 2U * 19U);
        }
    }

    // Each pair is a block of steps alone and one recorded; the ratio is the median of theirs. 19 kernels and what
    // belongs to them are some hundred events a step.
    void theOverheadIsTheMedianOverItsPairs()
    {
        const Outcome outcome = runAgent(QStringList{"--benchmark", "--overhead", "--pairs", "5", "--backend",
                                                     "emulated", "--warmup", "1", "--steps", "5"} +
                                         kSmall);
        QCOMPARE(outcome.code, 0);
        const json result = json::parse(outcome.out.toStdString(), nullptr, false);
        QVERIFY(result.is_object());
        const json& overhead = result["overhead"];
        QCOMPARE(overhead["pairs"].size(), 5U);
        std::vector<double> ratios;
        for (const json& pair : overhead["pairs"])
            ratios.push_back(pair[1].get<double>() / pair[0].get<double>());
        QVERIFY(overhead["steps"].get<int>() >
                5); // of so small a step more than were asked for, or the writer has no turn
        std::sort(ratios.begin(), ratios.end());
        QVERIFY(std::abs(overhead["ratio"].get<double>() - ratios[2]) < 1e-4);
        QVERIFY(overhead["interval"][0] <= overhead["ratio"] && overhead["ratio"] <= overhead["interval"][1]);
        QVERIFY(overhead["events_a_step"] > 60 && overhead["events_a_step"] < 400);
        QVERIFY(outcome.err.trimmed().endsWith("block 10 of 10"));
    }

    void theBenchmarkReportsAllKindsOfTime()
    {
        const Outcome outcome =
            runAgent(QStringList{"--benchmark", "--backend", "emulated", "--warmup", "3", "--steps", "20"} + kSmall);
        QCOMPARE(outcome.code, 0);
        const json result = json::parse(outcome.out.toStdString(), nullptr, false);
        QVERIFY(result.is_object());
        QCOMPARE(result["version"].get<int>(), 1);
        QCOMPARE(result["batch"].get<int>(), 8);
        QCOMPARE(result["steps"].get<int>(), 20);
        QCOMPARE(result["blocks"].size(), 5U);
        for (const char* kind : {"wall_ns", "per_step_synchronised_ns", "device_ns", "unsynchronised_ns"}) {
            const json& figures = result[kind];
            QVERIFY(figures["median"].get<std::int64_t>() > 0);
            QVERIFY(figures["min"] <= figures["p5"] && figures["p5"] <= figures["median"]);
            QVERIFY(figures["median"] <= figures["p95"]);
            QVERIFY(figures["interval"][0] <= figures["median"] && figures["median"] <= figures["interval"][1]);
        }
        const double throughput = 8e9 / result["wall_ns"]["median"].get<double>();
        QVERIFY(std::abs(result["throughput_per_s"].get<double>() - throughput) < 1e-3 * throughput);
        QVERIFY(result["loss_last"] < result["loss_first"]);
        QVERIFY(result["drift"].is_boolean());
    }

    void theDoctorNamesEveryBackendWithARemedyWhereItCannotRun()
    {
        const Outcome outcome = runAgent({"--doctor"});
        QCOMPARE(outcome.code, 0);
        const json report = json::parse(outcome.out.toStdString(), nullptr, false);
        QVERIFY(report.is_object());
        std::map<std::string, json> backends;
        for (const json& backend : report["backends"])
            backends[backend["name"]] = backend;
        QCOMPARE(backends.size(), 3U);
        QVERIFY(backends["cpu"]["usable"].get<bool>());
        QVERIFY(backends["emulated"]["usable"].get<bool>());
        QVERIFY(backends["cuda"]["usable"].get<bool>() != !backends["cuda"]["remedy"].get<std::string>().empty());
    }
};

QTEST_GUILESS_MAIN(TestAgent)
#include "tst_agent.moc"
