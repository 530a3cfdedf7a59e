// SPDX-License-Identifier: GPL-3.0-or-later
// The TensorBoard plugin's own figures for real traces (its `primary` variant), reproduced to 0.01 us. Steps and
// classes by its definitions (tests/support/tb_*): steps stretch to the end of what they launched, copies and sets come
// before communication, and that is told by the host's operator names. Utilisation, SM efficiency, occupancy and the
// kernel table are ours, computed by model/analysis over its window.
#include "model/analysis/device_analysis.h"
#include "model/analysis/device_tables.h"
#include "tests/support/tb_operators.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <set>

using namespace stepglass;
using namespace stepglass::test;
using Json = nlohmann::json;

namespace {

class Check
{
public:
    void near(const std::string& what, const Json& expected, double actual, double tolerance)
    {
        ++compared;
        if (!expected.is_number() || std::abs(expected.get<double>() - actual) > tolerance)
            lines += what + ": expected " + expected.dump() + ", is " + std::to_string(actual) + "\n";
    }
    // Times in us; sums of many doubles of 1.7e15 carry their rounding.
    void time(const std::string& what, const Json& expected, double actual)
    {
        near(what, expected, actual, 0.01 + std::abs(actual) * 1e-9);
    }
    void count(const std::string& what, const Json& expected, std::size_t actual)
    {
        near(what, expected, static_cast<double>(actual), 0);
    }
    void same(const std::string& what, const Json& expected, const Json& actual)
    {
        ++compared;
        if (expected != actual)
            lines += what + ": expected " + expected.dump() + ", is " + actual.dump() + "\n";
    }
    // Null there where ours is below 0: the trace has no such field.
    void share(const std::string& what, const Json& expected, double actual, double tolerance)
    {
        if (expected.is_null())
            near(what, -1, actual < 0 ? -1 : actual, 0);
        else
            near(what, expected, actual, tolerance);
    }
    std::string lines;
    int compared = 0;
};

constexpr std::array<const char*, 8> kClasses{"Kernel",  "Memcpy",     "Memset",   "Communication",
                                              "Runtime", "DataLoader", "CPU Exec", "Other"};

// Its classes in its order of priority; the last is what is left.
std::array<Intervals, 7> classIntervals(const TbRows& rows)
{
    std::set<std::string> collectives;
    for (const TbRow& row : rows.all()) {
        if (row.collective && !row.external.empty())
            collectives.insert(row.external);
    }
    std::array<Intervals, 7> classes;
    const auto add = [&](std::size_t c, const TbRow& row) { classes[c].push_back({row.start, row.end}); };
    for (const TbRow& row : rows.all()) {
        if (row.type == TbType::Kernel)
            add(collectives.contains(row.external) ? 3 : 0, row);
        else if (row.type == TbType::Memcpy)
            add(1, row);
        else if (row.type == TbType::Memset)
            add(2, row);
        else if (row.collective)
            add(3, row);
        else if (row.type == TbType::Runtime)
            add(4, row);
        else if (row.type == TbType::DataLoader)
            add(5, row);
        else if (row.type == TbType::Operator || row.type == TbType::Annotation)
            add(6, row);
    }
    for (Intervals& c : classes)
        c = unionOf(std::move(c));
    return classes;
}

// The average as the screen shows it: whole us, two decimals of percent; classes that the trace does not have missing.
void checkScreen(const Json& golden, Check& check)
{
    const double total = golden["average"]["Total"];
    for (const Json& row : golden["screen_average"]) {
        const double value = golden["average"][row["name"].get<std::string>()];
        check.near("shown", row["value"], value, 0.5001);
        check.near("shown %", row["pct"], 100 * value / total, 0.0051);
    }
    check.near("shown step", golden["screen_average_step_time"], total, 0.5001);
}

void checkSteps(const Json& golden, const TbRows& rows, Check& check)
{
    std::array<Intervals, 7> classes = classIntervals(rows);
    Intervals before;
    for (Intervals& c : classes) {
        const Intervals whole = c;
        c = subtract(whole, before);
        before = unite(before, whole);
    }
    check.count("number of steps", golden["per_step"].size(), rows.steps().size());
    Json names = Json::array();
    for (const TbStep& step : rows.steps())
        names.push_back(step.name);
    check.same("step names", golden["names"], names);
    checkScreen(golden, check);
    std::map<std::string, double> sums;
    for (std::size_t s = 0; s < std::min(golden["per_step"].size(), rows.steps().size()); ++s) {
        const Json& expected = golden["per_step"][s];
        const TbStep& step = rows.steps()[s];
        const double total = static_cast<double>(step.end - step.start) / 1000;
        double left = total;
        for (std::size_t c = 0; c < 8; ++c) {
            double time = left;
            if (c < 7)
                time = static_cast<double>(lengthWithin(classes[c], {step.start, step.end})) / 1000;
            left -= time;
            sums[kClasses[c]] += time;
            check.time("step " + step.name + " " + kClasses[c], expected[kClasses[c]], time);
        }
        sums["Total"] += total;
        check.time("step " + step.name + " total", expected["Total"], total);
    }
    for (const auto& [name, sum] : sums)
        check.time("average " + name, golden["average"][name], sum / static_cast<double>(rows.steps().size()));
}

void checkOverlap(const Json& golden, const TbRows& rows, Check& check)
{
    std::array<Intervals, 7> classes = classIntervals(rows);
    const Intervals& computation = classes[0].empty() ? classes[6] : classes[0];
    check.count("steps of the overlap", golden.size(), rows.steps().size());
    for (std::size_t s = 0; s < std::min(golden.size(), rows.steps().size()); ++s) {
        const Interval step{rows.steps()[s].start, rows.steps()[s].end};
        const auto within = [&](const Intervals& of) { return static_cast<double>(lengthWithin(of, step)) / 1000; };
        const double overlap = within(intersect(computation, classes[3]));
        check.same("overlap's step", golden[s]["step"], rows.steps()[s].name);
        check.time("overlap", golden[s]["overlap"], overlap);
        check.time("computation", golden[s]["computation"], within(computation));
        check.time("communication", golden[s]["communication"], within(classes[3]));
        check.time("other", golden[s]["other"],
                   static_cast<double>(step.length()) / 1000 + overlap - within(computation) - within(classes[3]));
    }
}

void checkLoaded(const Json& golden, const TbRows& rows, const Trace& trace, const TbOperators& operators, Check& check)
{
    std::map<std::string, std::size_t> types;
    const auto has = [&](const char* key, TbType a, TbType b) {
        check.same(key, golden[key], std::any_of(rows.all().begin(), rows.all().end(), [&](const TbRow& row) {
                       return row.type == a || row.type == b;
                   }));
    };
    for (const TbRow& row : rows.all())
        ++types[row.typeName];
    if (trace.memory().size() > 0)
        types["Memory"] = trace.memory().size();
    check.same("records by type", golden["events_by_type"], types);
    has("has_runtime", TbType::Runtime, TbType::Runtime);
    has("has_kernel", TbType::Kernel, TbType::Kernel);
    has("has_memcpy_or_memset", TbType::Memcpy, TbType::Memset);
    check.same("has_communication", golden["has_communication"], !classIntervals(rows)[3].empty());
    check.count("threads with a tree", golden["threads_with_tree"], operators.threads);
    check.count("steps removed", golden["steps_removed"], rows.stepsRemoved());
    check.count("dropped", golden["crossing_children_dropped"], static_cast<std::size_t>(operators.dropped));
}

void checkDevices(const Json& variant, const TbRows& rows, const DeviceAnalysis& analysis, const TbOperators& operators,
                  Check& check)
{
    const Interval window{rows.steps().front().start, rows.steps().back().end};
    double owned = 0, tensor = 0; // of kernels that operators own; of one device, as all these traces have
    for (const auto& [key, kernel] : operators.kernels) {
        const bool own = key[1] != "CallTreeRoot" && key[1] != "N/A";
        owned += own ? kernel.total : 0;
        tensor += own && kernel.tensorCores ? kernel.total : 0;
    }
    for (const Json& expected : variant["gpu"]) {
        const std::string id = std::to_string(expected["gpu"].get<int>());
        std::size_t matches = 0, blocks = 0, occupancies = 0;
        for (const DeviceActivity& device : analysis.devices()) {
            if (analysis.trace().text(device.device) != id)
                continue;
            ++matches;
            const DeviceBreakdown ours = analysis.breakdown(device, window);
            check.near("utilisation of " + id, expected["utilization"], ours.kernelUtilisation(), 1e-6);
            check.share("SM efficiency of " + id, expected["est_sm_efficiency"], ours.smEfficiency, 1e-6);
            check.share("occupancy of " + id, expected["est_achieved_occupancy_pct"], ours.occupancy, 1e-4);
            const std::map<std::string, double> shown{{"GPU Utilization", 100 * ours.kernelUtilisation()},
                                                      {"Est. SM Efficiency", 100 * ours.smEfficiency},
                                                      {"Est. Achieved Occupancy", ours.occupancy},
                                                      {"Kernel Time using Tensor Cores", 100 * tensor / owned}};
            for (const Json& row : variant["gpu_screen"]) {
                if (shown.contains(row["title"]))
                    check.near(row["title"], std::stod(row["value"].get<std::string>()), shown.at(row["title"]),
                               0.0051);
            }
        }
        for (const TbRow& row : rows.all()) {
            blocks += row.type == TbType::Kernel && row.device == id && row.blocksPerSm;
            occupancies += row.type == TbType::Kernel && row.device == id && row.occupancy;
        }
        check.count("devices called " + id, 1, matches);
        check.count("kernels with blocks", expected["kernels_with_blocks_per_sm"], blocks);
        check.count("kernels with occupancy", expected["kernels_with_occupancy"], occupancies);
        check.share("tensor cores of " + id, expected["tensor_core_time_ratio"], owned > 0 ? tensor / owned : -1, 1e-6);
    }
}

// Buckets of the smallest power of ten us that gives at most 100.
void checkTimeline(const Json& golden, const TbRows& rows, const DeviceAnalysis& analysis, Check& check)
{
    Ns bucket = 1000;
    while (rows.range().length() / bucket > 100)
        bucket *= 10;
    for (const Json& expected : golden) {
        const std::size_t count = expected["values"].size();
        std::size_t matches = 0;
        check.count("buckets", expected["buckets"], static_cast<std::size_t>(rows.range().length() / bucket));
        check.same("bucket", expected["bucket_unit"],
                   bucket < 1'000'000       ? std::to_string(bucket / 1000) + " us"
                   : bucket < 1'000'000'000 ? std::to_string(bucket / 1'000'000) + " ms"
                                            : std::to_string(bucket / 1'000'000'000) + " s");
        for (const DeviceActivity& device : analysis.devices()) {
            if (analysis.trace().text(device.device) != std::to_string(expected["gpu"].get<int>()))
                continue;
            ++matches;
            for (std::size_t i = 0; i < count; ++i) {
                const Ns begin = rows.range().begin + static_cast<Ns>(i) * bucket;
                const Interval at{begin, i + 1 < count ? begin + bucket : rows.range().end};
                check.near("bucket " + std::to_string(i), expected["values"][i],
                           static_cast<double>(lengthWithin(device.kernels, at)) / static_cast<double>(at.length()),
                           1e-3);
            }
        }
        check.count("devices of the timeline", 1, matches);
    }
}

bool usesTensorCores(const std::string& kernel)
{
    TbRow row;
    row.name = kernel;
    return row.usesTensorCores();
}

void checkKernels(const Json& variant, const DeviceAnalysis& analysis, Check& check)
{
    const Json& golden = variant["kernels"];
    struct Sum
    {
        std::size_t calls = 0;
        double total = 0, min = 1e300, max = 0, blocks = 0, occupancy = 0;
    };
    std::map<std::string, Sum> byName; // over all devices; what a kernel does not say counts as 0
    std::size_t calls = 0;
    double total = 0, tensor = 0;
    for (const KernelRow& row : kernelRows(analysis, Scope::whole(), KernelGrouping::ByLaunch)) {
        Sum& sum = byName[std::string(analysis.trace().text(row.name))];
        const double us = static_cast<double>(row.total) / 1000;
        sum.calls += row.count;
        sum.total += us;
        sum.min = std::min(sum.min, static_cast<double>(row.min) / 1000);
        sum.max = std::max(sum.max, static_cast<double>(row.max) / 1000);
        sum.blocks += std::max(0.0, row.blocksPerSm) * us;
        sum.occupancy += std::max(0.0, row.occupancy) * us;
        calls += row.count;
        total += us;
        tensor += usesTensorCores(std::string(analysis.trace().text(row.name))) ? us : 0;
    }
    check.count("kernel names", golden["names_total"], byName.size());
    check.count("kernel calls", golden["sum_calls"], calls);
    check.time("kernel time", golden["sum_total"], total);
    check.near("tensor cores", variant["tensor_cores"]["kernel_time_ratio"], tensor / total, 1e-6);
    for (const Json& row : golden["rows"]) {
        const std::string name = row["name"];
        const Sum& sum = byName[name];
        check.same(name + " tensor cores", row["tensor_cores_used"], usesTensorCores(name));
        check.count(name + " calls", row["calls"], sum.calls);
        check.time(name + " total", row["total"], sum.total);
        check.time(name + " mean", row["mean"], sum.total / static_cast<double>(sum.calls));
        check.time(name + " max", row["max"], sum.max);
        check.time(name + " min", row["min"], sum.min);
        check.near(name + " blocks", row["mean_blocks_per_sm"], sum.total > 0 ? sum.blocks / sum.total : 0,
                   1e-5 * std::max(1.0, sum.blocks / std::max(1e-9, sum.total)));
        check.near(name + " occupancy", row["mean_occupancy_pct"], sum.total > 0 ? sum.occupancy / sum.total : 0, 1e-4);
    }
}

void checkOperatorRow(const Json& expected, const TbOperator& actual, Check& check)
{
    const std::string name = expected["name"].get<std::string>() + " " + expected.value("input_shape", "") + " ";
    check.count(name + "calls", expected["calls"], actual.calls);
    check.time(name + "host self", expected["host_self"], actual.hostSelf);
    check.time(name + "host total", expected["host_total"], actual.hostTotal);
    check.time(name + "device self", expected["device_self"], actual.deviceSelf);
    check.time(name + "device total", expected["device_total"], actual.deviceTotal);
    const auto percent = [](double part, double whole) { return whole > 0 ? 100 * part / whole : 0; };
    check.near(name + "tensor cores self", expected["tc_self_pct"], percent(actual.tensorSelf, actual.deviceSelf),
               0.0051);
    check.near(name + "tensor cores total", expected["tc_total_pct"], percent(actual.tensorTotal, actual.deviceTotal),
               0.0051);
}

void checkOperators(const Json& variant, TbOperators operators, Check& check)
{
    TbOperator all;
    for (const auto& [name, row] : operators.rows) {
        all.calls += row.calls;
        all.hostSelf += row.hostSelf;
        all.deviceSelf += row.deviceSelf;
    }
    for (const char* key : {"operators", "operators_by_shape"}) {
        check.count(std::string(key) + " calls", variant[key]["sum_calls"], all.calls);
        check.time(std::string(key) + " host self", variant[key]["sum_host_self"], all.hostSelf);
        check.time(std::string(key) + " device self", variant[key]["sum_device_self"], all.deviceSelf);
    }
    check.count("operator names", variant["operators"]["names_total"], operators.rows.size());
    for (const Json& expected : variant["operators"]["rows"])
        checkOperatorRow(expected, operators.rows[expected["name"]], check);
    check.count("names and shapes", variant["operators_by_shape"]["names_total"], operators.byShape.size());
    for (const Json& expected : variant["operators_by_shape"]["rows"])
        checkOperatorRow(expected, operators.byShape[{expected["name"], expected["input_shape"]}], check);
}

void checkKernelsByOperator(const Json& golden, TbOperators operators, Check& check)
{
    TbKernel all;
    for (const auto& [key, row] : operators.kernels) {
        all.calls += row.calls;
        all.total += row.total;
    }
    check.count("kernels by operator", golden["rows_total"], operators.kernels.size());
    check.count("kernels by operator: calls", golden["sum_calls"], all.calls);
    check.time("kernels by operator: time", golden["sum_total"], all.total);
    const auto text = [](const Json& value) {
        return value.is_null() ? std::string() : value.is_string() ? value.get<std::string>() : value.dump();
    };
    for (const Json& row : golden["rows"]) {
        const TbKernel& kernel = operators.kernels[{row["name"], row["operator"], text(row["grid"]), text(row["block"]),
                                                    text(row["registers_per_thread"]), text(row["shared_memory"])}];
        const std::string what = row["operator"].get<std::string>() + "'s " + row["name"].get<std::string>() + " ";
        check.count(what + "calls", row["calls"], kernel.calls);
        check.time(what + "total", row["total"], kernel.total);
        check.time(what + "mean", row["mean"],
                   kernel.total / static_cast<double>(std::max<std::size_t>(1, kernel.calls)));
        check.time(what + "min", row["min"], kernel.min);
        check.time(what + "max", row["max"], kernel.max);
        check.same(what + "tensor cores", row["tensor_cores"], kernel.tensorCores);
        const double blocks = kernel.total > 0 ? kernel.blocks / kernel.total : 0;
        check.near(what + "blocks", row["mean_blocks_per_sm"], blocks, 1e-5 * std::max(1.0, blocks));
        check.near(what + "occupancy", row["mean_occupancy_pct"],
                   kernel.total > 0 ? kernel.occupancy / kernel.total : 0, 1e-4);
    }
}

// `calls` of these tables count by which nodes hold memory records, and say nothing of memory: left out.
void checkMemory(const Json& golden, const Trace& trace, TbOperators operators, Check& check)
{
    std::map<std::string, std::int64_t> peaks;
    for (std::size_t i = 0; i < trace.memory().size(); ++i) {
        const MemoryRecord record = trace.memory()[i];
        if (const std::string device = tbMemoryDevice(record); !device.empty() && record.totalAllocated >= 0)
            peaks[device] = std::max(peaks[device], record.totalAllocated);
    }
    check.count("memory records", golden["records"], trace.memory().size());
    check.same("peaks", golden["peak_total_allocated"], peaks);
    for (const auto& [device, table] : golden["by_operator"].items()) {
        TbMemory all;
        for (const auto& [name, row] : operators.memory[device]) {
            all.selfIncrease += row.selfIncrease;
            all.selfAllocation += row.selfAllocation;
            all.selfCount += row.selfCount;
        }
        check.same(device + " increase", table["sum_self_increase"], all.selfIncrease);
        check.same(device + " allocation", table["sum_self_allocation"], all.selfAllocation);
        check.same(device + " count", table["sum_self_count"], all.selfCount);
        for (const Json& row : table["rows"]) {
            const TbMemory& ours = operators.memory[device][row["name"]];
            const Json expected{row["self_increase"], row["self_allocation"], row["self_count"],
                                row["increase"],      row["allocation"],      row["count"]};
            check.same(device + " " + row["name"].get<std::string>(), expected,
                       Json{ours.selfIncrease, ours.selfAllocation, ours.selfCount, ours.increase, ours.allocation,
                            ours.count});
        }
    }
}

} // namespace

class TestTbGolden : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFigureOfThePluginIsReproduced_data();
    void everyFigureOfThePluginIsReproduced();
};

void TestTbGolden::everyFigureOfThePluginIsReproduced_data()
{
    QTest::addColumn<QString>("golden");
    for (const std::string& file : goldensIn("tb"))
        QTest::newRow(file.substr(file.find_last_of('/') + 1).c_str()) << QString::fromStdString(file);
    if (goldensIn("tb").empty())
        QSKIP("no golden figures here");
}

void TestTbGolden::everyFigureOfThePluginIsReproduced()
{
    QFETCH(QString, golden);
    const Json json = readJson(golden.toStdString());
    const std::string path = findTrace(json["source"]);
    if (path.empty())
        QSKIP("the trace is not here");
    const std::string variantName = json["primary"];
    const Json& variant = json["variants"][variantName];
    const FileRecords file(path);
    const TbRows rows(file, variantName);
    const auto links = linkTrace(file.trace());
    const DeviceAnalysis analysis(file.trace(), *links, listSteps(file.trace()));
    const TbOperators operators = tbOperators(rows, file.trace());
    Check check;
    checkLoaded(variant["loaded"], rows, file.trace(), operators, check);
    if (variant.contains("steps"))
        checkSteps(variant["steps"], rows, check);
    if (variant.contains("comm_overlap_per_step"))
        checkOverlap(variant["comm_overlap_per_step"], rows, check);
    if (variant.contains("gpu") && !rows.steps().empty())
        checkDevices(variant, rows, analysis, operators, check);
    if (variant.contains("gpu_utilization_timeline"))
        checkTimeline(variant["gpu_utilization_timeline"], rows, analysis, check);
    if (variant.contains("kernels"))
        checkKernels(variant, analysis, check);
    if (variant.contains("operators"))
        checkOperators(variant, operators, check);
    if (variant.contains("kernels_by_operator"))
        checkKernelsByOperator(variant["kernels_by_operator"], operators, check);
    if (variant.contains("memory"))
        checkMemory(variant["memory"], file.trace(), operators, check);
    // Left out: what the plugin advises (recommendations, operators eligible for tensor cores by its list of names) and
    // the machine's description; none is a figure of the trace.
    QVERIFY(check.compared > 20);
    QVERIFY2(check.lines.empty(), check.lines.substr(0, 2000).c_str());
}

QTEST_APPLESS_MAIN(TestTbGolden)
#include "tst_tb_golden.moc"
