// SPDX-License-Identifier: GPL-3.0-or-later
// Rows about what a device ran: kernels, copies, series over time, the durations of one name. Times in ns.
#pragma once

#include "model/core/ids.h"
#include "model/core/kinds.h"

#include <cstdint>
#include <vector>

namespace stepglass {

struct KernelRow
{
    StringId name;
    StringId device;
    StringId op;                // the operator it ran for; empty: not known, or several (see `variants`)
    LaunchConfigId config;      // grid, block, registers, shared memory; none: not given, or several
    std::uint32_t variants = 1; // different (operator, configuration) pairs in this row
    std::uint64_t count = 0;
    Ns total = 0; // plain sum of durations
    Ns min = 0;
    Ns max = 0;
    double occupancy = -1;   // achieved, percent, weighted by time; below 0: not given
    double blocksPerSm = -1; // weighted by time; below 0: not given
    SliceId first;           // in time

    double mean() const { return count > 0 ? static_cast<double>(total) / static_cast<double>(count) : 0; }
};

struct CopyRow
{
    StringId name;
    StringId device;
    SliceKind kind = SliceKind::MemcpyOther; // direction; Memset for sets
    bool pageable = false;
    bool pinned = false;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;     // of those that say it
    std::uint64_t withBytes = 0; // how many say it
    Ns timeOfThose = 0;
    Ns total = 0;
    Ns min = 0;
    Ns max = 0;
    Ns overlapped = 0; // under kernels of the device
    SliceId first;

    // 10^9 bytes a second; below 0: not known.
    double gbPerSecond() const
    {
        return withBytes > 0 && timeOfThose > 0 ? static_cast<double>(bytes) / static_cast<double>(timeOfThose) : -1;
    }
};

// A value over time that the analysis derives; it holds from its point until the next.
struct DerivedSeries
{
    enum class Kind : std::uint8_t
    {
        Utilisation, // of a device, 0..1, a bucket a point
        LaunchQueue, // launched and not yet started, of a device's stream
        Memory       // allocated bytes of a device
    };
    struct Point
    {
        Ns at = 0;
        double value = 0;
        friend bool operator==(const Point&, const Point&) = default;
    };
    Kind kind = Kind::Utilisation;
    StringId device;    // Memory: empty, see deviceType and deviceId
    IdKey stream;       // LaunchQueue
    int deviceType = 0; // Memory: PyTorch's DeviceType
    int deviceId = -1;  // Memory
    std::vector<Point> points;
};

// How long the calls of one name took. Bucket i holds edges[i] <= duration < edges[i + 1], the last one its end too.
struct DurationHistogram
{
    std::vector<Ns> edges; // one more than counts
    std::vector<std::uint64_t> counts;
    std::uint64_t calls = 0;
    Ns min = 0, median = 0, p95 = 0, max = 0;
};

} // namespace stepglass
