// SPDX-License-Identifier: GPL-3.0-or-later
// `stepglass compare`: two traces or benchmark results, or several a side.
#include "model/analysis/compare.h"
#include "app/commands/commands.h"
#include "app/commands/device_input.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "app/commands/result_json.h"
#include "app/commands/text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace stepglass {
namespace {

// Nothing after one line on stderr; `code` is then the exit code.
std::optional<RunFigures> figuresOf(const std::string& path, const std::string& stepRegion, int& code)
{
    if (const auto text = path == "-" ? std::nullopt : benchmarkText(path)) {
        auto run = readBenchmarkResult(*text, path);
        if (run.ok())
            return std::move(run.value());
        code = fail(kUnreadable, run.status().message());
        return std::nullopt;
    }
    const auto trace = loadOrSay(path);
    code = kUnreadable;
    if (!trace)
        return std::nullopt;
    const auto input = analyseDevices(trace, stepRegion);
    if (input.ok())
        return runFigures(*input.value().analysis, path);
    code = fail(kBadUsage, path + ": " + input.status().message());
    return std::nullopt;
}

std::string signedPercent(double fraction)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.2f %%", fraction * 100);
    return text.data();
}

std::string differenceText(double ns)
{
    return (ns < 0 ? "-" : "+") + timeText(std::llround(std::abs(ns)));
}

std::string sideText(double ns, std::size_t samples)
{
    return samples > 0 ? timeText(std::llround(ns)) : "–";
}

std::string rowsText(const Comparison& comparison)
{
    std::vector<std::vector<std::string>> rows{{"Time a step", "A", "B", "Δ", "Δ %", "n", "95 % interval"}};
    constexpr std::size_t kMostRows = 30;
    for (const ComparedRow& row : comparison.rows) {
        if (rows.size() > kMostRows || (rows.size() > 1 && row.difference() == 0))
            break;
        rows.push_back(
            {figureText(row.key), sideText(row.a, row.samplesA), sideText(row.b, row.samplesB),
             row.bothSides() ? differenceText(row.difference()) : "–", row.change ? signedPercent(*row.change) : "–",
             std::to_string(row.samplesA) + ", " + std::to_string(row.samplesB),
             row.interval ? signedPercent(row.interval->first) + " to " + signedPercent(row.interval->second) : "–"});
    }
    return columnsText(
        rows, {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right});
}

std::string listText(const char* word, const std::vector<std::string>& ids)
{
    std::string text;
    for (const std::string& id : ids)
        text += (text.empty() ? "" : ", ") + id;
    return text.empty() ? std::string() : std::string(word) + text + "\n";
}

std::string comparisonText(const Comparison& comparison)
{
    std::string text;
    for (const std::string& difference : comparison.differences)
        text += "! " + difference + "\n";
    text += std::string(verdictSentence(comparison.verdict)) + ". " + comparison.reason + "\n";
    std::string floor = signedPercent(comparison.noiseFloor);
    text += "Noise floor" + floor.replace(0, 1, " ") + " (" + comparison.noiseFloorFrom + ")\n";
    if (comparison.throughputA && comparison.throughputB) {
        std::array<char, 96> line{};
        std::snprintf(line.data(), line.size(), "Throughput %.1f against %.1f samples a second\n",
                      *comparison.throughputA, *comparison.throughputB);
        text += line.data();
    }
    text += "\n" + rowsText(comparison);
    const std::string findings = listText("Findings gone: ", comparison.gone) +
                                 listText("Findings new:  ", comparison.added) +
                                 listText("Findings same: ", comparison.same) +
                                 listText("Findings that only one side has the data for: ", comparison.unjudged);
    return findings.empty() ? text : text + "\n" + findings;
}

} // namespace

int runCompare(const CompareOptions& options)
{
    std::array<std::vector<RunFigures>, 2> sides;
    int code = kDone;
    for (std::size_t side = 0; side < 2; ++side) {
        for (const std::string& path : side == 0 ? options.before : options.after) {
            auto run = figuresOf(path, options.stepRegion, code);
            if (!run)
                return code;
            sides[side].push_back(std::move(*run));
        }
    }
    const Comparison comparison = compare(sides[0], sides[1]);
    print(options.json ? comparisonJson(comparison) : comparisonText(comparison));
    const bool slower = comparison.verdict == Verdict::Slower;
    return finishOutput(options.failOnSlower && slower ? kJudgedBad : kDone);
}

} // namespace stepglass
