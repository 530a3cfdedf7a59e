// SPDX-License-Identifier: GPL-3.0-or-later
// What only the end of the input can decide: stray times, pairs of records, kinds that need names.
#include "model/core/trace_builder.h"

#include <algorithm>
#include <limits>

namespace stepglass {
namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kMinute = 60 * kSecond;
constexpr Ns kWeek = 7 * 24 * 3600 * kSecond;

// The two rules of NUMBERS §1: more than 7 days from the lower median start, and the exact 0 that stands alone.
class StrayTimes
{
public:
    explicit StrayTimes(std::vector<Ns> starts)
    {
        if (starts.empty())
            return;
        const auto [low, high] = std::minmax_element(starts.begin(), starts.end());
        m_low = *low;
        m_high = *high;
        const bool hasZero = m_low == 0 || (m_low < 0 && std::find(starts.begin(), starts.end(), 0) != starts.end());
        if (distance(m_high, m_low) <= kWeek && !hasZero)
            return;
        const auto middle = starts.begin() + static_cast<std::ptrdiff_t>((starts.size() - 1) / 2);
        std::nth_element(starts.begin(), middle, starts.end());
        m_low = lowered(*middle);
        m_high = raised(*middle);
        Ns first = std::numeric_limits<Ns>::max();
        Ns last = std::numeric_limits<Ns>::min();
        for (const Ns t : starts) {
            if (t == 0 || t < m_low || t > m_high)
                continue;
            first = std::min(first, t);
            last = std::max(last, t);
        }
        m_zeroIsStray = first <= last && first > std::max(kMinute, last - first);
    }
    bool operator()(Ns t) const { return t < m_low || t > m_high || (t == 0 && m_zeroIsStray); }

private:
    static std::uint64_t distance(Ns high, Ns low)
    {
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    }
    static Ns lowered(Ns t)
    {
        return t < std::numeric_limits<Ns>::min() + kWeek ? std::numeric_limits<Ns>::min() : t - kWeek;
    }
    static Ns raised(Ns t)
    {
        return t > std::numeric_limits<Ns>::max() - kWeek ? std::numeric_limits<Ns>::max() : t + kWeek;
    }

    Ns m_low = std::numeric_limits<Ns>::min();
    Ns m_high = std::numeric_limits<Ns>::max();
    bool m_zeroIsStray = false;
};

// The rows that stay, as a fresh column: chunks that snapshots share are never written.
template<class Column>
void keepRows(Column& column, const std::vector<std::uint32_t>& rows)
{
    Column kept;
    for (const std::uint32_t row : rows)
        kept.push(column[row]);
    column = std::move(kept);
}

template<class T, class TimeOf, class OnDrop>
void dropStray(AppendColumn<T>& column, const StrayTimes& stray, TimeOf time, OnDrop onDrop)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < column.size(); ++i) {
        if (stray(time(column[i])))
            onDrop(column[i]);
        else
            rows.push_back(i);
    }
    if (rows.size() < column.size())
        keepRows(column, rows);
}

} // namespace

std::shared_ptr<const Trace> TraceBuilder::finish(const KindResolver& resolve)
{
    setStrayTimesAside();
    pairRecords();
    if (resolve)
        resolveKinds(resolve);
    return snapshot(true);
}

std::vector<Ns> TraceBuilder::allStarts() const
{
    std::vector<Ns> starts;
    starts.reserve(std::size_t{m_start.size()} + m_flows.size() + m_instants.size() + m_memory.size());
    for (std::uint32_t i = 0; i < m_start.size(); ++i)
        starts.push_back(m_start[i]);
    for (std::uint32_t i = 0; i < m_flows.size(); ++i)
        starts.push_back(m_flows[i].time);
    for (std::uint32_t i = 0; i < m_instants.size(); ++i)
        starts.push_back(m_instants[i].time);
    for (std::uint32_t i = 0; i < m_memory.size(); ++i)
        starts.push_back(m_memory[i].time);
    for (const Ns t : m_counterTimes)
        starts.push_back(t);
    starts.insert(starts.end(), m_otherTimes.begin(), m_otherTimes.end());
    m_pairing.forEach([&](Ns t) { starts.push_back(t); });
    return starts;
}

void TraceBuilder::setStrayTimesAside()
{
    // Every start lies in [lowest, highest]; the span's end may lie further, which only costs the closer look.
    const bool wide =
        static_cast<std::uint64_t>(m_spanEnd) - static_cast<std::uint64_t>(m_spanStart) > std::uint64_t(kWeek);
    if (!m_spanKnown || (!wide && (m_spanStart > 0 || m_spanEnd < 0)))
        return;
    const StrayTimes stray(allStarts());
    const std::uint64_t before = m_issues[IssueReason::StrayTime].count;
    const auto aside = [this](std::uint64_t source) {
        m_issues.add(IssueReason::StrayTime, source, "far from all other times");
        --m_recordsShown;
    };
    const std::uint32_t slices = m_start.size();
    dropStraySlices([&](Ns t, std::uint64_t source) { return stray(t) && (aside(source), true); });
    dropStray(
        m_flows, stray, [](const FlowRecord& r) { return r.time; }, [&](const FlowRecord&) { aside(0); });
    dropStray(
        m_instants, stray, [](const InstantRecord& r) { return r.time; },
        [&](const InstantRecord& r) { aside(r.source); });
    dropStray(
        m_memory, stray, [](const MemoryRecord& r) { return r.time; }, [&](const MemoryRecord& r) { aside(r.source); });
    dropStray(
        m_counters, stray, [](const CounterSample& r) { return r.time; }, [](const CounterSample&) {});
    std::erase_if(m_counterTimes, [&](Ns t) { return stray(t) && (aside(0), true); });
    std::erase_if(m_otherTimes, stray);
    m_pairing.dropIf([&](Ns t, std::uint64_t source) { return stray(t) && (aside(source), true); });
    if (m_issues[IssueReason::StrayTime].count == before)
        return;
    recomputeSpan();
    if (m_start.size() != slices)
        rebuildTracks();
}

