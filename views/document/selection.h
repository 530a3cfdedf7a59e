// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has picked. Timeline and table are one selection.
#pragma once

#include "model/core/ids.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepglass {

// [from, to) ns of the trace's own time.
struct TimeRange
{
    Ns from = 0;
    Ns to = 0;
    Ns length() const { return to - from; }
    bool empty() const { return to <= from; }
    bool contains(Ns t) const { return from <= t && t < to; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

// What a table's row stands for: a name on the host or on the device. All steps are one row, `ProfilerStep*`.
struct RowName
{
    std::string name;
    bool onDevice = false;
    bool empty() const { return name.empty(); }
    friend bool operator==(const RowName&, const RowName&) = default;
};

// Lengths in ns, both ends included.
struct DurationBand
{
    Ns least = 0;
    Ns most = std::numeric_limits<Ns>::max();
    bool contains(Ns duration) const { return least <= duration && duration <= most; }
    friend bool operator==(const DurationBand&, const DurationBand&) = default;
};

// A place that a walk stops at: an idle stretch of a device, or a stretch of work and the slice that stands for it.
struct Stop
{
    TimeRange at;
    SliceId slice; // of an idle stretch what it is put down to, if anything
    bool idle = false;
};

// Places that rest on one figure, in order of time: the stretches of a part of a breakdown, the evidence of a finding.
struct Walk
{
    std::string title;
    std::string device; // of the idle ones
    std::vector<Stop> stops;
};

struct Selection
{
    enum class Kind
    {
        None,
        Slice, // `slice`, whose row is `row`
        Row,   // every slice of `row`; `slice` is the one that a walk has reached, if any
        Gap,   // an idle stretch `range` of `device`
        Instant
    };
    Kind kind = Kind::None;
    SliceId slice;
    std::uint32_t instant = 0; // row of Trace::instants(), where that is the kind
    RowName row;
    std::string device; // as Track::device spells it
    TimeRange range;
    std::optional<DurationBand> band; // of the row only the slices of that length
    friend bool operator==(const Selection&, const Selection&) = default;
};

} // namespace stepglass
