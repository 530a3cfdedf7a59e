// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/track_labels.h"

#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QFontMetricsF>
#include <QPainterPath>

namespace stepglass {
namespace {

constexpr double kTextLeft = 22; // px at scale 1
constexpr double kHeaderTextLeft = 24;
constexpr double kTextRight = 8;
constexpr double kFirstBaseline = 17; // of a row's title, from its top
constexpr double kSecondBaseline = 31;

class Labels
{
public:
    Labels(QPainter& painter, const TimelineScene& scene)
        : m_painter(painter)
        , m_scene(scene)
        , m_body(uiFont(FontRole::Body, scene.scale))
        , m_heading(uiFont(FontRole::Heading, scene.scale))
        , m_secondary(uiFont(FontRole::Secondary, scene.scale))
        , m_hair(std::max(1, scene.px(1)))
    {
    }

    void paint(const RowPart& part, int clipTop)
    {
        const Row& row = m_scene.layout->rows[part.row];
        const int top = m_scene.lanesTop() + part.y;
        const QRect line(0, std::max(top, clipTop), m_scene.size.width(), top + part.height - std::max(top, clipTop));
        if (line.height() <= 0)
            return;
        if (row.type == Row::Type::Header)
            header(row, top, part.height, line);
        else
            label(row, top, line, clipTop);
        if (row.type != Row::Type::Header)
            m_painter.fillRect(QRect(m_scene.lanesLeft() - m_hair, line.top(), m_hair, line.height()),
                               m_scene.theme->border);
        m_painter.fillRect(QRect(0, top + part.height - m_hair, m_scene.size.width(), m_hair), m_scene.theme->line);
    }

private:
    void text(double x, double baseline, double width, const QString& what, const QFont& font, const QColor& color)
    {
        const QFontMetricsF metrics(font);
        m_painter.setFont(font);
        m_painter.setPen(color);
        m_painter.drawText(QPointF(x, baseline),
                           elideMiddle(what, width, [&](const QString& t) { return metrics.horizontalAdvance(t); }));
    }

    void header(const Row& row, int top, int height, const QRect& line)
    {
        const double s = m_scene.scale;
        m_painter.fillRect(line, m_scene.theme->panel);
        triangle(QPointF(14 * s, top + height / 2.0), row.collapsed);
        const QFontMetricsF metrics(m_heading);
        const double baseline = top + (height + metrics.ascent() - metrics.descent()) / 2.0;
        const double left = kHeaderTextLeft * s;
        const double detailLeft =
            std::max<double>(m_scene.lanesLeft() + 6 * s, left + metrics.horizontalAdvance(row.title) + 16 * s);
        text(left, baseline, m_scene.size.width() - left - 8 * s, row.title, m_heading, m_scene.theme->text);
        QString detail = row.detail;
        const auto note = m_scene.headerNotes.find(row.key);
        if (note != m_scene.headerNotes.end())
            detail += (detail.isEmpty() ? QString() : QStringLiteral(" \u00B7 ")) + note->second;
        if (!detail.isEmpty())
            text(detailLeft, baseline, m_scene.size.width() - detailLeft - 8 * s, detail, m_secondary,
                 m_scene.theme->soft);
    }

    void triangle(QPointF centre, bool collapsed)
    {
        const double s = m_scene.scale;
        QPainterPath path;
        if (collapsed) {
            path.moveTo(centre + QPointF(-2.5, -4) * s);
            path.lineTo(centre + QPointF(3, 0) * s);
            path.lineTo(centre + QPointF(-2.5, 4) * s);
        } else {
            path.moveTo(centre + QPointF(-4, -2.5) * s);
            path.lineTo(centre + QPointF(4, -2.5) * s);
            path.lineTo(centre + QPointF(0, 3) * s);
        }
        path.closeSubpath();
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.fillPath(path, m_scene.theme->text);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    void label(const Row& row, int top, const QRect& line, int clipTop)
    {
        const double s = m_scene.scale;
        m_painter.fillRect(QRect(0, line.top(), m_scene.lanesLeft(), line.height()), m_scene.theme->canvas);
        const double left = kTextLeft * s;
        const double width = m_scene.lanesLeft() - left - kTextRight * s;
        const double first = top + kFirstBaseline * s;
        const double second = top + kSecondBaseline * s;
        const QFontMetricsF metrics(m_body);
        if (first - metrics.ascent() >= clipTop)
            text(left, first, width, row.title, m_body, m_scene.theme->text);
        const bool room = row.height >= measure::kTwoLines;
        if (room && !row.detail.isEmpty() && second - metrics.ascent() >= clipTop)
            text(left, second, width, row.detail, m_secondary, m_scene.theme->soft);
        if (row.pinned)
            m_painter.fillRect(QRect(0, line.top(), std::max(2, m_scene.px(2)), line.height()), m_scene.theme->accent);
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    QFont m_body, m_heading, m_secondary;
    int m_hair;
};

} // namespace

void paintTrackLabels(QPainter& painter, const TimelineScene& scene, const TimelineGeometry& geometry)
{
    painter.fillRect(scene.labelArea(), scene.theme->canvas);
    const int hair = std::max(1, scene.px(1));
    painter.fillRect(QRect(scene.lanesLeft() - hair, 0, hair, scene.size.height()), scene.theme->border);
    Labels labels(painter, scene);
    for (const RowPart& part : geometry.rows)
        labels.paint(part, scene.lanesTop() + (part.pinned ? 0 : geometry.pinnedHeight));
    if (geometry.pinnedHeight > 0)
        painter.fillRect(QRect(0, scene.lanesTop() + geometry.pinnedHeight - hair, scene.size.width(), hair),
                         scene.theme->border);
}

} // namespace stepglass
