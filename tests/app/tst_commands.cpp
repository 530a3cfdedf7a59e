// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a script sees it: exit codes, one line of error, results on stdout.
#include "tests/support/trace_files.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <nlohmann/json.hpp>

using Json = nlohmann::json;

namespace {

const QString kProgram = STEPGLASS_BINARY_DIR "/stepglass";
const QString kSample = STEPGLASS_SOURCE_DIR "/resources/sample/mlp_regions.json.gz";

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
    qint64 milliseconds = 0;
};

Outcome run(const QStringList& arguments, const QByteArray& input = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    process.setProcessEnvironment(environment);
    QElapsedTimer timer;
    timer.start();
    process.start(kProgram, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(60'000);
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return {code, process.readAllStandardOutput(), process.readAllStandardError(), timer.elapsed()};
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isOneLine(const QByteArray& text)
{
    return text.startsWith("stepglass: ") && text.endsWith('\n') && text.count('\n') == 1;
}

// Files below the folder of real traces that are no trace.
bool mustBeRefused(const QString& name)
{
    return name == "trtexec_timing.json" || name == "google_cloud_trace.json" || name.endsWith(".perfetto-trace");
}

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helpAndVersionGoToStdout();
    void badUsageIsTwoAndOneLine_data();
    void badUsageIsTwoAndOneLine();
    void aFileThatCannotBeReadIsThreeAndOneLine_data();
    void aFileThatCannotBeReadIsThreeAndOneLine();
    void withoutADisplayTheWindowSaysSo();
    void infoReadsStandardInput();
    void infoInTextNamesWhatIsThere();
    void aReaderThatGoesAwayIsNoError();
    void aFullDiskIsAnError();
    void everyTraceOpensOrIsRefused_data();
    void everyTraceOpensOrIsRefused();
};

void TestCommands::helpAndVersionGoToStdout()
{
    const Outcome version = run({"--version"});
    QCOMPARE(version.code, 0);
    QVERIFY(version.out.startsWith("stepglass "));
    const Outcome help = run({"info", "--help"});
    QCOMPARE(help.code, 0);
    QVERIFY(help.out.contains("--json"));
    QVERIFY(help.err.isEmpty());
}

void TestCommands::badUsageIsTwoAndOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown option") << QStringList{"--no-such-option"};
    QTest::newRow("file missing") << QStringList{"info"};
    QTest::newRow("two files") << QStringList{"info", "a.json", "b.json"};
    QTest::newRow("unknown option of a command") << QStringList{"info", "a.json", "--sort-by", "x"};
}

void TestCommands::badUsageIsTwoAndOneLine()
{
    QFETCH(QStringList, arguments);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(isOneLine(outcome.err), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
}

void TestCommands::aFileThatCannotBeReadIsThreeAndOneLine_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("no such file") << "missing.json" << QByteArray();
    QTest::newRow("a folder") << "." << QByteArray();
    QTest::newRow("empty") << "-" << QByteArray();
    QTest::newRow("no JSON") << "-" << QByteArray("Hello, this is no trace.\n");
    QTest::newRow("JSON without events") << "-" << QByteArray(R"({"a": [1, 2, 3]})");
    QTest::newRow("an empty list") << "-" << QByteArray("[]");
    QTest::newRow("cut before the first record") << "-" << QByteArray(R"({"traceEvents": [{"ph": "X", "na)");
    QTest::newRow("gzip of nothing") << "-" << QByteArray("\x1f\x8b\x08\x00");
    QTest::newRow("zeros") << "-" << QByteArray(10'000, '\0');
}

void TestCommands::aFileThatCannotBeReadIsThreeAndOneLine()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, contents);
    const Outcome outcome = run({"info", path}, contents);
    QCOMPARE(outcome.code, 3);
    QVERIFY2(isOneLine(outcome.err), outcome.err.constData());
    QVERIFY2(path == "-" || outcome.err.contains(path.toUtf8()), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
}

void TestCommands::withoutADisplayTheWindowSaysSo()
{
    const Outcome outcome = run({kSample});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(isOneLine(outcome.err), outcome.err.constData());
}

void TestCommands::infoReadsStandardInput()
{
    const Outcome fromFile = run({"info", "--json", kSample});
    const Outcome fromInput = run({"info", "--json", "-"}, contentsOf(kSample));
    QCOMPARE(fromInput.code, 0);
    QCOMPARE(fromInput.out, fromFile.out);
}

void TestCommands::infoInTextNamesWhatIsThere()
{
    const Outcome outcome = run({"info", kSample});
    QCOMPARE(outcome.code, 0);
    for (const char* part : {"PyTorch", "set aside", "operator", "ProfilerStep#", "Trace health"})
        QVERIFY2(outcome.out.contains(part), part);
}

void TestCommands::aReaderThatGoesAwayIsNoError()
{
    QProcess shell;
    shell.start("sh", {"-c", "{ \"$0\" info --json \"$1\"; echo $? >&2; } | true", kProgram, kSample});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardError(), QByteArray("0\n"));
}

void TestCommands::aFullDiskIsAnError()
{
    if (!QFile::exists("/dev/full"))
        QSKIP("there is no /dev/full");
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(kProgram, {"info", "--json", kSample});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 2);
    QVERIFY(isOneLine(process.readAllStandardError()));
}

void TestCommands::everyTraceOpensOrIsRefused_data()
{
    QTest::addColumn<QString>("path");
    for (const auto& file : stepglass::test::traceFiles())
        QTest::newRow((file.parent_path().filename() / file.filename()).c_str()) << QString::fromStdString(file);
}

void TestCommands::everyTraceOpensOrIsRefused()
{
    QFETCH(QString, path);
    const Outcome outcome = run({"info", "--json", path});
    QVERIFY2(outcome.milliseconds < 5000, "took too long");
    if (mustBeRefused(QFileInfo(path).fileName())) {
        QCOMPARE(outcome.code, 3);
        QVERIFY2(isOneLine(outcome.err), outcome.err.constData());
        return;
    }
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    const Json json = Json::parse(outcome.out.toStdString());
    QCOMPARE(json["version"].get<int>(), 1);
    const Json& health = json["health"];
    QCOMPARE(health["read"].get<qint64>(), health["shown"].get<qint64>() + health["set_aside"].get<qint64>());
    qint64 reasons = 0;
    for (const Json& reason : health["reasons"])
        reasons += reason["count"].get<qint64>();
    QVERIFY(reasons >= health["set_aside"].get<qint64>());
}

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
