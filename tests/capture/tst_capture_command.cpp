// SPDX-License-Identifier: GPL-3.0-or-later
// `stepglass capture`, `benchmark` and `doctor` as typed: what they print, leave and return; and captures that were
// killed, opened by the program.
#include "tests/capture/capture_files.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <unistd.h>

using namespace capture_files;

namespace {

const QString kFolder = STEPGLASS_BINARY_DIR;
Outcome stepglass(const QStringList& arguments, const QString& shellPrefix = {})
{
    return runToEnd(kFolder + "/stepglass", arguments, shellPrefix);
}

// What was said beside the progress of the steps.
QByteArrayList complaints(const Outcome& outcome)
{
    QByteArrayList lines;
    for (const QByteArray& line : outcome.err.trimmed().split('\n'))
        if (!line.startsWith("stepglass: step ") && !line.startsWith("stepglass: captures on"))
            lines << line;
    return lines;
}

// A capture into `file` that goes on until it is ended; it has begun to write.
bool startLongCapture(QProcess& process, const QString& file)
{
    process.start(kFolder + "/stepglass", QStringList{"capture", "-o", file, "--backend", "cpu", "--wait", "0",
                                                      "--warmup", "0", "--active", "100000"} +
                                              kSmall);
    if (!process.waitForStarted())
        return false;
    while (process.state() == QProcess::Running && QFileInfo(file).size() < 4096)
        process.waitForReadyRead(5);
    return true;
}

} // namespace

class TestCaptureCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void aCapturePrintsTheTableThatItsFileGives()
    {
        const QString file = m_folder.filePath("table.json");
        const Outcome outcome = stepglass(
            QStringList{"capture", "-o", file, "--backend", "emulated", "--active", "2", "--table", "10"} + kSmall);
        QCOMPARE(outcome.code, 0);
        const Outcome table = stepglass({"table", file, "--row-limit", "10"});
        QVERIFY(!table.out.isEmpty());
        QVERIFY2(outcome.out.contains(table.out.mid(table.out.indexOf('\n'))), outcome.out.constData());
        // An emulated device is never called CUDA.
        QVERIFY2(table.out.contains("Self EMU %") && table.out.contains("Self EMU time total: "),
                 table.out.constData());
        QVERIFY(!table.out.contains("CUDA"));
    }

    void whatCannotBeIsOneLineWithItsCode_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const QString fine = m_folder.filePath("never.json");
        QTest::newRow("no such preset") << QStringList{"-o", fine, "--preset", "huge"} << 2 << "tiny-ops";
        QTest::newRow("batch of 0") << QStringList{"-o", fine, "--batch", "0"} << 2 << "batch";
        QTest::newRow("negative size") << QStringList{"-o", fine, "--hidden", "-5"} << 2 << "hidden";
        QTest::newRow("size beyond counting") << QStringList{"-o", fine, "--hidden", "999999999"} << 2 << "hidden";
        QTest::newRow("no active step") << QStringList{"-o", fine, "--active", "0"} << 2 << "active";
        QTest::newRow("no size") << QStringList{"-o", fine, "--max-size", "lots"} << 2 << "lots";
        QTest::newRow("too large for memory")
            << QStringList{"-o", fine, "--backend", "emulated", "--in-features", "10000000", "--hidden", "10000000"}
            << 4 << "choose a smaller";
        QTest::newRow("too large for memory where nothing is chosen")
            << QStringList{"-o", fine, "--in-features", "10000000", "--hidden", "10000000"} << 4 << "choose a smaller";
        QTest::newRow("no such folder") << QStringList{"-o", m_folder.filePath("no/such.json")} << 4
                                        << "does not exist";
        QTest::newRow("no file can be made there") << QStringList{"-o", "/proc/out.json"} << 4 << "/proc/out.json";
        QTest::newRow("the disk is full")
            << QStringList{"-o", "/dev/full", "--backend", "cpu", "--warmup", "0"} << 4 << "disk is full";
        QTest::newRow("a seed that does not fit")
            << QStringList{"-o", fine, "--seed", "99999999999999999999"} << 2 << "at most 9223372036854775807";
        QTest::newRow("steps of 0") << QStringList{"-o", fine, "--steps", "0"} << 2 << "must be 1 or more, not 0";
        QTest::newRow("negative repeat") << QStringList{"-o", fine, "--repeat", "-1"} << 2 << "must be 0 or more";
        QTest::newRow("a batch that does not fit")
            << QStringList{"-o", fine, "--batch", "2147483648"} << 2 << "at most 2147483647";
        QTest::newRow("too few steps") << QStringList{"-o", fine, "--steps", "2"} << 2 << "at least 5 steps are needed";
        QTest::newRow("no such backend") << QStringList{"-o", fine, "--backend", "opencl"} << 2 << "emulated";
    }

    void whatCannotBeIsOneLineWithItsCode()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const Outcome outcome = stepglass(QStringList{"capture"} + arguments);
        QVERIFY2(outcome.code == code, (QByteArray::number(outcome.code) + ": " + outcome.err).constData());
        QVERIFY2(complaints(outcome).size() == 1, outcome.err.constData());
        // A disk is found to be full when steps are recorded; before that nothing else is said.
        QVERIFY2(outcome.err.count('\n') == 1 || says == "disk is full", outcome.err.constData());
        QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
        QVERIFY(!QFile::exists(m_folder.filePath("never.json")));
    }

    void aBenchmarkThatCannotBeSavedIsFourAndNotLost()
    {
        const QStringList benchmark =
            QStringList{"benchmark", "--backend", "cpu", "--warmup", "1", "--steps", "5", "--json"} + kSmall;
        const QString nowhere = m_folder.filePath("no/result.json");
        const Outcome early = stepglass(benchmark + QStringList{"-o", nowhere});
        QCOMPARE(early.code, 4);
        QVERIFY2(early.err.count('\n') == 1 && early.err.contains(nowhere.toUtf8()), early.err.constData());
        // Files of at most 0 blocks, as on a full disk: what was there stays, and the result is printed.
        const QString old = m_folder.filePath("old.json");
        QFile file(old);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("before") == 6);
        file.close();
        const Outcome full = stepglass(benchmark + QStringList{"-o", old}, "trap '' XFSZ; ulimit -f 0;");
        QCOMPARE(full.code, 4);
        QVERIFY2(full.err.contains(old.toUtf8() + ": cannot be written"), full.err.constData());
        QVERIFY(json::parse(full.out.toStdString())["wall_ns"].is_object());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("before"));
    }

    void withoutADriverCudaIsRefusedInOneSentence()
    {
        const Outcome doctor = stepglass({"doctor"});
        QCOMPARE(doctor.code, 0);
        QVERIFY(doctor.out.contains("emulated"));
        if (QFile::exists("/dev/nvidia0"))
            QSKIP("there is a device here");
        const Outcome outcome =
            stepglass({"capture", "-o", m_folder.filePath("cuda.json"), "--backend", "cuda", "--active", "1"});
        QCOMPARE(outcome.code, 4);
        QVERIFY2(complaints(outcome).size() == 1, outcome.err.constData());
        QVERIFY2(outcome.err.contains("cuda"), outcome.err.constData());
    }

    void aDiskThatRunsFullLeavesAFileThatOpens()
    {
        const QString file = m_folder.filePath("full.json");
        const Outcome outcome = stepglass(
            QStringList{"capture", "-o", file, "--backend", "emulated", "--wait", "0", "--active", "100000"} + kSmall,
            "ulimit -f 1024;");
        QCOMPARE(outcome.code, 4);
        QVERIFY2(complaints(outcome).size() == 1, outcome.err.constData());
        QVERIFY2(outcome.err.contains("full.json"), outcome.err.constData());
        const json info = json::parse(stepglass({"info", "--json", file}).out.toStdString(), nullptr, false);
        QVERIFY(info.is_object());
        QVERIFY(info["counts"]["steps"].size() > 3);
        QCOMPARE(info["health"]["set_aside"].get<int>(), 0);
    }

    // SIGKILL at 20 moments. What the program then shows reaches to within 200 ms of the kill, all of it linked but for
    // what was under way.
    void aKilledCaptureOpensWithAllButTheLastFifthOfASecond()
    {
        for (int round = 0; round < 20; ++round) {
            const QString file = m_folder.filePath(QString("killed%1.json").arg(round));
            QProcess agent;
            agent.start(kFolder + "/stepglass-capture", QStringList{"-o", file, "--backend", "emulated", "--wait", "0",
                                                                    "--warmup", "0", "--active", "1000000"} +
                                                            kSmall);
            QVERIFY(agent.waitForStarted());
            while (agent.state() == QProcess::Running && QFileInfo(file).size() < 4096)
                QTest::qSleep(2);
            // Where this process gets no turn, the writer gets none either: that much is not the file's fault.
            qint64 late = 0;
            QElapsedTimer timer;
            timer.start();
            for (const int lives = 250 + QRandomGenerator::global()->bounded(300); timer.elapsed() < lives;) {
                const qint64 before = timer.elapsed();
                QTest::qSleep(5);
                late = std::max(late, timer.elapsed() - before - 5);
            }
            const std::int64_t killedAt = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
            agent.kill();
            QVERIFY(agent.waitForFinished());

            const Outcome opened = stepglass({"info", "--json", file});
            QCOMPARE(opened.code, 0);
            const json info = json::parse(opened.out.toStdString(), nullptr, false);
            QVERIFY(info.is_object());
            const json& counts = info["counts"];
            QVERIFY(counts["by_kind"].value("kernel", 0) > 19);
            QVERIFY(info["health"]["set_aside"].get<int>() <= 1); // the line it was writing
            QFile content(file);
            QVERIFY(content.open(QIODevice::ReadOnly));
            const json head = json::parse(content.readLine().toStdString() + "]}", nullptr, false);
            const std::int64_t reaches =
                head["baseTimeNanoseconds"].get<std::int64_t>() + counts["span_ns"][1].get<std::int64_t>();
            const double lost = static_cast<double>(killedAt - reaches) / 1e6 - 2 * static_cast<double>(late);
            QVERIFY2(lost < 200, qPrintable(QString("%1 ms lost in round %2").arg(lost).arg(round)));
        }
    }

    void theSizeLimitBoundsAnEndlessCapture()
    {
        const QString file = m_folder.filePath("bounded.json");
        const Outcome outcome = stepglass(QStringList{"capture", "-o", file, "--backend", "emulated", "--wait", "0",
                                                      "--warmup", "0", "--active", "100000000", "--max-size", "3M"} +
                                          kSmall);
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.err.contains("--max-size"), outcome.err.constData());
        QVERIFY(QFileInfo(file).size() > 2'500'000);
        QVERIFY(QFileInfo(file).size() < 5'000'000);
        QVERIFY(readJson(file).is_object());
    }

    // Where the program alone is told to end it passes that on, and where its group is, nothing is told twice.
    void anInterruptOfTheProgramEndsTheCaptureCleanly_data()
    {
        QTest::addColumn<QString>("send");
        QTest::newRow("interrupt") << "kill -INT $P";
        QTest::newRow("termination") << "kill -TERM $P";
        QTest::newRow("interrupt of the group") << "kill -INT -$P";
        QTest::newRow("again and again") << "kill -INT -$P; kill -INT $P; kill -TERM $P";
    }

    void anInterruptOfTheProgramEndsTheCaptureCleanly()
    {
        QFETCH(QString, send);
        const QString file = m_folder.filePath(QString(QTest::currentDataTag()) + ".json");
        QProcess process;
        process.setChildProcessModifier([] { ::setpgid(0, 0); });
        QVERIFY(startLongCapture(process, file));
        QCOMPARE(runToEnd("/bin/sh", {"-c", "P=" + QString::number(process.processId()) + "; " + send}).code, 0);
        QVERIFY(process.waitForFinished());
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, said.constData());
        QVERIFY2(said.contains("wrote "), said.constData());
        QVERIFY(!readJson(file).is_discarded());
    }

    void aKilledCaptureProcessIsOneSentenceWithItsFile()
    {
        const QString file = m_folder.filePath("killed.json");
        QProcess process;
        QVERIFY(startLongCapture(process, file));
        const QString pid = QString::number(process.processId());
        QCOMPARE(runToEnd("/bin/sh", {"-c", "kill -KILL $(cat /proc/" + pid + "/task/" + pid + "/children)"}).code, 0);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.endsWith("stepglass: the capture process was ended from outside or crashed (signal 9); what it "
                               "had recorded can be opened: " +
                               file.toLocal8Bit() + "\n"),
                 said.right(400).constData());
    }

    void anInterruptedBenchmarkIsOneLine()
    {
        QProcess process;
        process.start(kFolder + "/stepglass",
                      QStringList{"benchmark", "--backend", "cpu", "--steps", "1000000"} + kSmall);
        QVERIFY(process.waitForStarted());
        waitTillItTakesSignals(process);
        QTest::qSleep(300);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 4);
        QCOMPARE(process.readAllStandardError().trimmed(),
                 QByteArray("stepglass-capture: the benchmark was stopped before it was done"));
    }

    void theBenchmarkPrintsAndWritesItsResult()
    {
        const QString file = m_folder.filePath("result.json");
        const Outcome outcome = stepglass(
            QStringList{"benchmark", "--backend", "emulated", "--steps", "10", "--warmup", "2", "--json", "-o", file} +
            kSmall);
        QCOMPARE(outcome.code, 0);
        const json result = readJson(file);
        QVERIFY(result.is_object());
        QCOMPARE(result["batch"].get<int>(), 8);
        QCOMPARE(result["steps"].get<int>(), 10);
        QVERIFY(result["wall_ns"]["median"].get<double>() > 0);
    }
};

QTEST_GUILESS_MAIN(TestCaptureCommand)
#include "tst_capture_command.moc"
