// SPDX-License-Identifier: GPL-3.0-or-later
// What analysis says about the devices of a trace: where the time went, why they were idle, and the five findings.
#pragma once

#include "model/analysis/analyze.h"
#include "model/core/call_tree.h"
#include "model/core/device_rows.h"
#include "model/core/finding.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

struct Diagnosis
{
    std::shared_ptr<const AnalysisResults> results;        // what all this was told from
    std::shared_ptr<const CallTree> tree;                  // of the results' scope, like all that follows
    std::shared_ptr<const std::vector<KernelRow>> kernels; // a row a name

    const Scope& scope() const { return results->scope; }
    const Trace& trace() const { return results->prepared->trace(); }
    const std::shared_ptr<const Trace>& sharedTrace() const { return results->prepared->sharedTrace(); }
    const std::vector<Step>& steps() const { return results->steps; }
    const DeviceAnalysis& devices() const { return *results->devices.base->analysis; }
    const std::vector<Finding>& findings() const { return results->devices.findings; }
    std::shared_ptr<const std::vector<CopyRow>> copies() const { return {results, &results->devices.copies}; }

    // The device of that id, by its place; the first where there is none of it; -1 without devices.
    int deviceIndex(std::string_view id) const;
    const DeviceActivity& device(int index) const { return devices().devices()[static_cast<std::size_t>(index)]; }
    // A row a step; without steps one row, the whole trace.
    const std::vector<StepRow>& stepRows(int device) const
    {
        return results->devices.base->steps[static_cast<std::size_t>(device)];
    }
};

// All of this from an analysis. A pure function, run off the UI thread.
std::shared_ptr<const Diagnosis> diagnose(std::shared_ptr<const AnalysisResults> results, std::stop_token stop = {});

} // namespace stepglass
