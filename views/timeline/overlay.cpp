// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/overlay.h"

#include "views/format/format.h"
#include "views/theme/fonts.h"
#include "views/timeline/hit_test.h"
#include "views/timeline/timeline_painter.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace stepglass {
namespace {

class Overlay
{
public:
    Overlay(QPainter& painter, const TimelineScene& scene)
        : m_painter(painter)
        , m_scene(scene)
        , m_theme(*scene.theme)
        , m_time(scene.range, std::max(1, scene.lanesArea().width()))
        , m_lanes(scene.lanesArea())
    {
        m_rows = m_lanes.adjusted(0, scene.px(scene.layout->pinnedHeight), 0, 0);
    }

    // Whole pixels, so that lines stay sharp.
    double x(Ns t) const { return m_lanes.left() + std::floor(std::clamp(m_time.x(t), -20000.0, 40000.0)); }

    void range(const TimeRange& range)
    {
        const double left = std::max<double>(x(range.from), m_lanes.left());
        const double right = std::min<double>(x(range.to), m_lanes.right() + 1);
        if (right < left)
            return;
        const QRect ruler = m_scene.rulerArea();
        m_painter.fillRect(QRectF(left, m_lanes.top(), right - left, m_lanes.height()), m_theme.shade);
        const int hair = std::max(1, m_scene.px(1));
        for (const Ns edge : {range.from, range.to}) {
            if (x(edge) >= m_lanes.left() && x(edge) <= m_lanes.right())
                m_painter.fillRect(QRectF(x(edge), ruler.top(), hair, m_scene.size.height() - ruler.top()),
                                   m_theme.accent);
        }
        chip(formatDuration(range.length()), (left + right) / 2, ruler.center().y() + 0.5, m_theme.accent,
             m_theme.dark() ? m_theme.ink : m_theme.canvas, FontRole::Heading);
    }

    void gap(const TimeRange& gap, const std::string& device)
    {
        for (const Row& row : m_scene.layout->rows) {
            if (row.type != Row::Type::Lanes)
                continue;
            const Track& track = m_scene.trace->track(row.track);
            const bool kernels = track.kind == TrackKind::Compute || track.kind == TrackKind::Communication;
            if (kernels && m_scene.trace->text(track.device) == device)
                hatch(row, gap);
        }
    }

    void slice(SliceId slice, const QColor& color, double width)
    {
        const std::optional<QRect> place = placeOf(m_scene, slice);
        if (!place || !visible(*place))
            return;
        clipToRows(slice);
        const double w = width * m_scene.scale;
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(QPen(color, w));
        m_painter.setBrush(Qt::NoBrush);
        const QRectF box = QRectF(*place).adjusted(-w / 4, -w / 4, w / 4, w / 4);
        m_painter.drawRoundedRect(box, 2.5 * m_scene.scale, 2.5 * m_scene.scale);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setClipping(false);
    }

    // One curve from the end of the launch to the start of what it launched.
    void arrow(SliceId from, SliceId to)
    {
        const std::optional<QRect> a = placeOf(m_scene, from), b = placeOf(m_scene, to);
        if (!a || !b)
            return;
        const double s = m_scene.scale;
        const QPointF start(a->right() + 1, a->center().y() + 0.5);
        const QPointF end(b->left() - 2 * s, b->center().y() + 0.5);
        const double reach = std::clamp(std::abs(end.x() - start.x()) / 2, 24 * s, 160 * s);
        QPainterPath curve(start);
        curve.cubicTo(start + QPointF(reach, 0), end - QPointF(reach, 0), end - QPointF(5 * s, 0));
        QPainterPath head;
        head.moveTo(end);
        head.lineTo(end + QPointF(-7, -3.5) * s);
        head.lineTo(end + QPointF(-7, 3.5) * s);
        head.closeSubpath();
        m_painter.setClipRect(m_rows);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.strokePath(curve, QPen(m_theme.accent, 1.5 * s));
        m_painter.fillPath(head, m_theme.accent);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setClipping(false);
    }

