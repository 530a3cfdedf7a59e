// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/findings.h"

#include "model/analysis/rules/rule.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stepglass {
namespace {

struct NamedRule
{
    const char* id;
    Rule rule;
};
constexpr std::array<NamedRule, 5> kRules{{{"dominant-kernel", dominantKernel},
                                           {"launch-bound", launchBound},
                                           {"input-bound", inputBound},
                                           {"serial-copy", serialCopy},
                                           {"frequent-sync", frequentSync}}};

bool inScope(const Step& step, const Scope& scope)
{
    if (scope.kind == Scope::Kind::Steps)
        return step.number >= scope.firstStep && step.number <= scope.lastStep;
    return scope.kind == Scope::Kind::Whole || (step.start >= scope.from && step.end <= scope.to);
}

// A device that hardly works beside another says nothing about the step.
std::vector<const DeviceActivity*> workingDevices(const DeviceAnalysis& analysis, const std::vector<Step>& steps)
{
    std::vector<Ns> busy;
    for (const DeviceActivity& device : analysis.devices()) {
        Ns sum = 0;
        for (const Step& step : steps)
            sum += lengthWithin(device.busy, {step.start, step.end});
        busy.push_back(sum);
    }
    std::vector<const DeviceActivity*> result;
    const Ns most = busy.empty() ? 0 : *std::max_element(busy.begin(), busy.end());
    for (std::size_t d = 0; d < busy.size(); ++d) {
        if (busy[d] > 0 && busy[d] >= most / 10)
            result.push_back(&analysis.devices()[d]);
    }
    return result;
}

RuleInput inputOf(const DeviceAnalysis& analysis, const DeviceActivity& device, const FindingSettings& settings,
                  const std::vector<Step>& steps)
{
    RuleInput input{analysis, device, settings, {}};
    for (const Step& step : steps) {
        const Interval scope{step.start, step.end};
        JudgedStep judged{step, breakdownOf(analysis.trace(), device, scope), analysis.gaps().gapsOf(device, scope)};
        judged.times.idle = idleTimes(judged.gaps);
        input.steps.push_back(std::move(judged));
    }
    return input;
}

auto weight(const Finding& finding)
{
    return std::tuple(finding.severity, -finding.ceiling, -finding.value);
}

std::vector<Finding> notEnough(const std::string& reason)
{
    std::vector<Finding> result;
    for (const NamedRule& rule : kRules) {
        Finding finding;
        finding.id = rule.id;
        finding.severity = Severity::NotEnoughData;
        finding.what = "Not enough data.";
        finding.why = reason;
        result.push_back(std::move(finding));
    }
    return result;
}

std::string reasonAgainst(const DeviceAnalysis& analysis, const std::vector<Step>& steps)
{
    if (analysis.devices().empty())
        return "The trace holds no device work, so a device's idle time cannot be told.";
    if (analysis.steps().empty())
        return "The trace has no steps (no ProfilerStep#N); name a region that repeats as the step.";
    if (steps.size() < 2)
        return "At least 2 whole steps are needed, here " + std::string(steps.empty() ? "is none." : "is 1.");
    return {};
}

} // namespace

std::vector<Step> judgedSteps(const std::vector<Step>& steps, const Scope& scope)
{
    const auto chosen = [&](const std::vector<Step>& from) {
        std::vector<Step> result;
        std::copy_if(from.begin(), from.end(), std::back_inserter(result),
                     [&](const Step& step) { return inScope(step, scope) && step.duration() > 0; });
        return result;
    };
    std::vector<Step> whole = chosen(wholeSteps(steps));
    return whole.size() >= 2 ? whole : chosen(steps);
}

std::vector<Step> boundaryLeftOut(const std::vector<Step>& steps, const Scope& scope)
{
    const std::vector<Step> judged = judgedSteps(steps, scope);
    std::vector<Step> result;
    std::copy_if(steps.begin(), steps.end(), std::back_inserter(result), [&](const Step& step) {
        return step.boundary && inScope(step, scope) &&
               std::none_of(judged.begin(), judged.end(), [&](const Step& j) { return j.slice == step.slice; });
    });
    return result;
}

std::vector<Finding> findings(const DeviceAnalysis& analysis, const FindingSettings& settings, const Scope& scope)
{
    const std::vector<Step> steps = judgedSteps(analysis.steps(), scope);
    if (const std::string reason = reasonAgainst(analysis, steps); !reason.empty())
        return notEnough(reason);
    const std::vector<const DeviceActivity*> devices = workingDevices(analysis, steps);
    if (devices.empty())
        return notEnough("No device works in the steps that count.");
    std::vector<Finding> result;
    for (const DeviceActivity* device : devices) {
        const RuleInput input = inputOf(analysis, *device, settings, steps);
        for (std::size_t r = 0; r < kRules.size(); ++r) {
            Finding finding = kRules[r].rule(input);
            finding.device = device->device;
            if (devices.size() > 1)
                finding.what += " (Device " + std::string(analysis.trace().text(device->device)) + ".)";
            if (result.size() <= r)
                result.push_back(std::move(finding));
            else if (weight(finding) < weight(result[r]))
                result[r] = std::move(finding);
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Finding& a, const Finding& b) { return weight(a) < weight(b); });
    return result;
}

} // namespace stepglass
