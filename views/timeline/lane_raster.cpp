// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/lane_raster.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace stepglass {
namespace {

// How much of a corner pixel a slice covers, of 256, by its distance from the slice's end, in the outermost and in the
// second row: a radius of about 2 px.
constexpr int kCorner[2][2] = {{64, 208}, {208, 256}};

// A row of pixels into the image. A frame is larger than what the caches keep, so where the machine can, its memory is
// written without being read first.
void copyPixels(uchar* to, const QRgb* from, std::size_t bytes)
{
#ifdef __SSE2__
    constexpr std::size_t kBlock = sizeof(__m128i);
    const auto* source = reinterpret_cast<const uchar*>(from);
    const std::size_t head = std::min((kBlock - reinterpret_cast<std::uintptr_t>(to) % kBlock) % kBlock, bytes);
    std::memcpy(to, source, head);
    std::size_t done = head;
    for (; done + kBlock <= bytes; done += kBlock)
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + done),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + done)));
    std::memcpy(to + done, source + done, bytes - done);
#else
    std::memcpy(to, from, bytes);
#endif
}

} // namespace

LaneRaster::LaneRaster(const Theme& theme, double scale, GlyphAtlas& glyphs)
    : m_theme(theme)
    , m_scale(scale)
    , m_glyphs(glyphs)
{
    for (std::size_t i = 0; i < m_colors.size(); ++i) {
        const LaneClass look{static_cast<std::uint8_t>(i)};
        m_colors[i] = static_cast<int>(look.kind()) < kSliceKindCount ? theme.sliceColor(look.kind(), look.shade()) : 0;
    }
}

void LaneRaster::paint(QImage& image, QPoint origin, const TimelineGeometry& geometry, const RowLayout& layout,
                       const Trace& trace, const std::vector<int>& grid)
{
    prepare(geometry.scale.width(), grid);
    const Target target{image.bits() + static_cast<std::ptrdiff_t>(origin.x()) * 4, image.bytesPerLine(),
                        static_cast<std::size_t>(std::min(m_width, image.width() - origin.x())) * sizeof(QRgb)};
    const int bottom = std::min(image.height(), origin.y() + geometry.height);
    fillBetween(target, origin.y(), bottom, geometry);
    for (const LanePart& part : geometry.lanes) {
        const int top = std::max(0, origin.y() + (layout.rows[part.row].pinned ? 0 : geometry.pinnedHeight));
        drawLane(geometry, part);
        drawLabels(geometry, part, trace);
        copyRows(target, origin.y() + part.y, part, top, bottom);
    }
}

void LaneRaster::prepare(int width, const std::vector<int>& grid)
{
    m_width = width;
    m_background.assign(static_cast<std::size_t>(width), m_theme.canvas.rgb());
    for (const int x : grid) {
        if (x >= 0 && x < width)
            m_background[static_cast<std::size_t>(x)] = m_theme.line.rgb();
    }
}

// The rows of pixels that no lane will fill: memory is what a frame is made of, and most of it is lanes.
void LaneRaster::fillBetween(const Target& target, int top, int bottom, const TimelineGeometry& geometry)
{
    m_filled.assign(static_cast<std::size_t>(std::max(0, bottom - top)), 0);
    for (const LanePart& part : geometry.lanes) {
        const int from = std::clamp(part.y, 0, static_cast<int>(m_filled.size()));
        const int to = std::clamp(part.y + part.height, from, static_cast<int>(m_filled.size()));
        std::fill(m_filled.begin() + from, m_filled.begin() + to, 1);
    }
    for (int y = std::max(0, -top); y < static_cast<int>(m_filled.size()); ++y) {
        if (m_filled[static_cast<std::size_t>(y)] == 0)
            copyPixels(target.bits + (top + y) * target.stride, m_background.data(), target.rowBytes);
    }
}

void LaneRaster::drawLane(const TimelineGeometry& geometry, const LanePart& part)
{
    m_hatched = part.runs > 0;
    m_plain = m_background;
    drawThin(geometry, part);
    drawRects(geometry, part);
    for (PixelRow& row : m_edge)
        row = m_plain;
    cutCorners(geometry, part);
    if (m_hatched)
        hatch(geometry, part);
}

void LaneRaster::drawThin(const TimelineGeometry& geometry, const LanePart& part)
{
    for (std::uint32_t r = part.firstRun; r < part.firstRun + part.runs; ++r) {
        const ThinRun& run = geometry.runs[r];
        const ThinCell* cells = geometry.cells.data() + run.firstCell;
        QRgb* row = m_plain.data() + run.x;
        for (std::uint32_t c = 0; c < run.count; ++c)
            row[c] = mixed(row[c], m_colors[cells[c].look.value], thinShare(cells[c]));
    }
}

