// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the lanes of a picture: its head line, legend and scale bar, and the table.
#pragma once

#include "views/export/timeline_picture.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

namespace stepglass {

struct FrameHeights // px at 96 dpi
{
    int head = 0;
    int foot = 0;
    int table = 0;
};

FrameHeights frameHeights(const PictureTable& table);

// The kinds that the geometry shows, each once, in the order of their definition.
std::vector<SliceKind> shownKinds(const TimelineGeometry& geometry);

// A round length (1, 2 or 5 times a power of ten) that takes between 60 and 160 px of layout.
Ns scaleBarLength(const TimeScale& time, double scale);

void paintPictureFrame(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry,
                       const PictureRequest& request, const FrameHeights& heights);

} // namespace stepglass
