// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a frame as rectangles and texts through a QPainter: what an SVG or a PDF keeps.
#pragma once

#include "views/timeline/glyph_atlas.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

#include <vector>

namespace stepglass {

// Rectangles of one colour go out in one call, which is what keeps an SVG small.
void paintLanesAsVectors(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry,
                         const std::vector<int>& grid, GlyphAtlas& glyphs);

} // namespace stepglass
