// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/counter_index.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace stepglass {
namespace {

// Sorts by time where a file did not; equal times keep their order.
void sortByTime(CounterCurve& curve)
{
    if (std::is_sorted(curve.times.begin(), curve.times.end()))
        return;
    std::vector<std::size_t> order(curve.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return curve.times[a] < curve.times[b]; });
    CounterCurve sorted = curve;
    for (std::size_t i = 0; i < order.size(); ++i) {
        sorted.times[i] = curve.times[order[i]];
        sorted.values[i] = curve.values[order[i]];
    }
    curve = std::move(sorted);
}

void finish(CounterCurve& curve)
{
    const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
    curve.lowest = std::min(0.0, *low);
    curve.highest = std::max(0.0, *high);
    for (std::size_t i = 0; i < curve.values.size(); i += CounterCurve::kBlock) {
        const auto begin = curve.values.begin() + static_cast<std::ptrdiff_t>(i);
        const auto length = std::min(CounterCurve::kBlock, curve.values.size() - i);
        curve.blocks.push_back(*std::max_element(begin, begin + static_cast<std::ptrdiff_t>(length)));
    }
}

// A record gives the total, or only what was taken or given back: then the curve counts from the first record on.
void addMemory(CounterCurve& curve, const MemoryRecord& record)
{
    const double before = curve.values.empty() ? 0 : curve.values.back();
    curve.times.push_back(record.time);
    curve.values.push_back(record.totalAllocated >= 0 ? static_cast<double>(record.totalAllocated)
                                                      : before + static_cast<double>(record.bytes));
}

CounterCurve utilisationCurve(const DerivedSeries& series)
{
    CounterCurve curve;
    curve.source = CounterCurve::Source::Utilisation;
    curve.device = series.device;
    for (const DerivedSeries::Point& point : series.points) {
        curve.times.push_back(point.at);
        curve.values.push_back(point.value);
    }
    return curve;
}

// The queues of a device's streams, added up.
CounterCurve queueCurve(StringId device, const std::vector<const DerivedSeries*>& streams)
{
    std::vector<std::pair<Ns, double>> changes;
    for (const DerivedSeries* stream : streams) {
        double before = 0;
        for (const DerivedSeries::Point& point : stream->points)
            changes.emplace_back(point.at, point.value - std::exchange(before, point.value));
    }
    std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    CounterCurve curve;
    curve.source = CounterCurve::Source::LaunchQueue;
    curve.device = device;
    double value = 0;
    for (const auto& [at, change] : changes) {
        value += change;
        if (curve.times.empty() || curve.times.back() != at) {
            curve.times.push_back(at);
            curve.values.push_back(value);
        } else {
            curve.values.back() = value;
        }
    }
    return curve;
}

std::vector<CounterCurve> derivedCurves(const std::vector<DerivedSeries>& derived)
{
    std::vector<CounterCurve> curves;
    std::map<StringId, std::vector<const DerivedSeries*>> queues;
    for (const DerivedSeries& series : derived) {
        if (series.points.empty())
            continue;
        if (series.kind == DerivedSeries::Kind::Utilisation)
            curves.push_back(utilisationCurve(series));
        else if (series.kind == DerivedSeries::Kind::LaunchQueue)
            queues[series.device].push_back(&series);
    }
    for (const auto& [device, streams] : queues)
        curves.push_back(queueCurve(device, streams));
    return curves;
}

} // namespace

std::size_t CounterCurve::firstAfter(Ns t, std::size_t from) const
{
    // Gallops: a frame asks for one pixel after the other.
    std::size_t step = 1;
    std::size_t low = from;
    std::size_t high = from;
    while (high < times.size() && times[high] <= t) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    const auto begin = times.begin() + static_cast<std::ptrdiff_t>(low);
    const auto end = times.begin() + static_cast<std::ptrdiff_t>(std::min(high, times.size()));
    return static_cast<std::size_t>(std::upper_bound(begin, end, t) - times.begin());
}

double CounterCurve::highestOf(std::size_t from, std::size_t to) const
{
    double high = values[from];
    for (std::size_t i = from; i < to;) {
        if (i % kBlock == 0 && i + kBlock <= to) {
            high = std::max(high, blocks[i / kBlock]);
            i += kBlock;
        } else {
            high = std::max(high, values[i++]);
        }
    }
    return high;
}

CounterIndex::CounterIndex(const Trace& trace, const std::vector<DerivedSeries>* derived)
{
    std::map<std::pair<std::int32_t, std::int32_t>, CounterCurve> memory;
    for (std::uint32_t i = 0; i < trace.memory().size(); ++i) {
        const MemoryRecord& record = trace.memory()[i];
        CounterCurve& curve = memory[{record.deviceType, record.deviceId}];
        curve.deviceType = record.deviceType;
        curve.deviceId = record.deviceId;
        addMemory(curve, record);
    }
    std::vector<CounterCurve> series(trace.series().size());
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        const CounterSample& sample = trace.counters()[i];
        CounterCurve& curve = series[sample.series.value];
        curve.source = CounterCurve::Source::Series;
        curve.series = sample.series;
        curve.times.push_back(sample.time);
        curve.values.push_back(sample.value);
    }
    for (auto& [key, curve] : memory)
        m_curves.push_back(std::move(curve));
    for (CounterCurve& curve : series) {
        if (!curve.times.empty())
            m_curves.push_back(std::move(curve));
    }
    if (derived != nullptr) {
        for (CounterCurve& curve : derivedCurves(*derived))
            m_curves.push_back(std::move(curve));
    }
    for (CounterCurve& curve : m_curves) {
        sortByTime(curve);
        finish(curve);
        if (curve.source == CounterCurve::Source::Utilisation)
            curve.highest = 1; // so that a height says the same in every trace
    }
}

} // namespace stepglass