// A line of 45 degrees through what is a bundle.
void LaneRaster::hatch(const TimelineGeometry& geometry, const LanePart& part)
{
    for (PixelRow& row : m_middle)
        row = m_plain;
    for (std::uint32_t r = part.firstRun; r < part.firstRun + part.runs; ++r) {
        const ThinRun& run = geometry.runs[r];
        for (std::uint32_t c = 0; c < run.count; ++c) {
            const auto x = static_cast<std::size_t>(run.x) + c;
            if (geometry.cells[run.firstCell + c].bundle)
                m_middle[x % kHatchPeriod][x] = mixed(m_background[x], m_plain[x], kHatchShare);
        }
    }
}

void LaneRaster::drawRects(const TimelineGeometry& geometry, const LanePart& part)
{
    for (std::uint32_t r = part.firstRect; r < part.firstRect + part.rects; ++r) {
        const SliceRect& rect = geometry.rects[r];
        const int from = std::max(rect.x, 0);
        const int to = std::min(rect.x + rect.width, m_width);
        std::fill(m_plain.begin() + from, m_plain.begin() + to,
                  sliceColor(m_theme, rect.look, rect.dim, m_theme.canvas.rgb()));
    }
}

void LaneRaster::cutCorners(const TimelineGeometry& geometry, const LanePart& part)
{
    for (std::uint32_t r = part.firstRect; r < part.firstRect + part.rects; ++r) {
        const SliceRect& rect = geometry.rects[r];
        if (rect.width < 5)
            continue; // too narrow for round corners
        for (int i = 0; i < 2; ++i) {
            for (const int at : {rect.x + i, rect.x + rect.width - 1 - i}) {
                if (at < 0 || at >= m_width)
                    continue;
                const auto x = static_cast<std::size_t>(at);
                for (int edge = 0; edge < kEdges; ++edge)
                    m_edge[edge][x] = mixed(m_background[x], m_plain[x], kCorner[edge][i]);
            }
        }
    }
}

const LaneRaster::PixelRow& LaneRaster::rowOf(const LanePart& part, int i) const
{
    const int fromEnd = std::min(i, part.height - 1 - i);
    return fromEnd < kEdges ? m_edge[fromEnd] : m_hatched ? m_middle[i % kHatchPeriod] : m_plain;
}

void LaneRaster::copyRows(const Target& target, int top, const LanePart& part, int clipTop, int clipBottom) const
{
    for (int i = std::max(0, clipTop - top); i < std::min(part.height, clipBottom - top); ++i) {
        const bool words = i >= m_wordsTop && i < m_wordsBottom;
        const QRgb* row =
            words ? m_words.data() + static_cast<std::ptrdiff_t>(i - m_wordsTop) * m_width : rowOf(part, i).data();
        copyPixels(target.bits + (top + i) * target.stride, row, target.rowBytes);
    }
}

void LaneRaster::drawLabels(const TimelineGeometry& geometry, const LanePart& part, const Trace& trace)
{
    m_wordsTop = m_wordsBottom = 0;
    if (part.labels == 0)
        return;
    const int text = m_glyphs.ascent() + m_glyphs.descent();
    const int baseline = (part.height - text) / 2 + m_glyphs.ascent();
    m_wordsTop = std::clamp(baseline - m_glyphs.highest(), 0, part.height);
    m_wordsBottom = std::clamp(baseline + m_glyphs.lowest(), m_wordsTop, part.height);
    m_words.resize(static_cast<std::size_t>(m_wordsBottom - m_wordsTop) * static_cast<std::size_t>(m_width));
    for (int i = m_wordsTop; i < m_wordsBottom; ++i)
        std::copy_n(rowOf(part, i).data(), m_width,
                    m_words.data() + static_cast<std::ptrdiff_t>(i - m_wordsTop) * m_width);
    const GlyphAtlas::Canvas canvas{m_words.data(), m_width, m_width};
    GlyphAtlas::Place place;
    place.baseline = baseline - m_wordsTop;
    place.clipBottom = m_wordsBottom - m_wordsTop;
    for (std::uint32_t l = part.firstLabel; l < part.firstLabel + part.labels; ++l) {
        const SliceLabel& label = geometry.labels[l];
        place.x = label.x;
        place.width = label.width;
        m_glyphs.draw(canvas, place, trace.name(label.slice), labelColor(m_theme, label.look, label.dim));
    }
}

} // namespace stepglass
