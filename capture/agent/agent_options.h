// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/recorder.h"
#include "capture/recorder/schedule.h"
#include "capture/workload/workload_options.h"

#include <cstdint>
#include <string>

namespace stepglass::capture {

enum class AgentMode : std::uint8_t
{
    Capture,
    Benchmark,
    Doctor,
    Presets,
    Help,
    Version,
};

struct AgentOptions
{
    AgentMode mode = AgentMode::Capture;
    std::string output;
    std::string backend = "auto";
    WorkloadOptions workload;
    Schedule schedule;
    RecorderOptions recorder;
    std::int64_t steps = -1;  // capture: stop after so many in all. benchmark: measured steps. -1: not given
    std::int64_t warmup = -1; // as given, for benchmark
    std::int64_t maxBytes = 0;
    bool overhead = false;   // benchmark: also with recording
    std::int64_t pairs = -1; // of that; -1: as many as measured steps
    bool json = false;
};

struct ParsedOptions
{
    AgentOptions options;
    std::string error; // one line; empty if all is well
};

// Bytes from "500M", "2G", "123456"; -1 if it is no size.
std::int64_t parseSize(const std::string& text);
ParsedOptions parseOptions(int argc, const char* const* argv);
std::string usage();

} // namespace stepglass::capture
