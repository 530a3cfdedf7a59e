// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/profiler.h"
#include "capture/recorder/scope.h"
#include "tests/capture/capture_files.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace stepglass::capture;
using namespace capture_files;

namespace {

Profiler::Hooks noHooks()
{
    return {[] {}, [] {}, [](bool) {}};
}

// Runs `steps` steps of one operator each under a schedule.
Status runSteps(Recorder& recorder, TraceWriter& writer, const Schedule& schedule, const QString& output, int steps)
{
    Profiler profiler(recorder, writer, schedule, output.toStdString(), noHooks());
    Status status = profiler.start();
    for (int i = 0; status && i < steps; ++i) {
        {
            const RegionScope region(recorder, "forward");
            const OperatorScope outer(recorder, "mlp::linear");
            const OperatorScope inner(recorder, "mlp::mm");
        }
        status = profiler.step();
    }
    const Status stopped = profiler.stop();
    return status ? stopped : status;
}

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void onlyActiveStepsAreKeptEachCycleInItsFile()
    {
        Recorder recorder;
        TraceWriter writer(recorder, {});
        const QString output = m_folder.filePath("out.json");
        const Schedule schedule{.skipFirst = 1, .wait = 1, .warmup = 1, .active = 2, .repeat = 2};
        QVERIFY(runSteps(recorder, writer, schedule, output, 9).ok());
        QVERIFY(!QFile::exists(output));
        const char* names[2][2] = {{"ProfilerStep#3", "ProfilerStep#4"}, {"ProfilerStep#7", "ProfilerStep#8"}};
        for (int cycle = 0; cycle < 2; ++cycle) {
            const json trace = readJson(m_folder.filePath(QString("out.%1.json").arg(cycle + 1)));
            QVERIFY(trace.is_object());
            const auto regions = events(trace, "user_annotation");
            QCOMPARE(regions.size(), 4U);
            QCOMPARE(countNamed(regions, "forward"), 2);
            QCOMPARE(countNamed(regions, names[cycle][0]), 1);
            QCOMPARE(countNamed(regions, names[cycle][1]), 1);
            QCOMPARE(events(trace, "cpu_op").size(), 4U);
        }
    }

    void timesNestAndAreRelativeToTheBase()
    {
        Recorder recorder;
        TraceWriter writer(recorder, {});
        const QString output = m_folder.filePath("nest.json");
        const std::int64_t before = nowNs();
        QVERIFY(runSteps(recorder, writer, {.wait = 0, .warmup = 0, .active = 1}, output, 1).ok());
        const json trace = readJson(output);
        const auto operators = events(trace, "cpu_op");
        QCOMPARE(operators.size(), 2U);
        const json& inner = operators[0]; // written when it ends
        const json& outer = operators[1];
        QCOMPARE(inner["name"].get<std::string>(), std::string("mlp::mm"));
        QVERIFY(inner["ts"] >= outer["ts"]);
        QVERIFY(endOf(inner) <= endOf(outer) + 0.0005);
        QVERIFY(inner["args"]["External id"] != outer["args"]["External id"]);
        const double absolute = trace["baseTimeNanoseconds"].get<double>() + outer["ts"].get<double>() * 1000;
        QVERIFY(std::abs(absolute - static_cast<double>(before)) < 5e9);
    }

    void everyEventIsALineOfItsOwnAndTheFileCloses()
    {
        const QString output = m_folder.filePath("lines.json");
        Recorder recorder;
        TraceWriter writer(recorder, {});
        QVERIFY(runSteps(recorder, writer, {.wait = 0, .warmup = 0, .active = 3}, output, 3).ok());
        QFile file(output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QVERIFY(lines.first().startsWith("{\"schemaVersion\": 1"));
        QVERIFY(lines.first().endsWith("\"traceEvents\": ["));
        QCOMPARE(lines.last(), QByteArray("]}"));
        for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
            QByteArray line = lines[i];
            if (line.endsWith(','))
                line.chop(1);
            QVERIFY2(json::accept(line.toStdString()), line.constData());
        }
    }

