// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a script sees it: exit codes, one line of error, results on stdout.
#include "tests/support/program.h"
#include "tests/support/trace_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace stepglass::test;
using Json = nlohmann::json;

namespace {

const QString kProgram = STEPGLASS_BINARY_DIR "/stepglass";
const QString kSample = STEPGLASS_SOURCE_DIR "/resources/sample/mlp_regions.json.gz";

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
    void aPictureThatCannotBeWrittenIsAnError_data();
    void aPictureThatCannotBeWrittenIsAnError();
    void aPictureDoesNotReplaceItsTrace();
    void comparedAreFilesAndPipesButNoFolders();
    void littleMemoryIsOneLine();
    void namesDoNotSteerTheTerminal();
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
    QTest::newRow("one file to compare") << QStringList{"compare", kSample};
    QTest::newRow("no such step") << QStringList{"table", kSample, "--steps", "900..901"};
    QTest::newRow("no such track") << QStringList{"render",   kSample,        "-o", QDir::temp().filePath("none.png"),
                                                  "--tracks", "no such track"};
    QTest::newRow("memory in wall mode") << QStringList{"table", kSample,     "--mode",
                                                        "wall",  "--sort-by", "self_cpu_memory_usage"};
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

void TestCommands::aPictureThatCannotBeWrittenIsAnError_data()
{
    QTest::addColumn<QString>("ending");
    for (const char* ending : {"png", "svg", "pdf"})
        QTest::newRow(ending) << ending;
}

void TestCommands::aPictureThatCannotBeWrittenIsAnError()
{
    QFETCH(QString, ending);
    const QTemporaryDir folder;
    if (!QFile::link("/dev/full", folder.filePath("full." + ending)))
        QSKIP("there are no links");
    for (const QString& path : {folder.filePath("full." + ending), folder.filePath("none/a." + ending)}) {
        const Outcome outcome = run({"render", kSample, "-o", path});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(isOneLine(outcome.err) && outcome.err.contains(path.toUtf8()), outcome.err.constData());
    }
    const Outcome good = run({"render", kSample, "-o", folder.filePath("good." + ending)});
    QCOMPARE(good.code, 0);
    QVERIFY2(good.err.isEmpty(), good.err.constData());
    const char* head = ending == "png" ? "\x89PNG" : ending == "svg" ? "<?xml" : "%PDF";
    QVERIFY(contentsOf(folder.filePath("good." + ending)).startsWith(head));
}

void TestCommands::aPictureDoesNotReplaceItsTrace()
{
    const QTemporaryDir folder;
    const QString trace = folder.filePath("trace.png");
    QVERIFY(QFile::copy(kSample, trace) && QFile::link(trace, folder.filePath("link.svg")));
    for (const char* name : {"trace.png", "link.svg"}) {
        const Outcome outcome = run({"render", trace, "-o", folder.filePath(name)});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(isOneLine(outcome.err), outcome.err.constData());
        QCOMPARE(contentsOf(trace), contentsOf(kSample));
    }
}

void TestCommands::comparedAreFilesAndPipesButNoFolders()
{
    const QTemporaryDir folder;
    for (const QStringList& files : {QStringList{kSample, folder.path()}, QStringList{folder.path(), kSample}}) {
        const Outcome outcome = run(QStringList{"compare"} + files);
        QCOMPARE(outcome.code, 3);
        QVERIFY2(isOneLine(outcome.err), outcome.err.constData());
    }
    QProcess shell;
    shell.start("bash", {"-c", "\"$0\" compare <(cat \"$1\") <(cat \"$1\")", kProgram, kSample});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 0);
    QVERIFY(shell.readAllStandardOutput().startsWith("B is as fast as A."));
}

// 200 MB of address space hold the program, but not what 400 000 slices of as many names take.
void TestCommands::littleMemoryIsOneLine()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("[");
    for (int i = 0; i < 400'000; ++i)
        file.write("{\"ph\":\"X\",\"ts\":" + QByteArray::number(i) +
                   ",\"dur\":1,\"name\":\"a name of some length, number " + QByteArray::number(i) + "\"},\n");
    file.close();
    QProcess shell;
    shell.start("sh", {"-c", "ulimit -v 200000; exec \"$0\" table \"$1\"", kProgram, file.fileName()});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
    const QByteArray error = shell.readAllStandardError();
    QVERIFY2(shell.exitCode() == 3 && isOneLine(error), error.constData());
}

void TestCommands::namesDoNotSteerTheTerminal()
{
    const QByteArray trace = R"([{"ph":"X","cat":"cpu_op","ts":1,"dur":2,"pid":1,"tid":1,"name":"\u001b[31mred)"
                             "\xC3\x28\"}]";
    for (const char* command : {"table", "tree", "info"}) {
        const Outcome outcome = run({command, "-"}, trace);
        QCOMPARE(outcome.code, 0);
        QVERIFY(!outcome.out.contains('\x1b') && QString::fromUtf8(outcome.out).toUtf8() == outcome.out);
    }
    QVERIFY(run({"table", "-"}, trace).out.contains("\uFFFD[31mred\uFFFD("));
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
