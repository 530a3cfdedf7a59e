// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/compare.h"

#include "model/analysis/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

namespace stepglass {
namespace {

using Runs = std::vector<RunFigures>;
constexpr std::size_t kFewest = 3; // samples or repetitions of a side

std::string percent(double fraction)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f %%", fraction * 100);
    return text.data();
}

std::vector<double> stepsOf(const Runs& runs)
{
    std::vector<double> all;
    for (const RunFigures& run : runs)
        all.insert(all.end(), run.steps.begin(), run.steps.end());
    return all;
}

// A row that a run does not have took no time in its steps.
std::vector<double> rowOf(const Runs& runs, const FigureKey& key)
{
    std::vector<double> all;
    for (const RunFigures& run : runs) {
        const auto found = run.rows.find(key);
        if (found != run.rows.end())
            all.insert(all.end(), found->second.begin(), found->second.end());
        else if (!run.rows.empty())
            all.resize(all.size() + run.steps.size());
    }
    return all;
}

ComparedRow compared(FigureKey key, const std::vector<double>& a, const std::vector<double>& b)
{
    ComparedRow row;
    row.key = std::move(key);
    row.a = median(a);
    row.b = median(b);
    row.samplesA = a.size();
    row.samplesB = b.size();
    if (row.a > 0 && !b.empty())
        row.change = row.b / row.a - 1;
    if (row.a > 0 && a.size() >= kFewest && b.size() >= kFewest)
        row.interval = relativeDifferenceInterval(a, b);
    return row;
}

// Medians of repetitions: of files if there are enough, else of the blocks of a file.
std::vector<double> repetitions(const Runs& runs)
{
    std::vector<double> files, blocks;
    for (const RunFigures& run : runs) {
        if (!run.steps.empty())
            files.push_back(median(run.steps));
        blocks.insert(blocks.end(), run.blockMedians.begin(), run.blockMedians.end());
    }
    return files.size() >= kFewest ? files : blocks;
}

// The smallest relative difference of two sides that chance alone exceeds once in 50: Student's t for the
// pooled spread of those sides that have at least 3 values. None where no side has.
std::optional<double> chanceDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    double squares = 0, middles = 0;
    std::size_t freedom = 0, sides = 0;
    for (const std::vector<double>* side : {&a, &b}) {
        if (side->size() < kFewest || mean(*side) <= 0)
            continue;
        const double deviation = standardDeviation(*side);
        squares += deviation * deviation * static_cast<double>(side->size() - 1);
        freedom += side->size() - 1;
        middles += mean(*side);
        ++sides;
    }
    if (sides == 0)
        return std::nullopt;
    const auto share = [](const std::vector<double>& side) {
        return 1 / static_cast<double>(std::max<std::size_t>(side.size(), 1));
    };
    const double deviation = std::sqrt(squares / static_cast<double>(freedom));
    return studentQuantile(freedom) * deviation * std::sqrt(share(a) + share(b)) /
           (middles / static_cast<double>(sides));
}

