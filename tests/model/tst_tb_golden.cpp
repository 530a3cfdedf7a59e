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
    for (std::size_t s = 0; s < std::min(golden.size(), rows.steps().size()); ++s) {
        const Interval step{rows.steps()[s].start, rows.steps()[s].end};
        const double overlap = static_cast<double>(lengthWithin(intersect(computation, classes[3]), step)) / 1000;
        if (golden[s].contains("overlap"))
            check.time("overlap", golden[s]["overlap"], overlap);
    }
}

void checkDevices(const Json& golden, const TbRows& rows, const DeviceAnalysis& analysis, Check& check)
{
    const Interval window{rows.steps().front().start, rows.steps().back().end};
    for (const Json& expected : golden) {
        const std::string id = std::to_string(expected["gpu"].get<int>());
        for (const DeviceActivity& device : analysis.devices()) {
            if (analysis.trace().text(device.device) != id)
                continue;
            const DeviceBreakdown ours = analysis.breakdown(device, window);
            check.near("utilisation of " + id, expected["utilization"], ours.kernelUtilisation(), 1e-6);
            if (expected["est_sm_efficiency"].is_number())
                check.near("SM efficiency of " + id, expected["est_sm_efficiency"], ours.smEfficiency, 1e-6);
            if (expected["est_achieved_occupancy_pct"].is_number())
                check.near("occupancy of " + id, expected["est_achieved_occupancy_pct"], ours.occupancy, 1e-4);
        }
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
        check.count("buckets", expected["buckets"], static_cast<std::size_t>(rows.range().length() / bucket));
        for (const DeviceActivity& device : analysis.devices()) {
            if (analysis.trace().text(device.device) != std::to_string(expected["gpu"].get<int>()))
                continue;
            for (std::size_t i = 0; i < count; ++i) {
                const Ns begin = rows.range().begin + static_cast<Ns>(i) * bucket;
                const Interval at{begin, i + 1 < count ? begin + bucket : rows.range().end};
                check.near("bucket " + std::to_string(i), expected["values"][i],
                           static_cast<double>(lengthWithin(device.kernels, at)) / static_cast<double>(at.length()),
                           1e-3);
            }
        }
    }
}

void checkKernels(const Json& golden, const DeviceAnalysis& analysis, Check& check)
{
    struct Sum
    {
        std::size_t calls = 0;
        double total = 0, min = 1e300, max = 0, blocks = 0, occupancy = 0;
    };
    std::map<std::string, Sum> byName; // over all devices; what a kernel does not say counts as 0
    std::size_t calls = 0;
    double total = 0;
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
    }
    check.count("kernel names", golden["names_total"], byName.size());
    check.count("kernel calls", golden["sum_calls"], calls);
    check.time("kernel time", golden["sum_total"], total);
    for (const Json& row : golden["rows"]) {
        const std::string name = row["name"];
        const Sum& sum = byName[name];
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

void checkOperators(const Json& variant, const TbRows& rows, Check& check)
{
    TbOperators operators = tbOperators(rows);
    check.count("dropped", variant["loaded"]["crossing_children_dropped"], static_cast<std::size_t>(operators.dropped));
    const Json& golden = variant["operators"];
    check.count("operator names", golden["names_total"], operators.rows.size());
    TbOperator all;
    for (const auto& [name, row] : operators.rows) {
        all.calls += row.calls;
        all.hostSelf += row.hostSelf;
        all.deviceSelf += row.deviceSelf;
    }
    check.count("operator calls", golden["sum_calls"], all.calls);
    check.time("host self", golden["sum_host_self"], all.hostSelf);
    check.time("device self", golden["sum_device_self"], all.deviceSelf);
    const auto row = [&](const std::string& name, const Json& expected, const TbOperator& actual) {
        check.count(name + " calls", expected["calls"], actual.calls);
        check.time(name + " host self", expected["host_self"], actual.hostSelf);
        check.time(name + " host total", expected["host_total"], actual.hostTotal);
        check.time(name + " device self", expected["device_self"], actual.deviceSelf);
        check.time(name + " device total", expected["device_total"], actual.deviceTotal);
    };
    for (const Json& expected : golden["rows"])
        row(expected["name"], expected, operators.rows[expected["name"]]);
    check.count("names and shapes", variant["operators_by_shape"]["names_total"], operators.byShape.size());
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
    Check check;
    if (variant.contains("steps"))
        checkSteps(variant["steps"], rows, check);
    if (variant.contains("comm_overlap_per_step"))
        checkOverlap(variant["comm_overlap_per_step"], rows, check);
    if (variant.contains("gpu") && !rows.steps().empty())
        checkDevices(variant["gpu"], rows, analysis, check);
    if (variant.contains("gpu_utilization_timeline"))
        checkTimeline(variant["gpu_utilization_timeline"], rows, analysis, check);
    if (variant.contains("kernels"))
        checkKernels(variant["kernels"], analysis, check);
    if (variant.contains("operators"))
        checkOperators(variant, rows, check);
    QVERIFY(check.compared > 20);
    QVERIFY2(check.lines.empty(), check.lines.substr(0, 2000).c_str());
}

QTEST_APPLESS_MAIN(TestTbGolden)
#include "tst_tb_golden.moc"
