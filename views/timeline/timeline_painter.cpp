// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_painter.h"

#include "views/timeline/lane_raster.h"
#include "views/timeline/lane_vectors.h"
#include "views/timeline/overview.h"
#include "views/timeline/slice_colors.h"
#include "views/timeline/track_labels.h"

#include <QPolygonF>

namespace stepglass {
namespace {

// The curve as a filled area with a line on top, one step a pixel column at most.
void paintCounter(QPainter& painter, const TimelineScene& scene, const CounterPart& part, int clipTop)
{
    const QPoint origin = scene.lanesArea().topLeft();
    const int bottom = origin.y() + part.bottom;
    if (bottom <= clipTop)
        return;
    const QRgb canvas = scene.theme->canvas.rgb();
    const QColor area(mixed(canvas, scene.theme->memory.rgb(), 72));
    const int hair = std::max(1, scene.px(1));
    const auto width = static_cast<int>(part.heights.size());
    int before = -1;
    for (int x = 0; x < width;) {
        const int height = part.heights[static_cast<std::size_t>(x)];
        int end = x + 1;
        while (end < width && part.heights[static_cast<std::size_t>(end)] == height)
            ++end;
        if (height >= 0) {
            const int top = std::max(bottom - height, clipTop);
            painter.fillRect(QRect(origin.x() + x, top, end - x, bottom - top), area);
            // The line reaches from the step before to this one, so that it does not break.
            const int from = before < 0 ? height : std::max(height, before);
            const int to = before < 0 ? height : std::min(height, before);
            const int lineTop = std::max(bottom - from, clipTop);
            painter.fillRect(QRect(origin.x() + x, lineTop, hair, std::max(hair, bottom - to - lineTop)),
                             scene.theme->memory);
            if (bottom - height >= clipTop)
                painter.fillRect(QRect(origin.x() + x, bottom - height, end - x, hair), scene.theme->memory);
        }
        before = height;
        x = end;
    }
}

// Triangles between the rows, so that no slice lies below one.
void paintInstants(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry)
{
    if (geometry.instants.empty())
        return;
    const QPoint origin = scene.lanesArea().topLeft();
    const double s = scene.scale;
    QPainterPath path;
    for (const InstantMark& mark : geometry.instants) {
        const bool pinned = scene.layout->rows[mark.row].pinned;
        if (mark.y < (pinned ? 0 : geometry.pinnedHeight))
            continue;
        path.addPath(markPath(origin + QPointF(mark.x, mark.y), s));
    }
    path.setFillRule(Qt::WindingFill);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.fillPath(path, scene.theme->text);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

QPainterPath markPath(QPointF top, double scale)
{
    const QPointF point = top + QPointF(0.5, kInstantHeight) * scale;
    QPainterPath path;
    path.addPolygon(QPolygonF(
        {point, point + QPointF(-4, -kInstantHeight) * scale, point + QPointF(4, -kInstantHeight) * scale, point}));
    return path;
}

const TimelineGeometry& TimelinePainter::paint(QImage& image, const TimelineScene& scene, TimeRange whole)
{
    m_geometry = timelineGeometry(*scene.trace, *scene.layout, *scene.counters, scene.request(), std::move(m_geometry));
    const auto ticks = rulerTicks(m_geometry.scale, scene.trace->spanStart(), scene.scale);
    LaneRaster raster(*scene.theme, scene.scale, m_glyphs.of(FontRole::Secondary, scene.scale));
    raster.paint(image, scene.lanesArea().topLeft(), m_geometry, *scene.layout, *scene.trace, gridColumns(ticks));
    QPainter painter(&image);
    paintFrame(painter, &image, scene, m_geometry, ticks, whole);
    return m_geometry;
}

TimelineGeometry TimelinePainter::paintVectors(QPainter& painter, const TimelineScene& scene, TimeRange whole)
{
    TimelineGeometry geometry = timelineGeometry(*scene.trace, *scene.layout, *scene.counters, scene.request());
    const auto ticks = rulerTicks(geometry.scale, scene.trace->spanStart(), scene.scale);
    paintLanesAsVectors(painter, scene, geometry, gridColumns(ticks), m_glyphs.of(FontRole::Secondary, scene.scale));
    paintFrame(painter, nullptr, scene, geometry, ticks, whole);
    return geometry;
}

void TimelinePainter::paintFrame(QPainter& painter, QImage* image, const TimelineScene& scene,
                                 const TimelineGeometry& geometry, const std::vector<RulerTick>& ticks, TimeRange whole)
{
    FrameText words(painter, image, m_glyphs, scene.scale);
    for (const CounterPart& part : geometry.counters) {
        const bool pinned = scene.layout->rows[part.row].pinned;
        paintCounter(painter, scene, part, scene.lanesTop() + (pinned ? 0 : geometry.pinnedHeight));
    }
    paintTrackLabels(painter, words, scene, geometry);
    paintInstants(painter, scene, geometry);
    const int hair = std::max(1, scene.px(1));
    const QRect ruler = scene.rulerArea();
    painter.fillRect(QRect(0, ruler.top(), scene.lanesLeft() - hair, ruler.height()), scene.theme->panel);
    paintRuler(painter, words, ruler, ticks, *scene.theme, scene.scale);
    painter.fillRect(QRect(0, ruler.bottom() + 1 - hair, scene.size.width(), hair), scene.theme->border);
    if (scene.overview)
        paintTop(painter, words, scene, whole);
}

void TimelinePainter::paintTop(QPainter& painter, FrameText& words, const TimelineScene& scene, TimeRange whole)
{
    const QRect area = scene.overviewArea();
    const int hair = std::max(1, scene.px(1));
    if (m_stripTrace != scene.trace || m_stripGeneration != scene.trace->generation() || m_stripRange != whole ||
        static_cast<int>(m_strip.size()) != area.width()) {
        m_strip = overviewStrip(*scene.trace, whole, area.width());
        m_stripTrace = scene.trace;
        m_stripGeneration = scene.trace->generation();
        m_stripRange = whole;
    }
    paintOverview(painter, words, scene, whole, m_strip);
    painter.fillRect(QRect(0, area.bottom() + 1 - hair, scene.size.width(), hair), scene.theme->line);
    painter.fillRect(QRect(scene.lanesLeft() - hair, 0, hair, scene.lanesTop()), scene.theme->border);
}

} // namespace stepglass
