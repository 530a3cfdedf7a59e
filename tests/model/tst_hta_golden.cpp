// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' own figures for real traces, reproduced to the last digit (integer times) or to 0.05 us. Its
// definitions, in tests/support/hta_*, differ from ours: device rows by args.stream whatever their category, all
// devices as one, synchronisation as busy, classes by name; ours are in model/analysis. Where a trace shows none of
// these differences ours are the same, which the last test states.
#include "model/analysis/device_analysis.h"
#include "tests/support/hta_figures.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace stepglass;
using namespace stepglass::test;
using Json = nlohmann::json;

namespace {

double rounded(double value, double digits)
{
    return std::nearbyint(value * digits) / digits; // as numpy does
}

// Differences, as lines; empty if all agree.
class Check
{
public:
    explicit Check(bool fractional)
        : m_tolerance(fractional ? 0.05 : 0)
    {
    }
    // Times in us. Sums of doubles differ in their last bits.
    void time(const std::string& what, const Json& expected, double actual)
    {
        near(what, expected, actual, std::max(m_tolerance, std::abs(actual) * 1e-12));
    }
    void near(const std::string& what, const Json& expected, double actual, double tolerance)
    {
        ++compared;
        const bool same = expected.is_number() ? std::abs(expected.get<double>() - actual) <= tolerance
                                               : expected.is_null() && std::isnan(actual);
        if (!same)
            lines += what + ": expected " + expected.dump() + ", is " + std::to_string(actual) + "\n";
    }
    // Rounded by the tool: to `digits`; a time that is off by its tolerance may round to the neighbour.
    void figure(const std::string& what, const Json& expected, double actual, double digits)
    {
        near(what, expected, rounded(actual, digits), m_tolerance > 0 ? 1.01 / digits : 1e-9);
    }
    std::string lines;
    int compared = 0;

private:
    double m_tolerance;
};

void checkTemporal(const Json& golden, const std::vector<HtaRow>& kept, Check& check)
{
    const HtaTemporal t = htaTemporal(kept);
    const Json& row = golden.at(0);
    check.time("kernel time", row["kernel_time(us)"], t.kernelTime);
    check.time("idle time", row["idle_time(us)"], t.idle);
    check.time("compute time", row["compute_time(us)"], t.compute);
    check.time("non compute time", row["non_compute_time(us)"], t.nonCompute);
    check.figure("compute %", row["compute_time_pctg"], 100 * t.compute / t.kernelTime, 100);
    check.figure("idle %", row["idle_time_pctg"], 100 * t.idle / t.kernelTime, 100);
}

void checkIdle(const Json& golden, const HtaRows& rows, const std::vector<HtaRow>& kept, Check& check)
{
    auto idle = htaIdle(rows, kept);
    for (const Json& row : golden["per_stream"]) {
        const auto key = std::pair(row["stream"].get<std::int64_t>(), row["idle_category"].get<std::string>());
        check.figure("idle " + key.second + " of " + std::to_string(key.first), row["idle_time"], idle[key].sum(), 100);
    }
    for (const Json& row : golden["interval_stats"]) {
        const auto key = std::pair(row["stream"].get<std::int64_t>(), row["idle_category"].get<std::string>());
        const HtaSummary& gaps = idle[key];
        const std::string what = "gaps " + key.second + " of " + std::to_string(key.first);
        check.near(what + " count", row["count"], static_cast<double>(gaps.values.size()), 0);
        if (gaps.values.empty())
            continue;
        check.figure(what + " mean", row["mean"], gaps.mean(), 100);
        check.figure(what + " min", row["min"], gaps.min(), 100);
        check.figure(what + " median", row["50%"], gaps.quantile(0.5), 100);
        check.figure(what + " 75 %", row["75%"], gaps.quantile(0.75), 100);
        check.figure(what + " max", row["max"], gaps.max(), 100);
        if (gaps.values.size() > 1)
            check.figure(what + " std", row["std"], gaps.deviation(), 100);
    }
}

void checkTypeTables(const Json& golden, const std::vector<HtaRow>& kept, Check& check)
{
    for (const char* key : {"type_table", "type_table_with_memory"}) {
        auto table = htaTypeTable(kept, std::string(key) == "type_table_with_memory");
        std::size_t rows = 0;
        if (golden.contains(key)) {
            for (const Json& row : golden[key]) {
                ++rows;
                check.time(row["kernel_type"], row["sum"], table[row["kernel_type"]]);
            }
        } else {
            for (const auto& [type, row] : golden["type_table_exact"][key].items()) {
                ++rows;
                check.time(type, row["sum"], table[type]);
            }
        }
        check.near("number of types", static_cast<double>(table.size()), static_cast<double>(rows), 0);
    }
}

const char* className(HtaClass c)
{
    return c == HtaClass::Communication ? "COMMUNICATION" : c == HtaClass::Memory ? "MEMORY" : "COMPUTATION";
}

void checkSummary(const std::string& what, const Json& row, const HtaSummary& summary, Check& check)
{
    check.time(what + " sum", row["sum (us)"], summary.sum());
    check.time(what + " max", row["max (us)"], summary.max());
    check.time(what + " min", row["min (us)"], summary.min());
    check.time(what + " mean", row["mean (us)"], summary.mean());
    check.near(what + " stddev", row["stddev"], summary.deviation(), 0.05 + 1e-9 * summary.deviation());
}

void checkKernels(const Json& golden, const std::vector<HtaRow>& kept, Check& check)
{
    std::map<std::pair<std::string, std::string>, HtaSummary> byName;
    for (const HtaRow& row : htaDeviceRows(kept)) {
        if (htaClass(row.name) != HtaClass::Other)
            byName[{className(htaClass(row.name)), row.name}].values.push_back(static_cast<double>(row.duration) /
                                                                               1000);
    }
    check.near("kernel names", golden["names_total"], static_cast<double>(byName.size()), 0);
    for (const Json& row : golden["per_kernel"]) {
        const auto key = std::pair(row["kernel_type"].get<std::string>(), row["name"].get<std::string>());
        if (byName.contains(key))
            checkSummary(key.second, row, byName[key], check);
        else
            check.lines += "no kernel " + key.second + "\n";
    }
}

void checkQueue(const Json& golden, const std::vector<HtaRow>& kept, Check& check)
{
    const auto mean = [](const std::vector<HtaQueuePoint>& points) {
        double sum = 0;
        for (const HtaQueuePoint& p : points)
            sum += p.value;
        return sum / static_cast<double>(points.size());
    };
    auto deviceFirst = htaQueue(kept, true);
    auto launchFirst = htaQueue(kept, false);
    for (const Json& row : golden) {
        const auto stream = row["stream"].get<std::int64_t>();
        const std::string what = "queue of stream " + std::to_string(stream);
        if (deviceFirst[stream].empty()) {
            check.lines += what + " is missing\n";
            continue;
        }
        check.near(what + " count", row["queue_length_count"], static_cast<double>(deviceFirst[stream].size()), 0);
        const double low = std::min(mean(deviceFirst[stream]), mean(launchFirst[stream]));
        const double high = std::max(mean(deviceFirst[stream]), mean(launchFirst[stream]));
        const double value = row["queue_length_mean"];
        check.near(what + " mean", std::clamp(value, low, high), value, 1e-9);
        if (row.contains("tie_bounds_mean")) {
            check.near(what + " lower bound", row["tie_bounds_mean"][0], low, 1e-9);
            check.near(what + " upper bound", row["tie_bounds_mean"][1], high, 1e-9);
        }
    }
}

void checkBandwidth(const Json& golden, const std::vector<HtaRow>& kept, Check& check)
{
    auto bandwidth = htaBandwidth(kept);
    for (const Json& row : golden) {
        const HtaSummary& values = bandwidth[row["name"]];
        const std::string what = row["name"].get<std::string>() + " bandwidth";
        check.near(what + " count", row["memory_bw_gbps_count"], static_cast<double>(values.values.size()), 0);
        if (!values.values.empty())
            check.near(what + " mean", row["memory_bw_gbps_mean"], values.mean(), 1e-9 * values.mean() + 1e-9);
    }
}

void checkLaunches(const Json& golden, const std::vector<HtaRow>& kept, Check& check)
{
    for (const Json& row : golden) {
        const HtaLaunches l = htaLaunches(kept, row["include_memory_events"]);
        check.near("launch rows", row["rows"], static_cast<double>(l.cpu.values.size()), 0);
        if (l.cpu.values.empty())
            continue;
        check.near("short kernels", row["short_kernels"], l.shortKernels, 0);
        check.near("runtime outliers", row["runtime_outliers"], l.runtimeOutliers, 0);
        check.near("delay outliers", row["launch_delay_outliers"], l.delayOutliers, 0);
        for (const auto& [key, summary] : {std::pair("cpu_duration", &l.cpu), std::pair("gpu_duration", &l.gpu),
                                           std::pair("launch_delay", &l.delay)}) {
            const std::string name(key);
            check.time(name + " sum", row[name + "_sum"], summary->sum());
            check.time(name + " max", row[name + "_max"], summary->max());
            check.time(name + " mean", row[name + "_mean"], summary->mean());
            check.time(name + " median", row[name + "_median"], summary->quantile(0.5));
        }
    }
}

void checkAnnotations(const Json& golden, const char* category, const std::vector<HtaRow>& kept, Check& check)
{
    std::map<std::string, HtaSummary> byName;
    for (const HtaRow& row : kept) {
        if (row.category == category)
            byName[row.name].values.push_back(static_cast<double>(row.duration) / 1000);
    }
    check.near("annotations", golden["names_total"], static_cast<double>(byName.size()), 0);
    for (const Json& row : golden["rows"]) {
        if (byName.contains(row["name"]))
            checkSummary(row["name"], row, byName[row["name"]], check);
        else
            check.lines += "no annotation " + row["name"].dump() + "\n";
    }
}

bool has(const Json& variant, const char* key)
{
    return variant.contains(key) && !(variant[key].is_object() && variant[key].contains("unavailable"));
}

void checkVariant(const Json& variant, const HtaRows& rows, bool allSteps, bool silent, Check& check)
{
    const std::vector<HtaRow> kept = rows.kept(allSteps);
    check.near("rows kept", variant["loaded"]["0"]["rows_kept"], static_cast<double>(kept.size()), 0);
    check.near("device rows", variant["loaded"]["0"]["device_rows"], static_cast<double>(htaDeviceRows(kept).size()),
               0);
    if (has(variant, "temporal_breakdown"))
        checkTemporal(variant["temporal_breakdown"], kept, check);
    if (has(variant, "idle_time_breakdown"))
        checkIdle(variant["idle_time_breakdown"], rows, kept, check);
    if (has(variant, "comm_comp_overlap")) {
        const double overlap = htaOverlap(kept);
        check.figure("overlap", variant["comm_comp_overlap"][0]["comp_comm_overlap_pctg"],
                     overlap < 0 ? std::nan("") : overlap, 100);
    }
    if (has(variant, "gpu_kernel_breakdown")) {
        checkTypeTables(variant["gpu_kernel_breakdown"], kept, check);
        checkKernels(variant["gpu_kernel_breakdown"], kept, check);
    }
    if (has(variant, "queue_length_summary"))
        checkQueue(variant["queue_length_summary"], kept, check);
    if (has(variant, "memory_bw_summary") && silent)
        checkBandwidth(variant["memory_bw_summary"], kept, check);
    if (has(variant, "cuda_kernel_launch_stats"))
        checkLaunches(variant["cuda_kernel_launch_stats"], kept, check);
    if (has(variant, "user_annotation_breakdown"))
        checkAnnotations(variant["user_annotation_breakdown"], "user_annotation", kept, check);
    if (has(variant, "gpu_user_annotation_breakdown"))
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
    const FileRecords file(path);
    const HtaRows rows(file);
    const bool fractional = json["fractional_us"];
    const bool silent = json["cross_check"].value("notes", Json::array()).dump().find("bandwidth") == std::string::npos;
    Check check(fractional);
    for (const char* name : {"default", "all_steps", "ns", "all_steps_ns"}) {
        const bool isExact = std::string(name).ends_with("ns");
        if (json["variants"].contains(name) && fractional == isExact)
            checkVariant(json["variants"][name], rows, std::string(name).starts_with("all"), silent, check);
    }
    QVERIFY(check.compared > 20);
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
