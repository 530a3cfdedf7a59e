// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/status.h"

#include <cstdint>

namespace stepglass::capture {

enum class ScheduleAction : std::uint8_t
{
    None,          // not recording
    Warmup,        // recording, thrown away
    Record,        // recording, kept
    RecordAndSave, // as Record, and the cycle ends with this step
};

// Which steps are recorded, with the semantics of torch.profiler.schedule: skip_first steps are left out once, then
// cycles of wait, warm-up and active steps follow; repeat = 0 goes on until stopped.
struct Schedule
{
    std::int64_t skipFirst = 0;
    std::int64_t wait = 1;
    std::int64_t warmup = 3;
    std::int64_t active = 5;
    std::int64_t repeat = 1;

    Status check() const;
    ScheduleAction action(std::int64_t step) const;
    // 1 for the first cycle; 0 for steps before it.
    std::int64_t cycle(std::int64_t step) const;
    // Steps that pass before the first one that is kept.
    std::int64_t stepsBefore() const { return skipFirst + wait + warmup; }
    // Steps until the last cycle is saved; -1 where it never ends.
    std::int64_t totalSteps() const;
};

} // namespace stepglass::capture
