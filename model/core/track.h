// SPDX-License-Identifier: GPL-3.0-or-later
// A track: the lanes that show one kind of thing of one thread, stream or device.
#pragma once

#include "model/core/ids.h"
#include "model/core/kinds.h"
#include "model/core/lane.h"

#include <string>
#include <vector>

namespace stepglass {

struct ProcessInfo
{
    StringId pid;  // as the file spells it
    StringId name; // last non-empty process_name, blanks at the ends cut off; empty if none
    StringId labels;
    double sortIndex = 0;
};

struct ThreadInfo
{
    ProcessId process;
    StringId tid;
    StringId name; // last non-empty thread_name, trimmed
    double sortIndex = 0;
};

struct Track
{
    TrackKind kind = TrackKind::Host;
    ThreadId thread; // host-side tracks and Async: theirs. Device tracks: the thread of their first slice
    StringId device; // device tracks: args `device`, else the pid; else empty
    IdKey stream;    // Compute and Communication: the stream; else none
    std::uint32_t sliceCount = 0;
    // First the lanes of clean nesting (depth 0, 1, ...), then those that took slices which half overlap one of them.
    std::vector<Lane> lanes;
    std::uint32_t nestedLanes = 0;

    bool onDevice() const { return !device.empty(); }
};

} // namespace stepglass
