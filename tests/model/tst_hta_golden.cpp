// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' own figures for real traces, reproduced to the last digit (integer times, and fractional ones
// narrowed to whole us as the tool comes) or to 0.05 us: what it loads, time, idle, overlap, kernels and annotations.
// Its definitions, in tests/support/hta_*, differ from ours: device rows by args.stream whatever their category, all
// devices as one, synchronisation as busy, classes by name; ours are in model/analysis. Where a trace shows none of
// these differences ours are the same, which the last test states; tst_hta_dispersion shows where they part.
#include "model/analysis/device_analysis.h"
#include "tests/support/hta_check.h"
#include "tests/support/hta_tables.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <set>

using namespace stepglass;
using namespace stepglass::test;
using Json = nlohmann::json;

namespace {

void checkLoaded(const Json& golden, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    std::map<std::string, std::size_t> byCategory;
    std::set<std::int64_t> streams, iterations;
    const std::vector<HtaRow> device = htaDeviceRows(kept);
    for (const HtaRow& row : device) {
        ++byCategory[row.category];
        streams.insert(*row.stream);
    }
    for (const HtaRow& row : kept) {
        if (!row.onDevice() && row.name.rfind("ProfilerStep#", 0) == 0)
            iterations.insert(std::stoll(row.name.substr(row.name.find('#') + 1)));
    }
    check.count("rows kept", golden["rows_kept"], kept.size());
    check.count("device rows", golden["device_rows"], device.size());
    check.same("device rows by category", golden["device_rows_by_cat"], byCategory);
    check.same("streams", golden["streams"], streams);
    check.same("iterations", golden["iterations"], iterations);
}

void checkTemporal(const Json& golden, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    const HtaTemporal t = htaTemporal(kept);
    const Json& row = golden.at(0);
    check.time("kernel time", row["kernel_time(us)"], t.kernelTime);
    check.time("idle time", row["idle_time(us)"], t.idle);
    check.time("compute time", row["compute_time(us)"], t.compute);
    check.time("non compute time", row["non_compute_time(us)"], t.nonCompute);
    check.figure("compute %", row["compute_time_pctg"], 100 * t.compute / t.kernelTime, 100);
    check.figure("non compute %", row["non_compute_time_pctg"], 100 * t.nonCompute / t.kernelTime, 100);
    check.figure("idle %", row["idle_time_pctg"], 100 * t.idle / t.kernelTime, 100);
}

void checkIdle(const Json& golden, const HtaRows& rows, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    auto idle = htaIdle(rows, kept);
    std::map<std::int64_t, double> ofStream;
    for (const auto& [key, gaps] : idle)
        ofStream[key.first] += gaps.sum();
    for (const Json& row : golden["per_stream"]) {
        const auto key = std::pair(row["stream"].get<std::int64_t>(), row["idle_category"].get<std::string>());
        const std::string what = "idle " + key.second + " of " + std::to_string(key.first);
        check.figure(what, row["idle_time"], idle[key].sum(), 100);
        check.figure(what + " ratio", row["idle_time_ratio"], idle[key].sum() / ofStream[key.first], 100);
    }
    for (const Json& row : golden["interval_stats"]) {
        const auto key = std::pair(row["stream"].get<std::int64_t>(), row["idle_category"].get<std::string>());
        const HtaSummary& gaps = idle[key];
        const std::string what = "gaps " + key.second + " of " + std::to_string(key.first);
        check.near(what + " count", row["count"], static_cast<double>(gaps.values.size()), 0);
        if (gaps.values.empty()) {
            for (const char* column : {"mean", "std", "min", "25%", "50%", "75%", "max"})
                check.same(what + " " + column, row[column], nullptr);
            continue;
        }
        check.figure(what + " mean", row["mean"], gaps.mean(), 100);
        check.figure(what + " min", row["min"], gaps.min(), 100);
        check.figure(what + " 25 %", row["25%"], gaps.quantile(0.25), 100);
        check.figure(what + " median", row["50%"], gaps.quantile(0.5), 100);
        check.figure(what + " 75 %", row["75%"], gaps.quantile(0.75), 100);
        check.figure(what + " max", row["max"], gaps.max(), 100);
        check.figure(what + " std", row["std"], gaps.values.size() > 1 ? gaps.deviation() : std::nan(""), 100);
    }
}

// The percentage is a share of the sum of all rows. A type that the tool meets only between two borders of one time has
// a row of 0 there.
void checkTypeTables(const Json& golden, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    for (const char* key : {"type_table", "type_table_with_memory"}) {
        std::map<std::string, double> table = htaTypeTable(kept, std::string(key) == "type_table_with_memory");
        double all = 0;
        for (const auto& [type, sum] : table)
            all += sum;
        const bool exact = !golden.contains(key); // a table by type, percentages with four decimals
        const Json& expected = exact ? golden["type_table_exact"][key] : golden[key];
        std::set<std::string> seen;
        for (const auto& [index, row] : expected.items()) {
            const std::string type = exact ? index : row["kernel_type"].get<std::string>();
            seen.insert(type);
            const double sum = table.contains(type) ? table[type] : 0;
            check.time(type, row["sum"], sum);
            check.figure(type + " %", row["percentage"], 100 * sum / all, exact ? 10000 : 10);
        }
        for (const auto& [type, sum] : table)
            check.near("in the table: " + type, seen.contains(type) ? 1 : 0, sum != 0 ? 1 : seen.contains(type), 0);
    }
}

void checkSummary(const std::string& what, const Json& row, const HtaSummary& summary, HtaCheck& check)
{
    check.time(what + " sum", row["sum (us)"], summary.sum());
    check.time(what + " max", row["max (us)"], summary.max());
    check.time(what + " min", row["min (us)"], summary.min());
    check.time(what + " mean", row["mean (us)"], summary.mean());
    check.derived(what + " stddev", row["stddev"], summary.deviation());
}

void checkKernelRows(const Json& golden, std::map<HtaKernelKey, HtaSummary> kernels, HtaCheck& check)
{
    for (const Json& row : golden) {
        const HtaKernelKey key(row["kernel_type"], row["name"]);
        if (kernels.contains(key))
            checkSummary(key.first + " " + key.second, row, kernels[key], check);
        else
            check.same("kernel", key.second, nullptr);
    }
}

void checkKernels(const Json& variant, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    const Json& golden = variant["gpu_kernel_breakdown"];
    checkTypeTables(golden, kept, check);
    const auto kernels = htaKernels(kept);
    check.count("kernel names", golden["names_total"], kernels.size());
    check.count("kernel rows given", golden["rows_given"], golden["per_kernel"].size());
    checkKernelRows(golden["per_kernel"], kernels, check);
    const Json& groups = variant["gpu_kernel_breakdown_default_grouping"]["per_kernel"];
    check.count("groups", groups.size(), htaGroupedKernels(kept).size());
    checkKernelRows(groups, htaGroupedKernels(kept), check);
}

void checkAnnotations(const Json& golden, const char* category, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    std::map<std::string, HtaSummary> byName;
    for (const HtaRow& row : kept) {
        if (row.category == category)
            byName[row.name].values.push_back(static_cast<double>(row.duration) / 1000);
    }
    check.count("annotations", golden["names_total"], byName.size());
    for (const Json& row : golden["rows"]) {
        if (byName.contains(row["name"]))
            checkSummary(row["name"], row, byName[row["name"]], check);
        else
            check.same("annotation", row["name"], nullptr);
    }
}

void checkVariant(const Json& variant, const HtaRows& rows, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    checkLoaded(variant["loaded"]["0"], kept, check);
    if (htaHas(variant, "temporal_breakdown"))
        checkTemporal(variant["temporal_breakdown"], kept, check);
    if (htaHas(variant, "idle_time_breakdown"))
        checkIdle(variant["idle_time_breakdown"], rows, kept, check);
    if (htaHas(variant, "comm_comp_overlap")) {
        const double overlap = htaOverlap(kept);
        check.figure("overlap", variant["comm_comp_overlap"][0]["comp_comm_overlap_pctg"],
                     overlap < 0 ? std::nan("") : overlap, 100);
    }
    if (htaHas(variant, "gpu_kernel_breakdown"))
        checkKernels(variant, kept, check);
    if (htaHas(variant, "user_annotation_breakdown"))
        checkAnnotations(variant["user_annotation_breakdown"], "user_annotation", kept, check);
    if (htaHas(variant, "gpu_user_annotation_breakdown"))
        checkAnnotations(variant["gpu_user_annotation_breakdown"], "gpu_user_annotation", kept, check);
}

} // namespace

