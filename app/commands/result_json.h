// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON results of steps, findings and compare, and the reading of a benchmark's.
#pragma once

#include "model/analysis/run_figures.h"
#include "model/core/breakdown.h"
#include "model/core/comparison.h"
#include "model/core/finding.h"
#include "model/core/status.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

class Trace;

struct DeviceStepRows
{
    std::string device;
    std::vector<StepRow> rows;
};

// One line each, ended by a newline. `note` (empty: none) says what cannot be told and why.
std::string stepsJson(const Trace& trace, const std::vector<DeviceStepRows>& devices, std::string_view note);
std::string findingsJson(const Trace& trace, const std::vector<Finding>& findings, const std::vector<Step>& judged,
                         const std::vector<Step>& leftOut);
std::string comparisonJson(const Comparison& comparison);

// Whether the text is a JSON object with "wall_ns": the result of a benchmark.
bool isBenchmarkResult(std::string_view text);
// The text of a file if it is a benchmark's result (those are small and plain), else nothing.
std::optional<std::string> benchmarkText(const std::string& path);
// The figures of a benchmark result (`benchmark --json`). `source` names it in errors.
Result<RunFigures> readBenchmarkResult(std::string_view text, const std::string& source);

} // namespace stepglass
