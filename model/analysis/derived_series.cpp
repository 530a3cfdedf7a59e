// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/derived_series.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stepglass {
namespace {

// Points whose value changed, one a moment.
void addPoint(std::vector<DerivedSeries::Point>& points, Ns at, double value)
{
    if (!points.empty() && points.back().at == at)
        points.back().value = value;
    else
        points.push_back({at, value});
}

} // namespace

std::vector<DerivedSeries> utilisationSeries(const DeviceAnalysis& analysis, std::size_t buckets)
{
    std::vector<DerivedSeries> result;
    const Interval whole = analysis.whole();
    const Ns count = std::min<Ns>(static_cast<Ns>(buckets), whole.length());
    for (const DeviceActivity& device : analysis.devices()) {
        DerivedSeries series;
        series.kind = DerivedSeries::Kind::Utilisation;
        series.device = device.device;
        for (Ns i = 0; i < count; ++i) {
            const Interval bucket{whole.begin + whole.length() / count * i,
                                  i + 1 < count ? whole.begin + whole.length() / count * (i + 1) : whole.end};
            series.points.push_back({bucket.begin, static_cast<double>(lengthWithin(device.busy, bucket)) /
                                                       static_cast<double>(bucket.length())});
        }
        result.push_back(std::move(series));
    }
    return result;
}

std::vector<DerivedSeries> launchQueueSeries(const DeviceAnalysis& analysis)
{
    std::vector<DerivedSeries> result;
    const Trace& trace = analysis.trace();
    for (const DeviceActivity& device : analysis.devices()) {
        std::map<IdKey, std::vector<std::pair<Ns, int>>> changes;
        for (std::size_t i = 0; i < device.work.size(); ++i) {
            const SliceId s = device.work[i];
            const SliceId launch = analysis.links().launchOfRow(device.rows[i]);
            if (!launch.valid())
                continue;
            auto& ofStream = changes[trace.deviceWork()[device.rows[i]].stream];
            ofStream.emplace_back(trace.start(launch), 1);
            ofStream.emplace_back(std::max(trace.start(s), trace.start(launch)), -1);
        }
        for (auto& [stream, ofStream] : changes) {
            std::stable_sort(ofStream.begin(), ofStream.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
            DerivedSeries series;
            series.kind = DerivedSeries::Kind::LaunchQueue;
            series.device = device.device;
            series.stream = stream;
            int value = 0;
            for (const auto& [at, change] : ofStream)
                addPoint(series.points, at, value += change);
            result.push_back(std::move(series));
        }
    }
    return result;
}

std::vector<DerivedSeries> memorySeries(const Trace& trace)
{
    std::vector<std::uint32_t> order(trace.memory().size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return trace.memory()[a].time < trace.memory()[b].time; });
    std::map<std::pair<int, int>, DerivedSeries> byDevice;
    std::map<std::pair<int, int>, double> total;
    for (std::uint32_t i : order) {
        const MemoryRecord& record = trace.memory()[i];
        const std::pair<int, int> key(record.deviceType, record.deviceId);
        DerivedSeries& series = byDevice[key];
        series.kind = DerivedSeries::Kind::Memory;
        std::tie(series.deviceType, series.deviceId) = key;
        double& value = total[key];
        value = record.totalAllocated >= 0 ? static_cast<double>(record.totalAllocated)
                                           : value + static_cast<double>(record.bytes);
        addPoint(series.points, record.time, value);
    }
    std::vector<DerivedSeries> result;
    for (auto& [key, series] : byDevice)
        result.push_back(std::move(series));
    return result;
}

std::vector<DerivedSeries> derivedSeries(const DeviceAnalysis& analysis)
{
    std::vector<DerivedSeries> all = utilisationSeries(analysis);
    for (DerivedSeries& series : launchQueueSeries(analysis))
        all.push_back(std::move(series));
    for (DerivedSeries& series : memorySeries(analysis.trace()))
        all.push_back(std::move(series));
    return all;
}

} // namespace stepglass
