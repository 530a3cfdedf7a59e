// SPDX-License-Identifier: GPL-3.0-or-later
// From a place on the screen to what is there, and from a slice to its place.
#pragma once

#include "views/timeline/timeline_scene.h"

#include <QPoint>
#include <QRect>

#include <optional>

namespace stepglass {

struct Hit
{
    enum class Area
    {
        None,
        Overview,
        Ruler,
        LabelEdge, // the border of the label column, which can be dragged
        Label,     // of `row`
        Header,    // a group's header, anywhere across the window
        Lanes
    };
    Area area = Area::None;
    const Row* row = nullptr;
    int lane = -1; // of the row, where the point is on one
    SliceId slice;
    std::optional<std::uint32_t> instant; // row of trace.instants(), where the point is on a mark
    Ns time = 0;                          // below the point, for Lanes and Ruler
};

// `point` in px of the scene. A thin slice is found from a few pixels away.
Hit hitTest(const TimelineScene& scene, QPoint point);

// Where a slice is drawn; of a slice whose row is not shown, its group's header at that time. None if neither is.
// May lie outside of the window.
std::optional<QRect> placeOf(const TimelineScene& scene, SliceId slice);

// Where an instant's mark is drawn: the middle of its upper edge. None if no row shows it or it has scrolled out.
std::optional<QPoint> markOf(const TimelineScene& scene, std::uint32_t instant);

// The lane of the slice's track that holds it, and its index there.
struct LanePlace
{
    int lane = -1;
    std::uint32_t index = 0;
};
LanePlace laneOf(const Trace& trace, SliceId slice);

// The stretch around `time` in which none of a device's lanes works (kernels, copies, sets), between its first and last
// work; none if something works at `time`.
std::optional<TimeRange> idleAround(const Trace& trace, StringId device, Ns time);

// The edge of a slice of the lane under `point` that is within a few pixels of it, else `time` of the point itself.
Ns snapped(const TimelineScene& scene, QPoint point);

} // namespace stepglass
