// SPDX-License-Identifier: GPL-3.0-or-later
// What of a run is compared: figures a step, from a trace or from a benchmark result.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/core/comparison.h"
#include "model/core/finding.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stepglass {

struct RunFigures
{
    std::string source; // the file
    // What must be alike for two runs to be compared; empty: the input does not say.
    std::string device;
    std::string shapes;
    std::string schedule;
    std::optional<double> batch;
    std::vector<double> steps;                     // ns each
    std::vector<double> blockMedians;              // of the step, where the run was measured in blocks
    std::map<FigureKey, std::vector<double>> rows; // ns in each step
    // Of kernels by name, grid and block: how long each took, ns. The same work in another run.
    std::map<std::string, std::vector<double>> kernels;
    std::optional<std::vector<Finding>> findings; // none: the input tells nothing of them, as a benchmark result
};

// Of the whole steps of a trace (the first and last left out where two others exist): wall time; classes on the clock
// of the device that works most; for each operator its host time (calls that start in the step, outermost of a name)
// and the time of the kernels, copies and sets that it launched in the step.
RunFigures runFigures(const DeviceAnalysis& analysis, std::string source);

} // namespace stepglass
