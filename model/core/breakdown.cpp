// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/breakdown.h"

namespace stepglass {

std::string_view activityName(ActivityClass c)
{
    static constexpr std::array<std::string_view, kActivityClassCount> kNames{"compute", "communication", "copy", "set",
                                                                              "idle"};
    return kNames[static_cast<std::size_t>(c)];
}

std::string_view idleCauseKey(IdleCause cause)
{
    static constexpr std::array<std::string_view, kIdleCauseCount> kKeys{
        "after_last_work", "launch_not_recorded", "waiting_on_device", "launch_latency", "profiler",   "data_loading",
        "blocking_copy",   "in_blocking_call",    "after_sync",        "host_work",      "not_covered"};
    return kKeys[static_cast<std::size_t>(cause)];
}

std::string_view idleCauseName(IdleCause cause)
{
    static constexpr std::array<std::string_view, kIdleCauseCount> kNames{
        "after the last work",     "launch not recorded", "waiting on the device",   "launch latency",
        "profiler overhead",       "data loading",        "in a blocking copy",      "waiting in a blocking call",
        "after a synchronisation", "host work",           "not covered by any slice"};
    return kNames[static_cast<std::size_t>(cause)];
}

} // namespace stepglass
