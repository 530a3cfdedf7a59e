// SPDX-License-Identifier: GPL-3.0-or-later
// What the views and reports show of devices, steps and findings, for one scope.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/analysis/finding_settings.h"
#include "model/core/device_rows.h"
#include "model/core/finding.h"
#include "model/core/scope.h"

#include <memory>
#include <string>
#include <vector>

namespace stepglass {

class PreparedTrace;

struct DeviceRequest
{
    std::string stepRegion;
    FindingSettings findings;
};

// What does not depend on the scope; shared by all results of a trace, steps and data loading pattern.
struct DeviceBase
{
    std::string stepRegion, dataLoading;
    std::unique_ptr<const DeviceAnalysis> analysis; // cuts any further scope; gaps().gapAt() is the gap inspector
    std::vector<std::vector<StepRow>> steps;        // by device, as analysis->devices(); on the clock
    std::vector<DerivedSeries> series;              // utilisation, launch queues, memory
};

struct DeviceResults
{
    std::shared_ptr<const DeviceBase> base;
    std::vector<DeviceBreakdown> breakdowns; // of the scope, by device
    std::vector<KernelRow> kernels;          // by launch configuration and operator
    std::vector<CopyRow> copies;
    std::vector<Finding> findings;
};

// `previous` of the same trace, or null: its base is used again where the request allows. The result refers to
// `prepared`, which must outlive it.
DeviceResults deviceResults(const PreparedTrace& prepared, const std::vector<Step>& steps, const Scope& scope,
                            const DeviceRequest& request, const DeviceResults* previous = nullptr);

} // namespace stepglass
