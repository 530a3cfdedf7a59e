// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the lanes of a frame into an image: one row of pixels a lane is computed and copied to all of its rows.
#pragma once

#include "views/theme/theme.h"
#include "views/timeline/glyph_atlas.h"
#include "views/timeline/slice_colors.h"
#include "views/timeline/timeline_geometry.h"

#include <QImage>
#include <QPoint>

#include <array>
#include <vector>

namespace stepglass {

class LaneRaster
{
public:
    LaneRaster(const Theme& theme, double scale, GlyphAtlas& glyphs);

    // `origin`: of the geometry in the RGB32 image. `grid`: columns of vertical lines behind the slices.
    void paint(QImage& image, QPoint origin, const TimelineGeometry& geometry, const RowLayout& layout,
               const Trace& trace, const std::vector<int>& grid);

private:
    // Rows of a lane's pixels: the outermost two are cut at the corners of slices, the others repeat with the hatching.
    static constexpr int kEdges = 2;
    using PixelRow = std::vector<QRgb>;

    struct Target
    {
        uchar* bits = nullptr; // of the geometry's left edge
        std::ptrdiff_t stride = 0;
        std::size_t rowBytes = 0;
    };
    void fillBetween(const Target& target, int top, int bottom, const TimelineGeometry& geometry);
    void prepare(int width, const std::vector<int>& grid);
    void drawLane(const TimelineGeometry& geometry, const LanePart& part);
    void drawThin(const TimelineGeometry& geometry, const LanePart& part);
    void drawRects(const TimelineGeometry& geometry, const LanePart& part);
    void cutCorners(const TimelineGeometry& geometry, const LanePart& part);
    void hatch(const TimelineGeometry& geometry, const LanePart& part);
    const PixelRow& rowOf(const LanePart& part, int i) const;
    void copyRows(const Target& target, int top, const LanePart& part, int clipTop, int clipBottom) const;
    void drawLabels(const TimelineGeometry& geometry, const LanePart& part, const Trace& trace);

    const Theme& m_theme;
    double m_scale;
    GlyphAtlas& m_glyphs;
    int m_width = 0;
    PixelRow m_background;
    PixelRow m_plain; // the lane without corners and hatching
    PixelRow m_edge[kEdges];
    PixelRow m_middle[kHatchPeriod];
    bool m_hatched = false;
    // The rows of a lane with text, put together where the cache keeps them, and which rows of it they are.
    PixelRow m_words;
    int m_wordsTop = 0;
    int m_wordsBottom = 0;
    std::array<QRgb, 256> m_colors; // by LaneClass
    std::vector<char> m_filled;     // by row of pixels
};

} // namespace stepglass
