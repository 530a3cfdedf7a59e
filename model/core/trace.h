// SPDX-License-Identifier: GPL-3.0-or-later
// The trace: immutable, shared by every thread that looks at it. TraceBuilder makes it, a snapshot at a time; a SliceId
// means the same slice in every snapshot of one trace, until the last one (complete() == true) which may renumber.
#pragma once

#include "model/core/append_column.h"
#include "model/core/duration_column.h"
#include "model/core/event_batch.h"
#include "model/core/issues.h"
#include "model/core/lane_summary.h"
#include "model/core/records.h"
#include "model/core/status.h"
#include "model/core/string_pool.h"
#include "model/core/track.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stepglass {

// A device as the file's head describes it (deviceProperties, computeProperties): those of the machine, used or not.
struct DeviceProperties
{
    std::string id; // as written
    std::string name;
    std::int64_t totalMemory = -1; // bytes
    int smCount = -1;
    int maxThreadsPerSm = -1;
    int warpSize = -1;
};

// Reads pieces of the (unpacked) input's text back. Any thread may.
class TextSource
{
public:
    virtual ~TextSource() = default;
    // Up to `size` bytes from `offset` on; fewer at the end of what has been read.
    virtual Result<std::string> read(std::uint64_t offset, std::size_t size) const = 0;
};

// What the file says beside its records.
struct TraceInfo
{
    std::string path;     // as opened; "-" for standard input
    std::string producer; // "PyTorch (Kineto)", "Ascend torch_npu", "Bazel" ...
    std::vector<DeviceProperties> devices;
    std::vector<std::pair<std::string, std::string>> properties; // further top-level members: key, JSON text (cut)
    Ns baseTime = 0;                                             // baseTimeNanoseconds, 0 if absent
    bool validJson = true;                                       // the text is JSON by the standard
    std::uint64_t unparsableObjects = 0;
    std::uint64_t inputBytes = 0;           // decompressed
    std::shared_ptr<const TextSource> text; // null: cannot be read back
};

class Trace
{
public:
    // ---- slices: rows 0 .. sliceCount()-1 in file order (those of B/E pairs at the end)
    std::uint32_t sliceCount() const { return m_start.size(); }
    Ns start(SliceId s) const { return m_start[s.value]; }
    Ns duration(SliceId s) const { return m_duration[s.value]; }
    Ns end(SliceId s) const { return start(s) + duration(s); }
    StringId nameId(SliceId s) const { return m_name[s.value]; }
    std::string_view name(SliceId s) const { return m_strings[nameId(s)]; }
    SliceKind kind(SliceId s) const { return m_kind[s.value]; }
    // What decides its colour: kind and shade of its name.
    LaneClass laneClass(SliceId s) const { return LaneClass::of(kind(s), m_nameShades[nameId(s).value]); }
    ThreadId thread(SliceId s) const { return m_thread[s.value]; }
    TrackId track(SliceId s) const { return m_track[s.value]; }
    IdKey correlation(SliceId s) const { return m_correlation[s.value]; }
    IdKey externalId(SliceId s) const { return m_externalId[s.value]; }
    // Operators and regions: input shapes as Python writes them; kind Other: the category.
    StringId detail(SliceId s) const { return m_detail[s.value]; }
    std::uint8_t flags(SliceId s) const { return m_flags[s.value]; }
    std::uint64_t source(SliceId s) const { return m_source[s.value]; }
    const DeviceWork* deviceWork(SliceId s) const; // null for what is not on a device
    // Calls visit(slice, kind) for all slices by row, or for rows [first, last): what passes over a whole trace use.
    template<class Visit>
    void forEachSlice(Visit visit) const
    {
        forEachSliceIn(0, m_kind.size(), visit);
    }
    template<class Visit>
    void forEachSliceIn(std::uint32_t first, std::uint32_t last, Visit visit) const
    {
        for (SliceId s(first); s.value < last;) {
            const std::span<const SliceKind> kinds = m_kind.chunkFrom(s.value);
            for (const SliceKind kind : kinds.first(std::min<std::size_t>(kinds.size(), last - s.value))) {
                visit(s, kind);
                ++s.value;
            }
        }
    }