class TestHtaGolden : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFigureOfTheToolIsReproduced_data();
    void everyFigureOfTheToolIsReproduced();
    void ourOwnIdleAndComputeTimesAreItsWhereDefinitionsMeet();
};

void TestHtaGolden::everyFigureOfTheToolIsReproduced_data()
{
    QTest::addColumn<QString>("golden");
    for (const std::string& file : goldensIn("hta"))
        QTest::newRow(file.substr(file.find_last_of('/') + 1).c_str()) << QString::fromStdString(file);
    if (goldensIn("hta").empty())
        QSKIP("no golden figures here");
}

void TestHtaGolden::everyFigureOfTheToolIsReproduced()
{
    QFETCH(QString, golden);
    const Json json = readJson(golden.toStdString());
    const std::string path = findTrace(json["source"]);
    if (path.empty())
        QSKIP("the trace is not here");
    const HtaCheck check = checkHtaVariants(json, path, checkVariant);
    QVERIFY(check.compared > 50);
    QVERIFY2(check.lines.empty(), check.lines.substr(0, 2000).c_str());
}

void TestHtaGolden::ourOwnIdleAndComputeTimesAreItsWhereDefinitionsMeet()
{
    // One device, no synchronisation rows, no host row with a stream, no step names: from the first to the last device
    // slice our classes are its classes.
    const std::string path = findTrace("kineto_gpu_metrics_input.json");
    const auto goldens = goldensIn("hta");
    const auto golden = std::find_if(goldens.begin(), goldens.end(), [](const std::string& f) {
        return f.ends_with("/kineto_gpu_metrics_input.json");
    });
    if (path.empty() || golden == goldens.end())
        QSKIP("the trace is not here");
    const Json expected = readJson(*golden)["variants"]["default"]["temporal_breakdown"][0];
    const FileRecords file(path);
    const auto links = linkTrace(file.trace());
    const DeviceAnalysis analysis(file.trace(), *links, listSteps(file.trace()));
    QCOMPARE(analysis.devices().size(), std::size_t(1));
    const DeviceActivity& device = analysis.devices()[0];
    const DeviceBreakdown ours = analysis.breakdown(device, {device.busy.front().begin, device.busy.back().end});
    QCOMPARE(ours.activity[ActivityClass::Idle], Ns(expected["idle_time(us)"].get<double>() * 1000));
    QCOMPARE(ours.activity[ActivityClass::Compute], Ns(expected["compute_time(us)"].get<double>() * 1000));
    QCOMPARE(ours.duration, Ns(expected["kernel_time(us)"].get<double>() * 1000));
}

QTEST_APPLESS_MAIN(TestHtaGolden)
#include "tst_hta_golden.moc"