double sum(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

std::map<std::string, std::vector<double>> kernelsOf(const Runs& runs)
{
    std::map<std::string, std::vector<double>> all;
    for (const RunFigures& run : runs) {
        for (const auto& [name, durations] : run.kernels)
            all[name].insert(all[name].end(), durations.begin(), durations.end());
    }
    return all;
}

// Mean, weighted by time, of how the medians of kernels changed that both sides have. 0 where those are less than a
// fifth of a side's kernel time.
double driftOf(const Runs& a, const Runs& b)
{
    constexpr double kShare = 0.2;
    const auto before = kernelsOf(a), after = kernelsOf(b);
    double changed = 0, common = 0, commonAfter = 0, all = 0, allAfter = 0;
    for (const auto& [name, durations] : after)
        allAfter += sum(durations);
    for (const auto& [name, durations] : before) {
        all += sum(durations);
        const auto other = after.find(name);
        if (other == after.end() || durations.size() < kFewest || other->second.size() < kFewest ||
            median(durations) <= 0)
            continue;
        common += sum(durations);
        commonAfter += sum(other->second);
        changed += (median(other->second) / median(durations) - 1) * sum(durations);
    }
    const bool enough = common > 0 && common >= kShare * all && commonAfter >= kShare * allAfter;
    return enough ? changed / common : 0;
}

void findNoiseFloor(const Runs& a, const Runs& b, const CompareSettings& settings, Comparison& result)
{
    const std::vector<double> before = repetitions(a), after = repetitions(b);
    const std::optional<double> measured = chanceDifference(before, after);
    result.noiseFloor = measured.value_or(settings.noiseFloor);
    result.noiseFloorFrom =
        measured ? "measured between " + std::to_string(std::max(before.size(), after.size())) + " repetitions"
                 : "the setting: how runs differ is measured where a side has 3 files or blocks";
    // Without repetitions nothing tells how runs differ; but few steps that scatter differ by chance already.
    result.scatter = measured ? 0 : chanceDifference(stepsOf(a), stepsOf(b)).value_or(0);
    result.drift = measured ? 0 : driftOf(a, b);
}

void judge(Comparison& result, const CompareSettings& settings)
{
    const ComparedRow& step = result.step;
    if (step.samplesA < kFewest || step.samplesB < kFewest || !step.interval) {
        result.verdict = Verdict::NotEnoughData;
        const bool enough = step.samplesA >= kFewest && step.samplesB >= kFewest;
        result.reason = enough ? "The steps of A last no time."
                               : "At least 3 whole steps a side are needed, here are " + std::to_string(step.samplesA) +
                                     " and " + std::to_string(step.samplesB) + ".";
        return;
    }
    const auto [low, high] = *step.interval;
    const double within = std::max(result.noiseFloor, settings.sameWithin);
    const std::string interval = "the interval is " + percent(low) + " to " + percent(high);
    const bool clear = low > 0 || high < 0;
    const double needed = std::max({result.noiseFloor + std::abs(result.drift), result.scatter, settings.leastChange});
    if (clear && std::abs(*step.change) > needed) {
        result.verdict = *step.change < 0 ? Verdict::Faster : Verdict::Slower;
        result.reason = "The step time changes by " + percent(*step.change) + "; " + interval +
                        ", and the noise floor " + percent(result.noiseFloor) + ".";
    } else if (low >= -within && high <= within && result.scatter <= within) {
        result.verdict = Verdict::Same;
        result.reason = "No difference beyond ± " + percent(within) + ": " + interval + ".";
    } else {
        result.verdict = Verdict::Uncertain;
        result.reason = "The step time changes by " + percent(*step.change) + ", but " + interval +
                        " and the noise floor " + percent(result.noiseFloor) + ".";
        if (result.scatter > result.noiseFloor)
            result.reason +=
                " So few steps with this scatter differ by up to " + percent(result.scatter) + " by chance.";
        if (std::abs(result.drift) > settings.leastChange)
            result.reason += " The same kernels took " + percent(std::abs(result.drift)) +
                             (result.drift > 0 ? " longer" : " less") +
                             " in B: the machine itself may have changed its speed; 3 files a side would tell.";
    }
}

std::string joined(const Runs& runs, std::string RunFigures::*what)
{
    std::set<std::string> values;
    for (const RunFigures& run : runs) {
        if (!(run.*what).empty())
            values.insert(run.*what);
    }
    std::string text;
    for (const std::string& value : values)
        text += (text.empty() ? "" : " and ") + value;
    return text;
}

// The first part (of parts divided by "; ") that the other side does not have.
std::string firstOnlyIn(const std::string& text, const std::string& other)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find("; ", at), text.size());
        const std::string part = text.substr(at, end - at);
        if (("; " + other + "; ").find("; " + part + "; ") == std::string::npos)
            return part;
        at = end + 2;
    }
    return "(fewer)";
}

