// SPDX-License-Identifier: GPL-3.0-or-later
// What each device did, by class of work: compute kernels, then communication not under them, then copies under
// neither, then sets, the rest idle. Computed once for the whole trace, then cut to any scope.
#pragma once

#include "model/analysis/intervals.h"
#include "model/core/breakdown.h"
#include "model/core/trace.h"

#include <array>
#include <vector>

namespace stepglass {

struct DeviceActivity
{
    StringId device;
    // Exclusive by priority, indexed by ActivityClass; without Idle. Disjoint; together they are `busy`.
    std::array<Intervals, 4> exclusive;
    Intervals busy;
    Intervals kernels; // compute and communication
    Intervals copies;  // under kernels or not
    // Device work of any length, by (start, file order). Synchronisation rows and device-side regions are none.
    std::vector<SliceId> work;
    std::vector<std::uint32_t> rows; // of work[i] in trace.deviceWork(), and in Links
    std::vector<Ns> latestEnd;       // of work[0..i]
    // Ascending, disjoint: min(1, sum of blocks per SM of the kernels running then). Empty: no kernel says it.
    std::vector<Weighted> smLoad;
};

// The devices that have work, by id: numbers first, ascending, then texts. A slice is told by its category, never by
// its stream.
std::vector<DeviceActivity> deviceActivities(const Trace& trace);

// Classes that sum exactly to `scope`.
ActivityTimes activityWithin(const DeviceActivity& device, Interval scope);
// Index of the first row of `work` that may reach beyond t, or work.size().
std::size_t firstWorkReaching(const DeviceActivity& device, Ns t);
// The intervals of one class within `scope`.
Intervals intervalsOf(const DeviceActivity& device, ActivityClass c, Interval scope);
// All but the causes of idle time. SM efficiency: sum over moments of min(1, sum of blocks per SM), over the scope.
// Occupancy: mean of `est. achieved occupancy %` weighted by the kernels' time inside the scope.
DeviceBreakdown breakdownOf(const Trace& trace, const DeviceActivity& device, Interval scope);

} // namespace stepglass
