// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is computed from a trace for a scope: a pure function, run off the UI thread. What does not depend on
// the scope is prepared once a trace, so that another scope costs little.
#pragma once

#include "model/analysis/device_results.h"
#include "model/analysis/prepared_trace.h"
#include "model/analysis/steps.h"
#include "model/core/operator_rows.h"
#include "model/core/scope.h"
#include "model/core/trace.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stepglass {

struct AnalysisResults;

struct AnalysisOptions
{
    std::string stepRegion;              // the region that counts as a step; empty: ProfilerStep#N
    bool groupByInputShape = false;      // of the PyTorch table
    bool includePythonFunctions = false; // rows for Python frames in the PyTorch table
    FindingSettings findings;
    // Results of the same trace: what does not depend on the scope is taken from there. May be null.
    std::shared_ptr<const AnalysisResults> previous;
};

struct AnalysisResults
{
    Scope scope;
    std::shared_ptr<const PreparedTrace> prepared;
    std::vector<Step> steps; // all of the trace, by start
    std::shared_ptr<const OperatorTable> pytorch;
    std::shared_ptr<const OperatorTable> wall;
    DeviceResults devices; // where the steps went, why the devices were idle, the findings
};

// Null when stopped.
std::shared_ptr<const AnalysisResults> analyze(std::shared_ptr<const PreparedTrace> prepared, const Scope& scope,
                                               const AnalysisOptions& options = {}, std::stop_token stop = {});

} // namespace stepglass
