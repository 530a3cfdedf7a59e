// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/capture_run.h"

#include "capture/agent/status_line.h"
#include "capture/agent/stop_signals.h"
#include "capture/device/backends.h"
#include "capture/recorder/clock.h"
#include "capture/recorder/profiler.h"
#include "capture/workload/training_step.h"

#include <cstdio>

namespace stepglass::capture {
namespace {

const char* phaseName(ScheduleAction action)
{
    switch (action) {
    case ScheduleAction::None:
        return "none";
    case ScheduleAction::Warmup:
        return "warmup";
    default:
        return "record";
    }
}

const char* stateName(ScheduleAction action)
{
    switch (action) {
    case ScheduleAction::None:
        return "waiting";
    case ScheduleAction::Warmup:
        return "warmup";
    default:
        return "active";
    }
}

TraceWriterOptions writerOptions(const AgentOptions& options, const DeviceInfo& device)
{
    TraceWriterOptions writer;
    writer.head.producer = "Stepglass 0.1.0";
    writer.head.backend = device.backend;
    writer.head.preset = options.workload.preset;
    writer.head.deviceProperties = device.properties.empty() ? "[]" : "[" + device.properties + "]";
    writer.head.extra = device.traceHead;
    writer.head.recordShapes = options.recorder.recordShapes;
    writer.head.withStack = options.recorder.withStack;
    writer.head.profileMemory = options.recorder.profileMemory;
    writer.deviceName = device.processName;
    writer.deviceLabel = device.label;
    writer.streamSuffix = device.streamSuffix;
    writer.maxBytes = options.maxBytes;
    return writer;
}

// One capture from start to end. Owns everything, in the order in which it must go away.
class CaptureRun
{
public:
    CaptureRun(const AgentOptions& options, std::unique_ptr<Device> device, Recorder& recorder)
        : m_options(options)
        , m_recorder(recorder)
        , m_device(std::move(device))
        , m_writer(recorder, writerOptions(options, m_device->info()))
        , m_profiler(recorder, m_writer, options.schedule, options.output,
                     {[this] { m_device->synchronize(); }, [this] { m_device->collectActivities(); },
                      [this](bool on) { m_device->enableActivities(on); }})
    {
    }

    Status prepare()
    {
        TrainingStep::Created created = TrainingStep::create(*m_device, m_recorder, m_options.workload);
        m_step = std::move(created.step);
        return created.status;
    }

    Status run()
    {
        Status status = m_profiler.start();
        while (status && !ended())
            status = oneStep();
        if (stopRequested() || m_unwatched)
            report("stopping", {});
        const Status stopped = m_profiler.stop(!status);
        passNotices();
        if (status && stopped && m_writer.stepsKept() == 0)
            return nothingRecorded();
        return status ? stopped : status;
    }

    void report(const std::string& state, const std::string& message)
    {
        StatusLine line;
        line.state = state;
        line.step = m_profiler.stepNumber();
        line.cycle = m_profiler.cycle();
        line.phase = phaseName(m_profiler.action());
        complete(line, message);
    }

private:
    Status nothingRecorded() const
    {
        if (m_writer.limitReached())
            return Status::failure("--max-size of " + std::to_string(m_options.maxBytes) +
                                   " bytes is too small for a single step; nothing of use is in " + m_profiler.file());
        return Status::failure("stopped before a step was recorded: " + std::to_string(m_profiler.stepNumber()) +
                               " steps had run, and the schedule lets " +
                               std::to_string(m_options.schedule.stepsBefore()) + " pass first");
    }

    void complete(StatusLine& line, const std::string& message)
    {
        line.file = m_profiler.file();
        line.dropped = m_recorder.dropped();
        line.events = m_writer.eventsWritten();
        line.backend = m_device->info().backend;
        line.device = m_device->info().name;
        line.stepMs = m_lastMs;
        line.loss = m_step ? static_cast<double>(m_step->loss()) : -1;
        line.message = message;
        if (line.state == "finished")
            line.files = m_writer.files();
        if (!print(line))
            m_unwatched = true;
    }

    bool ended() const
    {
        return stopRequested() || m_unwatched || m_profiler.finished() || m_writer.limitReached() ||
               (m_options.steps > 0 && m_profiler.stepNumber() >= m_options.steps);
    }

    Status oneStep()
    {
        const std::int64_t start = nowNs();
        if (const Status ran = m_step->run(); !ran)
            return ran;
        m_lastMs = static_cast<double>(nowNs() - start) / 1e6;
        StatusLine line; // of the step that was run; its file is the one that grows from now on
        line.state = stateName(m_profiler.action());
        line.step = m_profiler.stepNumber();
        line.cycle = m_profiler.cycle();
        line.phase = phaseName(m_profiler.action());
        const Status stepped = m_profiler.step();
        complete(line, {});
        passNotices();
        return stepped;
    }

    void passNotices()
    {
        for (const std::string& notice : m_writer.takeNotices()) {
            std::fprintf(stderr, "stepglass-capture: %s\n", notice.c_str());
            report(stateName(m_profiler.action()), notice);
        }
    }

    const AgentOptions& m_options;
    Recorder& m_recorder;
    std::unique_ptr<Device> m_device;
    TraceWriter m_writer;
    Profiler m_profiler;
    std::unique_ptr<TrainingStep> m_step;
    double m_lastMs = -1;
    bool m_unwatched = false; // nobody reads the status lines any more
};

int failedRun(const std::string& message)
{
    std::fprintf(stderr, "stepglass-capture: %s\n", message.c_str());
    StatusLine line;
    line.state = "failed";
    line.message = message;
    print(line);
    return 4;
}

} // namespace

int runCapture(const AgentOptions& options)
{
    const CyclePath first = cyclePath(options.output, 1, options.schedule.repeat != 1);
    for (const std::string& path : {first.plain, first.packed})
        if (const Status writable = path.empty() ? Status() : checkWritable(path); !writable)
            return failedRun(writable.message());
    Recorder recorder(options.recorder);
    OpenedDevice opened = openDevice(options.backend, recorder);
    if (!opened.device)
        return failedRun(opened.status.message());
    CaptureRun run(options, std::move(opened.device), recorder);
    if (const Status prepared = run.prepare(); !prepared) // before a word on the device: an error is one line
        return failedRun(prepared.message());
    if (!opened.notice.empty())
        std::fprintf(stderr, "stepglass-capture: %s\n", opened.notice.c_str());
    run.report("starting", opened.notice);
    if (const Status status = run.run(); !status)
        return failedRun(status.message());
    run.report("finished", {});
    return 0;
}

} // namespace stepglass::capture
