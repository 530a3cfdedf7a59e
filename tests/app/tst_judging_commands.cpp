// SPDX-License-Identifier: GPL-3.0-or-later
// steps, findings and compare as a script sees them: JSON as documented, exit codes, one line where something is
// missing.
#include "tests/support/program.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace stepglass::test;
using Json = nlohmann::json;

namespace {

// A trace of `steps` steps of 1,000 us: the loader takes `loader` us, then one kernel runs to the end.
QByteArray traceText(int steps, int loader, bool device = true)
{
    QByteArray text = R"({"schemaVersion": 1, "traceEvents": [)";
    const auto add = [&](const char* category, const QByteArray& name, int pid, int ts, int dur,
                         const QByteArray& args) {
        text += text.endsWith('[') ? "\n" : ",\n";
        text += R"({"ph": "X", "cat": ")" + QByteArray(category) + R"(", "name": ")" + name + R"(", "pid": )" +
                QByteArray::number(pid) + R"(, "tid": )" + QByteArray::number(pid == 0 ? 7 : 1) + R"(, "ts": )" +
                QByteArray::number(ts) + R"(, "dur": )" + QByteArray::number(dur) + R"(, "args": {)" + args + "}}";
    };
    for (int s = 0; s < steps; ++s) {
        const int at = 1000 * s + 100;
        const QByteArray id = R"("correlation": )" + QByteArray::number(s + 1);
        add("user_annotation", "ProfilerStep#" + QByteArray::number(s), 1, at, 1000, "");
        add("user_annotation", "enumerate(DataLoader)#_Single.__next__", 1, at, loader, "");
        add("cuda_runtime", "cudaLaunchKernel", 1, at + loader, 5, id);
        if (device)
            add("kernel", "gemm", 0, at + loader + 10, 990 - loader, id + R"(, "device": 0, "stream": 7)");
    }
    return text + "\n]}\n";
}

QByteArray benchmarkText(double step)
{
    QByteArray blocks;
    for (double factor : {0.999, 1.0, 1.001, 1.0, 1.0})
        blocks += (blocks.isEmpty() ? "" : ", ") + QByteArray(R"({"steps": 4, "wall_ns": )") +
                  QByteArray::number(step * factor, 'f', 0) + "}";
    return R"({"version": 1, "batch": 32, "steps": 20, "wall_ns": {"median": )" + QByteArray::number(step) +
           R"(}, "blocks": [)" + blocks + "]}\n";
}

} // namespace

class TestJudgingCommands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void stepsJsonSumsExactly();
    void whatCannotBeToldIsSaid();
    void findingsJsonHoldsAllFive();
    void failOnDecidesTheExitCode();
    void settingsThatCannotBeReadAreBadUsage();
    void tracesAreCompared();
    void benchmarkResultsAreCompared();
    void whatIsNoTraceIsUnreadable();

private:
    QString write(const char* name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }
    QTemporaryDir m_folder;
};

