// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/workload/workload_options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass::capture {

struct Preset
{
    const char* name;
    const char* shows;       // one sentence
    const char* finding;     // the finding it is made to cause, "" for none
    const char* counterpart; // the same work with the problem put right, or the reverse; "" for baseline
    WorkloadOptions options;
    // Steps to record: its steps are short, and it takes more of them to tell two captures apart than of baseline's.
    std::int64_t active = 20;
};

// All presets, baseline first, then pairs of problem and remedy.
const std::vector<Preset>& presets();
const Preset* findPreset(std::string_view name);
std::string presetNames();

} // namespace stepglass::capture