    // ---- other records
    // Ascending by slice. May hold rows of slices that turned out not to be on a device: check their kind.
    const ColumnView<DeviceWork>& deviceWork() const { return m_deviceWork; }
    const LaunchConfig& config(LaunchConfigId c) const { return m_configs[c.value]; }
    const ColumnView<FlowRecord>& flows() const { return m_flows; }
    std::pair<StringId, StringId> flowKind(FlowKindId k) const { return (*m_flowKinds)[k.value]; } // (cat, name)
    const ColumnView<InstantRecord>& instants() const { return m_instants; }
    const ColumnView<MemoryRecord>& memory() const { return m_memory; }
    const ColumnView<CounterSample>& counters() const { return m_counters; }
    const std::vector<EventBatch::Series>& series() const { return *m_series; }

    // ---- structure
    const std::vector<Track>& tracks() const { return m_tracks; }
    const Track& track(TrackId t) const { return m_tracks[t.value]; }
    const std::vector<ThreadInfo>& threads() const { return m_threads; }
    const ThreadInfo& thread(ThreadId t) const { return m_threads[t.value]; }
    const std::vector<ProcessInfo>& processes() const { return m_processes; }
    const ProcessInfo& process(ProcessId p) const { return m_processes[p.value]; }
    const StringTable& strings() const { return m_strings; }
    std::string_view text(StringId s) const { return m_strings[s]; }
    std::string text(IdKey key) const; // as written; empty for none

    // ---- the whole
    // First start and last end of all records but M; {0, 0} for an empty trace.
    Ns spanStart() const { return m_spanStart; }
    Ns spanEnd() const { return m_spanEnd; }
    bool empty() const { return m_start.empty() && m_instants.empty() && m_counters.empty() && m_flows.empty(); }
    bool complete() const { return m_complete; } // the reader has reached the end
    const TraceInfo& info() const { return *m_info; }
    const Issues& issues() const { return *m_issues; }
    std::uint64_t recordsRead() const { return m_recordsRead; }
    std::uint64_t recordsShown() const { return m_recordsShown; }
    const std::array<std::uint64_t, 256>& phaseCounts() const { return m_phaseCounts; }
    std::uint64_t asyncPairs() const { return m_asyncPairs; }
    std::uint64_t generation() const { return m_generation; } // rises with every publish

private:
    friend class TraceBuilder;

    ColumnView<Ns> m_start;
    DurationView m_duration;
    ColumnView<std::uint64_t> m_source;
    ColumnView<StringId> m_name, m_detail;
    ColumnView<ThreadId> m_thread;
    ColumnView<TrackId> m_track;
    ColumnView<IdKey> m_correlation, m_externalId;
    ColumnView<SliceKind> m_kind;
    ColumnView<std::uint8_t> m_flags;
    ColumnView<std::uint8_t> m_nameShades; // by StringId
    ColumnView<DeviceWork> m_deviceWork;
    ColumnView<FlowRecord> m_flows;
    ColumnView<InstantRecord> m_instants;
    ColumnView<MemoryRecord> m_memory;
    ColumnView<CounterSample> m_counters;
    ColumnView<LaunchConfig> m_configs;
    std::shared_ptr<const std::vector<std::pair<StringId, StringId>>> m_flowKinds =
        std::make_shared<const std::vector<std::pair<StringId, StringId>>>();
    std::shared_ptr<const std::vector<EventBatch::Series>> m_series =
        std::make_shared<const std::vector<EventBatch::Series>>();
    std::shared_ptr<const TraceInfo> m_info = std::make_shared<const TraceInfo>();
    std::shared_ptr<const Issues> m_issues = std::make_shared<const Issues>();
    std::vector<Track> m_tracks;
    std::vector<ThreadInfo> m_threads;
    std::vector<ProcessInfo> m_processes;
    StringTable m_strings;
    std::array<std::uint64_t, 256> m_phaseCounts{};
    Ns m_spanStart = 0, m_spanEnd = 0;
    std::uint64_t m_recordsRead = 0, m_recordsShown = 0, m_asyncPairs = 0, m_generation = 0;
    bool m_complete = false;
};

} // namespace stepglass
