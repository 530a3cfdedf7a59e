// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/lane_vectors.h"

#include "views/theme/fonts.h"
#include "views/timeline/slice_colors.h"

#include <QPainterPath>
#include <QRectF>

#include <algorithm>
#include <map>

namespace stepglass {
namespace {

class Vectors
{
public:
    Vectors(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry, GlyphAtlas& glyphs)
        : m_painter(painter)
        , m_scene(scene)
        , m_geometry(geometry)
        , m_glyphs(glyphs)
        , m_area(scene.lanesArea())
    {
    }

    void background(const std::vector<int>& grid)
    {
        m_painter.fillRect(m_area, m_scene.theme->canvas);
        const int hair = std::max(1, m_scene.px(1));
        for (const int x : grid) {
            if (x >= 0 && x < m_area.width())
                m_painter.fillRect(QRect(m_area.left() + x, m_area.top(), hair, m_area.height()), m_scene.theme->line);
        }
    }

    void collect(const LanePart& part)
    {
        const QRgb canvas = m_scene.theme->canvas.rgb();
        for (std::uint32_t r = part.firstRect; r < part.firstRect + part.rects; ++r) {
            const SliceRect& rect = m_geometry.rects[r];
            add(rect.x, rect.width, part, sliceColor(*m_scene.theme, rect.look, rect.dim, canvas), rect.width >= 5);
        }
        for (std::uint32_t r = part.firstRun; r < part.firstRun + part.runs; ++r)
            collectRun(m_geometry.runs[r], part);
    }

    void flush()
    {
        for (auto& [color, path] : m_paths) {
            path.setFillRule(Qt::WindingFill); // rectangles may touch
            m_painter.fillPath(path, QColor(color));
        }
    }

    void labels(const LanePart& part)
    {
        m_painter.setFont(uiFont(FontRole::Secondary, m_scene.scale));
        const int text = m_glyphs.ascent() + m_glyphs.descent();
        const int baseline = m_area.top() + part.y + (part.height - text) / 2 + m_glyphs.ascent();
        for (std::uint32_t l = part.firstLabel; l < part.firstLabel + part.labels; ++l) {
            const SliceLabel& label = m_geometry.labels[l];
            const QString shown = m_glyphs.elided(m_scene.trace->name(label.slice), label.width);
            if (shown.isEmpty())
                continue;
            m_painter.setPen(QColor(labelColor(*m_scene.theme, label.look, label.dim)));
            m_painter.drawText(QPoint(m_area.left() + label.x, baseline), shown);
        }
    }

private:
    // Neighbours of one look and about the same cover become one rectangle.
    void collectRun(const ThinRun& run, const LanePart& part)
    {
        constexpr int kSteps = 8;
        const auto level = [](const ThinCell& cell) { return thinShare(cell) * kSteps / 257; };
        for (std::uint32_t c = 0; c < run.count;) {
            const ThinCell& cell = m_geometry.cells[run.firstCell + c];
            std::uint32_t end = c + 1;
            while (end < run.count && m_geometry.cells[run.firstCell + end].look == cell.look &&
                   level(m_geometry.cells[run.firstCell + end]) == level(cell))
                ++end;
            const QRgb color =
                mixed(m_scene.theme->canvas.rgb(), m_scene.theme->sliceColor(cell.look.kind(), cell.look.shade()),
                      (level(cell) * 2 + 1) * 128 / kSteps);
            add(run.x + static_cast<int>(c), static_cast<int>(end - c), part, color, false);
            c = end;
        }
    }

    void add(int x, int width, const LanePart& part, QRgb color, bool round)
    {
        const int from = std::max(x, 0);
        const int to = std::min(x + width, m_area.width());
        if (to <= from)
            return;
        const QRectF rect(m_area.left() + from, m_area.top() + part.y, to - from, part.height);
        const double radius = round ? 2 * m_scene.scale : 0;
        if (round)
            m_paths[color].addRoundedRect(rect, radius, radius);
        else
            m_paths[color].addRect(rect);
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const TimelineGeometry& m_geometry;
    GlyphAtlas& m_glyphs;
    QRect m_area;
    std::map<QRgb, QPainterPath> m_paths;
};

} // namespace

void paintLanesAsVectors(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry,
                         const std::vector<int>& grid, GlyphAtlas& glyphs)
{
    Vectors vectors(painter, scene, geometry, glyphs);
    vectors.background(grid);
    for (const LanePart& part : geometry.lanes)
        vectors.collect(part);
    vectors.flush();
    for (const LanePart& part : geometry.lanes)
        vectors.labels(part);
}

} // namespace stepglass
