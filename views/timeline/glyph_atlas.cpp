// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/glyph_atlas.h"

#include "views/timeline/slice_colors.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace stepglass {
namespace {

constexpr std::size_t kLongest = 400; // characters of a name that are looked at: more never fit a window

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
    m_exactAscent = metrics.ascent();
    m_exactDescent = metrics.descent();
    m_ascent = static_cast<int>(std::ceil(m_exactAscent));
    m_descent = static_cast<int>(std::ceil(m_exactDescent));
}

GlyphAtlas::Glyph& GlyphAtlas::madeGlyph(char32_t character)
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
    keepInk(image, *slot);
    return *slot;
}

// Only the rows and columns that hold ink are kept.
void GlyphAtlas::keepInk(const QImage& image, Mask& mask)
{
    const auto alpha = [&](int x, int y) { return qAlpha(reinterpret_cast<const QRgb*>(image.constScanLine(y))[x]); };
    int left = mask.width, right = 0, top = mask.height, bottom = 0;
    for (int y = 0; y < mask.height; ++y) {
        for (int x = 0; x < mask.width; ++x) {
            if (alpha(x, y) == 0)
                continue;
            left = std::min(left, x);
            right = std::max(right, x + 1);
            top = std::min(top, y);
            bottom = y + 1;
        }
    }
    mask.left += left;
    mask.top += top;
    mask.width = std::max(0, right - left);
    mask.height = std::max(0, bottom - top);
    mask.pitch = (mask.width + kStep - 1) / kStep * kStep;
    mask.shares.assign(static_cast<std::size_t>(mask.pitch) * static_cast<std::size_t>(mask.height), 0);
    auto row = mask.shares.begin();
    for (int y = top; y < bottom; ++y, row += mask.pitch) {
        for (int x = left; x < right; ++x)
            row[x - left] = static_cast<std::uint16_t>(alpha(x, y) + (alpha(x, y) >> 7));
    }
}

bool GlyphAtlas::lay(std::string_view text, float width, std::size_t fewest)
{
    m_line.resize(std::min(text.size(), kLongest));
    float total = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size() && count < m_line.size(); ++count) {
        m_line[count] = &glyph(nextCharacter(text, i));
        total += m_line[count]->advance;
    }
    m_line.resize(count);
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
    if (kept < fewest)
        return false;
    m_line[head] = &ellipsis;
    m_line.erase(m_line.begin() + static_cast<std::ptrdiff_t>(head) + 1,
                 m_line.begin() + static_cast<std::ptrdiff_t>(tail));
    return true;
}

void GlyphAtlas::draw(QImage& image, const Place& place, std::string_view text, QRgb color)
{
    draw({reinterpret_cast<QRgb*>(image.bits()), image.bytesPerLine() / 4, image.width()}, place, text, color);
}

void GlyphAtlas::draw(const Canvas& canvas, const Place& place, std::string_view text, QRgb color)
{
    if (!lay(text, static_cast<float>(place.width), place.fewest))
        return;
    auto pen = static_cast<float>(place.x);
    for (Glyph* g : m_line) {
        const auto whole = static_cast<int>(std::floor(pen));
        const auto phase = static_cast<int>((pen - static_cast<float>(whole)) * kPhases);
        if (g->character != U' ')
            blend(canvas, mask(*g, std::min(phase, kPhases - 1)), whole, place, color);
        pen += g->advance;
    }
}

namespace {

// mixed() of four pixels with four shares.
void blendStep(QRgb* pixels, const std::uint16_t* shares, QRgb color)
{
#ifdef __SSE2__
    const __m128i zero = _mm_setzero_si128();
    const __m128i all = _mm_set1_epi16(256);
    const __m128i over = _mm_unpacklo_epi8(_mm_set1_epi32(static_cast<int>(color)), zero);
    const __m128i single = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(shares));
    const __m128i twice = _mm_unpacklo_epi16(single, single);
    const __m128i under = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels));
    const auto blended = [&](__m128i two, __m128i share) {
        return _mm_srli_epi16(
            _mm_add_epi16(_mm_mullo_epi16(two, _mm_sub_epi16(all, share)), _mm_mullo_epi16(over, share)), 8);
    };
    _mm_storeu_si128(reinterpret_cast<__m128i*>(pixels),
                     _mm_packus_epi16(blended(_mm_unpacklo_epi8(under, zero), _mm_unpacklo_epi32(twice, twice)),
                                      blended(_mm_unpackhi_epi8(under, zero), _mm_unpackhi_epi32(twice, twice))));
#else
    for (int i = 0; i < 4; ++i)
        pixels[i] = mixed(pixels[i], color, shares[i]);
#endif
}

} // namespace

void GlyphAtlas::blend(const Canvas& canvas, const Mask& mask, int x, const Place& place, QRgb color)
{
    const int left = x + mask.left;
    const bool cut = left < 0 || left + mask.pitch > canvas.width; // by the edge: only a few glyphs are
    const int top = place.baseline + mask.top;
    const int toY = std::min(mask.height, place.clipBottom - top);
    for (int y = std::max(place.clipTop - top, 0); y < toY; ++y) {
        QRgb* line = canvas.first + (top + y) * canvas.stride;
        const std::uint16_t* shares = mask.shares.data() + static_cast<std::ptrdiff_t>(y) * mask.pitch;
        if (!cut) {
            for (int i = 0; i < mask.pitch; i += kStep)
                blendStep(line + left + i, shares + i, color);
            continue;
        }
        for (int i = std::max(0, -left); i < std::min(mask.width, canvas.width - left); ++i)
            line[left + i] = mixed(line[left + i], color, shares[i]);
    }
}

double GlyphAtlas::width(std::string_view text)
{
    double total = 0;
    for (std::size_t i = 0; i < text.size();)
        total += static_cast<double>(glyph(nextCharacter(text, i)).advance);
    return total;
}

QString GlyphAtlas::elided(std::string_view text, double width, std::size_t fewest)
{
    if (!lay(text, static_cast<float>(width), fewest))
        return {};
    QString result;
    for (const Glyph* g : m_line)
        result += QString::fromUcs4(&g->character, 1);
    return result;
}

} // namespace stepglass
