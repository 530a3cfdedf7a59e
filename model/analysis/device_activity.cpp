// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/device_activity.h"

#include "model/analysis/natural_order.h"

#include <algorithm>
#include <limits>
#include <map>

namespace stepglass {
namespace {

ActivityClass classOf(SliceKind kind)
{
    if (kind == SliceKind::Communication)
        return ActivityClass::Communication;
    if (kind == SliceKind::Kernel)
        return ActivityClass::Compute;
    return kind == SliceKind::Memset ? ActivityClass::Set : ActivityClass::Copy;
}

struct WorkRow
{
    Ns start;
    std::uint32_t row;
};

void setWork(const Trace& trace, DeviceActivity& device, std::vector<WorkRow> work)
{
    const auto earlier = [](const WorkRow& a, const WorkRow& b) { return a.start < b.start; };
    if (!std::is_sorted(work.begin(), work.end(), earlier))
        std::stable_sort(work.begin(), work.end(), earlier);
    Ns latest = std::numeric_limits<Ns>::min();
    for (const WorkRow& next : work) {
        const SliceId s = trace.deviceWork()[next.row].slice;
        latest = std::max(latest, trace.end(s));
        device.work.push_back(s);
        device.rows.push_back(next.row);
        device.latestEnd.push_back(latest);
    }
}

void fillClasses(const Trace& trace, DeviceActivity& device)
{
    std::array<Intervals, 4> raw;
    for (SliceId s : device.work)
        raw[static_cast<std::size_t>(classOf(trace.kind(s)))].push_back({trace.start(s), trace.end(s)});
    for (std::size_t c = 0; c < raw.size(); ++c) {
        raw[c] = unionOf(std::move(raw[c]));
        device.exclusive[c] = subtract(raw[c], device.busy);
        device.busy = unite(device.busy, raw[c]);
        if (c == static_cast<std::size_t>(ActivityClass::Communication))
            device.kernels = device.busy;
    }
    device.copies = std::move(raw[static_cast<std::size_t>(ActivityClass::Copy)]);
}

void fillSmLoad(const Trace& trace, DeviceActivity& device)
{
    std::vector<Weighted> kernels;
    for (std::size_t i = 0; i < device.work.size(); ++i) {
        const SliceId s = device.work[i];
        const LaunchConfigId config = trace.deviceWork()[device.rows[i]].config;
        if (isKernel(trace.kind(s)) && config.valid() && trace.config(config).blocksPerSm > 0)
            kernels.push_back({{trace.start(s), trace.end(s)}, trace.config(config).blocksPerSm});
    }
    sweep(kernels, [&](Interval at, double sum) { device.smLoad.push_back({at, std::min(1.0, sum)}); });
}

double smEfficiency(const DeviceActivity& device, Interval scope)
{
    if (device.smLoad.empty() || scope.length() <= 0)
        return -1;
    auto at = std::partition_point(device.smLoad.begin(), device.smLoad.end(),
                                   [&](const Weighted& w) { return w.at.end <= scope.begin; });
    double sum = 0;
    for (; at != device.smLoad.end() && at->at.begin < scope.end; ++at)
        sum += at->weight * static_cast<double>(std::min(at->at.end, scope.end) - std::max(at->at.begin, scope.begin));
    return sum / static_cast<double>(scope.length());
}

double occupancy(const Trace& trace, const DeviceActivity& device, Interval scope)
{
    double weighted = 0;
    double time = 0;
    for (std::size_t i = firstWorkReaching(device, scope.begin); i < device.work.size(); ++i) {
        const SliceId s = device.work[i];
        if (trace.start(s) >= scope.end)
            break;
        const Ns inside = std::min(trace.end(s), scope.end) - std::max(trace.start(s), scope.begin);
        if (inside <= 0 || !isKernel(trace.kind(s)))
            continue;
        const LaunchConfigId config = trace.deviceWork()[device.rows[i]].config;
        if (!config.valid() || trace.config(config).occupancyPercent < 0)
            continue;
        weighted += static_cast<double>(trace.config(config).occupancyPercent) * static_cast<double>(inside);
        time += static_cast<double>(inside);
    }
    return time > 0 ? weighted / time : -1;
}

} // namespace

std::vector<DeviceActivity> deviceActivities(const Trace& trace)
{
    std::map<StringId, std::vector<WorkRow>> work;
    for (std::uint32_t i = 0; i < trace.deviceWork().size(); ++i) {
        const DeviceWork& row = trace.deviceWork()[i];
        if (isDeviceWork(trace.kind(row.slice)))
            work[row.device].push_back({trace.start(row.slice), i});
    }
    std::vector<DeviceActivity> result;
    for (auto& [device, rows] : work) {
        DeviceActivity activity;
        activity.device = device;
        setWork(trace, activity, std::move(rows));
        fillClasses(trace, activity);
        fillSmLoad(trace, activity);
        result.push_back(std::move(activity));
    }
    std::sort(result.begin(), result.end(), [&](const DeviceActivity& a, const DeviceActivity& b) {
        return naturalLess(trace.text(a.device), trace.text(b.device));
    });
    return result;
}

std::size_t firstWorkReaching(const DeviceActivity& device, Ns t)
{
    const auto found = std::upper_bound(device.latestEnd.begin(), device.latestEnd.end(), t);
    return static_cast<std::size_t>(found - device.latestEnd.begin());
}

ActivityTimes activityWithin(const DeviceActivity& device, Interval scope)
{
    ActivityTimes times;
    Ns busy = 0;
    for (std::size_t c = 0; c < device.exclusive.size(); ++c)
        busy += times.ns[c] = lengthWithin(device.exclusive[c], scope);
    times[ActivityClass::Idle] = std::max<Ns>(0, scope.length()) - busy;
    return times;
}

Intervals intervalsOf(const DeviceActivity& device, ActivityClass c, Interval scope)
{
    return c == ActivityClass::Idle ? complement(device.busy, scope)
                                    : clip(device.exclusive[static_cast<std::size_t>(c)], scope);
}

DeviceBreakdown breakdownOf(const Trace& trace, const DeviceActivity& device, Interval scope)
{
    DeviceBreakdown result;
    result.device = device.device;
    result.start = scope.begin;
    result.duration = std::max<Ns>(0, scope.length());
    result.activity = activityWithin(device, scope);
    result.kernels = lengthWithin(device.kernels, scope);
    result.copies = lengthWithin(device.copies, scope);
    result.smEfficiency = smEfficiency(device, scope);
    result.occupancy = occupancy(trace, device, scope);
    return result;
}

} // namespace stepglass
