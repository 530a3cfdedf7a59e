// SPDX-License-Identifier: GPL-3.0-or-later
// The column of names left of the lanes, the group headers across the whole width, and the hairlines between rows.
#pragma once

#include "views/timeline/frame_text.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

namespace stepglass {

// Paints the rows that `geometry` shows. Pinned rows come last, over what has scrolled beneath them.
void paintTrackLabels(QPainter& painter, FrameText& words, const TimelineScene& scene,
                      const TimelineGeometry& geometry);

} // namespace stepglass
