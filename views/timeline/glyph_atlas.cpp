// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/glyph_atlas.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepglass {
namespace {

constexpr std::size_t kLongest = 400; // characters of a name that are looked at: more never fit a window
constexpr std::size_t kFewest = 5;    // characters beside the ellipsis that make a label worth having

// The next character of UTF-8, whatever the bytes; `i` moves on.
char32_t nextCharacter(std::string_view text, std::size_t& i)
{
    const auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80)
        return lead < 0x20 ? U' ' : lead;
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    char32_t character = more == 0 ? 0xFFFD : lead & (0x3Fu >> more);
    for (int k = 0; k < more; ++k) {
        if (i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u)
            return 0xFFFD;
        character = (character << 6) | (static_cast<unsigned char>(text[i++]) & 0x3Fu);
    }
    return character;
}

} // namespace

GlyphAtlas::GlyphAtlas(const QFont& font)
    : m_font(font)
{
    const QFontMetricsF metrics(font);
    m_ascent = static_cast<int>(std::ceil(metrics.ascent()));
    m_descent = static_cast<int>(std::ceil(metrics.descent()));
}

GlyphAtlas::Glyph& GlyphAtlas::glyph(char32_t character)
{
    auto& slot = character < m_ascii.size() ? m_ascii[character] : m_others[character];
    if (!slot) {
        slot = std::make_unique<Glyph>();
        slot->character = character;
        slot->advance = static_cast<float>(QFontMetricsF(m_font).horizontalAdvance(QString::fromUcs4(&character, 1)));
    }
    return *slot;
}

const GlyphAtlas::Mask& GlyphAtlas::mask(Glyph& glyph, int phase)
{
    auto& slot = glyph.masks[static_cast<std::size_t>(phase)];
    if (slot)
        return *slot;
    slot = std::make_unique<Mask>();
    constexpr int kMargin = 2;
    slot->left = -kMargin;
    slot->top = -m_ascent - kMargin;
    slot->width = static_cast<int>(std::ceil(glyph.advance)) + 2 * kMargin + 1;
    slot->height = m_ascent + m_descent + 2 * kMargin;
    QImage image(slot->width, slot->height, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(kMargin + phase / static_cast<double>(kPhases), m_ascent + kMargin),
                     QString::fromUcs4(&glyph.character, 1));
    painter.end();
    // Only the rows that hold ink are kept.
    const auto hasInk = [&](int y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        return std::any_of(line, line + slot->width, [](QRgb pixel) { return qAlpha(pixel) != 0; });
    };
    int first = 0;
    int end = slot->height;
    while (first < end && !hasInk(first))
        ++first;
    while (end > first && !hasInk(end - 1))
        --end;
    slot->top += first;
    slot->height = end - first;
    for (int y = first; y < end; ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < slot->width; ++x)
            slot->alpha.push_back(static_cast<std::uint8_t>(qAlpha(line[x])));
    }
    return *slot;
}

bool GlyphAtlas::lay(std::string_view text, float width)
{
    m_line.clear();
    float total = 0;
    for (std::size_t i = 0; i < text.size() && m_line.size() < kLongest;) {
        m_line.push_back(&glyph(nextCharacter(text, i)));
        total += m_line.back()->advance;
    }
    if (total <= width)
        return !m_line.empty();
    // Takes characters away around three fifths of the text until it fits.
    Glyph& ellipsis = glyph(U'\u2026');
    std::size_t head = m_line.size() * 3 / 5;
    std::size_t tail = head;
    total += ellipsis.advance;
    while (total > width && tail - head < m_line.size()) {
        const bool takeHead = head > 0 && (tail == m_line.size() || 2 * head >= 3 * (m_line.size() - tail));
        total -= m_line[takeHead ? --head : tail++]->advance;
    }
    const std::size_t kept = head + m_line.size() - tail;
    if (kept < kFewest)
        return false;
    m_line[head] = &ellipsis;
    m_line.erase(m_line.begin() + static_cast<std::ptrdiff_t>(head) + 1,
                 m_line.begin() + static_cast<std::ptrdiff_t>(tail));
    return true;
}

void GlyphAtlas::draw(QImage& image, const Place& place, std::string_view text, QRgb color)
{
    if (!lay(text, static_cast<float>(place.width)))
        return;
    const Pixels pixels{reinterpret_cast<QRgb*>(image.bits()), image.bytesPerLine() / 4, image.width()};
    auto pen = static_cast<float>(place.x);
    for (Glyph* g : m_line) {
        const auto whole = static_cast<int>(std::floor(pen));
        const auto phase = static_cast<int>((pen - static_cast<float>(whole)) * kPhases);
        if (g->character != U' ')
            blend(pixels, mask(*g, std::min(phase, kPhases - 1)), whole, place, color);
        pen += g->advance;
    }
}

void GlyphAtlas::blend(const Pixels& pixels, const Mask& mask, int x, const Place& place, QRgb color)
{
    const int fromX = std::max(0, -(x + mask.left));
    const int toX = std::min(mask.width, pixels.width - (x + mask.left));
    const int top = place.baseline + mask.top;
    const int fromY = std::max(place.clipTop - top, 0);
    const int toY = std::min(mask.height, place.clipBottom - top);
    const int r = qRed(color), g = qGreen(color), b = qBlue(color);
    for (int y = fromY; y < toY; ++y) {
        auto* line = pixels.first + (top + y) * pixels.stride + x + mask.left;
        const std::uint8_t* alpha = mask.alpha.data() + static_cast<std::ptrdiff_t>(y) * mask.width;
        for (int i = fromX; i < toX; ++i) {
            const int a = alpha[i];
            if (a == 0)
                continue;
            const QRgb under = line[i];
            line[i] = qRgb(qRed(under) + (r - qRed(under)) * a / 255, qGreen(under) + (g - qGreen(under)) * a / 255,
                           qBlue(under) + (b - qBlue(under)) * a / 255);
        }
    }
}

QString GlyphAtlas::elided(std::string_view text, double width)
{
    if (!lay(text, static_cast<float>(width)))
        return {};
    QString result;
    for (const Glyph* g : m_line)
        result += QString::fromUcs4(&g->character, 1);
    return result;
}

} // namespace stepglass
