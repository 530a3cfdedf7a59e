// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/schedule.h"

namespace stepglass::capture {

Status Schedule::check() const
{
    if (skipFirst < 0 || wait < 0 || warmup < 0 || repeat < 0)
        return Status::failure("skip-first, wait, warmup and repeat of the schedule must be 0 or more");
    if (active < 1)
        return Status::failure("the schedule needs at least 1 active step");
    constexpr std::int64_t kMost = 1'000'000'000;
    if (skipFirst > kMost || wait > kMost || warmup > kMost || active > kMost || repeat > kMost)
        return Status::failure("a schedule entry is above 1000000000 steps");
    return {};
}

ScheduleAction Schedule::action(std::int64_t step) const
{
    if (step < skipFirst)
        return ScheduleAction::None;
    const std::int64_t length = wait + warmup + active;
    const std::int64_t since = step - skipFirst;
    if (repeat > 0 && since / length >= repeat)
        return ScheduleAction::None;
    const std::int64_t position = since % length;
    if (position < wait)
        return ScheduleAction::None;
    if (position < wait + warmup)
        return ScheduleAction::Warmup;
    return position < length - 1 ? ScheduleAction::Record : ScheduleAction::RecordAndSave;
}

std::int64_t Schedule::cycle(std::int64_t step) const
{
    return step < skipFirst ? 0 : (step - skipFirst) / (wait + warmup + active) + 1;
}

std::int64_t Schedule::totalSteps() const
{
    return repeat == 0 ? -1 : skipFirst + repeat * (wait + warmup + active);
}

} // namespace stepglass::capture
