// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/agent/agent_options.h"

namespace stepglass::capture {

// --benchmark: one JSON object on standard output or in the output file, progress as status lines on standard error.
int runBenchmarkMode(const AgentOptions& options);
// --doctor: {"version":1,"backends":[{"name","usable","device","remedy","details"}],"notes":[...]} on standard output.
int runDoctor();
// --presets: a JSON array of what can be captured, with each preset's sizes.
int runPresets();

} // namespace stepglass::capture
