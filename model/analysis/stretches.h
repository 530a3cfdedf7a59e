// SPDX-License-Identifier: GPL-3.0-or-later
// The stretches of time that a part of a breakdown is the sum of.
#pragma once

#include "model/analysis/device_analysis.h"

#include <vector>

namespace stepglass {

struct Stretch
{
    Interval at;
    // Of work: a slice of that class that runs there. Of idle time: what it is put down to (of several the one with
    // most of it), of a whole gap the work that ends it. None where there is nothing to show.
    SliceId slice;
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

// Ascending; their lengths sum exactly to the breakdown's figure over the same moments. Of Idle the gaps.
std::vector<Stretch> stretchesOf(const DeviceAnalysis& analysis, const DeviceActivity& device, const Intervals& moments,
                                 ActivityClass activity);
std::vector<Stretch> stretchesOf(const DeviceAnalysis& analysis, const DeviceActivity& device, const Intervals& moments,
                                 IdleCause cause);

} // namespace stepglass
