// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/clock.h"

#include <ctime>

namespace stepglass::capture {
namespace {

std::int64_t read(clockid_t clock)
{
    timespec time;
    clock_gettime(clock, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// The wall clock is read between two monotonic readings, so that being scheduled away shifts it by half at most.
std::int64_t wallOffset()
{
    const std::int64_t before = read(CLOCK_MONOTONIC);
    const std::int64_t wall = read(CLOCK_REALTIME);
    const std::int64_t after = read(CLOCK_MONOTONIC);
    return wall - (before + (after - before) / 2);
}

const std::int64_t kOffset = wallOffset();

} // namespace

std::int64_t nowNs()
{
    return read(CLOCK_MONOTONIC) + kOffset;
}

} // namespace stepglass::capture
