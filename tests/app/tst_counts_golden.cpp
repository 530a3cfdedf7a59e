// SPDX-License-Identifier: GPL-3.0-or-later
// `counts` of `info --json` against what an independent counter found in real traces, field by field.
#include "app/commands/info_json.h"
#include "model/analysis/links.h"
#include "model/read/ingest.h"
#include "tests/support/text_trace.h"
#include "tests/support/trace_files.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace stepglass;
using Json = nlohmann::json;

namespace {

Json readJson(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return Json::parse(file);
}

// The first fields that differ, a line each; empty if none does.
std::string differences(const Json& expected, const Json& actual)
{
    std::string text;
    for (const auto& [key, value] : expected.items()) {
        if (!actual.contains(key))
            text += key + ": missing\n";
        else if (key == "tracks" && actual[key] != value)
            text += Json::diff(actual[key], value).dump().substr(0, 1500) + "\n";
        else if (actual[key] != value)
            text += key + ": " + actual[key].dump() + " instead of " + value.dump() + "\n";
    }
    for (const auto& [key, value] : actual.items()) {
        if (!expected.contains(key))
            text += key + ": not expected, " + value.dump().substr(0, 80) + "\n";
    }
    return text;
}

} // namespace

class TestCountsGolden : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsAreThoseOfTheGoldenFile_data();
    void countsAreThoseOfTheGoldenFile();
};

void TestCountsGolden::countsAreThoseOfTheGoldenFile_data()
{
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QString>("trace");
    for (const test::GoldenFile& file : test::goldenFiles("counts"))
        QTest::newRow(file.name.c_str()) << QString::fromStdString(file.golden) << QString::fromStdString(file.trace);
}

void TestCountsGolden::countsAreThoseOfTheGoldenFile()
{
    QFETCH(QString, golden);
    QFETCH(QString, trace);
    if (trace.isEmpty())
        QSKIP("no trace of that name");
    const Json expected = readJson(golden.toStdString());
    const auto result = loadTrace(trace.toStdString());
    if (expected.contains("error")) {
        QVERIFY(!result.ok());
        return;
    }
    QVERIFY2(result.ok(), result.ok() ? "" : result.status().message().c_str());
    const Trace& loaded = *result.value();
    QCOMPARE(QString::fromStdString(test::brokenInvariant(loaded)), QString());
    const auto links = linkTrace(loaded);
    const Json actual = Json::parse(infoJson(loaded, summarize(loaded, *links), traceHealth(loaded, *links)));
    QCOMPARE(QString::fromStdString(differences(expected, actual["counts"])), QString());
}

QTEST_GUILESS_MAIN(TestCountsGolden)
#include "tst_counts_golden.moc"
