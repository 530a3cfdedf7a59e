// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the nested slices of a thread into a line of segments.
#pragma once

#include "model/analysis/host_timeline.h"

namespace stepglass {

struct HostSlice
{
    Interval at;
    SliceId slice;
    HostActivity activity;
    bool named; // an operator or a region
};

// `slices` by (start, longer first); they may half overlap. A moment goes to the first HostActivity (in the order of
// the enum) of the slices that hold it; slices of length 0 hold none. O(n log n), O(n) where slices nest.
BigVector<HostSegment> flatten(const BigVector<HostSlice>& slices);

} // namespace stepglass