    void mark(Ns time)
    {
        const double at = x(time);
        if (at < m_lanes.left() || at > m_lanes.right())
            return;
        const double s = m_scene.scale;
        const QRect ruler = m_scene.rulerArea();
        m_painter.fillRect(QRectF(at, ruler.top(), std::max(1.0, s), m_scene.size.height() - ruler.top()),
                           m_theme.warn);
        QPainterPath flag;
        flag.moveTo(at, ruler.top() + 3 * s);
        flag.lineTo(at + 8 * s, ruler.top() + 6.5 * s);
        flag.lineTo(at, ruler.top() + 10 * s);
        flag.closeSubpath();
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.fillPath(flag, m_theme.warn);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    // The mark of a selected instant, larger and in its colour.
    void instant(std::uint32_t which)
    {
        const std::optional<QPoint> place = markOf(m_scene, which);
        if (!place || place->x() < m_lanes.left() || place->x() > m_lanes.right())
            return;
        const double s = m_scene.scale;
        m_painter.setClipRect(m_lanes);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        const QPainterPath mark = markPath(*place, s);
        m_painter.fillPath(mark, m_theme.select);
        m_painter.strokePath(mark, QPen(m_theme.select, 2 * s, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setClipping(false);
    }

private:
    bool visible(const QRect& place) const { return place.intersects(m_lanes.adjusted(-4, -4, 4, 4)); }

    void clipToRows(SliceId slice)
    {
        const Row* row = m_scene.layout->rowOf(m_scene.trace->track(slice));
        m_painter.setClipRect(row != nullptr && row->pinned ? m_lanes : m_rows);
    }

    void chip(const QString& text, double centre, double middle, const QColor& background, const QColor& ink,
              FontRole role)
    {
        const double s = m_scene.scale;
        const QFont font = uiFont(role, s);
        const QFontMetricsF metrics(font);
        const double width = metrics.horizontalAdvance(text) + 12 * s;
        const double left = std::clamp(centre - width / 2, m_lanes.left() + 2 * s,
                                       std::max(m_lanes.left() + 2 * s, m_lanes.right() - width - 2 * s));
        const QRectF box(left, middle - 8 * s, width, 16 * s);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(background);
        m_painter.drawRoundedRect(box, 4 * s, 4 * s);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setFont(font);
        m_painter.setPen(ink);
        m_painter.drawText(QPointF(left + 6 * s, middle + (metrics.ascent() - metrics.descent()) / 2), text);
    }

    // Lines of 45 degrees, cut at the box by hand: an SVG knows no clipping.
    void hatch(const Row& row, const TimeRange& gap)
    {
        const double s = m_scene.scale;
        const int pinned = row.pinned ? 0 : m_scene.px(m_scene.layout->pinnedHeight);
        const double top = m_scene.lanesTop() + pinned + m_scene.px(row.laneTop(0) - (row.pinned ? 0 : m_scene.scroll));
        const double height = m_scene.px(row.laneHeight);
        const double left = std::max<double>(x(gap.from), m_lanes.left());
        const double right = std::min<double>(x(gap.to), m_lanes.right() + 1);
        if (right <= left || top < m_rows.top() - height || top > m_rows.bottom())
            return;
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(QPen(m_theme.border, s));
        const double step = 5 * s;
        for (double at = left - height; at < right; at += step) {
            const double from = std::max(at, left), to = std::min(at + height, right);
            if (to > from)
                m_painter.drawLine(QPointF(from, top + height - (from - at)), QPointF(to, top + height - (to - at)));
        }
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        const QString text = QStringLiteral("idle ") + formatDuration(gap.length());
        const QFontMetricsF metrics(uiFont(FontRole::Secondary, s));
        if (metrics.horizontalAdvance(text) + 16 * s < right - left)
            chip(text, (left + right) / 2, top + height / 2, m_theme.canvas, m_theme.soft, FontRole::Secondary);
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const Theme& m_theme;
    TimeScale m_time;
    QRect m_lanes, m_rows;
};

} // namespace

std::vector<SliceArrow> selectionArrows(const Trace& trace, const Links* links, std::span<const FlowArrow> flows,
                                        SliceId slice)
{
    std::vector<SliceArrow> arrows;
    if (!slice.valid())
        return arrows;
    const bool onDevice = isOnDevice(trace.kind(slice));
    if (links != nullptr && onDevice && links->launchOf(slice).valid())
        arrows.push_back({links->launchOf(slice), slice});
    else if (links != nullptr && !onDevice && !links->launchedBy(slice).empty())
        arrows.push_back({slice, links->launchedBy(slice).front()});
    const bool launchKnown = !arrows.empty();
    for (const FlowArrow& flow : flows) {
        if (!flow.from.valid() || !flow.to.valid() || flow.from == flow.to)
            continue;
        // The file's own arrows to a device say again what the links say, and of a graph's launch a thousand times.
        const bool toDevice = isOnDevice(trace.kind(flow.from)) != isOnDevice(trace.kind(flow.to));
        const SliceArrow arrow{flow.from, flow.to};
        if (!(launchKnown && toDevice) && std::find(arrows.begin(), arrows.end(), arrow) == arrows.end())
            arrows.push_back(arrow);
    }
    constexpr std::size_t kMost = 16; // more would be a fan that nobody reads
    arrows.resize(std::min(arrows.size(), kMost));
    return arrows;
}

void paintOverlay(QPainter& painter, const TimelineScene& scene, const OverlayState& state)
{
    Overlay overlay(painter, scene);
    if (state.range)
        overlay.range(*state.range);
    if (state.gap)
        overlay.gap(*state.gap, state.gapDevice);
    for (const Ns mark : state.marks)
        overlay.mark(mark);
    if (state.hovered.valid() && state.hovered != state.selected)
        overlay.slice(state.hovered, scene.theme->soft, 1.5);
    for (const SliceArrow& arrow : state.arrows) {
        overlay.slice(arrow.from == state.selected ? arrow.to : arrow.from, scene.theme->accent, 2);
        overlay.arrow(arrow.from, arrow.to);
    }
    if (state.selected.valid())
        overlay.slice(state.selected, scene.theme->select, 2);
    if (state.instant)
        overlay.instant(*state.instant);
}

} // namespace stepglass
