// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a scene: into an image by rows of pixels, or through any QPainter as vectors (SVG, PDF). Both replay the same
// geometry. Keeps glyphs from frame to frame.
#pragma once

#include "views/timeline/frame_text.h"
#include "views/timeline/time_ruler.h"
#include "views/timeline/timeline_scene.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <vector>

namespace stepglass {

// The triangle of an instant; `top`: the middle of its upper edge, px.
QPainterPath markPath(QPointF top, double scale);

class TimelinePainter
{
public:
    // Everything but what hovers over it (selection, ranges, arrows). `image`: RGB32 of the scene's size. Returns the
    // geometry that it shows, until the next call.
    const TimelineGeometry& paint(QImage& image, const TimelineScene& scene, TimeRange whole);
    // The same as rectangles and texts. Relies on no clipping: the scene must be as high as its rows.
    TimelineGeometry paintVectors(QPainter& painter, const TimelineScene& scene, TimeRange whole);

private:
    void paintFrame(QPainter& painter, QImage* image, const TimelineScene& scene, const TimelineGeometry& geometry,
                    const std::vector<RulerTick>& ticks, TimeRange whole);
    void paintTop(QPainter& painter, FrameText& words, const TimelineScene& scene, TimeRange whole);

    TimelineGeometry m_geometry;
    GlyphSet m_glyphs;
    // The overview of the last trace: it changes with the trace and the width only.
    std::vector<ThinCell> m_strip;
    std::uint64_t m_stripGeneration = 0;
    const Trace* m_stripTrace = nullptr;
    TimeRange m_stripRange;
};

} // namespace stepglass