    void aFollowerSeesAnEventWithinAQuarterOfASecond()
    {
        const QString output = m_folder.filePath("follow.json");
        Recorder recorder;
        TraceWriter writer(recorder, {});
        QVERIFY(writer.beginCycle(output.toStdString(), recorder.nextEpoch()).ok());
        recorder.startKeeping();
        {
            const OperatorScope scope(recorder, "mlp::seen_live");
        }
        QElapsedTimer timer;
        timer.start();
        bool seen = false;
        while (!seen && timer.elapsed() < 250) {
            QTest::qSleep(5);
            QFile file(output);
            seen = file.open(QIODevice::ReadOnly) && file.readAll().contains("mlp::seen_live");
        }
        QVERIFY(seen);
        recorder.stop();
        QVERIFY(writer.endCycle().ok());
    }

    void aFullRingDropsCountsAndTheFileSaysSo()
    {
        const QString output = m_folder.filePath("dropped.json");
        RecorderOptions options;
        options.ringCapacity = 64;
        Recorder recorder(options);
        TraceWriterOptions writing;
        writing.interval = std::chrono::milliseconds(60'000); // nobody drains
        TraceWriter writer(recorder, writing);
        QVERIFY(writer.beginCycle(output.toStdString(), recorder.nextEpoch()).ok());
        recorder.startKeeping();
        for (int i = 0; i < 100; ++i)
            const OperatorScope scope(recorder, "mlp::mm");
        recorder.stop();
        QVERIFY(writer.endCycle().ok());
        QCOMPARE(recorder.dropped(), 36U);
        const json trace = readJson(output);
        QCOMPARE(events(trace, "cpu_op").size(), 64U);
        std::uint64_t reported = 0;
        for (const json& event : trace["traceEvents"])
            if (event["name"] == "dropped_records")
                reported += event["args"]["count"].get<std::uint64_t>();
        QCOMPARE(reported, 36U);
    }

    void whatWarmUpLosesIsNoLoss()
    {
        RecorderOptions options;
        options.ringCapacity = 64;
        Recorder recorder(options);
        const auto record100 = [&] {
            for (int i = 0; i < 100; ++i)
                const OperatorScope scope(recorder, "mlp::mm");
        };
        recorder.startWarmup();
        record100();
        recorder.addDropped(7);
        QCOMPARE(recorder.dropped(), 0U);
        recorder.startKeeping();
        record100(); // the ring is still full of warm-up
        recorder.addDropped(7);
        QCOMPARE(recorder.dropped(), 107U);
    }

    // Two threads push numbers through a ring that often runs full: what arrives is in order, and with what was
    // refused it is all there was. The blocks go round: far fewer than what went through.
    void aRingKeepsOrderAndCountsWhatItRefuses_data()
    {
        QTest::addColumn<int>("capacity");
        QTest::newRow("1") << 1;
        QTest::newRow("64") << 64;
        QTest::newRow("one block") << 1024;
        QTest::newRow("eight blocks") << 8192;
    }

    void aRingKeepsOrderAndCountsWhatItRefuses()
    {
        QFETCH(int, capacity);
        RecordRing ring(static_cast<std::size_t>(capacity));
        constexpr std::int64_t kRecords = 200'000;
        std::atomic<bool> done{false};
        std::int64_t pushed = 0;
        std::size_t allocated = 0;
        std::thread producer([&] {
            Record record{};
            record.epoch = 1;
            for (std::int64_t i = 1; i <= kRecords; ++i) {
                record.amount = i;
                pushed += ring.push(record) ? 1 : 0;
                if (i % 3000 == 0)
                    std::this_thread::yield();
            }
            allocated = ring.allocatedRecords();
            done = true;
        });
        std::int64_t last = 0;
        std::int64_t taken = 0;
        bool inOrder = true;
        const auto take = [&](const Record& record) {
            inOrder &= record.amount > last;
            last = record.amount;
            ++taken;
        };
        while (!done)
            ring.drain(take);
        ring.drain(take);
        producer.join();
        QVERIFY(inOrder);
        QCOMPARE(taken, pushed);
        QCOMPARE(static_cast<std::int64_t>(ring.dropped()), kRecords - pushed);
        QVERIFY(allocated <= static_cast<std::size_t>(std::max(2 * capacity, capacity + 1024)));
        QCOMPARE(ring.room(), static_cast<std::size_t>(capacity));
    }

    // A capture that goes on for hours must not keep what it has written.
    void manyCyclesKeepTheRegionsOfTwo()
    {
        Recorder recorder;
        TraceWriterOptions options;
        options.maxBytes = 100'000;
        TraceWriter writer(recorder, options);
        const QString output = m_folder.filePath("endless.json");
        const Schedule schedule{.wait = 0, .warmup = 1, .active = 3, .repeat = 0};
        const std::size_t before = recorder.internedTexts();
        QVERIFY(runSteps(recorder, writer, schedule, output, 4 * 200).ok());
        QVERIFY2(recorder.regionCount() <= 2 * 4 * 2, qPrintable(QString::number(recorder.regionCount())));
        QCOMPARE(recorder.internedTexts(), before);
        qint64 bytes = 0;
        const QFileInfoList files = QDir(m_folder.path()).entryInfoList({"endless.*.json"});
        for (const QFileInfo& file : files)
            bytes += file.size();
        QVERIFY(files.size() > 10 && bytes < 110'000);
        // The newest cycle is whole, its steps named and numbered on.
        const json trace = readJson(m_folder.filePath("endless.200.json"));
        const auto regions = events(trace, "user_annotation");
        for (int step = 797; step <= 799; ++step)
            QCOMPARE(countNamed(regions, "ProfilerStep#" + std::to_string(step)), 1);
    }

    void threadsAreNamedOnce()
    {
        const QString output = m_folder.filePath("threads.json");
        Recorder recorder;
        TraceWriter writer(recorder, {});
        QVERIFY(writer.beginCycle(output.toStdString(), recorder.nextEpoch()).ok());
        recorder.startKeeping();
        const auto work = [&] {
            for (int i = 0; i < 10; ++i)
                const OperatorScope scope(recorder, "mlp::decode");
        };
        std::thread helper([&] {
            pthread_setname_np(pthread_self(), "data-loader");
            work();
        });
        work();
        helper.join();
        recorder.stop();
        QVERIFY(writer.endCycle().ok());
        std::vector<std::string> names;
        const json trace = readJson(output);
        for (const json& event : trace["traceEvents"])
            if (event["name"] == "thread_name")
                names.push_back(event["args"]["name"]);
        QCOMPARE(names.size(), 2U);
        QVERIFY((names[0].find("data-loader") == std::string::npos) !=
                (names[1].find("data-loader") == std::string::npos));
    }

    void shapesStacksAndMemoryAreThereWhenAskedFor()
    {
        const QString output = m_folder.filePath("options.json");
        RecorderOptions options;
        options.recordShapes = options.withStack = options.profileMemory = true;
        Recorder recorder(options);
        TraceWriter writer(recorder, {});
        QVERIFY(writer.beginCycle(output.toStdString(), recorder.nextEpoch()).ok());
        recorder.startKeeping();
        {
            const OperatorScope outer(recorder, "mlp::linear");
            OperatorScope scope(recorder, "mlp::mm");
            scope.setShapes({{32, 2048}, {2048, 8192}, {}});
            recorder.memory(0, &recorder, 1024, 4096, 8192);
        }
        recorder.stop();
        QVERIFY(writer.endCycle().ok());
        const json trace = readJson(output);
        const json mm = events(trace, "cpu_op")[0];
        QCOMPARE(mm["args"]["Input Dims"].dump(), std::string("[[32,2048],[2048,8192],[]]"));
        const std::string stack = mm["args"]["Call stack"];
        QCOMPARE(std::count(stack.begin(), stack.end(), ';'), 1);
        QVERIFY(stack.starts_with("tst_recorder.cpp("));
        const auto memory = events(trace, "cpu_instant_event", "i");
        QCOMPARE(memory.size(), 1U);
        QCOMPARE(memory[0]["name"].get<std::string>(), std::string("[memory]"));
        QCOMPARE(memory[0]["args"]["Bytes"].get<int>(), 1024);
        QCOMPARE(memory[0]["args"]["Total Allocated"].get<int>(), 4096);
        QCOMPARE(memory[0]["args"]["Device Type"].get<int>(), 1);
    }

    void aNameEndingInGzIsPackedAtACleanEnd()
    {
        const QString output = m_folder.filePath("packed.json.gz");
        Recorder recorder;
        TraceWriter writer(recorder, {});
        QVERIFY(runSteps(recorder, writer, {.wait = 0, .warmup = 0, .active = 2}, output, 2).ok());
        QVERIFY(!QFile::exists(m_folder.filePath("packed.json")));
        QFile file(output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray magic = file.read(2);
        QCOMPARE(magic, QByteArray("\x1f\x8b"));
        QProcess gunzip;
        gunzip.start("gzip", {"-dc", output});
        QVERIFY(gunzip.waitForFinished());
        QVERIFY(json::accept(gunzip.readAllStandardOutput().toStdString()));
    }

    void theOldestCycleGoesFirstAndItIsSaid()
    {
        Recorder recorder;
        TraceWriterOptions options;
        options.maxBytes = 7'000; // a cycle of 8 steps takes about 5,500
        TraceWriter writer(recorder, options);
        const QString output = m_folder.filePath("limited.json");
        QVERIFY(runSteps(recorder, writer, {.wait = 0, .warmup = 0, .active = 8, .repeat = 3}, output, 24).ok());
        QVERIFY(!QFile::exists(m_folder.filePath("limited.1.json")));
        QVERIFY(!QFile::exists(m_folder.filePath("limited.2.json")));
        QVERIFY(QFile::exists(m_folder.filePath("limited.3.json")));
        const std::vector<std::string> notices = writer.takeNotices();
        QCOMPARE(notices.size(), 2U);
        QVERIFY2(notices[0].find("limited.1.json") != std::string::npos, notices[0].c_str());
        QVERIFY(readJson(m_folder.filePath("limited.3.json")).is_object());
    }

    void aCycleThatIsTooLongStopsBelowTheLimit()
    {
        for (const std::int64_t limit : {50'000, 100'000, 150'000}) {
            Recorder recorder;
            TraceWriterOptions options;
            options.maxBytes = limit;
            TraceWriter writer(recorder, options);
            const QString output = m_folder.filePath("long.json");
            QVERIFY(runSteps(recorder, writer, {.wait = 0, .warmup = 0, .active = 500}, output, 500).ok());
            QVERIFY(writer.limitReached());
            const qint64 size = QFileInfo(output).size();
            QVERIFY2(size <= limit && size > limit * 9 / 10, qPrintable(QString::number(size)));
            QVERIFY(readJson(output).is_object());
        }
    }

    void aFullDiskIsOneSentence()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("no /dev/full here");
        Recorder recorder;
        TraceWriter writer(recorder, {});
        const Status status = writer.beginCycle("/dev/full", recorder.nextEpoch());
        QVERIFY(!status.ok());
        QVERIFY2(status.message().find("the disk is full") != std::string::npos, status.message().c_str());
        QVERIFY(status.message().find('\n') == std::string::npos);
    }

    void aMissingFolderIsOneSentence()
    {
        const Status status = checkWritable(m_folder.filePath("not/there.json").toStdString());
        QVERIFY(!status.ok());
        QVERIFY2(status.message().find("does not exist") != std::string::npos, status.message().c_str());
        QVERIFY(!checkWritable(m_folder.path().toStdString()).ok());
        QVERIFY(checkWritable(m_folder.filePath("fine.json").toStdString()).ok());
    }

    void halfAMillionEventsASecondAreWrittenWithoutLoss()
    {
        const QString output = m_folder.filePath("fast.json");
        Recorder recorder;
        TraceWriter writer(recorder, {});
        QVERIFY(writer.beginCycle(output.toStdString(), recorder.nextEpoch()).ok());
        recorder.startKeeping();
        // 1,000 events every 2 ms, as a busy step makes them.
        constexpr int kEvents = 500'000;
        const std::int64_t start = nowNs();
        for (int i = 0; i < kEvents; ++i) {
            {
                const OperatorScope scope(recorder, "mlp::add_");
            }
            if (i % 1000 == 999) {
                const std::int64_t ahead = start + (i + 1) * std::int64_t{2000} - nowNs();
                if (ahead > 0)
                    QTest::qSleep(static_cast<int>(ahead / 1'000'000));
            }
        }
        recorder.stop();
        QVERIFY(writer.endCycle().ok());
        QCOMPARE(recorder.dropped(), 0U);
        QCOMPARE(writer.eventsWritten(), static_cast<std::uint64_t>(kEvents));
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