void nameDifferences(const Runs& a, const Runs& b, Comparison& result)
{
    const auto check = [&](const char* word, std::string RunFigures::*what) {
        std::string before = joined(a, what);
        std::string after = joined(b, what);
        if (before.empty() || after.empty() || before == after)
            return;
        if (what == &RunFigures::shapes) {
            const std::string onlyBefore = firstOnlyIn(before, after);
            after = firstOnlyIn(after, before);
            before = onlyBefore;
        }
        result.differences.push_back(std::string(word) + ": " + before + " against " + after);
    };
    for (const Runs* side : {&a, &b}) {
        for (const RunFigures& run : *side) {
            if (side->size() > 1 && run.steps.empty())
                result.differences.push_back(run.source + ": has no steps, so it does not count");
        }
    }
    check("different devices", &RunFigures::device);
    check("different shapes", &RunFigures::shapes);
    check("different schedules", &RunFigures::schedule);
}

// The findings that at least half of a side's runs have, of those that can tell.
std::set<std::string> findingsOf(const Runs& runs)
{
    std::map<std::string, std::size_t> having;
    std::size_t telling = 0;
    for (const RunFigures& run : runs) {
        telling += run.findings ? 1 : 0;
        for (const Finding& finding : run.findings.value_or(std::vector<Finding>()))
            having[finding.id] += finding.severity <= Severity::Warn ? 1 : 0;
    }
    std::set<std::string> ids;
    for (const auto& [id, runsWith] : having) {
        if (2 * runsWith >= telling)
            ids.insert(id);
    }
    return ids;
}

// Whether no run of the side could tell: what is not seen there is then not known to be gone.
bool isUnjudged(const Runs& runs, const std::string& id)
{
    const auto unjudged = [&](const RunFigures& run) {
        return !run.findings || std::any_of(run.findings->begin(), run.findings->end(), [&](const Finding& finding) {
            return finding.id == id && finding.severity == Severity::NotEnoughData;
        });
    };
    return !runs.empty() && std::all_of(runs.begin(), runs.end(), unjudged);
}

void compareFindings(const Runs& a, const Runs& b, Comparison& result)
{
    const std::set<std::string> before = findingsOf(a);
    const std::set<std::string> after = findingsOf(b);
    for (const std::string& id : before)
        (after.contains(id) ? result.same : isUnjudged(b, id) ? result.unjudged : result.gone).push_back(id);
    for (const std::string& id : after) {
        if (!before.contains(id))
            (isUnjudged(a, id) ? result.unjudged : result.added).push_back(id);
    }
}

std::optional<double> throughput(const Runs& runs, double stepNs)
{
    if (runs.empty() || !runs.front().batch || stepNs <= 0)
        return std::nullopt;
    return *runs.front().batch / (stepNs * 1e-9);
}

} // namespace

Comparison compare(const Runs& a, const Runs& b, const CompareSettings& settings)
{
    Comparison result;
    result.step = compared({"step"}, stepsOf(a), stepsOf(b));
    result.throughputA = throughput(a, result.step.a);
    result.throughputB = throughput(b, result.step.b);
    findNoiseFloor(a, b, settings, result);
    nameDifferences(a, b, result);
    judge(result, settings);
    std::set<FigureKey> keys;
    for (const Runs* side : {&a, &b}) {
        for (const RunFigures& run : *side) {
            for (const auto& [key, values] : run.rows)
                keys.insert(key);
        }
    }
    for (const FigureKey& key : keys)
        result.rows.push_back(compared(key, rowOf(a, key), rowOf(b, key)));
    std::stable_sort(result.rows.begin(), result.rows.end(), [](const ComparedRow& x, const ComparedRow& y) {
        return std::abs(x.difference()) > std::abs(y.difference());
    });
    result.rows.insert(result.rows.begin(), result.step);
    compareFindings(a, b, result);
    return result;
}

} // namespace stepglass
