// SPDX-License-Identifier: GPL-3.0-or-later
// Taking records in and publishing; what only the end of the input can decide is in trace_builder_finish.cpp.
#include "model/core/trace_builder.h"

#include <algorithm>

namespace stepglass {

// From a batch's ids to the trace's.
struct TraceBuilder::Translation
{
    std::vector<StringId> strings;
    std::vector<ThreadId> threads;
    std::vector<FlowKindId> flowKinds;
    std::vector<LaunchConfigId> configs;
    std::vector<SeriesId> series;
    std::uint32_t firstSlice = 0;

    StringId operator()(StringId id) const { return strings[id.value]; }
    ThreadId operator()(ThreadId id) const { return threads[id.value]; }
    IdKey operator()(IdKey key) const { return key.isText() ? IdKey::ofText(strings[key.text().value]) : key; }
    SliceRecord operator()(SliceRecord r) const
    {
        r.name = (*this)(r.name);
        r.detail = (*this)(r.detail);
        r.thread = (*this)(r.thread);
        r.correlation = (*this)(r.correlation);
        r.externalId = (*this)(r.externalId);
        return r;
    }
};

TraceBuilder::TraceBuilder(Follow follow)
    : m_follow(follow)
{
}

void TraceBuilder::append(const EventBatch& batch)
{
    Translation to;
    appendTables(batch, to);
    appendSlices(batch, to);
    appendOthers(batch, to);
    appendMetadata(batch, to);
    for (std::size_t i = 0; i < m_phaseCounts.size(); ++i)
        m_phaseCounts[i] += batch.phaseCounts[i];
    m_recordsRead += batch.records;
    m_recordsShown += batch.slices.size() + batch.durations.size() + batch.flows.size() - batch.flowsOfSlices +
                      batch.instants.size() + batch.memory.size() + batch.counterTimes.size() + batch.asyncs.size() +
                      batch.metadata.size();
    m_issues.merge(batch.issues);
    if (m_follow == Follow::WholeFile) // else slices wait for a snapshot, which tells what came late
        placeWaiting();
}

void TraceBuilder::placeWaiting()
{
    const SliceTimes times{m_start, m_duration, m_source};
    for (LaneStack& stack : m_stacks) {
        if (stack.wantsPlacing())
            stack.placePending(times, classes());
    }
}

// Of all slices so far: the shades of their names are made now.
SliceClasses TraceBuilder::classes()
{
    while (m_nameShades.size() < m_strings.size())
        m_nameShades.push(nameShade(m_strings[StringId(static_cast<std::uint32_t>(m_nameShades.size()))]));
    return {m_kind, m_name, m_nameShades};
}

void TraceBuilder::appendTables(const EventBatch& batch, Translation& to)
{
    to.strings.reserve(batch.strings.size());
    for (std::uint32_t i = 0; i < batch.strings.size(); ++i)
        to.strings.push_back(m_strings.intern(batch.strings[StringId(i)]));
    for (const auto& [pid, tid] : batch.threads)
        to.threads.push_back(internThread(to(pid), to(tid)));
    for (const auto& [category, name] : batch.flowKinds)
        to.flowKinds.push_back(m_tables.flowKindOf(to(category), to(name)));
    for (const LaunchConfig& config : batch.configs)
        to.configs.push_back(LaunchConfigId(m_configIndex.intern(EventBatch::hashOf(config), config, m_configs)));
    for (const EventBatch::Series& s : batch.series)
        to.series.push_back(m_tables.seriesOf({to(s.process), to(s.name), to(s.id), to(s.key)}));
    to.firstSlice = m_start.size();
}

DeviceWork TraceBuilder::translated(const DeviceWork& work, const Translation& to, SliceId slice) const
{
    DeviceWork result = work;
    result.slice = slice;
    result.device = to(work.device);
    result.stream = to(work.stream);
    if (work.config.valid())
        result.config = to.configs[work.config.value];
    return result;
}

void TraceBuilder::appendSlices(const EventBatch& batch, const Translation& to)
{
    std::size_t nextWork = 0;
    for (std::uint32_t i = 0; i < batch.slices.size(); ++i) {
        const bool hasWork = nextWork < batch.deviceWork.size() && batch.deviceWork[nextWork].slice.value == i;
        const SliceRecord record = to(batch.slices[i]);
        if (hasWork) {
            const DeviceWork work = translated(batch.deviceWork[nextWork], to, SliceId(m_start.size()));
            addSlice(record, &work);
            ++nextWork;
        } else {
            addSlice(record, nullptr);
        }
    }
    for (const UnresolvedSlice& u : batch.unresolved)
        m_unresolved.push_back({SliceId(to.firstSlice + u.slice.value), to(u.category), to(u.hint)});
}

void TraceBuilder::appendOthers(const EventBatch& batch, const Translation& to)
{
    std::size_t nextWork = 0;
    for (std::uint32_t i = 0; i < batch.durations.size(); ++i) {
        const DurationRecord record{to(batch.durations[i].slice), batch.durations[i].begin};
        const bool hasWork =
            nextWork < batch.durationDeviceWork.size() && batch.durationDeviceWork[nextWork].slice.value == i;
        const DeviceWork work = hasWork ? translated(batch.durationDeviceWork[nextWork++], to, {}) : DeviceWork{};
        m_pairing.add(record, hasWork ? &work : nullptr);
        cover(record.slice.start, record.slice.start);
    }
    for (FlowRecord r : batch.flows) {
        r.id = to(r.id);
        r.thread = to(r.thread);
        r.kind = to.flowKinds[r.kind.value];
        m_flows.push(r);
        cover(r.time, r.time);
    }
    for (InstantRecord r : batch.instants) {
        r.name = to(r.name);
        r.thread = to(r.thread);
        m_instants.push(r);
        cover(r.time, r.time);
    }
    for (MemoryRecord r : batch.memory) {
        r.thread = to(r.thread);
        addMemory(r);
    }
    for (CounterSample r : batch.counters) {
        r.series = to.series[r.series.value];
        m_counters.push(r);
    }
    for (const Ns t : batch.counterTimes) {
        m_counterTimes.push_back(t);
        cover(t, t);
    }
    for (const Ns t : batch.otherTimes) {
        m_otherTimes.push_back(t);
        cover(t, t);
    }
    for (AsyncRecord r : batch.asyncs) {
        r.category = to(r.category);
        r.name = to(r.name);
        r.id = to(r.id);
        r.thread = to(r.thread);
        m_pairing.add(r);
        cover(r.time, r.time);
    }
}

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

} // namespace

