// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/device_tables.h"

#include "model/analysis/scope_filter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

namespace stepglass {
namespace {

// A mean weighted by time, of what is given.
struct WeightedMean
{
    double sum = 0, weight = 0;
    bool given = false;
    void add(double value, Ns time)
    {
        if (value < 0)
            return;
        given = true;
        sum += value * static_cast<double>(time);
        weight += static_cast<double>(time);
    }
    void add(const WeightedMean& other)
    {
        given = given || other.given;
        sum += other.sum;
        weight += other.weight;
    }
    double mean() const
    {
        if (!given)
            return -1;
        return weight > 0 ? sum / weight : 0;
    }
};

struct KernelGroup
{
    KernelRow row;
    WeightedMean occupancy, blocks;
};

// What ByLaunch groups by, within a device.
struct KernelKey
{
    StringId name, op;
    LaunchConfigId config;
    friend bool operator==(const KernelKey&, const KernelKey&) = default;
};
struct KernelKeyHash
{
    std::size_t operator()(const KernelKey& key) const
    {
        const std::uint64_t names = std::uint64_t{key.name.value} << 32 | key.op.value;
        return std::hash<std::uint64_t>()(names * 0x9E3779B97F4A7C15u + key.config.value);
    }
};

template<class Row>
void addDuration(Row& row, Ns duration)
{
    row.min = row.count == 0 ? duration : std::min(row.min, duration);
    row.max = std::max(row.max, duration);
    row.total += duration;
    ++row.count;
}

template<class Row>
void sortByTotal(std::vector<Row>& rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.total > b.total; });
}

void addKernel(const Trace& trace, KernelGroup& group, SliceId s)
{
    if (group.row.count == 0)
        group.row.first = s;
    addDuration(group.row, trace.duration(s));
    if (group.row.config.valid()) {
        const LaunchConfig& config = trace.config(group.row.config);
        group.occupancy.add(config.occupancyPercent, trace.duration(s));
        group.blocks.add(config.blocksPerSm, trace.duration(s));
    }
}

// By launch, in order of first appearance.
std::vector<KernelGroup> kernelGroups(const DeviceAnalysis& analysis, const DeviceActivity& device, const Scope& scope)
{
    std::unordered_map<KernelKey, std::size_t, KernelKeyHash> index;
    std::vector<KernelGroup> groups;
    const Trace& trace = analysis.trace();
    for (std::size_t i = 0; i < device.work.size(); ++i) {
        const SliceId s = device.work[i];
        if (!isKernel(trace.kind(s)) || !workInScope(analysis, scope, device, i))
            continue;
        const SliceId op = analysis.links().operatorOfRow(device.rows[i]);
        const KernelKey key{trace.nameId(s), op.valid() ? trace.nameId(op) : StringId(),
                            trace.deviceWork()[device.rows[i]].config};
        const auto [at, isNew] = index.emplace(key, groups.size());
        if (isNew) {
            groups.emplace_back();
            groups.back().row.device = device.device;
            groups.back().row.name = key.name;
            groups.back().row.op = key.op;
            groups.back().row.config = key.config;
        }
        addKernel(trace, groups[at->second], s);
    }
    return groups;
}

void mergeInto(KernelGroup& into, const KernelGroup& next)
{
    into.row.min = std::min(into.row.min, next.row.min);
    into.row.max = std::max(into.row.max, next.row.max);
    into.row.total += next.row.total;
    into.row.count += next.row.count;
    into.row.variants += 1;
    into.row.op = StringId();
    into.row.config = LaunchConfigId();
    into.occupancy.add(next.occupancy);
    into.blocks.add(next.blocks);
}

std::vector<KernelGroup> mergedByName(const std::vector<KernelGroup>& groups)
{
    std::unordered_map<StringId, std::size_t> index;
    std::vector<KernelGroup> merged;
    for (const KernelGroup& group : groups) {
        const auto [at, isNew] = index.emplace(group.row.name, merged.size());
        if (isNew)
            merged.push_back(group);
        else
            mergeInto(merged[at->second], group);
    }
    return merged;
}

} // namespace

