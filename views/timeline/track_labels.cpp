// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/track_labels.h"

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
    Labels(QPainter& painter, FrameText& words, const TimelineScene& scene)
        : m_painter(painter)
        , m_words(words)
        , m_scene(scene)
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
    void header(const Row& row, int top, int height, const QRect& line)
    {
        const double s = m_scene.scale;
        m_painter.fillRect(line, m_scene.theme->panel);
        triangle(QPointF(14 * s, top + height / 2.0), row.collapsed);
        const double baseline = top + height / 2.0 + m_words.belowMiddle(FontRole::Heading);
        const double left = kHeaderTextLeft * s;
        const double detailLeft =
            std::max<double>(m_scene.lanesLeft() + 6 * s, left + m_words.width(row.title, FontRole::Heading) + 16 * s);
        m_words.draw({left, baseline}, m_scene.size.width() - left - 8 * s, row.title, FontRole::Heading,
                     m_scene.theme->text);
        QString detail = row.detail;
        const auto note = m_scene.headerNotes.find(row.key);
        if (note != m_scene.headerNotes.end())
            detail += (detail.isEmpty() ? QString() : QStringLiteral(" \u00B7 ")) + note->second;
        if (!detail.isEmpty())
            m_words.draw({detailLeft, baseline}, m_scene.size.width() - detailLeft - 8 * s, detail, FontRole::Secondary,
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
        if (row.pinned) // over what has scrolled beneath it
            m_painter.fillRect(QRect(0, line.top(), m_scene.lanesLeft(), line.height()), m_scene.theme->canvas);
        const double left = kTextLeft * s;
        const double width = m_scene.lanesLeft() - left - kTextRight * s;
        const double first = top + kFirstBaseline * s;
        const double second = top + kSecondBaseline * s;
        const double ascent = m_words.ascent(FontRole::Body);
        if (first - ascent >= clipTop)
            m_words.draw({left, first}, width, row.title, FontRole::Body, m_scene.theme->text);
        const bool room = row.height >= measure::kTwoLines;
        if (room && !row.detail.isEmpty() && second - ascent >= clipTop)
            m_words.draw({left, second}, width, row.detail, FontRole::Secondary, m_scene.theme->soft);
        if (row.pinned)
            m_painter.fillRect(QRect(0, line.top(), std::max(2, m_scene.px(2)), line.height()), m_scene.theme->accent);
    }

    QPainter& m_painter;
    FrameText& m_words;
    const TimelineScene& m_scene;
    int m_hair;
};

} // namespace

void paintTrackLabels(QPainter& painter, FrameText& words, const TimelineScene& scene, const TimelineGeometry& geometry)
{
    painter.fillRect(scene.labelArea(), scene.theme->canvas);
    const int hair = std::max(1, scene.px(1));
    painter.fillRect(QRect(scene.lanesLeft() - hair, 0, hair, scene.size.height()), scene.theme->border);
    Labels labels(painter, words, scene);
    for (const RowPart& part : geometry.rows)
        labels.paint(part, scene.lanesTop() + (part.pinned ? 0 : geometry.pinnedHeight));
    if (geometry.pinnedHeight > 0)
        painter.fillRect(QRect(0, scene.lanesTop() + geometry.pinnedHeight - hair, scene.size.width(), hair),
                         scene.theme->border);
}

} // namespace stepglass
