// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/recorder.h"
#include "capture/recorder/schedule.h"
#include "capture/recorder/scope.h"
#include "capture/recorder/trace_writer.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace stepglass::capture {

// out.json, out.json.gz or out.1.json, out.2.json ...: where a cycle is written, and where it ends up.
struct CyclePath
{
    std::string plain;  // written while it grows
    std::string packed; // empty: stays plain
};
CyclePath cyclePath(const std::string& output, std::int64_t cycle, bool numbered);

// Runs the recorder by the schedule, as torch.profiler.profile does: start(), then step() after each training step.
// The time between two calls is the region ProfilerStep#N. All calls from the thread that trains.
class Profiler
{
public:
    struct Hooks
    {
        // Waits for the device. Recorded when it ends a cycle: the capture's own synchronisation.
        std::function<void()> synchronize;
        // Hands over what the device still holds of its records; recording is off by then.
        std::function<void()> collect;
        // Recording starts (true, also for warm-up) or ends.
        std::function<void(bool)> enable;
    };

    Profiler(Recorder& recorder, TraceWriter& writer, Schedule schedule, std::string output, Hooks hooks);

    Status start();
    // Ends the current step and begins the next. Failure: the trace could not be written.
    Status step();
    // Ends the capture here; an open cycle is closed as a valid file. The step that has begun is in it only where
    // something of it was run.
    Status stop(bool withinStep = true);

    std::int64_t stepNumber() const { return m_step; }
    ScheduleAction action() const { return m_action; }
    // The cycle the current step belongs to; the last one after the end.
    std::int64_t cycle() const { return m_schedule.cycle(finished() ? m_step - 1 : m_step); }
    bool finished() const { return m_schedule.totalSteps() >= 0 && m_step >= m_schedule.totalSteps(); }
    const std::string& file() const { return m_path.plain; }

private:
    Status transit(ScheduleAction next);
    Status beginRecording();
    Status endRecording();
    void openStep();

    Recorder& m_recorder;
    TraceWriter& m_writer;
    const Schedule m_schedule;
    const std::string m_output;
    const Hooks m_hooks;
    std::int64_t m_step = 0;
    ScheduleAction m_action = ScheduleAction::None;
    CyclePath m_path;
    std::deque<std::string> m_stepNames; // of this cycle and of the warm-up before it
    std::optional<RegionScope> m_region;
};

} // namespace stepglass::capture
