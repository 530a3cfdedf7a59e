// SPDX-License-Identifier: GPL-3.0-or-later
// The counters of a trace as curves over time: memory per device from PyTorch's memory records, and every series of
// counter records. Built once for a snapshot.
#pragma once

#include "model/core/trace.h"

#include <string>
#include <vector>

namespace stepglass {

struct CounterCurve
{
    enum class Source
    {
        Memory, // bytes allocated on a device
        Series
    };
    Source source = Source::Memory;
    std::int32_t deviceType = 0; // Memory: as MemoryRecord
    std::int32_t deviceId = -1;
    SeriesId series;
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
    bool onHost() const { return source == Source::Memory && deviceType == 0; }
};

class CounterIndex
{
public:
    CounterIndex() = default;
    explicit CounterIndex(const Trace& trace);
    const std::vector<CounterCurve>& curves() const { return m_curves; }
    const CounterCurve& operator[](std::size_t i) const { return m_curves[i]; }

private:
    std::vector<CounterCurve> m_curves;
};

} // namespace stepglass
