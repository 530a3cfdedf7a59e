// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which everything here looks at slices: by start, the longer first, then as the file has them. In that
// order a parent comes before its children.
#pragma once

#include "model/core/scratch_array.h"
#include "model/core/trace.h"

#include <cstdint>
#include <functional>

namespace stepglass {

struct OrderedSlice
{
    Ns start;
    Ns duration;
    std::uint32_t id; // a slice's number, or whatever the caller sorts
};

// Sorts by start, longer first; what is equal in both by `place(id)`, which only they are asked for, and then as given.
// Linear (radix) in the number of entries.
void sortSlices(ScratchArray<OrderedSlice>& entries, const std::function<std::uint64_t(std::uint32_t)>& place);

// All slices that `accepts`, in that order.
template<class Accepts>
ScratchArray<OrderedSlice> sortedSlices(const Trace& trace, Accepts accepts)
{
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i)
        count += accepts(SliceId(i)) ? 1 : 0;
    ScratchArray<OrderedSlice> entries(count);
    std::size_t n = 0;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (accepts(s))
            entries[n++] = {trace.start(s), trace.duration(s), i};
    }
    sortSlices(entries, [&](std::uint32_t id) { return trace.source(SliceId(id)); });
    return entries;
}

} // namespace stepglass
