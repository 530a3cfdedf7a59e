// SPDX-License-Identifier: GPL-3.0-or-later
// The strip at the top: where in the whole trace a device is busy (or, without a device, the host), and the part that
// the window shows.
#pragma once

#include "views/timeline/frame_text.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

#include <vector>

namespace stepglass {

// One cell a pixel column over the whole trace: the busiest lane there.
std::vector<ThinCell> overviewStrip(const Trace& trace, TimeRange whole, int width);

// Where the visible range lies in the overview, at least a few pixels wide.
QRectF overviewWindow(const TimelineScene& scene, TimeRange whole);

void paintOverview(QPainter& painter, FrameText& words, const TimelineScene& scene, TimeRange whole,
                   const std::vector<ThinCell>& strip);

} // namespace stepglass
