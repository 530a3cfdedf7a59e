// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/frame_text.h"

#include <cmath>
#include <string_view>

namespace stepglass {

GlyphAtlas& GlyphSet::of(FontRole role, double scale)
{
    if (m_scale != scale)
        m_atlases = {};
    m_scale = scale;
    auto& atlas = m_atlases[static_cast<std::size_t>(role)];
    if (!atlas)
        atlas = std::make_unique<GlyphAtlas>(uiFont(role, scale));
    return *atlas;
}

FrameText::FrameText(QPainter& painter, QImage* image, GlyphSet& glyphs, double scale)
    : m_painter(painter)
    , m_image(image)
    , m_glyphs(glyphs)
    , m_scale(scale)
{
}

double FrameText::width(const QString& text, FontRole role)
{
    const QByteArray utf8 = text.toUtf8();
    return m_glyphs.of(role, m_scale).width({utf8.constData(), static_cast<std::size_t>(utf8.size())});
}

double FrameText::belowMiddle(FontRole role)
{
    const GlyphAtlas& glyphs = m_glyphs.of(role, m_scale);
    return (glyphs.exactAscent() - glyphs.exactDescent()) / 2;
}

double FrameText::ascent(FontRole role)
{
    return m_glyphs.of(role, m_scale).exactAscent();
}

void FrameText::draw(QPointF place, double room, const QString& text, FontRole role, const QColor& color)
{
    GlyphAtlas& glyphs = m_glyphs.of(role, m_scale);
    const QByteArray utf8 = text.toUtf8();
    const std::string_view bytes{utf8.constData(), static_cast<std::size_t>(utf8.size())};
    if (m_image == nullptr) {
        m_painter.setFont(uiFont(role, m_scale));
        m_painter.setPen(color);
        m_painter.drawText(place, glyphs.elided(bytes, room, 1));
        return;
    }
    GlyphAtlas::Place at;
    at.x = place.x();
    at.width = room;
    at.baseline = static_cast<int>(std::lround(place.y()));
    at.clipBottom = m_image->height();
    at.fewest = 1;
    glyphs.draw(*m_image, at, bytes, color.rgb());
}

} // namespace stepglass
