// SPDX-License-Identifier: GPL-3.0-or-later
// Takes records in any order and publishes immutable traces. One thread only.
#pragma once

#include "model/core/event_batch.h"
#include "model/core/lane_stack.h"
#include "model/core/pairing.h"
#include "model/core/sum_bound.h"
#include "model/core/trace.h"

#include <functional>
#include <memory>
#include <unordered_map>

namespace stepglass {

// Names that decide the kind of a slice without a category of its own.
struct UnresolvedNames
{
    std::string_view category, hint, name, process, thread;
};
using KindResolver = std::function<SliceKind(const UnresolvedNames&)>;

class TraceBuilder
{
public:
    enum class Follow
    {
        WholeFile,
        GrowingFile
    };
    explicit TraceBuilder(Follow follow = Follow::WholeFile);

    // Adds the records of a batch; batches come in file order.
    void append(const EventBatch& batch);
    TraceInfo& info() { return m_info; }
    Issues& issues() { return m_issues; }

    // A snapshot of what has been appended. Costs the tails only. B and E, async pairs and slices without a category
    // are as they will be only in the last one.
    std::shared_ptr<const Trace> publish();
    // The last snapshot: pairs B/E and async records, sets stray times aside, resolves kinds by names.
    std::shared_ptr<const Trace> finish(const KindResolver& resolve = {});

private:
    struct Translation; // of a batch's ids
    void appendTables(const EventBatch& batch, Translation& to);
    void appendSlices(const EventBatch& batch, const Translation& to);
    void appendOthers(const EventBatch& batch, const Translation& to);
    void appendMetadata(const EventBatch& batch, const Translation& to);
    DeviceWork translated(const DeviceWork& work, const Translation& to, SliceId slice) const;

    SliceId addSlice(const SliceRecord& record, const DeviceWork* work);
    Ns boundedDuration(const SliceRecord& record);
    void addDeviceWork(DeviceWork work, std::uint64_t source);
    void addMemory(MemoryRecord record);
    void addPairedSlices(std::vector<PairedSlice> pairs);
    TrackId trackFor(const SliceRecord& record, const DeviceWork* work);
    TrackId internTrack(std::uint64_t key, const Track& track);
    ProcessId processOf(StringId pid);
    ThreadId internThread(StringId pid, StringId tid);

    void placeWaiting();
    SliceClasses classes();
    void pairRecords();
    void setStrayTimesAside();
    void resolveKinds(const KindResolver& resolve);
    void rebuildTracks();
    void cover(Ns from, Ns to);
    void recomputeSpan();
    std::vector<Ns> allStarts() const;
    template<class Drop>
    void dropStraySlices(Drop drop); // drop(start, source)
    std::shared_ptr<const Trace> snapshot(bool complete);

    Follow m_follow;
    TraceInfo m_info;
    Issues m_issues;
    StringPool m_strings;
    AppendColumn<std::uint8_t> m_nameShades; // by StringId

    AppendColumn<Ns> m_start;
    DurationColumn m_duration;
    AppendColumn<std::uint64_t> m_source;
    AppendColumn<StringId> m_name, m_detail;
    AppendColumn<ThreadId> m_thread;
    AppendColumn<TrackId> m_track;
    AppendColumn<IdKey> m_correlation, m_externalId;
    AppendColumn<SliceKind> m_kind;
    AppendColumn<std::uint8_t> m_flags;
    AppendColumn<DeviceWork> m_deviceWork;
    AppendColumn<FlowRecord> m_flows;
    AppendColumn<InstantRecord> m_instants;
    AppendColumn<MemoryRecord> m_memory;
    AppendColumn<CounterSample> m_counters;
    std::vector<Ns> m_otherTimes;
    std::vector<Ns> m_counterTimes; // one for each C record, with or without samples
    AppendColumn<LaunchConfig> m_configs;
    ValueIndex m_configIndex;
    EventBatch m_tables; // interns flow kinds, series with the trace's own ids

    RecordPairing m_pairing;
    std::vector<UnresolvedSlice> m_unresolved;

    std::vector<ProcessInfo> m_processes;
    std::vector<ThreadInfo> m_threads;
    std::unordered_map<std::uint32_t, ProcessId> m_processIndex;
    std::unordered_map<std::uint64_t, ThreadId> m_threadIndex;
    std::vector<Track> m_tracks; // without lanes
    std::vector<LaneStack> m_stacks;
    std::vector<std::vector<Lane>> m_lanes; // of each stack, as last published
    std::unordered_map<std::uint64_t, TrackId> m_trackIndex;
    std::uint64_t m_lastTrackKey = ~std::uint64_t{0};
    TrackId m_lastTrack;

    SumBound m_durations, m_memoryBytes, m_copyBytes;
    std::array<std::uint64_t, 256> m_phaseCounts{};
    Ns m_spanStart = 0, m_spanEnd = 0;
    bool m_spanKnown = false;
    std::uint64_t m_recordsRead = 0, m_recordsShown = 0, m_asyncPairs = 0, m_generation = 0;
};

} // namespace stepglass
