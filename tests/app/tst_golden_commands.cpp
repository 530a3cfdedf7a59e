// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself on every real trace: its table is PyTorch's, to the last field; its steps add up; what is no trace
// is refused in one line; and its pictures are what was asked for.
#include "tests/support/program.h"
#include "tests/support/trace_files.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <memory>

using namespace stepglass::test;
using Json = nlohmann::ordered_json; // fields in the order of the text

namespace {

const QString kSample = STEPGLASS_SOURCE_DIR "/resources/sample/mlp_regions.json.gz";

// Two at once.
std::pair<Outcome, Outcome> run(const QStringList& first, const QStringList& second)
{
    Program one(first), other(second);
    Outcome outcome = one.finish();
    return {std::move(outcome), other.finish()};
}

// Empty, or the first difference; fields in their order.
QString difference(const Json& ours, const Json& theirs)
{
    if (!ours.is_array() || ours.size() != theirs.size())
        return QString("%1 rows, not %2").arg(ours.size()).arg(theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (ours[i].dump() != theirs[i].dump())
            return QString::fromStdString("row " + std::to_string(i) + "\n ours   " + ours[i].dump() + "\n theirs " +
                                          theirs[i].dump());
    }
    return {};
}

// Empty, or the first step whose parts do not add up.
QString unevenStep(const Json& steps)
{
    for (const Json& device : steps["devices"]) {
        for (const Json& step : device["steps"]) {
            qint64 classes = 0, causes = 0;
            for (const char* key : {"compute_ns", "communication_ns", "copy_ns", "set_ns", "idle_ns"})
                classes += step[key].get<qint64>();
            for (const auto& [cause, time] : step["idle"].items())
                causes += time.get<qint64>();
            if (classes != step["dur_ns"].get<qint64>() || causes != step["idle_ns"].get<qint64>())
                return QString::fromStdString(step.dump());
        }
    }
    return {};
}

} // namespace

class TestGoldenCommands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theTablesRowsArePytorchs_data();
    void theTablesRowsArePytorchs();
    void everyFileHasStepsAndFindingsOrOneLine();
    void picturesAreWhatWasAskedFor();

private:
    QTemporaryDir m_folder;
};

void TestGoldenCommands::theTablesRowsArePytorchs_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("golden");
    bool any = false;
    for (const GoldenFile& file : goldenFiles("torch")) {
        // NAME.rows.json beside NAME.table.txt
        if (file.name.size() < 5 || file.name.substr(file.name.size() - 5) != ".rows")
            continue;
        const std::string name = file.name.substr(0, file.name.size() - 5);
        for (const auto& trace : traceFiles()) {
            const std::string base = trace.filename().string();
            if (base == name + ".json" || base == name + ".json.gz") {
                any = true;
                QTest::newRow(name.c_str())
                    << QString::fromStdString(trace.string()) << QString::fromStdString(file.golden.string());
                break;
            }
        }
    }
    if (!any)
        QSKIP("no golden tables here");
}

void TestGoldenCommands::theTablesRowsArePytorchs()
{
    QFETCH(QString, trace);
    QFETCH(QString, golden);
    std::ifstream file(golden.toStdString());
    const Json expected = Json::parse(file, nullptr, false);
    const QStringList table{"table", trace, "--format", "json"};
    const auto [plain, byShape] = run(table, QStringList(table) << "--group-by-input-shape");
    QCOMPARE(plain.code, 0);
    QCOMPARE(difference(plain.json<Json>()["rows"], expected["rows"]), QString());
    QCOMPARE(byShape.code, 0);
    if (expected.contains("rows_by_shape"))
        QCOMPARE(difference(byShape.json<Json>()["rows"], expected["rows_by_shape"]), QString());
}

void TestGoldenCommands::everyFileHasStepsAndFindingsOrOneLine()
{
    int read = 0;
    for (const auto& path : traceFiles()) {
        const QString file = QString::fromStdString(path.string());
        const auto [steps, findings] = run({"steps", file, "--json"}, {"findings", file, "--json"});
        QVERIFY2(steps.code == findings.code && (steps.code == 0 || steps.code == 3), path.c_str());
        if (steps.code == 3) {
            for (const Outcome* outcome : {&steps, &findings})
                QVERIFY2(outcome->out.isEmpty() && outcome->err.count('\n') == 1 &&
                             outcome->err.contains(file.toUtf8()),
                         outcome->err.constData());
            continue;
        }
        ++read;
        QVERIFY2(steps.json<Json>().is_object() && steps.json<Json>().contains("devices"), path.c_str());
        QCOMPARE(unevenStep(steps.json<Json>()), QString());
        QVERIFY2(findings.json<Json>().is_object() && findings.json<Json>()["findings"].size() == 5, path.c_str());
    }
    QVERIFY(read > 0);
}

void TestGoldenCommands::picturesAreWhatWasAskedFor()
{
    const QString png = m_folder.filePath("a.png");
    QCOMPARE(run({"render", kSample, "-o", png, "--width", "1200"}).code, 0);
    const QImage once(png);
    QCOMPARE(once.width(), 1200);
    QVERIFY(once.height() > 100);
    QCOMPARE(run({"render", kSample, "-o", png, "--width", "1200", "--dpi", "192"}).code, 0);
    QCOMPARE(QImage(png).size(), once.size() * 2);

    const QString svg = m_folder.filePath("a.svg");
    const QString pdf = m_folder.filePath("a.pdf");
    const auto [asSvg, asPdf] = run({"render", kSample, "-o", svg}, {"render", kSample, "-o", pdf});
    QCOMPARE(asSvg.code, 0);
    QCOMPARE(asPdf.code, 0);
    QFile text(svg);
    QVERIFY(text.open(QIODevice::ReadOnly));
    const QByteArray drawn = text.readAll();
    QVERIFY(drawn.contains("<svg"));
    for (const char* lane : {">main thread<", ">tid 15362<", ">Steps<", ">Regions<", ">ProfilerStep#4<"})
        QVERIFY2(drawn.contains(lane), lane);
    QFile portable(pdf);
    QVERIFY(portable.open(QIODevice::ReadOnly));
    QVERIFY(portable.read(4) == "%PDF");
}

QTEST_GUILESS_MAIN(TestGoldenCommands)
#include "tst_golden_commands.moc"
