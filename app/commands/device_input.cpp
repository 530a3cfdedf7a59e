// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/device_input.h"

#include <algorithm>

namespace stepglass {
namespace {

// "a", "b" ...: the regions that repeat, five at most.
std::string namesOfRegions(const Trace& trace)
{
    const std::vector<StringId> order = repeatingRegions(trace);
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 5); ++i)
        names += (names.empty() ? "" : ", ") + std::string(trace.text(order[i]));
    return names;
}

} // namespace

Result<DeviceInput> analyseDevices(std::shared_ptr<const Trace> trace, const std::string& stepRegion,
                                   const std::string& pattern)
{
    std::vector<Step> steps = listSteps(*trace, stepRegion);
    if (steps.empty() && !stepRegion.empty()) {
        const std::string names = namesOfRegions(*trace);
        return Status::error("--step-region " + stepRegion + ": the trace has no such region" +
                             (names.empty() ? std::string() : "; these repeat: " + names));
    }
    DataLoadingNames loading;
    if (!pattern.empty()) {
        auto made = DataLoadingNames::make(pattern);
        if (!made.ok())
            return made.status();
        loading = made.value();
    }
    DeviceInput input;
    input.links = linkTrace(*trace);
    input.analysis = std::make_unique<DeviceAnalysis>(*trace, *input.links, std::move(steps), loading);
    input.trace = std::move(trace);
    return input;
}

std::string whatCannotBeTold(const DeviceAnalysis& analysis)
{
    std::string text;
    if (analysis.steps().empty()) {
        const std::string names = namesOfRegions(analysis.trace());
        text = "no steps: the trace has no ProfilerStep#N, so it is one row" +
               (names.empty() ? std::string() : "; --step-region takes a region that repeats: " + names);
    }
    if (analysis.devices().empty())
        text += std::string(text.empty() ? "" : "; ") +
                "no device: the trace holds no device work, so where a step went on a device cannot be told";
    return text;
}

} // namespace stepglass
