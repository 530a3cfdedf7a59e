// SPDX-License-Identifier: GPL-3.0-or-later
// All that §4 and §5 need of one trace, computed once: then any scope is a matter of cutting.
#pragma once

#include "model/analysis/data_loading.h"
#include "model/analysis/device_activity.h"
#include "model/analysis/gaps.h"
#include "model/analysis/host_timeline.h"
#include "model/analysis/links.h"
#include "model/analysis/steps.h"
#include "model/core/breakdown.h"

#include <memory>
#include <vector>

namespace stepglass {

class DeviceAnalysis
{
public:
    // Refers to `trace` and `links`, which must outlive it. `steps` as listSteps() gives them.
    DeviceAnalysis(const Trace& trace, const Links& links, std::vector<Step> steps,
                   const DataLoadingNames& loading = DataLoadingNames());
    DeviceAnalysis(const DeviceAnalysis&) = delete;
    DeviceAnalysis& operator=(const DeviceAnalysis&) = delete;

    const Trace& trace() const { return m_trace; }
    const Links& links() const { return m_links; }
    const std::vector<Step>& steps() const { return m_steps; }
    const std::vector<DeviceActivity>& devices() const { return m_devices; }
    const HostTimelines& host() const { return m_host; }
    const GapExplainer& gaps() const { return m_gaps; }

    // From the first record of the trace to the last.
    Interval whole() const { return {m_trace.spanStart(), m_trace.spanEnd()}; }
    // One device over any scope, with the causes of its idle time; they and the classes sum exactly.
    DeviceBreakdown breakdown(const DeviceActivity& device, Interval scope) const;

private:
    const Trace& m_trace;
    const Links& m_links;
    std::vector<Step> m_steps;
    std::vector<DeviceActivity> m_devices;
    HostTimelines m_host;
    GapExplainer m_gaps;
};

// stepOfLaunch() of device.work[i], without looking it up.
int stepOfWork(const DeviceAnalysis& analysis, const DeviceActivity& device, std::size_t i);

// A row a step of `device`, on the clock; without steps one row, the whole trace, without a name.
std::vector<StepRow> stepRows(const DeviceAnalysis& analysis, const DeviceActivity& device);

} // namespace stepglass