void TraceBuilder::appendMetadata(const EventBatch& batch, const Translation& to)
{
    for (const MetadataRecord& r : batch.metadata) {
        if (r.what == MetadataRecord::What::Other)
            continue;
        ThreadInfo& thread = m_threads[to(r.thread).value];
        ProcessInfo& process = m_processes[thread.process.value];
        const StringId text = m_strings.intern(trimmed(m_strings[to(r.text)]));
        const auto set = [text](StringId& name) { name = text.empty() ? name : text; };
        switch (r.what) {
        case MetadataRecord::What::ProcessName:
            set(process.name);
            break;
        case MetadataRecord::What::ThreadName:
            set(thread.name);
            break;
        case MetadataRecord::What::ProcessLabels:
            set(process.labels);
            break;
        case MetadataRecord::What::ProcessSortIndex:
            process.sortIndex = r.number;
            break;
        case MetadataRecord::What::ThreadSortIndex:
            thread.sortIndex = r.number;
            break;
        case MetadataRecord::What::Other:
            break;
        }
    }
}

void TraceBuilder::addDeviceWork(DeviceWork work, std::uint64_t source)
{
    if (!m_copyBytes.takes(work.bytes)) {
        m_issues.add(IssueReason::ValueTooLarge, source, std::to_string(work.bytes) + " bytes", 0);
        work.bytes = 0;
        work.hasBytes = false;
    }
    m_deviceWork.push(work);
}

