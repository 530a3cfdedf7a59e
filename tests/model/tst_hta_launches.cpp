// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' figures of launches on real traces, reproduced: queue lengths and their series, bandwidth of
// copies, launch statistics, aten operators with their kernels. Definitions in tests/support/hta_*.
#include "tests/support/hta_check.h"
#include "tests/support/hta_tables.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;
using Json = nlohmann::json;

namespace {

double micros(Ns ns)
{
    return static_cast<double>(ns) / 1000;
}

// Changes at one time stand in no defined order there: its figure lies between those of the two extreme orders, which
// are one where there are no such changes.
void between(const std::string& what, const Json& expected, const HtaBounds& bounds, HtaCheck& check)
{
    const double value = expected.get<double>();
    check.near(what, std::clamp(value, bounds.low, std::max(bounds.low, bounds.high)), value, 1e-9);
}

void checkTies(const Json& row, const char* key, const HtaBounds& bounds, HtaCheck& check)
{
    if (!row.contains(key))
        return;
    check.near(key, row[key][0], bounds.low, 1e-9);
    check.near(key, row[key][1], bounds.high, 1e-9);
}

void checkQueue(const Json& variant, const HtaRows& rows, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    auto deviceFirst = htaQueue(kept, true);
    auto launchFirst = htaQueue(kept, false);
    const Json& summary = variant["queue_length_summary"];
    check.count("queues", summary.size(), deviceFirst.size());
    for (const Json& row : summary) {
        const auto stream = row["stream"].get<std::int64_t>();
        const std::string what = "queue of stream " + std::to_string(stream) + " ";
        if (deviceFirst[stream].empty()) {
            check.same(what, row, nullptr);
            continue;
        }
        const HtaQueueBounds queue = htaQueueBounds(deviceFirst[stream], launchFirst[stream]);
        check.count(what + "count", row["queue_length_count"], queue.count);
        between(what + "mean", row["queue_length_mean"], queue.mean, check);
        between(what + "std", row["queue_length_std"], queue.deviation, check);
        between(what + "min", row["queue_length_min"], queue.min, check);
        between(what + "25 %", row["queue_length_25%"], queue.lowerQuartile, check);
        between(what + "50 %", row["queue_length_50%"], queue.median, check);
        between(what + "75 %", row["queue_length_75%"], queue.upperQuartile, check);
        between(what + "max", row["queue_length_max"], queue.max, check);
        checkTies(row, "tie_bounds_mean", queue.mean, check);
        checkTies(row, "tie_bounds_min", queue.min, check);
        checkTies(row, "tie_bounds_max", queue.max, check);
    }
    const Json& series = variant["queue_length_time_series"];
    check.count("series", series["series"].size(), deviceFirst.size());
    for (const Json& row : series["series"]) {
        const auto stream = row["stream"].get<std::int64_t>();
        const std::string what = "series of stream " + std::to_string(stream) + " ";
        const HtaQueueBounds queue = htaQueueBounds(deviceFirst.at(stream), launchFirst.at(stream));
        check.count(what + "points", row["points"], queue.count);
        check.time(what + "first", row["first_ts"], micros(queue.first - rows.begin()));
        check.time(what + "last", row["last_ts"], micros(queue.last - rows.begin()));
        between(what + "max", row["max"], queue.max, check);
        between(what + "min", row["min"], queue.min, check);
    }
    const auto full = std::count_if(launchFirst.begin(), launchFirst.end(), [](const auto& queue) {
        return std::any_of(queue.second.begin(), queue.second.end(), [](const auto& at) { return at.value >= 1024; });
    });
    check.count("full queues", series["blocked_on_full_queue_1024"].size(), static_cast<std::size_t>(full));
}

void checkBandwidth(const Json& golden, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    auto bandwidth = htaBandwidth(kept);
    check.count("kinds of copies", golden.size(), bandwidth.size());
    for (const Json& row : golden) {
        const HtaSummary& values = bandwidth[row["name"]];
        const std::string what = row["name"].get<std::string>() + " bandwidth ";
        const auto figure = [&](const char* key) { return row[std::string("memory_bw_gbps_") + key]; };
        check.count(what + "count", figure("count"), values.values.size());
        if (values.values.empty())
            continue;
        const auto same = [&](const char* key, double actual) {
            check.near(what + key, figure(key), actual, 1e-9 * std::abs(actual) + 1e-12);
        };
        same("mean", values.mean());
        same("std", values.values.size() > 1 ? values.deviation() : std::nan(""));
        same("min", values.min());
        same("25%", values.quantile(0.25));
        same("50%", values.quantile(0.5));
        same("75%", values.quantile(0.75));
        same("max", values.max());
    }
}

void checkLaunches(const Json& golden, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    for (const Json& row : golden) {
        const HtaLaunches l = htaLaunches(kept, row["include_memory_events"]);
        check.count("launch rows", row["rows"], l.cpu.values.size());
        if (l.cpu.values.empty())
            continue;
        check.near("short kernels", row["short_kernels"], l.shortKernels, 0);
        check.near("runtime outliers", row["runtime_outliers"], l.runtimeOutliers, 0);
        check.near("delay outliers", row["launch_delay_outliers"], l.delayOutliers, 0);
        for (const auto& [key, summary] : {std::pair("cpu_duration", &l.cpu), std::pair("gpu_duration", &l.gpu),
                                           std::pair("launch_delay", &l.delay)}) {
            const std::string name(key);
            check.time(name + " sum", row[name + "_sum"], summary->sum());
            check.time(name + " min", row[name + "_min"], summary->min());
            check.time(name + " max", row[name + "_max"], summary->max());
            check.time(name + " mean", row[name + "_mean"], summary->mean());
            check.time(name + " median", row[name + "_median"], summary->quantile(0.5));
        }
    }
}

void checkAten(const Json& golden, const std::vector<HtaRow>& kept, HtaCheck& check)
{
    auto calls = htaAtenCalls(kept);
    std::size_t occurrences = 0;
    for (const auto& [key, row] : calls)
        occurrences += row.launchDelay.values.size();
    check.count("aten rows", golden["rows_total"], calls.size());
    check.count("aten calls", golden["occurrences_total"], occurrences);
    for (const Json& row : golden["rows"]) {
        const auto found = calls.find({row["aten_op_name"], row["kernel_sequence"]});
        if (found == calls.end()) {
            check.same("aten row", row, nullptr);
            continue;
        }
        const std::string what = found->first.first + " with " + found->first.second;
        check.count(what + " calls", row["occurrence_count"], found->second.launchDelay.values.size());
        check.figure(what + " launch delay", row["avg_aten_op_launch_delay"], found->second.launchDelay.mean(), 1000);
        check.figure(what + " runtime delay", row["avg_runtime_delay"], found->second.runtimeDelay.mean(), 1000);
    }
}

} // namespace

