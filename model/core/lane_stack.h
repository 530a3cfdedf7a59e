// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the lanes of one track, incrementally: new slices may come in any order, and what lies before the earliest of
// them is kept as it is (its chunks are shared with older snapshots).
#pragma once

#include "model/core/append_column.h"
#include "model/core/duration_column.h"
#include "model/core/lane.h"
#include "model/core/lane_summary.h"

#include <vector>

namespace stepglass {

// The columns that decide where a slice goes.
struct SliceTimes
{
    const AppendColumn<Ns>& start;
    const DurationColumn& duration;
    const AppendColumn<std::uint64_t>& source;
};

class LaneStack
{
public:
    // A slice waits here until update().
    void add(SliceId slice) { m_pending.push_back(slice.value); }
    bool changed() const { return !m_pending.empty() || m_unsummarised; }

    // So many are waiting that placing them now is cheaper than keeping them.
    bool wantsPlacing() const { return m_pending.size() >= m_placeAt; }
    // Places all pending slices, sorted by (start, longer first, file order): a slice ends its predecessors on the
    // stack whose end <= its start; if it then outlives the top of the stack, it half overlaps it and goes to a further
    // lane, else it is one level deeper. Returns how many pending slices start before the latest one already placed.
    std::uint32_t placePending(const SliceTimes& times, const SliceClasses& classes);
    // The same, and lanes that are long enough get their level of detail.
    std::uint32_t update(const SliceTimes& times, const SliceClasses& classes);

    std::uint32_t size() const { return m_size; }
    std::uint32_t nestedLanes() const { return static_cast<std::uint32_t>(m_nested.size()); }
    std::uint64_t partialOverlaps() const;
    SliceId firstPartialOverlap() const; // the earliest; none where there is none
    // Nested lanes first, then those of half overlapping slices: for a snapshot, with which they share their chunks.
    std::vector<Lane> lanes();

private:
    struct Entry
    {
        Ns start;
        Ns duration;
        std::uint32_t slice;
        LaneClass look;
    };
    std::vector<Entry> sortedPending(const SliceTimes& times, const SliceClasses& classes) const;
    static void cut(std::vector<Lane>& lanes, Ns from, std::vector<Entry>& moved);
    void place(const std::vector<Entry>& entries);
    static void summarise(std::vector<Lane>& lanes, Ns from);
    static void makeRoom(Lane& lane, std::uint32_t more);
    static void appendTo(Lane& lane, std::uint32_t expected, const Entry& entry);

    static constexpr std::size_t kPlaceAt = 16384;
    std::vector<std::uint32_t> m_pending;
    std::size_t m_placeAt = kPlaceAt;
    bool m_unsummarised = false;
    Ns m_changedFrom = 0; // where m_unsummarised: all changes since the last update() lie there or later
    std::vector<Lane> m_nested;
    std::vector<Lane> m_overflow;
    std::uint32_t m_size = 0;
};

} // namespace stepglass
