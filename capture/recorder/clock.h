// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace stepglass::capture {

// Nanoseconds since 1970 that never run backwards: the monotonic clock, shifted once at program start to wall time.
// All records of a capture use this one clock; capture/cuda gives it to CUPTI, so device times need no translation.
std::int64_t nowNs();

} // namespace stepglass::capture
