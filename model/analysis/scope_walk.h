// SPDX-License-Identifier: GPL-3.0-or-later
// Walks what a scope counts in PyTorch mode.
#pragma once

#include "model/analysis/prepared_trace.h"
#include "model/analysis/scope_clock.h"

#include <algorithm>

namespace stepglass {

// Calls visit(first, last) for the ranges of `entries`, which are by start, that start inside the scope.
template<class Visit>
void forEachRangeInside(const ScratchArray<OrderedSlice>& entries, const ScopeClock& clock, Visit visit)
{
    if (clock.isWhole()) {
        visit(std::size_t{0}, entries.size());
        return;
    }
    const auto firstFrom = [&](Ns t) {
        const auto* it = std::lower_bound(entries.begin(), entries.end(), t,
                                          [](const OrderedSlice& e, Ns time) { return e.start < time; });
        return static_cast<std::size_t>(it - entries.begin());
    };
    for (const ScopeClock::Interval& interval : clock.intervals())
        visit(firstFrom(interval.from), firstFrom(interval.to));
}

// Calls visit(i) for the device slices (of tree().device) in the scope: by launch for steps, else by their own start.
template<class Visit>
void forEachDeviceInside(const PreparedTrace& prepared, const ScopeClock& clock, const Scope& scope, Visit visit)
{
    const ScratchArray<OrderedSlice>& device = prepared.tree().device;
    if (scope.kind != Scope::Kind::Steps) {
        forEachRangeInside(device, clock, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i)
                visit(i);
        });
        return;
    }
    for (std::size_t i = 0; i < device.size(); ++i) {
        const SliceId launch = prepared.links().launchOfRow(device[i].id);
        if (clock.holds(launch.valid() ? prepared.trace().start(launch) : device[i].start))
            visit(i);
    }
}

} // namespace stepglass