template<class Drop>
void TraceBuilder::dropStraySlices(Drop drop)
{
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> newRow(m_start.size(), SliceId::kNone);
    for (std::uint32_t i = 0; i < m_start.size(); ++i) {
        if (drop(m_start[i], m_source[i]))
            continue;
        newRow[i] = static_cast<std::uint32_t>(rows.size());
        rows.push_back(i);
    }
    if (rows.size() == m_start.size())
        return;
    keepRows(m_start, rows);
    keepRows(m_duration, rows);
    keepRows(m_source, rows);
    keepRows(m_name, rows);
    keepRows(m_detail, rows);
    keepRows(m_thread, rows);
    keepRows(m_track, rows);
    keepRows(m_correlation, rows);
    keepRows(m_externalId, rows);
    keepRows(m_kind, rows);
    keepRows(m_flags, rows);
    AppendColumn<DeviceWork> work;
    for (std::uint32_t i = 0; i < m_deviceWork.size(); ++i) {
        DeviceWork w = m_deviceWork[i];
        w.slice = SliceId(newRow[w.slice.value]);
        if (w.slice.valid())
            work.push(w);
    }
    m_deviceWork = std::move(work);
    for (UnresolvedSlice& u : m_unresolved)
        u.slice = SliceId(newRow[u.slice.value]);
    std::erase_if(m_unresolved, [](const UnresolvedSlice& u) { return !u.slice.valid(); });
}

void TraceBuilder::recomputeSpan()
{
    m_spanKnown = false;
    m_spanStart = m_spanEnd = 0;
    for (const Ns t : allStarts())
        cover(t, t);
    for (std::uint32_t i = 0; i < m_start.size(); ++i)
        cover(m_start[i], m_start[i] + m_duration[i]);
}

void TraceBuilder::pairRecords()
{
    if (m_pairing.empty())
        return;
    const std::uint64_t orphansBefore = m_issues[IssueReason::OrphanEnd].count;
    addPairedSlices(m_pairing.pairDurations(m_spanEnd, m_issues));
    m_recordsShown -= m_issues[IssueReason::OrphanEnd].count - orphansBefore;
    std::vector<StringId> pids;
    for (const ThreadInfo& thread : m_threads)
        pids.push_back(m_processes[thread.process.value].pid);
    addPairedSlices(m_pairing.pairAsyncs(m_spanEnd, pids, m_issues, m_asyncPairs));
}

void TraceBuilder::addPairedSlices(std::vector<PairedSlice> pairs)
{
    for (PairedSlice& pair : pairs) {
        if (pair.work)
            pair.work->slice = SliceId(m_start.size());
        const SliceId id = addSlice(pair.slice, pair.work ? &*pair.work : nullptr);
        if (pair.slice.kind == SliceKind::Other && pair.slice.detail.empty())
            m_unresolved.push_back({id, {}, {}});
    }
}

void TraceBuilder::resolveKinds(const KindResolver& resolve)
{
    std::vector<std::pair<std::uint32_t, SliceKind>> changes;
    for (const UnresolvedSlice& u : m_unresolved) {
        const std::uint32_t row = u.slice.value;
        const ThreadInfo& thread = m_threads[m_thread[row].value];
        const ProcessInfo& process = m_processes[thread.process.value];
        const SliceKind kind =
            resolve({m_strings[u.category], m_strings[u.hint], m_strings[m_name[row]],
                     m_strings[process.name.empty() ? process.pid : process.name], m_strings[thread.name]});
        if (kind != m_kind[row])
            changes.emplace_back(row, kind);
    }
    m_unresolved = {};
    if (changes.empty())
        return;
    AppendColumn<SliceKind> kinds;
    std::sort(changes.begin(), changes.end());
    auto next = changes.begin();
    for (std::uint32_t i = 0; i < m_kind.size(); ++i) {
        const bool changed = next != changes.end() && next->first == i;
        kinds.push(changed ? (next++)->second : m_kind[i]);
    }
    m_kind = std::move(kinds);
    rebuildTracks();
}

void TraceBuilder::rebuildTracks()
{
    m_tracks.clear();
    m_stacks.clear();
    m_lanes.clear();
    m_trackIndex.clear();
    m_lastTrackKey = ~std::uint64_t{0};
    AppendColumn<TrackId> tracks;
    std::uint32_t nextWork = 0;
    for (std::uint32_t i = 0; i < m_start.size(); ++i) {
        const bool hasWork = nextWork < m_deviceWork.size() && m_deviceWork[nextWork].slice.value == i;
        SliceRecord record;
        record.thread = m_thread[i];
        record.kind = m_kind[i];
        record.detail = m_detail[i];
        const TrackId track = trackFor(record, hasWork ? &m_deviceWork[nextWork] : nullptr);
        nextWork += hasWork ? 1 : 0;
        tracks.push(track);
        m_stacks[track.value].add(SliceId(i));
    }
    m_track = std::move(tracks);
}

} // namespace stepglass
