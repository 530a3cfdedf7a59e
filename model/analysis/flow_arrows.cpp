// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/flow_arrows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <span>

namespace stepglass {
namespace {

bool equalNoCase(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

// Rows of the flow records that `accepts`, by key and time.
template<class Accepts>
std::vector<std::uint32_t> sortedRecords(const Trace& trace, Accepts accepts)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < trace.flows().size(); ++i) {
        if (accepts(trace.flows()[i]))
            rows.push_back(i);
    }
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        const FlowRecord& x = trace.flows()[a];
        const FlowRecord& y = trace.flows()[b];
        return std::pair(flowKey(x), x.time) < std::pair(flowKey(y), y.time);
    });
    return rows;
}

// Joins records of one key, given in order of time.
void join(const Trace& trace, std::span<const std::uint32_t> rows, std::vector<FlowArrow>& arrows)
{
    const auto isStart = [&](std::uint32_t row) { return trace.flows()[row].phase == FlowPhase::Start; };
    const auto firstStart = std::find_if(rows.begin(), rows.end(), isStart);
    if (firstStart == rows.end())
        return;
    std::uint32_t from = *firstStart;
    for (const std::uint32_t row : rows) {
        const FlowRecord& record = trace.flows()[row];
        if (record.phase != FlowPhase::Start)
            arrows.push_back(
                {boundSlice(trace, trace.flows()[from]), boundSlice(trace, record), record.kind, from, row});
        if (record.phase != FlowPhase::End)
            from = row;
    }
}

template<class Accepts>
std::vector<FlowArrow> joined(const Trace& trace, Accepts accepts)
{
    const std::vector<std::uint32_t> rows = sortedRecords(trace, accepts);
    std::vector<FlowArrow> arrows;
    const auto key = [&](std::size_t i) { return flowKey(trace.flows()[rows[i]]); };
    for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
        while (last < rows.size() && key(last) == key(first))
            ++last;
        join(trace, std::span(rows).subspan(first, last - first), arrows);
    }
    return arrows;
}

// Calls visit(lane) for every lane that may hold slices of the thread.
template<class Visit>
void forEachLane(const Trace& trace, ThreadId thread, Visit visit)
{
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::Async || (!track.onDevice() && track.thread != thread))
            continue;
        for (const Lane& lane : track.lanes)
            visit(lane);
    }
}

SliceId coveringSlice(const Trace& trace, ThreadId thread, Ns time)
{
    SliceId best;
    forEachLane(trace, thread, [&](const Lane& lane) {
        const std::uint32_t i = lane.at(time);
        if (i == lane.size() || trace.thread(lane.slice(i)) != thread)
            return;
        const SliceId s = lane.slice(i);
        if (!best.valid() || trace.start(s) > trace.start(best) ||
            (trace.start(s) == trace.start(best) && trace.duration(s) <= trace.duration(best)))
            best = s;
    });
    return best;
}

SliceId nextSlice(const Trace& trace, ThreadId thread, Ns time)
{
    SliceId best;
    forEachLane(trace, thread, [&](const Lane& lane) {
        for (std::uint32_t i = lane.firstStartingFrom(time); i < lane.size(); ++i) {
            const SliceId s = lane.slice(i);
            if (best.valid() && trace.start(s) >= trace.start(best))
                return;
            if (trace.thread(s) == thread) {
                best = s;
                return;
            }
        }
    });
    return best;
}

} // namespace

SliceId boundSlice(const Trace& trace, const FlowRecord& record)
{
    const bool next = record.phase == FlowPhase::End && !record.bindsToEnclosing;
    return next ? nextSlice(trace, record.thread, record.time) : coveringSlice(trace, record.thread, record.time);
}

std::vector<FlowArrow> flowArrows(const Trace& trace, std::string_view category)
{
    std::vector<bool> wanted; // by flow kind
    const auto accepts = [&](const FlowRecord& r) {
        for (auto k = static_cast<std::uint32_t>(wanted.size()); k <= r.kind.value; ++k)
            wanted.push_back(category.empty() ||
                             equalNoCase(trace.text(trace.flowKind(FlowKindId(k)).first), category));
        return wanted[r.kind.value];
    };
    return joined(trace, accepts);
}

std::vector<FlowArrow> flowArrowsOf(const Trace& trace, SliceId slice)
{
    std::set<std::uint64_t> keys;
    for (std::uint32_t i = 0; i < trace.flows().size(); ++i) {
        const FlowRecord& r = trace.flows()[i];
        const bool near = r.thread == trace.thread(slice) && r.time <= trace.end(slice);
        const bool mayBind = r.time >= trace.start(slice) || (r.phase == FlowPhase::End && !r.bindsToEnclosing);
        if (near && mayBind && boundSlice(trace, r) == slice)
            keys.insert(flowKey(r));
    }
    std::vector<FlowArrow> arrows;
    if (!keys.empty())
        arrows = joined(trace, [&](const FlowRecord& r) { return keys.contains(flowKey(r)); });
    std::erase_if(arrows, [&](const FlowArrow& a) { return a.from != slice && a.to != slice; });
    return arrows;
}

} // namespace stepglass