void TestJudgingCommands::stepsJsonSumsExactly()
{
    const Outcome outcome = run({"steps", write("a.json", traceText(4, 400)), "--json"});
    QCOMPARE(outcome.code, 0);
    const Json json = outcome.json();
    QCOMPARE(json["version"].get<int>(), 1);
    QCOMPARE(json["devices"].size(), std::size_t(1));
    QCOMPARE(json["devices"][0]["device"].get<std::string>(), std::string("0"));
    const Json& step = json["devices"][0]["steps"][1];
    QCOMPARE(step["name"].get<std::string>(), std::string("ProfilerStep#1"));
    QCOMPARE(step["start_ns"].get<qint64>(), 1'100'000);
    QCOMPARE(step["dur_ns"].get<qint64>(), 1'000'000);
    QCOMPARE(step["boundary"].get<bool>(), false);
    QCOMPARE(json["devices"][0]["steps"][0]["boundary"].get<bool>(), true);
    QCOMPARE(step["compute_ns"].get<qint64>(), 590'000);
    QCOMPARE(step["idle_ns"].get<qint64>(), 410'000);
    QCOMPARE(step["idle"]["data_loading_ns"].get<qint64>(), 400'000);
    QCOMPARE(step["idle"]["launch_latency_ns"].get<qint64>(), 10'000);
    QCOMPARE(step["idle"].size(), std::size_t(11));
    qint64 sum = 0;
    for (const char* key : {"compute_ns", "communication_ns", "copy_ns", "set_ns", "idle_ns"})
        sum += step[key].get<qint64>();
    QCOMPARE(sum, step["dur_ns"].get<qint64>());
    QVERIFY(run({"steps", m_folder.filePath("a.json")}).out.contains("data loading"));
}

void TestJudgingCommands::whatCannotBeToldIsSaid()
{
    const Outcome noDevice = run({"steps", write("host.json", traceText(4, 400, false)), "--json"});
    QCOMPARE(noDevice.code, 0);
    QCOMPARE(noDevice.json()["devices"].size(), std::size_t(0));
    QVERIFY(noDevice.json()["note"].get<std::string>().find("no device") == 0);
    QVERIFY(run({"steps", m_folder.filePath("host.json")}).out.contains("ProfilerStep#2"));
    const QString noSteps = write("nosteps.json", traceText(4, 400).replace("ProfilerStep#", "Iteration "));
    const Json whole = run({"steps", noSteps, "--json"}).json();
    QCOMPARE(whole["devices"][0]["steps"].size(), std::size_t(1));
    QVERIFY(whole["note"].get<std::string>().find("no steps") == 0);
    const Outcome region = run({"steps", noSteps, "--step-region", "enumerate(DataLoader)#_Single.__next__", "--json"});
    QCOMPARE(region.json()["devices"][0]["steps"].size(), std::size_t(4));
    const Outcome wrong = run({"steps", noSteps, "--step-region", "epoch"});
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.err.contains("these repeat: enumerate(DataLoader)"));
}

void TestJudgingCommands::findingsJsonHoldsAllFive()
{
    const Outcome outcome = run({"findings", write("a.json", traceText(4, 400)), "--json"});
    QCOMPARE(outcome.code, 0);
    const Json json = outcome.json();
    QCOMPARE(json["findings"].size(), std::size_t(5));
    for (const Json& finding : json["findings"]) {
        for (const char* key : {"id", "severity", "value", "threshold", "ceiling_ns", "ceiling_percent", "what", "why",
                                "try", "evidence"})
            QVERIFY2(finding.contains(key), key);
    }
    const Json& first = json["findings"][0];
    QCOMPARE(first["id"].get<std::string>(), std::string("input-bound"));
    QCOMPARE(first["severity"].get<std::string>(), std::string("high"));
    QCOMPARE(first["ceiling_ns"].get<qint64>(), 400'000);
    QCOMPARE(first["evidence"][0]["dur_ns"].get<qint64>(), 400'000);
    const QByteArray text = run({"findings", m_folder.filePath("a.json")}).out;
    QVERIFY(text.contains("HIGH  input-bound"));
    // Of four steps the first and the last are left out, and it is said.
    QVERIFY2(text.startsWith("# 2 steps judged; left out as boundary: ProfilerStep#"), text);
    QCOMPARE(json["steps_judged"].size(), std::size_t(2));
    QCOMPARE(json["boundary_steps_left_out"].size(), std::size_t(2));
    // The one kernel is all of the kernel time, but the device is busy 60 % only.
    QVERIFY2(text.contains("ok    dominant-kernel: checked, not found (100.0 %, limit 30.0 %, but the device is busy "
                           "59.0 % of the step, of 70.0 % needed)"),
             text);
}

void TestJudgingCommands::failOnDecidesTheExitCode()
{
    const QString high = write("high.json", traceText(4, 400));
    const QString warn = write("warn.json", traceText(4, 150));
    const auto code = [](const QString& file, const char* level) {
        return run({"findings", file, "--set", "dominant-kernel.busy=100%", "--fail-on", level}).code;
    };
    QCOMPARE(code(high, "high"), 1);
    QCOMPARE(code(high, "warn"), 1);
    QCOMPARE(code(warn, "high"), 0);
    QCOMPARE(code(warn, "warn"), 1);
    QCOMPARE(run({"findings", high}).code, 0);
    QCOMPARE(run({"findings", high, "--set", "dominant-kernel.busy=100%", "--set", "input-bound.warn=50%", "--fail-on",
                  "warn"})
                 .code,
             0);
}

void TestJudgingCommands::settingsThatCannotBeReadAreBadUsage()
{
    const Outcome outcome = run({"findings", write("a.json", traceText(4, 1)), "--set", "launch-bound.micro_gap=soon"});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.contains("launch-bound.micro_gap"));
}

void TestJudgingCommands::tracesAreCompared()
{
    const QString a = write("a.json", traceText(6, 400));
    const QString b = write("b.json", traceText(6, 10));
    const Json same = run({"compare", a, a, "--json"}).json();
    QCOMPARE(same["verdict"].get<std::string>(), std::string("same"));
    QCOMPARE(same["findings"]["same"].size(), std::size_t(1));
    const Json json = run({"compare", a, b, "--json"}).json();
    QCOMPARE(json["findings"]["gone"][0].get<std::string>(), std::string("input-bound"));
    QCOMPARE(json["rows"][0]["name"].get<std::string>(), std::string("step"));
    QCOMPARE(json["rows"][0]["n_a"].get<int>(), 4);
    QCOMPARE(json["rows"][1]["name"].get<std::string>(), std::string("class compute"));
    QCOMPARE(json["noise_floor_percent"].get<double>(), 5.0);
    const QString stepless = write("none.json", R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm",)"
                                                R"("pid":1,"tid":1,"ts":1,"dur":2}]})");
    const Json one = run({"compare", a, stepless, "--json"}).json();
    QVERIFY(one["rows"][0]["a_ns"].is_number() && one["rows"][0]["b_ns"].is_null());
    QVERIFY(one["rows"][0]["delta_percent"].is_null()); // what cannot be told is none, not 0
    const QByteArray text = run({"compare", a, stepless}).out;
    QVERIFY2(text.startsWith("Not enough data to tell") && text.contains("–") && !text.contains("-100"), text);
    QVERIFY(run({"compare", a, b}).out.contains("Findings gone: input-bound"));
    QVERIFY(run({"compare", a, write("c.json", traceText(7, 10))}).out.startsWith("! different schedules"));
}

void TestJudgingCommands::benchmarkResultsAreCompared()
{
    const QString a = write("ra.json", benchmarkText(1e6));
    const QString b = write("rb.json", benchmarkText(1.2e6));
    const Json json = run({"compare", a, b, "--json"}).json();
    QCOMPARE(json["verdict"].get<std::string>(), std::string("slower"));
    QVERIFY(std::abs(json["delta_percent"].get<double>() - 20) < 1e-6);
    QVERIFY(json["noise_floor_percent"].get<double>() < 1);
    QVERIFY(std::abs(json["throughput_per_s"][0].get<double>() - 32000) < 1);
    QCOMPARE(run({"compare", a, b, "--fail-on", "slower"}).code, 1);
    QCOMPARE(run({"compare", b, a, "--fail-on", "slower"}).code, 0);
    QCOMPARE(run({"compare", a, a, "--to", b, b, "--fail-on", "slower"}).code, 1);
    // A benchmark result holds no findings: what the trace has is neither gone nor new.
    const QString trace = write("a.json", traceText(6, 400));
    for (const QStringList& sides : {QStringList{trace, a}, QStringList{a, trace}}) {
        const Json findings = run(QStringList{"compare", "--json"} + sides).json()["findings"];
        QVERIFY(findings["gone"].empty() && findings["new"].empty() && findings["same"].empty());
        QCOMPARE(findings["unjudged"].dump(), std::string(R"(["input-bound"])"));
        const QByteArray text = run(QStringList{"compare"} + sides).out;
        QVERIFY2(!text.contains("Findings gone") && !text.contains("Findings new"), text);
    }
}

void TestJudgingCommands::whatIsNoTraceIsUnreadable()
{
    const QString bad = write("bad.json", "no trace");
    const QString a = write("a.json", traceText(4, 1));
    for (const QStringList& arguments :
         {QStringList{"steps", bad}, QStringList{"findings", bad}, QStringList{"compare", a, bad},
          QStringList{"compare", m_folder.filePath("x"), a}}) {
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.out.isEmpty() && outcome.err.count('\n') == 1, outcome.err.constData());
    }
}

QTEST_GUILESS_MAIN(TestJudgingCommands)
#include "tst_judging_commands.moc"
