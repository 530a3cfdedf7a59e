// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/pairing.h"

#include "model/core/open_begins.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace stepglass {
namespace {

template<class T, class TimeOf, class SourceOf>
void sortByTime(std::vector<T>& records, TimeOf time, SourceOf source)
{
    std::stable_sort(records.begin(), records.end(), [&](const T& a, const T& b) {
        return std::pair(time(a), source(a)) < std::pair(time(b), source(b));
    });
}

} // namespace

void RecordPairing::add(const DurationRecord& record, const DeviceWork* work)
{
    m_durations.push_back({record, work != nullptr ? std::optional(*work) : std::nullopt});
}

std::vector<PairedSlice> RecordPairing::pairDurations(Ns traceEnd, Issues& issues)
{
    sortByTime(
        m_durations, [](const Duration& d) { return d.record.slice.start; },
        [](const Duration& d) { return d.record.slice.source; });
    std::vector<PairedSlice> pairs;
    std::unordered_map<ThreadId, OpenBegins> stacks;
    const auto emit = [&](std::size_t begin, Ns end, std::uint32_t records, std::uint8_t flags) {
        PairedSlice pair{m_durations[begin].record.slice, m_durations[begin].work, records};
        pair.slice.duration = end - pair.slice.start;
        pair.slice.flags |= flags;
        pairs.push_back(pair);
    };
    for (std::size_t i = 0; i < m_durations.size(); ++i) {
        const auto& [slice, begin] = m_durations[i].record;
        auto& stack = stacks[slice.thread];
        if (begin) {
            stack.open(slice.name, i);
            continue;
        }
        const std::optional<std::size_t> open = stack.close(slice.name);
        if (!open) {
            issues.add(IssueReason::OrphanEnd, slice.source, "E without an open B");
            continue;
        }
        emit(*open, slice.start, 2, 0);
    }
    for (const auto& [thread, stack] : stacks) {
        stack.forEach([&](std::size_t open) {
            const SliceRecord& slice = m_durations[open].record.slice;
            emit(open, std::max(traceEnd, slice.start), 1, kUnclosedBegin);
            issues.add(IssueReason::UnclosedBegin, slice.source, "B without E");
        });
    }
    m_durations = {};
    return pairs;
}

namespace {

PairedSlice asyncSlice(const AsyncRecord& r, Ns end, std::uint32_t records)
{
    PairedSlice pair;
    pair.slice.start = r.time;
    pair.slice.duration = end - r.time;
    pair.slice.source = r.source;
    pair.slice.name = r.name;
    pair.slice.detail = r.category;
    pair.slice.thread = r.thread;
    pair.slice.kind = SliceKind::Async;
    pair.records = records;
    return pair;
}

} // namespace

std::vector<PairedSlice> RecordPairing::pairAsyncs(Ns traceEnd, const std::vector<StringId>& pidOfThread,
                                                   Issues& issues, std::uint64_t& pairs)
{
    sortByTime(
        m_asyncs, [](const AsyncRecord& r) { return r.time; }, [](const AsyncRecord& r) { return r.source; });
    std::vector<PairedSlice> slices;
    std::map<std::tuple<StringId, StringId, IdKey, bool>, OpenBegins> stacks;
    for (std::size_t i = 0; i < m_asyncs.size(); ++i) {
        const AsyncRecord& r = m_asyncs[i];
        auto& stack = stacks[{r.category, r.local ? pidOfThread[r.thread.value] : StringId(), r.id, r.classic}];
        if (r.phase == AsyncPhase::Begin) {
            stack.open(r.name, i);
            continue;
        }
        const std::optional<std::size_t> open = r.phase == AsyncPhase::End ? stack.close(r.name) : std::nullopt;
        if (!open) {
            slices.push_back(asyncSlice(r, r.time, 1)); // an instant, or an end that nothing began
            if (r.phase == AsyncPhase::End)
                issues.add(IssueReason::UnpairedAsync, r.source, "async end without a begin");
            continue;
        }
        slices.push_back(asyncSlice(m_asyncs[*open], r.time, 2));
        ++pairs;
    }
    for (const auto& [key, stack] : stacks) {
        stack.forEach([&](std::size_t open) {
            const AsyncRecord& r = m_asyncs[open];
            slices.push_back(asyncSlice(r, std::max(traceEnd, r.time), 1));
            issues.add(IssueReason::UnpairedAsync, r.source, "async begin without an end");
        });
    }
    m_asyncs = {};
    return slices;
}

} // namespace stepglass
