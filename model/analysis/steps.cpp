// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/steps.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace stepglass {
namespace {

constexpr std::string_view kStepPrefix = "ProfilerStep#";

// N of `ProfilerStep#N`; 0 if there is none.
int numberOf(std::string_view name)
{
    int number = 0;
    if (name.starts_with(kStepPrefix)) {
        name.remove_prefix(kStepPrefix.size());
        std::from_chars(name.data(), name.data() + name.size(), number);
    }
    return number;
}

bool mayBeStep(const Trace& trace, SliceId s, std::string_view stepRegion)
{
    const SliceKind kind = trace.kind(s);
    if (stepRegion.empty())
        return kind == SliceKind::Step;
    return (isRegion(kind) || kind == SliceKind::Operator || kind == SliceKind::Other) && trace.name(s) == stepRegion;
}

} // namespace

std::vector<Step> listSteps(const Trace& trace, std::string_view stepRegion)
{
    std::vector<Step> steps;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (mayBeStep(trace, s, stepRegion))
            steps.push_back({s, numberOf(trace.name(s)), trace.start(s), trace.end(s), false});
    }
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return std::pair(a.start, -a.end) < std::pair(b.start, -b.end);
    });
    if (!stepRegion.empty()) {
        std::vector<Step> outermost;
        for (const Step& step : steps) {
            if (outermost.empty() || step.start >= outermost.back().end)
                outermost.push_back(step);
        }
        steps = std::move(outermost);
        for (std::size_t i = 0; i < steps.size(); ++i)
            steps[i].number = static_cast<int>(i);
    }
    if (!steps.empty())
        steps.front().boundary = steps.back().boundary = true;
    return steps;
}

std::vector<Step> wholeSteps(const std::vector<Step>& steps)
{
    std::vector<Step> whole;
    std::copy_if(steps.begin(), steps.end(), std::back_inserter(whole), [](const Step& s) { return !s.boundary; });
    return whole.size() >= 2 ? whole : steps;
}

int stepAt(const std::vector<Step>& steps, Ns t)
{
    auto it = std::upper_bound(steps.begin(), steps.end(), t, [](Ns time, const Step& s) { return time < s.start; });
    while (it != steps.begin()) {
        --it;
        if (t < it->end)
            return static_cast<int>(it - steps.begin());
    }
    return -1;
}

int stepOfLaunch(const Trace& trace, const Links& links, const std::vector<Step>& steps, SliceId deviceSlice)
{
    const SliceId launch = links.launchOf(deviceSlice);
    return stepAt(steps, trace.start(launch.valid() ? launch : deviceSlice));
}

std::vector<StringId> repeatingRegions(const Trace& trace)
{
    std::unordered_map<StringId, int> counts;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.kind(SliceId(i)) == SliceKind::Region)
            ++counts[trace.nameId(SliceId(i))];
    }
    std::vector<std::pair<int, StringId>> order;
    for (const auto& [name, count] : counts) {
        if (count > 1)
            order.emplace_back(-count, name);
    }
    std::sort(order.begin(), order.end());
    std::vector<StringId> names;
    for (const auto& [count, name] : order)
        names.push_back(name);
    return names;
}

} // namespace stepglass
