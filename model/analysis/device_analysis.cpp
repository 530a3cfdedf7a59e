// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/device_analysis.h"

#include <algorithm>

namespace stepglass {
namespace {

// The last end of the device work launched in each step; the step's own end where there is none.
std::vector<Ns> lastEnds(const DeviceAnalysis& analysis, const DeviceActivity& device)
{
    std::vector<Ns> ends;
    for (const Step& step : analysis.steps())
        ends.push_back(step.end);
    for (std::size_t i = 0; i < device.work.size(); ++i) {
        const int step = stepOfWork(analysis, device, i);
        if (step >= 0) {
            Ns& end = ends[static_cast<std::size_t>(step)];
            end = std::max(end, analysis.trace().end(device.work[i]));
        }
    }
    return ends;
}

} // namespace

DeviceAnalysis::DeviceAnalysis(const Trace& trace, const Links& links, std::vector<Step> steps,
                               const DataLoadingNames& loading)
    : m_trace(trace)
    , m_links(links)
    , m_steps(std::move(steps))
    , m_devices(deviceActivities(trace))
    , m_host(trace, links, loading, m_steps)
    , m_gaps(trace, links, m_host)
{
}

DeviceBreakdown DeviceAnalysis::breakdown(const DeviceActivity& device, Interval scope) const
{
    DeviceBreakdown result = breakdownOf(m_trace, device, scope);
    result.idle = idleTimes(m_gaps.gapsOf(device, scope));
    return result;
}

int stepOfWork(const DeviceAnalysis& analysis, const DeviceActivity& device, std::size_t i)
{
    const SliceId launch = analysis.links().launchOfRow(device.rows[i]);
    return stepAt(analysis.steps(), analysis.trace().start(launch.valid() ? launch : device.work[i]));
}

std::vector<StepRow> stepRows(const DeviceAnalysis& analysis, const DeviceActivity& device)
{
    std::vector<StepRow> rows;
    const std::vector<Ns> ends = lastEnds(analysis, device);
    for (std::uint32_t i = 0; i < analysis.steps().size(); ++i) {
        const Step& step = analysis.steps()[i];
        rows.push_back({i, analysis.trace().nameId(step.slice), step.boundary, ends[i] - step.end,
                        analysis.breakdown(device, {step.start, step.end})});
    }
    if (rows.empty())
        rows.push_back({0, StringId(), false, 0, analysis.breakdown(device, analysis.whole())});
    return rows;
}

} // namespace stepglass