void TraceBuilder::addMemory(MemoryRecord record)
{
    const auto bytes = static_cast<std::uint64_t>(record.bytes);
    if (!m_memoryBytes.takes(record.bytes < 0 ? 0 - bytes : bytes)) {
        m_issues.add(IssueReason::ValueTooLarge, record.source, std::to_string(record.bytes) + " bytes", 0);
        record.bytes = 0;
    }
    m_memory.push(record);
    cover(record.time, record.time);
}

// The duration as it is shown.
Ns TraceBuilder::boundedDuration(const SliceRecord& r)
{
    if (m_durations.takes(static_cast<std::uint64_t>(r.duration)))
        return r.duration;
    m_issues.add(IssueReason::ValueTooLarge, r.source, "a duration of " + std::to_string(r.duration) + " ns", 0);
    return 0;
}

SliceId TraceBuilder::addSlice(const SliceRecord& r, const DeviceWork* work)
{
    const SliceId id(m_start.size());
    const Ns duration = boundedDuration(r);
    const TrackId track = trackFor(r, work);
    m_start.push(r.start);
    m_duration.push(duration);
    m_source.push(r.source);
    m_name.push(r.name);
    m_detail.push(r.detail);
    m_thread.push(r.thread);
    m_track.push(track);
    m_correlation.push(r.correlation);
    m_externalId.push(r.externalId);
    m_kind.push(r.kind);
    m_flags.push(duration == r.duration ? r.flags : r.flags | kHugeDuration);
    if (work != nullptr)
        addDeviceWork(*work, r.source);
    m_stacks[track.value].add(id);
    cover(r.start, r.start + duration);
    return id;
}

TrackId TraceBuilder::trackFor(const SliceRecord& r, const DeviceWork* work)
{
    Track track;
    track.kind = trackKindOf(r.kind);
    track.thread = r.thread;
    std::uint64_t key = r.thread.value;
    if (isOnDevice(r.kind)) {
        const bool perStream = isKernel(r.kind) || r.kind == SliceKind::GpuRegion;
        const ProcessInfo& process = m_processes[m_threads[r.thread.value].process.value];
        track.device = work != nullptr ? work->device : process.pid;
        track.stream = perStream && work != nullptr ? work->stream : IdKey{};
        key = (std::uint64_t{track.device.value} << 32) | track.stream.value;
    } else if (r.kind == SliceKind::Async) {
        key = (std::uint64_t{m_threads[r.thread.value].process.value} << 32) | r.detail.value;
    }
    key |= static_cast<std::uint64_t>(track.kind) << 60; // 16 kinds; devices and processes stay below 2^28
    return key == m_lastTrackKey ? m_lastTrack : internTrack(key, track);
}

TrackId TraceBuilder::internTrack(std::uint64_t key, const Track& track)
{
    const auto [it, fresh] = m_trackIndex.try_emplace(key, TrackId(static_cast<std::uint32_t>(m_tracks.size())));
    if (fresh) {
        m_tracks.push_back(track);
        m_stacks.emplace_back();
        m_lanes.emplace_back();
    }
    m_lastTrackKey = key;
    m_lastTrack = it->second;
    return it->second;
}

ProcessId TraceBuilder::processOf(StringId pid)
{
    const auto [it, fresh] =
        m_processIndex.try_emplace(pid.value, ProcessId(static_cast<std::uint32_t>(m_processes.size())));
    if (fresh)
        m_processes.push_back({pid, {}, {}, 0});
    return it->second;
}

ThreadId TraceBuilder::internThread(StringId pid, StringId tid)
{
    const std::uint64_t key = (std::uint64_t{pid.value} << 32) | tid.value;
    const auto [it, fresh] = m_threadIndex.try_emplace(key, ThreadId(static_cast<std::uint32_t>(m_threads.size())));
    if (fresh)
        m_threads.push_back({processOf(pid), tid, {}, 0});
    return it->second;
}

