// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that say where a stretch of time went on a device: by class of work, and what it was idle for. All in ns.
#pragma once

#include "model/core/ids.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stepglass {

// In the order of priority: a class takes only what those before it left.
enum class ActivityClass : std::uint8_t
{
    Compute,
    Communication, // not under compute
    Copy,          // not under either: exposed
    Set,
    Idle,
};
constexpr int kActivityClassCount = 5;
// "compute", "communication", "copy", "set", "idle".
std::string_view activityName(ActivityClass c);

// Why a device was idle, in the order in which the causes are tried.
enum class IdleCause : std::uint8_t
{
    AfterLastWork,     // nothing follows on this device
    LaunchNotRecorded, // the call that launched what follows is not in the file
    WaitingOnDevice,   // launched before the gap began: dependency, stream order, clock skew
    LaunchLatency,     // from the launch call to the work
    // Launched late: what the launching thread did meanwhile.
    Profiler,
    DataLoading,
    BlockingCopy,
    InBlockingCall,
    AfterSync, // between the return of a blocking call and the launch
    HostWork,
    NotCovered,
};
constexpr int kIdleCauseCount = 11;
// "after_last_work", "launch_not_recorded" ...: the stem of the JSON fields.
std::string_view idleCauseKey(IdleCause cause);
// In words for a person: "data loading", "in a blocking call" ...
std::string_view idleCauseName(IdleCause cause);

template<class Enum, int Count>
struct TimesBy
{
    std::array<Ns, Count> ns{};
    Ns& operator[](Enum e) { return ns[static_cast<std::size_t>(e)]; }
    Ns operator[](Enum e) const { return ns[static_cast<std::size_t>(e)]; }
    Ns sum() const
    {
        Ns total = 0;
        for (Ns t : ns)
            total += t;
        return total;
    }
    friend bool operator==(const TimesBy&, const TimesBy&) = default;
};
using ActivityTimes = TimesBy<ActivityClass, kActivityClassCount>; // sums exactly to the scope
using IdleTimes = TimesBy<IdleCause, kIdleCauseCount>;             // sums exactly to the idle time

// One device over one stretch of time (the whole trace, a step, a range), on the clock.
struct DeviceBreakdown
{
    StringId device;
    Ns start = 0;
    Ns duration = 0;
    ActivityTimes activity;
    IdleTimes idle;
    Ns kernels = 0;           // union of compute and communication
    Ns copies = 0;            // union of copies, whether under kernels or not
    double smEfficiency = -1; // estimated, 0..1; below 0: no kernel of the device says its blocks per SM
    double occupancy = -1;    // achieved, percent, weighted by kernel time; below 0: no kernel here says it

    Ns busy() const { return duration - activity[ActivityClass::Idle]; }
    // Shares of the scope, below 0 where the scope is empty.
    double utilisation() const { return share(busy()); }
    double kernelUtilisation() const { return share(kernels); }
    // 1 - exposed copy / total copy; below 0 without copies.
    double copyOverlap() const
    {
        return copies > 0 ? 1 - static_cast<double>(activity[ActivityClass::Copy]) / static_cast<double>(copies) : -1;
    }
    double share(Ns part) const
    {
        return duration > 0 ? static_cast<double>(part) / static_cast<double>(duration) : -1;
    }
};

// A step on one device. `step` indexes the list of steps; without steps the one row is the whole trace.
struct StepRow
{
    std::uint32_t step = 0;
    StringId name;
    bool boundary = false; // the first or last step of the capture
    Ns outlives = 0;       // how long the last device work launched in the step goes on after its end
    DeviceBreakdown times;
};

} // namespace stepglass
