// SPDX-License-Identifier: GPL-3.0-or-later
// Text on slices, as fast as the slices: each glyph is painted once per quarter of a pixel and then only blended. A
// thousand labels cost under a millisecond, and no zoom can make a cache of texts miss.
#pragma once

#include <QFont>
#include <QImage>
#include <QRect>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepglass {

class GlyphAtlas
{
public:
    explicit GlyphAtlas(const QFont& font);

    static constexpr std::size_t kFewest = 5; // characters beside the ellipsis that make a slice's label worth having

    // Where the pixels are, RGB32 and opaque.
    struct Canvas
    {
        QRgb* first = nullptr;
        std::ptrdiff_t stride = 0; // pixels
        int width = 0;
    };
    // Paints UTF-8 `text` from x on, its middle cut out where it is wider than `width`; nothing
    // where not even `fewest` characters fit. Only rows within [clipTop, clipBottom) are touched.
    struct Place
    {
        double x = 0;
        double width = 0;
        int baseline = 0;
        int clipTop = 0;
        int clipBottom = 0;
        std::size_t fewest = kFewest;
    };
    void draw(const Canvas& canvas, const Place& place, std::string_view text, QRgb color);
    void draw(QImage& image, const Place& place, std::string_view text, QRgb color);

    // The text that draw() would show, for painters that have no glyphs of ours.
    QString elided(std::string_view text, double width, std::size_t fewest = kFewest);
    double width(std::string_view text); // of all of it, px
    int ascent() const { return m_ascent; }
    int descent() const { return m_descent; }
    // Rows above and below the baseline that a glyph may touch.
    int highest() const { return m_ascent + kMargin; }
    int lowest() const { return m_descent + kMargin; }
    double exactAscent() const { return m_exactAscent; }
    double exactDescent() const { return m_exactDescent; }

private:
    static constexpr int kPhases = 4;
    static constexpr int kMargin = 2; // px around a glyph's box for ink that leaves it
    static constexpr int kStep = 4;   // pixels that are blended at once
    struct Mask
    {
        int left = 0, top = 0, width = 0, height = 0; // relative to the pen on the baseline
        int pitch = 0;                                // width in whole steps
        std::vector<std::uint16_t> shares;            // of 256, of the text's colour: `height` rows of `pitch`
    };
    struct Glyph
    {
        char32_t character = 0;
        float advance = 0;
        std::array<std::unique_ptr<Mask>, kPhases> masks;
    };
    Glyph& glyph(char32_t character)
    {
        return character < m_ascii.size() && m_ascii[character] ? *m_ascii[character] : madeGlyph(character);
    }
    Glyph& madeGlyph(char32_t character);
    const Mask& mask(Glyph& glyph, int phase);
    static void keepInk(const QImage& image, Mask& mask);
    // Fills m_line with the glyphs to show; false if too few fit.
    bool lay(std::string_view text, float width, std::size_t fewest);
    static void blend(const Canvas& canvas, const Mask& mask, int x, const Place& place, QRgb color);

    QFont m_font;
    int m_ascent = 0;
    int m_descent = 0;
    double m_exactAscent = 0;
    double m_exactDescent = 0;
    std::array<std::unique_ptr<Glyph>, 128> m_ascii;
    std::unordered_map<char32_t, std::unique_ptr<Glyph>> m_others;
    std::vector<Glyph*> m_line;
};

} // namespace stepglass
