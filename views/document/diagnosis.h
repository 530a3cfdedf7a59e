// SPDX-License-Identifier: GPL-3.0-or-later
// What analysis says about the devices of a trace: where the time went, why they were idle, and the five findings.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/analysis/prepared_trace.h"
#include "model/core/call_tree.h"
#include "model/core/device_rows.h"
#include "model/core/finding.h"

#include <memory>
#include <vector>

namespace stepglass {

struct Diagnosis
{
    std::shared_ptr<const PreparedTrace> prepared; // what `devices` refers to
    std::shared_ptr<const DeviceAnalysis> devices;
    // Of the first device, a row a step; empty without devices or steps.
    std::shared_ptr<const std::vector<StepRow>> steps;
    // Of `scope`.
    std::shared_ptr<const CallTree> tree;
    std::shared_ptr<const std::vector<KernelRow>> kernels;
    std::shared_ptr<const std::vector<CopyRow>> copies;
    std::vector<Finding> findings; // of `scope`, most severe first
    Scope scope;
};

} // namespace stepglass
