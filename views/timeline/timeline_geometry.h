// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame shows, as plain numbers: a pure function of trace, rows, visible range and size. Screen, PNG, SVG and
// PDF replay it and decide nothing; tests compare it as text. All places are in pixels of the target, counted from the
// upper left corner of the lanes.
#pragma once

#include "model/core/lane_summary.h"
#include "views/timeline/row_layout.h"
#include "views/timeline/time_scale.h"

#include <functional>
#include <string>
#include <vector>

namespace stepglass {

struct GeometryRequest
{
    TimeRange range;
    int width = 0;
    int height = 0;
    double scale = 1; // pixels of the target for one of the layout
    int scroll = 0;   // of the rows that are not pinned, px at scale 1
    // Of a selected table row: which slices are lit (all others dim). Bundles know only what their longest member looks
    // like, so those of `litClass` are lit. Null: nothing is dimmed.
    const std::function<bool(SliceId)>* lit = nullptr;
    LaneClass litClass;
};

// A slice of at least two pixels (one and the gap). The gap is already taken off.
struct SliceRect
{
    int x = 0;
    int width = 0;
    SliceId slice;
    LaneClass look;
    bool dim = false;
};

// One pixel column of slices that are thinner than that.
struct ThinCell
{
    LaneClass look; // of the longest
    std::uint8_t cover = 0;
    bool bundle = false; // more than one slice
    bool dim = false;
};

struct ThinRun
{
    int x = 0;
    std::uint32_t firstCell = 0;
    std::uint32_t count = 0;
};

struct SliceLabel
{
    int x = 0;
    int width = 0; // that the text may take
    SliceId slice;
    LaneClass look;
    bool dim = false;
};

// What one lane shows: parts of the arrays of TimelineGeometry.
struct LanePart
{
    std::size_t row = 0; // of the layout
    int lane = 0;
    int y = 0;
    int height = 0;
    std::uint32_t firstRect = 0, rects = 0;
    std::uint32_t firstRun = 0, runs = 0;
    std::uint32_t firstLabel = 0, labels = 0;
};

struct RowPart
{
    std::size_t row = 0;
    int y = 0;
    int height = 0;
    bool pinned = false;
};

// A counter: for each pixel column the height of the curve above `bottom`, or -1 before the first value.
struct CounterPart
{
    std::size_t row = 0;
    int bottom = 0;
    std::vector<int> heights;
};

// A moment, marked by a small triangle whose point is at `x`.
struct InstantMark
{
    std::size_t row = 0; // of the layout
    int x = 0;
    int y = 0;                 // of its upper edge
    std::uint32_t instant = 0; // row of trace.instants(): the first in this pixel
};
constexpr int kInstantHeight = 5; // px at scale 1

struct TimelineGeometry
{
    TimeScale scale;
    int height = 0;
    int pinnedHeight = 0; // rows that scroll begin below
    std::vector<RowPart> rows;
    std::vector<LanePart> lanes;
    std::vector<SliceRect> rects;
    std::vector<ThinCell> cells;
    std::vector<ThinRun> runs;
    std::vector<SliceLabel> labels;
    std::vector<CounterPart> counters;
    std::vector<InstantMark> instants;

    void clear();
};

// `recycled`: an earlier frame's, whose memory is used again.
TimelineGeometry timelineGeometry(const Trace& trace, const RowLayout& layout, const CounterIndex& counters,
                                  const GeometryRequest& request, TimelineGeometry recycled = {});

// A line a row and a lane, for tests and bug reports.
std::string toText(const TimelineGeometry& geometry, const Trace& trace, const RowLayout& layout);

} // namespace stepglass