std::vector<KernelRow> kernelRows(const DeviceAnalysis& analysis, const Scope& scope, KernelGrouping grouping)
{
    std::vector<KernelRow> rows;
    for (const DeviceActivity& device : analysis.devices()) {
        std::vector<KernelGroup> groups = kernelGroups(analysis, device, scope);
        if (grouping == KernelGrouping::ByName)
            groups = mergedByName(groups);
        for (KernelGroup& group : groups) {
            group.row.occupancy = group.occupancy.mean();
            group.row.blocksPerSm = group.blocks.mean();
            rows.push_back(group.row);
        }
    }
    sortByTotal(rows);
    return rows;
}

std::vector<CopyRow> copyRows(const DeviceAnalysis& analysis, const Scope& scope)
{
    std::map<std::pair<StringId, StringId>, CopyRow> groups;
    const Trace& trace = analysis.trace();
    for (const DeviceActivity& device : analysis.devices()) {
        for (std::size_t i = 0; i < device.work.size(); ++i) {
            const SliceId s = device.work[i];
            if (isKernel(trace.kind(s)) || !workInScope(analysis, scope, device, i))
                continue;
            CopyRow& row = groups[{device.device, trace.nameId(s)}];
            const DeviceWork& work = trace.deviceWork()[device.rows[i]];
            if (row.count == 0) {
                row.first = s;
                row.kind = trace.kind(s);
                row.pageable = work.pageable;
                row.pinned = work.pinned;
            }
            addDuration(row, trace.duration(s));
            row.bytes += work.bytes;
            row.withBytes += work.hasBytes ? 1 : 0;
            row.timeOfThose += work.hasBytes ? trace.duration(s) : 0;
            row.overlapped += lengthWithin(device.kernels, {trace.start(s), trace.end(s)});
        }
    }
    std::vector<CopyRow> rows;
    for (auto& [key, row] : groups) {
        std::tie(row.device, row.name) = key;
        rows.push_back(row);
    }
    sortByTotal(rows);
    return rows;
}

namespace {

std::vector<Ns> edgesBetween(Ns min, Ns max, std::size_t buckets, HistogramBins bins)
{
    std::vector<Ns> edges{min};
    const bool ratio = bins == HistogramBins::Ratio || max / 100 > std::max<Ns>(min, 1);
    const double low = static_cast<double>(std::max<Ns>(min, 1));
    for (std::size_t i = 1; i < buckets; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(buckets);
        const double edge = ratio ? low * std::pow(static_cast<double>(max) / low, part)
                                  : static_cast<double>(min) + static_cast<double>(max - min) * part;
        if (const Ns next = std::llround(edge); next > edges.back() && next < max)
            edges.push_back(next);
    }
    edges.push_back(max);
    return edges;
}

} // namespace

DurationHistogram durationHistogram(const Trace& trace, StringId name, std::size_t buckets)
{
    std::vector<Ns> durations;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.nameId(SliceId(i)) == name)
            durations.push_back(trace.duration(SliceId(i)));
    }
    return durationHistogram(std::move(durations), buckets, HistogramBins::ByRange);
}

DurationHistogram durationHistogram(std::vector<Ns> durations, std::size_t buckets, HistogramBins bins)
{
    DurationHistogram result;
    result.calls = durations.size();
    if (durations.empty() || buckets == 0)
        return result;
    std::sort(durations.begin(), durations.end());
    result.min = durations.front();
    result.max = durations.back();
    result.median = durations[(durations.size() - 1) / 2];
    result.p95 = durations[(durations.size() - 1) * 95 / 100];
    result.edges = edgesBetween(result.min, result.max, buckets, bins);
    result.counts.resize(result.edges.size() - 1);
    for (Ns duration : durations) {
        const auto after = std::upper_bound(result.edges.begin(), result.edges.end(), duration);
        const auto bucket = static_cast<std::size_t>(after - result.edges.begin() - 1);
        ++result.counts[std::min(bucket, result.counts.size() - 1)];
    }
    return result;
}

} // namespace stepglass
