// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows between slices, as a file's flow records draw them. A start (s) and what follows it (t, f) belong together by
// (cat, name, id); each record binds to a slice of its thread by time.
#pragma once

#include "model/core/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stepglass {

// What joins the records of one flow: (cat, name) and id.
inline std::uint64_t flowKey(const FlowRecord& record)
{
    return (std::uint64_t{record.kind.value} << 32) | record.id.value;
}

struct FlowArrow
{
    SliceId from; // slice at each end; none where no slice of the thread is there
    SliceId to;
    FlowKindId kind;              // (cat, name)
    std::uint32_t fromRecord = 0; // rows of trace.flows()
    std::uint32_t toRecord = 0;
};

// The arrows of one category (in any case of letters), or of all with an empty one, ordered by key and time. An end
// belongs to the latest start of its key that is not later, else to the first one (clocks differ); a chain s, t, f
// gives two arrows. Ends without a start and starts without an end give none: they are normal.
std::vector<FlowArrow> flowArrows(const Trace& trace, std::string_view category = {});

// The arrows that begin or end at `slice`. Looks at every flow record, so it is for one slice at a time.
std::vector<FlowArrow> flowArrowsOf(const Trace& trace, SliceId slice);

// The slice that a record binds to: the innermost of its thread that covers its time (start <= t < end, or start == t;
// the latest start wins); an end without bp "e" binds to the next slice that starts on its thread, from its time on.
SliceId boundSlice(const Trace& trace, const FlowRecord& record);

} // namespace stepglass
