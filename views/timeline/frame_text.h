// SPDX-License-Identifier: GPL-3.0-or-later
// The words around the lanes. On an image they are blended from glyphs that were painted once, ten times as fast as a
// painter's text; elsewhere (SVG, PDF) they stay text.
#pragma once

#include "views/theme/fonts.h"
#include "views/timeline/glyph_atlas.h"

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPointF>
#include <QString>

#include <array>
#include <memory>

namespace stepglass {

// The glyphs of every role at one scale, made when first asked for.
class GlyphSet
{
public:
    GlyphAtlas& of(FontRole role, double scale);

private:
    std::array<std::unique_ptr<GlyphAtlas>, 4> m_atlases; // by FontRole
    double m_scale = 0;
};

class FrameText
{
public:
    // `image`: what `painter` paints on, RGB32; null for a painter of vectors.
    FrameText(QPainter& painter, QImage* image, GlyphSet& glyphs, double scale);

    double width(const QString& text, FontRole role);
    // How far a baseline lies below the middle between two lines that a text is to stand between.
    double belowMiddle(FontRole role);
    double ascent(FontRole role);
    // From `place` on along the baseline, its middle cut out where it is wider than `room`.
    void draw(QPointF place, double room, const QString& text, FontRole role, const QColor& color);

private:
    QPainter& m_painter;
    QImage* m_image;
    GlyphSet& m_glyphs;
    double m_scale;
};

} // namespace stepglass
