// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/scope_filter.h"

namespace stepglass {

Intervals momentsOf(const DeviceAnalysis& analysis, const Scope& scope)
{
    if (scope.kind == Scope::Kind::Whole)
        return {analysis.whole()};
    if (scope.kind == Scope::Kind::Range)
        return {{scope.from, scope.to}};
    Intervals steps;
    for (const Step& step : analysis.steps()) {
        if (step.number >= scope.firstStep && step.number <= scope.lastStep)
            steps.push_back({step.start, step.end});
    }
    return unionOf(std::move(steps));
}

namespace {

// Adds a share of `time` to a mean over `soFar`; both below 0: not known.
void addShare(double& mean, Ns soFar, double next, Ns time)
{
    if (next < 0 || time <= 0)
        return;
    const double before = mean < 0 ? 0 : mean * static_cast<double>(soFar);
    mean = (before + next * static_cast<double>(time)) / static_cast<double>(soFar + time);
}

} // namespace

DeviceBreakdown breakdownOver(const DeviceAnalysis& analysis, const DeviceActivity& device, const Intervals& moments)
{
    DeviceBreakdown sum;
    sum.device = device.device;
    sum.start = moments.empty() ? 0 : moments.front().begin;
    Ns kernelTime = 0;
    for (const Interval& moment : moments) {
        const DeviceBreakdown part = analysis.breakdown(device, moment);
        addShare(sum.smEfficiency, sum.duration, part.smEfficiency, part.duration);
        addShare(sum.occupancy, kernelTime, part.occupancy, part.kernels);
        kernelTime += part.occupancy >= 0 ? part.kernels : 0;
        for (std::size_t c = 0; c < sum.activity.ns.size(); ++c)
            sum.activity.ns[c] += part.activity.ns[c];
        for (std::size_t c = 0; c < sum.idle.ns.size(); ++c)
            sum.idle.ns[c] += part.idle.ns[c];
        sum.kernels += part.kernels;
        sum.copies += part.copies;
        sum.duration += part.duration;
    }
    return sum;
}

bool workInScope(const DeviceAnalysis& analysis, const Scope& scope, const DeviceActivity& device, std::size_t i)
{
    if (scope.kind == Scope::Kind::Whole)
        return true;
    const Ns start = analysis.trace().start(device.work[i]);
    if (scope.kind == Scope::Kind::Range)
        return start >= scope.from && start < scope.to;
    const int step = stepOfWork(analysis, device, i);
    if (step < 0)
        return false;
    const int number = analysis.steps()[static_cast<std::size_t>(step)].number;
    return number >= scope.firstStep && number <= scope.lastStep;
}

} // namespace stepglass
