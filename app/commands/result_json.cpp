// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/result_json.h"

#include "model/core/trace.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace stepglass {
namespace {

using Json = nlohmann::ordered_json;

std::string written(const Json& json)
{
    // Names come from the file as they are: what is no UTF-8 is replaced.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json stepJson(const Trace& trace, const StepRow& row)
{
    const DeviceBreakdown& times = row.times;
    Json json{{"name", row.name.empty() ? "(whole trace)" : std::string(trace.text(row.name))},
              {"start_ns", times.start},
              {"dur_ns", times.duration},
              {"boundary", row.boundary}};
    for (int c = 0; c < kActivityClassCount; ++c)
        json[std::string(activityName(static_cast<ActivityClass>(c))) + "_ns"] =
            times.activity.ns[static_cast<std::size_t>(c)];
    json["outlives_ns"] = row.outlives;
    Json& idle = json["idle"];
    for (int c = 0; c < kIdleCauseCount; ++c)
        idle[std::string(idleCauseKey(static_cast<IdleCause>(c))) + "_ns"] = times.idle.ns[static_cast<std::size_t>(c)];
    return json;
}

Json rowJson(const ComparedRow& row)
{
    Json json{{"name", figureText(row.key)}};
    json["a_ns"] = row.samplesA > 0 ? Json(row.a) : Json();
    json["b_ns"] = row.samplesB > 0 ? Json(row.b) : Json();
    json["delta_percent"] = row.change ? Json(*row.change * 100) : Json();
    json["n_a"] = row.samplesA;
    json["n_b"] = row.samplesB;
    json["interval"] = row.interval ? Json::array({row.interval->first * 100, row.interval->second * 100}) : Json();
    return json;
}

} // namespace

std::string stepsJson(const Trace& trace, const std::vector<DeviceStepRows>& devices, std::string_view note)
{
    Json json{{"version", 1}, {"devices", Json::array()}};
    for (const DeviceStepRows& device : devices) {
        Json steps = Json::array();
        for (const StepRow& row : device.rows)
            steps.push_back(stepJson(trace, row));
        json["devices"].push_back({{"device", device.device}, {"steps", std::move(steps)}});
    }
    if (!note.empty())
        json["note"] = note;
    return written(json);
}

std::string findingsJson(const Trace& trace, const std::vector<Finding>& findings, const std::vector<Step>& judged,
                         const std::vector<Step>& leftOut)
{
    Json json{{"version", 1}, {"findings", Json::array()}};
    const auto names = [&](const std::vector<Step>& steps) {
        Json list = Json::array();
        for (const Step& step : steps)
            list.push_back(trace.name(step.slice));
        return list;
    };
    json["steps_judged"] = names(judged);
    json["boundary_steps_left_out"] = names(leftOut);
    for (const Finding& finding : findings) {
        Json evidence = Json::array();
        for (const Evidence& e : finding.evidence)
            evidence.push_back({{"start_ns", e.start}, {"dur_ns", e.duration}, {"name", e.name}});
        json["findings"].push_back({{"id", finding.id},
                                    {"severity", severityName(finding.severity)},
                                    {"value", finding.value},
                                    {"threshold", finding.threshold},
                                    {"unmet", finding.unmet},
                                    {"ceiling_ns", finding.ceiling},
                                    {"ceiling_percent", finding.ceilingPercent},
                                    {"what", finding.what},
                                    {"why", finding.why},
                                    {"try", finding.suggestion},
                                    {"evidence", std::move(evidence)}});
    }
    return written(json);
}

std::string comparisonJson(const Comparison& comparison)
{
    Json json{{"version", 1}, {"verdict", verdictName(comparison.verdict)}};
    const Json step = rowJson(comparison.step);
    json["delta_percent"] = step["delta_percent"];
    json["interval"] = step["interval"];
    json["noise_floor_percent"] = comparison.noiseFloor * 100;
    json["machine_drift_percent"] = comparison.drift * 100;
    json["reason"] = comparison.reason;
    json["differences"] = comparison.differences;
    if (comparison.throughputA && comparison.throughputB)
        json["throughput_per_s"] = {*comparison.throughputA, *comparison.throughputB};
    json["rows"] = Json::array();
    for (const ComparedRow& row : comparison.rows)
        json["rows"].push_back(rowJson(row));
    json["findings"] = {{"gone", comparison.gone},
                        {"new", comparison.added},
                        {"same", comparison.same},
                        {"unjudged", comparison.unjudged}};
    return written(json);
}

bool isBenchmarkResult(std::string_view text)
{
    constexpr std::size_t kLargest = 64u << 20;
    if (text.size() > kLargest || text.find("\"wall_ns\"") == std::string_view::npos)
        return false;
    const Json json = Json::parse(text, nullptr, false);
    return json.is_object() && json.contains("wall_ns");
}

std::optional<std::string> benchmarkText(const std::string& path)
{
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none))
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    constexpr std::size_t kLargest = 16u << 20;
    std::string text;
    for (std::istreambuf_iterator<char> at(file), end; at != end && text.size() <= kLargest; ++at)
        text += *at;
    if (text.size() > kLargest || !isBenchmarkResult(text))
        return std::nullopt;
    return text;
}

namespace {

// A block's step time is one sample: its steps were not timed apart.
void addBlock(const Json& block, RunFigures& run)
{
    const auto number = [&](const char* key) {
        return block.is_object() && block.contains(key) && block[key].is_number();
    };
    if (number("wall_ns"))
        run.blockMedians.push_back(block["wall_ns"].get<double>());
    if (number("device_ns"))
        run.rows[{"device"}].push_back(block["device_ns"].get<double>());
}

void setText(const Json& json, const char* key, const char* word, std::string& text)
{
    if (!json.contains(key))
        return;
    const std::string value = json[key].is_string() ? json[key].get<std::string>() : json[key].dump();
    text += (text.empty() ? "" : "; ") + std::string(word) + value;
}

} // namespace

Result<RunFigures> readBenchmarkResult(std::string_view text, const std::string& source)
{
    const Json json = Json::parse(text, nullptr, false);
    const auto bad = [&](const char* reason) { return Status::error(source + ": a benchmark result " + reason); };
    if (!json.is_object() || !json.contains("wall_ns"))
        return bad("is a JSON object with \"wall_ns\"; this is none");
    if (json.value("version", Json(1)) != 1)
        return bad("of this version cannot be read; version 1 can");
    RunFigures run;
    run.source = source;
    if (json.contains("batch") && json["batch"].is_number())
        run.batch = json["batch"].get<double>();
    setText(json, "backend", "", run.device);
    setText(json, "device", "", run.device);
    for (const char* key : {"batch", "in_features", "hidden", "out_features", "preset"})
        setText(json, key, (std::string(key) + " ").c_str(), run.shapes);
    setText(json, "steps", "steps ", run.schedule);
    if (json.contains("blocks") && json["blocks"].is_array()) {
        for (const Json& block : json["blocks"])
            addBlock(block, run);
    }
    run.steps = run.blockMedians;
    const Json& wall = json["wall_ns"];
    if (run.steps.empty() && wall.is_object() && wall.contains("median") && wall["median"].is_number())
        run.steps.push_back(wall["median"].get<double>());
    if (run.steps.empty())
        return bad("holds neither \"blocks\" nor a median in \"wall_ns\"");
    return run;
}

} // namespace stepglass
