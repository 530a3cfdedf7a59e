// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of a trace found, in words and with the moments it rests on.
#pragma once

#include "model/core/ids.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

enum class Severity : std::uint8_t
{
    High,
    Warn,
    None,          // checked, not found
    NotEnoughData, // could not be checked; `why` says why
};
// "high", "warn", "none", "not-enough-data".
std::string_view severityName(Severity severity);

struct Evidence
{
    Ns start = 0;
    Ns duration = 0;
    std::string name;
    SliceId slice; // none for a gap of the device
};

struct Finding
{
    StringId device; // that it speaks of; empty: not enough data
    std::string id;  // "dominant-kernel", "launch-bound", "input-bound", "serial-copy", "frequent-sync"
    Severity severity = Severity::None;
    double value = 0;     // the figure that was judged, in percent
    double threshold = 0; // what it was judged by, in percent
    std::string unmet;    // not found though the figure reaches the threshold: what else it takes, a clause
    // The most that could be won: ns a step, and percent of the step. Ceilings of several findings do not add up.
    Ns ceiling = 0;
    double ceilingPercent = 0;
    std::string what;
    std::string why;
    std::string suggestion;
    std::vector<Evidence> evidence; // the largest first
};

} // namespace stepglass
