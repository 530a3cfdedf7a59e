// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which everything here looks at slices: by start, the longer first, then as the file has them. In that
// order a parent comes before its children.
#pragma once

#include "model/core/in_parts.h"
#include "model/core/scratch_array.h"
#include "model/core/trace.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace stepglass {

struct OrderedSlice
{
    Ns start;
    Ns duration;
    std::uint32_t id; // a slice's number, or whatever the caller sorts
    SliceKind kind = SliceKind::Other;
};

// Sorts numbers by their times, stably and in linear time (radix). They are added in parts, each by one thread.
class TimeOrder
{
public:
    struct Entry
    {
        std::uint32_t cell; // the time, cut to 32 bits: equal for times that lie close together
        std::uint32_t id;
    };
    // The times in [first, last] as cells.
    struct Cells
    {
        Cells() = default;
        Cells(Ns firstTime, Ns lastTime);
        std::uint32_t of(Ns time) const
        {
            const auto bounded = static_cast<std::uint64_t>(std::clamp(time, first, last));
            return static_cast<std::uint32_t>(((bounded - static_cast<std::uint64_t>(first)) << up) >> down);
        }
        Ns first = 0, last = 0;
        int up = 0, down = 0;
    };
    class Part
    {
    public:
        Part() = default;
        Part(const Cells& cells, Entry* to)
            : m_cells(cells)
            , m_to(to)
        {
        }
        void add(Ns time, std::uint32_t id)
        {
            const std::uint32_t cell = m_cells.of(time);
            m_sorted &= cell >= m_latest;
            m_latest = cell;
            m_to[m_size++] = {cell, id};
        }
        std::span<const Entry> entries() const { return {m_to, m_size}; }
        bool isSorted() const { return m_sorted; }

    private:
        Cells m_cells;
        Entry* m_to = nullptr;
        std::size_t m_size = 0;
        std::uint32_t m_latest = 0;
        bool m_sorted = true;
    };

    // Room for `most` entries in `parts` parts; all of them should lie in [first, last], which decides how well cells
    // tell them apart.
    TimeOrder(std::size_t most, Ns first, Ns last, std::size_t parts = 1);
    // A part whose entries begin at row `room` of the `most`. Filled by its thread, then handed over.
    Part newPart(std::size_t room = 0) { return Part(m_cells, m_entries.begin() + room); }
    void setPart(std::size_t i, const Part& part) { m_parts[i] = part; }
    std::size_t partCount() const { return m_parts.size(); }
    // By cell, else in the order of parts and of add(). Neighbours whose cells are equal after a shift to the right by
    // equalBits() may still be in any order. Call it once.
    std::span<const Entry> sorted();
    int equalBits() const { return m_equalBits; }

private:
    using Pieces = std::vector<std::span<const Entry>>;
    bool comesSorted() const;
    std::span<Entry> joined();
    template<int Shift>
    static Pieces distribute(const Pieces& from, Entry* to);

    Cells m_cells;
    int m_equalBits = 0;
    ScratchArray<Entry> m_entries;
    std::vector<Part> m_parts;
};

// What `order` has collected, as entryOf(id) gives it, by start, longer first; what is equal in both by place(id),
// which only they are asked for, and then as collected. Both are called on several threads.
template<class EntryOf, class Place>
ScratchArray<OrderedSlice> entriesInOrder(TimeOrder& order, EntryOf entryOf, Place place)
{
    const std::span<const TimeOrder::Entry> sorted = order.sorted();
    ScratchArray<OrderedSlice> entries(sorted.size());
    const auto before = [&](const OrderedSlice& a, const OrderedSlice& b) {
        if (a.start != b.start)
            return a.start < b.start;
        return a.duration != b.duration ? a.duration > b.duration : place(a.id) < place(b.id);
    };
    constexpr std::size_t kFew = 16; // below this sorting by insertion wins
    const int shift = order.equalBits();
    const auto cellOf = [&](std::size_t i) { return sorted[i].cell >> shift; };
    const auto groupBegin = [&](std::size_t i) {
        while (i > 0 && i < sorted.size() && cellOf(i) == cellOf(i - 1))
            ++i;
        return i;
    };
    inParts(sorted.size(), order.partCount(), [&](std::size_t, std::size_t begin, std::size_t end) {
        const std::size_t stop = groupBegin(end);
        for (std::size_t first = groupBegin(begin), last = 0; first < stop; first = last) {
            entries[first] = entryOf(sorted[first].id);
            for (last = first + 1; last < sorted.size() && cellOf(last) == cellOf(first); ++last) {
                entries[last] = entryOf(sorted[last].id);
                for (std::size_t i = last; last - first < kFew && i > first && before(entries[i], entries[i - 1]); --i)
                    std::swap(entries[i], entries[i - 1]);
            }
            if (last - first > kFew)
                std::stable_sort(entries.begin() + first, entries.begin() + last, before);
        }
    });
    return entries;
}

// All slices that `accepts(slice, kind)`, in that order. It is asked on several threads.
template<class Accepts>
ScratchArray<OrderedSlice> sortedSlices(const Trace& trace, Accepts accepts)
{
    const std::size_t parts = partsFor(trace.sliceCount());
    TimeOrder order(trace.sliceCount(), trace.spanStart(), trace.spanEnd(), parts);
    inParts(trace.sliceCount(), parts, [&](std::size_t part, std::size_t first, std::size_t last) {
        TimeOrder::Part into = order.newPart(first);
        trace.forEachSliceIn(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last),
                             [&](SliceId s, SliceKind kind) {
                                 if (accepts(s, kind))
                                     into.add(trace.start(s), s.value);
                             });
        order.setPart(part, into);
    });
    const auto entryOf = [&](std::uint32_t id) {
        const SliceId s(id);
        return OrderedSlice{trace.start(s), trace.duration(s), id, trace.kind(s)};
    };
    return entriesInOrder(order, entryOf, [&](std::uint32_t id) { return trace.source(SliceId(id)); });
}

} // namespace stepglass