void TraceBuilder::cover(Ns from, Ns to)
{
    m_spanStart = m_spanKnown ? std::min(m_spanStart, from) : from;
    m_spanEnd = m_spanKnown ? std::max(m_spanEnd, to) : to;
    m_spanKnown = true;
}

std::shared_ptr<const Trace> TraceBuilder::publish()
{
    return snapshot(false);
}

std::shared_ptr<const Trace> TraceBuilder::snapshot(bool complete)
{
    const SliceTimes times{m_start, m_duration, m_source};
    std::uint64_t late = 0;
    std::uint64_t overlaps = 0;
    SliceId overlapping;
    for (std::size_t t = 0; t < m_stacks.size(); ++t) {
        if (m_stacks[t].changed()) {
            late += m_stacks[t].update(times, classes());
            m_lanes[t] = m_stacks[t].lanes();
        }
        overlaps += m_stacks[t].partialOverlaps();
        const SliceId here = m_stacks[t].firstPartialOverlap();
        if (here.valid() && (!overlapping.valid() || m_source[here.value] < m_source[overlapping.value]))
            overlapping = here;
    }
    if (m_follow == Follow::GrowingFile && late > 0)
        m_issues.add(IssueReason::LateEvent, 0, "came after later ones were shown", late);
    auto trace = std::make_shared<Trace>();
    Trace& t = *trace;
    t.m_start = m_start.snapshot();
    t.m_duration = m_duration.snapshot();
    t.m_source = m_source.snapshot();
    t.m_name = m_name.snapshot();
    t.m_detail = m_detail.snapshot();
    t.m_thread = m_thread.snapshot();
    t.m_track = m_track.snapshot();
    t.m_correlation = m_correlation.snapshot();
    t.m_externalId = m_externalId.snapshot();
    t.m_kind = m_kind.snapshot();
    t.m_nameShades = m_nameShades.snapshot();
    t.m_flags = m_flags.snapshot();
    t.m_deviceWork = m_deviceWork.snapshot();
    t.m_flows = m_flows.snapshot();
    t.m_instants = m_instants.snapshot();
    t.m_memory = m_memory.snapshot();
    t.m_counters = m_counters.snapshot();
    t.m_configs = m_configs.snapshot();
    t.m_flowKinds = std::make_shared<const std::vector<std::pair<StringId, StringId>>>(m_tables.flowKinds);
    t.m_series = std::make_shared<const std::vector<EventBatch::Series>>(m_tables.series);
    t.m_info = std::make_shared<const TraceInfo>(m_info);
    t.m_tracks = m_tracks;
    for (std::size_t i = 0; i < m_stacks.size(); ++i) {
        t.m_tracks[i].lanes = m_lanes[i];
        t.m_tracks[i].nestedLanes = m_stacks[i].nestedLanes();
        t.m_tracks[i].sliceCount = m_stacks[i].size();
    }
    t.m_threads = m_threads;
    t.m_processes = m_processes;
    t.m_strings = m_strings.snapshot();
    auto issues = std::make_shared<Issues>(m_issues);
    if (overlaps > 0)
        issues->add(IssueReason::PartialOverlap, t.source(overlapping),
                    std::string(t.name(overlapping)) + " half overlaps another slice of its track", overlaps);
    t.m_issues = issues;
    t.m_phaseCounts = m_phaseCounts;
    t.m_spanStart = m_spanStart;
    t.m_spanEnd = m_spanEnd;
    t.m_recordsRead = m_recordsRead;
    t.m_recordsShown = m_recordsShown;
    t.m_asyncPairs = m_asyncPairs;
    t.m_generation = ++m_generation;
    t.m_complete = complete;
    return trace;
}

} // namespace stepglass
