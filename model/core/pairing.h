// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs records that begin with records that end: B with E on a thread, b with e (and S with F) on an async track.
#pragma once

#include "model/core/issues.h"
#include "model/core/records.h"

#include <optional>
#include <vector>

namespace stepglass {

class StringPool;

// A slice made of two records, or of an unclosed begin.
struct PairedSlice
{
    SliceRecord slice;
    std::optional<DeviceWork> work;
    std::uint32_t records = 1; // that it accounts for
};

class RecordPairing
{
public:
    void add(const DurationRecord& record, const DeviceWork* work);
    void add(const AsyncRecord& record) { m_asyncs.push_back(record); }
    bool empty() const { return m_durations.empty() && m_asyncs.empty(); }
    // Every record's time and source, and the removal of those that `drop(time, source)` names: stray times.
    template<class Visit>
    void forEach(Visit visit) const
    {
        for (const Duration& d : m_durations)
            visit(d.record.slice.start);
        for (const AsyncRecord& r : m_asyncs)
            visit(r.time);
    }
    template<class Drop>
    void dropIf(Drop drop)
    {
        std::erase_if(m_asyncs, [&](const AsyncRecord& r) { return drop(r.time, r.source); });
        std::erase_if(m_durations,
                      [&](const Duration& d) { return drop(d.record.slice.start, d.record.slice.source); });
    }

    // Pairs what was added, sorted by (time, file order), and forgets it. An E with a name closes the innermost open B
    // of that name on its thread, an E without one the innermost open B; an E that finds none is an orphan end. A B
    // that stays open lasts until `traceEnd`.
    std::vector<PairedSlice> pairDurations(Ns traceEnd, Issues& issues);
    // Async records pair by (category, id, process where local, classic). `pairs` counts the pairs; unpaired begins
    // last until `traceEnd` and unpaired ends have length 0, both flagged.
    std::vector<PairedSlice> pairAsyncs(Ns traceEnd, const std::vector<StringId>& pidOfThread, Issues& issues,
                                        std::uint64_t& pairs);

private:
    struct Duration
    {
        DurationRecord record;
        std::optional<DeviceWork> work;
    };
    std::vector<Duration> m_durations;
    std::vector<AsyncRecord> m_asyncs;
};

} // namespace stepglass
