// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/run_figures.h"

#include "model/analysis/findings.h"
#include "model/analysis/slice_order.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <unordered_map>

namespace stepglass {
namespace {

class Figures
{
public:
    Figures(const DeviceAnalysis& analysis, RunFigures& run)
        : m_analysis(analysis)
        , m_trace(analysis.trace())
        , m_steps(wholeSteps(analysis.steps()))
        , m_run(run)
    {
    }
    void fill()
    {
        for (const Step& step : m_steps)
            m_run.steps.push_back(static_cast<double>(step.duration()));
        classes();
        hostTimes();
        deviceTimes();
        identity();
    }

private:
    void add(const FigureKey& row, int step, Ns time)
    {
        std::vector<double>& values = m_run.rows[row];
        values.resize(m_steps.size());
        values[static_cast<std::size_t>(step)] += static_cast<double>(time);
    }
    const DeviceActivity* busiest() const
    {
        const auto& devices = m_analysis.devices();
        const auto most =
            std::max_element(devices.begin(), devices.end(), [](const DeviceActivity& a, const DeviceActivity& b) {
                return lengthOf(a.busy) < lengthOf(b.busy);
            });
        return most != devices.end() ? &*most : nullptr;
    }
    void classes()
    {
        const DeviceActivity* device = busiest();
        for (std::size_t s = 0; device != nullptr && s < m_steps.size(); ++s) {
            const ActivityTimes times = activityWithin(*device, {m_steps[s].start, m_steps[s].end});
            for (int c = 0; c < kActivityClassCount; ++c) {
                const auto activity = static_cast<ActivityClass>(c);
                add({std::string(activityName(activity)), FigureKind::Class}, static_cast<int>(s), times[activity]);
            }
        }
    }
    void hostTimes()
    {
        std::unordered_map<std::uint64_t, Ns> until; // (thread, name) -> end of the outermost open one
        const auto operators =
            sortedSlices(m_trace, [](SliceId, SliceKind kind) { return kind == SliceKind::Operator; });
        for (const OrderedSlice& entry : operators) {
            const SliceId s(entry.id);
            const int step = stepAt(m_steps, entry.start);
            Ns& end = until
                          .try_emplace(std::uint64_t{m_trace.thread(s).value} << 32 | m_trace.nameId(s).value,
                                       std::numeric_limits<Ns>::min())
                          .first->second;
            if (step < 0 || entry.start < end)
                continue;
            end = entry.start + entry.duration;
            add({std::string(m_trace.name(s)), FigureKind::Host}, step, entry.duration);
            if (!m_trace.detail(s).empty() && entry.start < m_steps.front().end)
                m_shapes.insert(std::string(m_trace.name(s)) + ' ' + std::string(m_trace.text(m_trace.detail(s))));
        }
    }
    void deviceTimes()
    {
        for (const DeviceActivity& device : m_analysis.devices()) {
            for (std::size_t i = 0; i < device.work.size(); ++i) {
                const SliceId work = device.work[i];
                const SliceId op = m_analysis.links().operatorOfRow(device.rows[i]);
                const SliceId launch = m_analysis.links().launchOfRow(device.rows[i]);
                const int step = stepAt(m_steps, m_trace.start(launch.valid() ? launch : work));
                if (step >= 0 && isKernel(m_trace.kind(work)))
                    m_run.kernels[kernelKey(work, device.rows[i])].push_back(
                        static_cast<double>(m_trace.duration(work)));
                if (op.valid() && step >= 0)
                    add({std::string(m_trace.name(op)), FigureKind::Device}, step, m_trace.duration(work));
            }
        }
    }
    std::string kernelKey(SliceId work, std::uint32_t row) const
    {
        std::string key(m_trace.name(work));
        const LaunchConfigId config = m_trace.deviceWork()[row].config;
        for (const auto& sizes : config.valid() ? std::array{m_trace.config(config).grid, m_trace.config(config).block}
                                                : std::array<std::array<std::uint32_t, 3>, 2>{}) {
            for (const std::uint32_t size : sizes)
                key += ' ' + std::to_string(size);
        }
        return key;
    }
    void identity()
    {
        for (const DeviceActivity& device : m_analysis.devices()) {
            const std::string id(m_trace.text(device.device));
            std::string name = "device " + id;
            for (const DeviceProperties& properties : m_trace.info().devices) {
                if (properties.id == id && !properties.name.empty())
                    name = properties.name;
            }
            m_run.device += (m_run.device.empty() ? "" : ", ") + name;
        }
        for (const std::string& shape : m_shapes)
            m_run.shapes += (m_run.shapes.empty() ? "" : "; ") + shape;
        if (!m_analysis.steps().empty())
            m_run.schedule = std::to_string(m_analysis.steps().size()) + " steps";
    }

    const DeviceAnalysis& m_analysis;
    const Trace& m_trace;
    std::vector<Step> m_steps;
    RunFigures& m_run;
    std::set<std::string> m_shapes; // of the first step that counts
};

} // namespace

RunFigures runFigures(const DeviceAnalysis& analysis, std::string source)
{
    RunFigures run;
    run.source = std::move(source);
    if (!analysis.steps().empty())
        Figures(analysis, run).fill();
    run.findings = findings(analysis);
    return run;
}

} // namespace stepglass