class TestHtaLaunches : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFigureOfTheToolIsReproduced_data();
    void everyFigureOfTheToolIsReproduced();
};

void TestHtaLaunches::everyFigureOfTheToolIsReproduced_data()
{
    QTest::addColumn<QString>("golden");
    for (const std::string& file : goldensIn("hta"))
        QTest::newRow(file.substr(file.find_last_of('/') + 1).c_str()) << QString::fromStdString(file);
    if (goldensIn("hta").empty())
        QSKIP("no golden figures here");
}

void TestHtaLaunches::everyFigureOfTheToolIsReproduced()
{
    QFETCH(QString, golden);
    const Json json = readJson(golden.toStdString());
    const std::string path = findTrace(json["source"]);
    if (path.empty())
        QSKIP("the trace is not here");
    // Where the tool adds up bandwidths in an order of its own the notes say so, and there is nothing to compare with.
    const bool silent = json["cross_check"].value("notes", Json::array()).dump().find("bandwidth") == std::string::npos;
    const HtaCheck check = checkHtaVariants(
        json, path,
        [&](const Json& variant, const HtaRows& rows, const std::vector<HtaRow>& kept, HtaCheck& differences) {
            if (htaHas(variant, "queue_length_summary"))
                checkQueue(variant, rows, kept, differences);
            if (htaHas(variant, "memory_bw_summary") && silent)
                checkBandwidth(variant["memory_bw_summary"], kept, differences);
            if (htaHas(variant, "cuda_kernel_launch_stats"))
                checkLaunches(variant["cuda_kernel_launch_stats"], kept, differences);
            if (htaHas(variant, "aten_op_kernels_and_delay"))
                checkAten(variant["aten_op_kernels_and_delay"]["0"], kept, differences);
        });
    QVERIFY(check.compared > 10);
    QVERIFY2(check.lines.empty(), check.lines.substr(0, 3000).c_str());
}

QTEST_APPLESS_MAIN(TestHtaLaunches)
#include "tst_hta_launches.moc"
