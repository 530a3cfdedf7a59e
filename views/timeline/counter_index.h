// SPDX-License-Identifier: GPL-3.0-or-later
// The counters of a trace as curves over time: memory per device from PyTorch's memory records, every series of counter
// records, and what analysis derives: how busy a device is and how much work waits for it. Built once for a snapshot.
#pragma once

#include "model/core/device_rows.h"
#include "model/core/trace.h"

#include <string>
#include <vector>

namespace stepglass {

struct CounterCurve
{
    enum class Source
    {
        Memory, // bytes allocated on a device
        Series,
        Utilisation, // busy share of `device`, 0 to 1
        LaunchQueue  // launched and not yet started on `device`, all streams together
    };
    Source source = Source::Memory;
    std::int32_t deviceType = 0; // Memory: as MemoryRecord
    std::int32_t deviceId = -1;
    SeriesId series;
    StringId device;       // Utilisation and LaunchQueue
    std::vector<Ns> times; // ascending; a value holds until the next time
    std::vector<double> values;
    double lowest = 0;
    double highest = 0;
    std::vector<double> blocks; // the highest of each kBlock values
    static constexpr std::size_t kBlock = 64;

    // The first value after time t, not before `from`.
    std::size_t firstAfter(Ns t, std::size_t from = 0) const;
    // The highest of values [from, to), which must not be empty.
    double highestOf(std::size_t from, std::size_t to) const;
    bool derived() const { return source == Source::Utilisation || source == Source::LaunchQueue; }
    bool onHost() const { return source == Source::Memory && deviceType == 0; }
};

class CounterIndex
{
public:
    CounterIndex() = default;
    // Of `derived` the utilisation and the launch queues; memory is read off the trace.
    explicit CounterIndex(const Trace& trace, const std::vector<DerivedSeries>* derived = nullptr);
    const std::vector<CounterCurve>& curves() const { return m_curves; }
    const CounterCurve& operator[](std::size_t i) const { return m_curves[i]; }

private:
    std::vector<CounterCurve> m_curves;
};

} // namespace stepglass
