// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/profiler.h"

namespace stepglass::capture {
namespace {

bool keeps(ScheduleAction action)
{
    return action == ScheduleAction::Record || action == ScheduleAction::RecordAndSave;
}

bool cutSuffix(std::string& text, std::string_view suffix)
{
    if (text.size() <= suffix.size() || !text.ends_with(suffix))
        return false;
    text.resize(text.size() - suffix.size());
    return true;
}

} // namespace

CyclePath cyclePath(const std::string& output, std::int64_t cycle, bool numbered)
{
    std::string stem = output;
    const bool packed = cutSuffix(stem, ".gz");
    const bool json = cutSuffix(stem, ".json");
    if (numbered)
        stem += '.' + std::to_string(cycle);
    CyclePath path;
    path.plain = stem + (json || packed || numbered ? ".json" : "");
    if (packed)
        path.packed = stem + (json ? ".json.gz" : ".gz");
    return path;
}

Profiler::Profiler(Recorder& recorder, TraceWriter& writer, Schedule schedule, std::string output, Hooks hooks)
    : m_recorder(recorder)
    , m_writer(writer)
    , m_schedule(schedule)
    , m_output(std::move(output))
    , m_hooks(std::move(hooks))
{
}

Status Profiler::start()
{
    m_step = 0;
    const Status status = transit(m_schedule.action(0));
    if (status)
        openStep();
    return status;
}

Status Profiler::step()
{
    m_region.reset();
    ++m_step;
    const Status status = transit(m_schedule.action(m_step));
    if (status)
        openStep();
    return status;
}

Status Profiler::stop(bool withinStep)
{
    if (m_region && !withinStep)
        m_region->discard();
    m_region.reset();
    return transit(ScheduleAction::None);
}

void Profiler::openStep()
{
    if (!m_recorder.recording())
        return;
    m_stepNames.push_back("ProfilerStep#" + std::to_string(m_step));
    m_region.emplace(m_recorder, m_stepNames.back().c_str(), true, std::source_location::current());
}

Status Profiler::transit(ScheduleAction next)
{
    const ScheduleAction last = m_action;
    m_action = next;
    if (last == ScheduleAction::RecordAndSave || (keeps(last) && !keeps(next))) {
        const Status ended = endRecording();
        if (!ended)
            return ended;
        if (keeps(next))
            return beginRecording();
    } else if (keeps(next) && !keeps(last)) {
        return beginRecording();
    }
    if (next == ScheduleAction::Warmup && last != ScheduleAction::Warmup) {
        m_hooks.enable(true);
        m_recorder.startWarmup();
    } else if (next == ScheduleAction::None && m_recorder.recording()) {
        m_recorder.stop();
        m_hooks.enable(false);
    }
    return m_writer.status();
}

// The device is idle at the start of what is kept, so that all work in the file has its launch there too.
Status Profiler::beginRecording()
{
    m_hooks.synchronize();
    m_path = cyclePath(m_output, m_schedule.cycle(m_step), m_schedule.repeat != 1);
    if (!m_recorder.recording())
        m_hooks.enable(true);
    const Status begun = m_writer.beginCycle(m_path.plain, m_recorder.nextEpoch());
    m_stepNames.clear(); // all records that name them are written
    if (begun)
        m_recorder.startKeeping();
    return begun;
}

Status Profiler::endRecording()
{
    m_hooks.synchronize();
    m_recorder.stop();
    m_hooks.collect();
    m_hooks.enable(false);
    return m_writer.endCycle(m_path.packed);
}

} // namespace stepglass::capture
