// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/benchmark/overhead.h"

#include "capture/recorder/clock.h"
#include "capture/recorder/scope.h"
#include "capture/recorder/trace_writer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace stepglass::capture {
namespace {

// A block of steps, the device synchronised at both ends.
class OverheadBlocks
{
public:
    OverheadBlocks(Device& device, Recorder& recorder, TrainingStep& step, const std::string& trace)
        : m_device(device)
        , m_recorder(recorder)
        , m_step(step)
        , m_trace(trace)
    {
    }

    const Status& status() const { return m_status; }
    std::uint64_t events() const { return m_events; } // of the last recorded block

    double plain(int steps)
    {
        settle();
        const std::int64_t start = nowNs();
        for (int i = 0; i < steps && m_status; ++i)
            m_status = m_step.run();
        m_device.synchronize();
        return static_cast<double>(nowNs() - start) / steps;
    }

    // With everything on that a capture has on: scopes, rings, writer, activity records.
    double recorded(int steps)
    {
        TraceWriter writer(m_recorder, {});
        if (m_status)
            m_status = writer.beginCycle(m_trace, m_recorder.nextEpoch());
        if (!m_status)
            return 0;
        m_device.enableActivities(true);
        m_recorder.startKeeping();
        settle();
        const std::int64_t start = nowNs();
        for (int i = 0; i < steps && m_status; ++i) {
            const RegionScope region(m_recorder, "ProfilerStep#0", true);
            m_status = m_step.run();
        }
        m_device.synchronize();
        const std::int64_t took = nowNs() - start;
        m_recorder.stop();
        m_device.collectActivities();
        m_device.enableActivities(false);
        const Status ended = writer.endCycle();
        if (m_status)
            m_status = ended;
        m_events = writer.eventsWritten();
        return static_cast<double>(took) / steps;
    }

private:
    // Every block starts from rest: the loader has its batches, and files are closed.
    void settle()
    {
        m_device.synchronize();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }

    Device& m_device;
    Recorder& m_recorder;
    TrainingStep& m_step;
    const std::string& m_trace;
    std::uint64_t m_events = 0;
    Status m_status;
};

} // namespace

Status measureOverhead(Device& device, Recorder& recorder, TrainingStep& step, const OverheadOptions& options,
                       const std::function<void(int)>& progress, const std::function<bool()>& stop, Overhead& result)
{
    OverheadBlocks blocks(device, recorder, step, options.trace);
    blocks.recorded(1); // the first ever touches the rings' memory and opens the activity source
    const auto stepsOf = [&](double blockNs, double stepNs) {
        return std::clamp(static_cast<int>(std::ceil(blockNs / std::max(stepNs, 1.0))), 1, 100'000);
    };
    const double warm = blocks.plain(stepsOf(options.leastBlockNs / 10, blocks.plain(1)));
    result.steps = stepsOf(options.leastBlockNs, warm);
    for (int i = 0; i < options.pairs && blocks.status(); ++i) {
        if (stop())
            return Status::failure("the benchmark was stopped before it was done");
        const bool recordedFirst = i % 2 == 1;
        const double first = recordedFirst ? blocks.recorded(result.steps) : blocks.plain(result.steps);
        const double second = recordedFirst ? blocks.plain(result.steps) : blocks.recorded(result.steps);
        result.plainNs.push_back(recordedFirst ? second : first);
        result.recordedNs.push_back(recordedFirst ? first : second);
        progress(i + 1);
    }
    result.eventsAStep = static_cast<double>(blocks.events()) / result.steps;
    if (blocks.status())
        result.ratio = pairedRatio(result.recordedNs, result.plainNs);
    return blocks.status();
}

} // namespace stepglass::capture
