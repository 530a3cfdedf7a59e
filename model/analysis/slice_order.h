// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which everything here looks at slices: by start, the longer first, then as the file has them. In that
// order a parent comes before its children.
#pragma once

#include "model/core/scratch_array.h"
#include "model/core/trace.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace stepglass {

struct OrderedSlice
{
    Ns start;
    Ns duration;
    std::uint32_t id; // a slice's number, or whatever the caller sorts
    SliceKind kind = SliceKind::Other;
};

// Sorts numbers by their times, stably and in linear time (radix).
class TimeOrder
{
public:
    struct Entry
    {
        std::uint32_t cell; // the time, cut to 32 bits: equal for times that lie close together
        std::uint32_t id;
    };
    // Room for `most` entries; all of them should lie in [first, last], which decides how well cells tell them apart.
    TimeOrder(std::size_t most, Ns first, Ns last);
    void add(Ns time, std::uint32_t id)
    {
        const std::uint32_t cell = cellOf(time);
        m_sorted &= cell >= m_latest;
        m_latest = cell;
        m_entries[m_size++] = {cell, id};
    }
    // By cell, else in the order of add(). Neighbours whose cells are equal after a shift to the right by
    // equalBits() may still be in any order.
    std::span<const Entry> sorted();
    int equalBits() const { return m_equalBits; }

private:
    std::uint32_t cellOf(Ns time) const
    {
        const auto bounded = static_cast<std::uint64_t>(std::clamp(time, m_first, m_last));
        return static_cast<std::uint32_t>(((bounded - static_cast<std::uint64_t>(m_first)) << m_up) >> m_down);
    }

    Ns m_first, m_last;
    int m_up = 0, m_down = 0;
    int m_equalBits = 0;
    bool m_sorted = true;
    std::uint32_t m_latest = 0;
    std::size_t m_size = 0;
    ScratchArray<Entry> m_entries;
};

// What `order` has collected, as entryOf(id) gives it, by start, longer first; what is equal in both by place(id),
// which only they are asked for, and then as collected.
template<class EntryOf, class Place>
ScratchArray<OrderedSlice> entriesInOrder(TimeOrder& order, EntryOf entryOf, Place place)
{
    const std::span<const TimeOrder::Entry> sorted = order.sorted();
    ScratchArray<OrderedSlice> entries(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        entries[i] = entryOf(sorted[i].id);
    const auto before = [&](const OrderedSlice& a, const OrderedSlice& b) {
        if (a.start != b.start)
            return a.start < b.start;
        return a.duration != b.duration ? a.duration > b.duration : place(a.id) < place(b.id);
    };
    constexpr std::size_t kFew = 16; // below this sorting by insertion wins
    const int shift = order.equalBits();
    for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
        const std::uint32_t cell = sorted[first].cell >> shift;
        for (last = first + 1; last < sorted.size() && sorted[last].cell >> shift == cell; ++last) {
            for (std::size_t i = last; last - first < kFew && i > first && before(entries[i], entries[i - 1]); --i)
                std::swap(entries[i], entries[i - 1]);
        }
        if (last - first > kFew)
            std::stable_sort(entries.begin() + first, entries.begin() + last, before);
    }
    return entries;
}

// All slices that `accepts(slice, kind)`, in that order.
template<class Accepts>
ScratchArray<OrderedSlice> sortedSlices(const Trace& trace, Accepts accepts)
{
    TimeOrder order(trace.sliceCount(), trace.spanStart(), trace.spanEnd());
    trace.forEachSlice([&](SliceId s, SliceKind kind) {
        if (accepts(s, kind))
            order.add(trace.start(s), s.value);
    });
    const auto entryOf = [&](std::uint32_t id) {
        const SliceId s(id);
        return OrderedSlice{trace.start(s), trace.duration(s), id, trace.kind(s)};
    };
    return entriesInOrder(order, entryOf, [&](std::uint32_t id) { return trace.source(SliceId(id)); });
}

} // namespace stepglass
