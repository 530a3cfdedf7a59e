// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/lane_geometry.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr double kMinLabel = 28; // px at scale 1: room for a few characters and the ellipsis
constexpr double kLabelPad = 4;
constexpr int kMostInColumn = 64; // slices of one pixel that are looked at one by one

int scaled(double px, double scale)
{
    return std::max(1, static_cast<int>(px * scale + 0.5));
}

} // namespace

LaneGeometry::LaneGeometry(const GeometryRequest& request, TimelineGeometry& out)
    : m_request(request)
    , m_out(out)
    , m_scale(request.range, request.width)
    , m_gap(scaled(1, request.scale))
    , m_minLabel(scaled(kMinLabel, request.scale))
    , m_labelPad(scaled(kLabelPad, request.scale))
{
    m_times.reserve(static_cast<std::size_t>(request.width) + 1);
    for (int x = 0; x <= request.width; ++x)
        m_times.push_back(m_scale.time(x));
    m_thin = static_cast<Ns>(m_scale.nsPerPixel() * m_gap);
    m_coverPerNs = 255 / m_scale.nsPerPixel();
}

LanePart LaneGeometry::add(const Lane& lane)
{
    LanePart part;
    part.firstRect = static_cast<std::uint32_t>(m_out.rects.size());
    part.firstRun = static_cast<std::uint32_t>(m_out.runs.size());
    part.firstLabel = static_cast<std::uint32_t>(m_out.labels.size());
    m_column = {};
    m_nextX = 0;
    m_runEnd = -1;
    const LaneSummary* summary = lane.summary();
    const int level = summary != nullptr ? summary->levelFor(static_cast<Ns>(m_scale.nsPerPixel())) : -1;
    if (level >= 0)
        addFromSummary(lane, level);
    else
        addFromSlices(lane);
    closeColumn();
    part.rects = static_cast<std::uint32_t>(m_out.rects.size()) - part.firstRect;
    part.runs = static_cast<std::uint32_t>(m_out.runs.size()) - part.firstRun;
    part.labels = static_cast<std::uint32_t>(m_out.labels.size()) - part.firstLabel;
    return part;
}

void LaneGeometry::pushCell(int x, ThinCell cell)
{
    if (m_runEnd != x)
        m_out.runs.push_back({x, static_cast<std::uint32_t>(m_out.cells.size()), 0});
    ++m_out.runs.back().count;
    m_out.cells.push_back(cell);
    m_runEnd = m_nextX = x + 1;
}

void LaneGeometry::addFromSummary(const Lane& lane, int level)
{
    const LaneSummary& summary = *lane.summary();
    const int shift = summary.shift(level);
    const auto wide = static_cast<Ns>(m_scale.nsPerPixel() * (m_gap + 1));
    const std::uint8_t mayBeWide = LaneSummary::encodedLength(wide * 4 / 5);
    const std::uint32_t first = lane.at(m_times.front());
    if (first < lane.size() && lane.end(first) - lane.start(first) >= wide)
        addWide(lane, first);
    std::int64_t bucket = m_times[static_cast<std::size_t>(std::max(m_nextX, 0))] >> shift;
    for (int x = std::max(m_nextX, 0); x < m_request.width; ++x) {
        const std::int64_t next = m_times[static_cast<std::size_t>(x) + 1] >> shift;
        const LaneSummary::Cell cell = summary.merged(level, bucket, next);
        bucket = next;
        if (cell.busy == 0)
            continue;
        if (cell.length >= mayBeWide && addWideBeginningIn(lane, x)) {
            x = std::max(x, m_nextX - 1);
            bucket = m_times[static_cast<std::size_t>(std::min(x + 1, m_request.width))] >> shift;
        } else if (x >= m_nextX) {
            pushCell(x,
                     {cell.longest, cell.busy, true, m_request.lit != nullptr && cell.longest != m_request.litClass});
        }
    }
}

// A slice that is wider than a pixel and begins in this one covers its right edge. What is thin and ends in the same
// pixel before it keeps the pixel.
bool LaneGeometry::addWideBeginningIn(const Lane& lane, int x)
{
    const Ns left = m_times[static_cast<std::size_t>(x)], right = m_times[static_cast<std::size_t>(x) + 1];
    const std::uint32_t i = lane.at(right);
    if (i >= lane.size() || lane.start(i) >= right || lane.end(i) - lane.start(i) <= m_thin)
        return false;
    if (i > 0 && x >= m_nextX && lane.start(i) >= left) {
        const Ns start = lane.start(i - 1), end = lane.end(i - 1);
        if (end - start <= m_thin && (end > left || start >= left))
            m_column = {x, right, 1, end - std::max(left, start), 0, lane.look(i - 1), lane.slice(i - 1)};
    }
    return addWide(lane, i);
}

void LaneGeometry::addFromSlices(const Lane& lane)
{
    std::uint32_t i = lane.firstEndingAfter(m_scale.range().from);
    while (i < lane.size()) {
        const std::uint32_t c = lane.chunkIndex(i);
        const std::uint32_t first = lane.firstIndexOfChunk(c);
        const std::uint32_t stopped = addFromChunk(lane.chunk(c), i - first);
        if (stopped == kBeyond)
            return;
        i = first + stopped;
        if (m_column.count > kMostInColumn) { // so many more than the average: the rest looks the same
            const Ns right = m_column.end;
            closeColumn();
            i = std::max(i, lane.firstEndingAfter(right));
        }
    }
}

// Slices from `k` on, until the chunk or the window ends (kBeyond) or a column has enough: its index.
std::uint32_t LaneGeometry::addFromChunk(const LaneChunk& chunk, std::uint32_t k)
{
    while (k < chunk.size()) {
        const Ns start = chunk.start(k);
        if (start >= m_column.end) {
            closeColumn();
            if (start >= m_times.back())
                return kBeyond;
        }
        const Ns length = chunk.duration(k);
        if (length > m_thin && addWide(start, start + length, chunk.slice(k), chunk.look(k))) {
            ++k;
            continue;
        }
        if (m_column.count == 0)
            openColumn(start);
        // One longer than a thin one is let in here at most: the first, which addWide() has refused.
        k = gather(chunk, k);
        if (m_column.count > kMostInColumn)
            return k;
    }
    return k;
}

// Adds slice `k` to the open column, and thin ones after it, column after column; returns the first that was not added.
// The hot loop of a frame: a few slices a pixel of every lane, compared as whole numbers.
std::uint32_t LaneGeometry::gather(const LaneChunk& chunk, std::uint32_t k)
{
    for (;;) {
        const std::uint32_t stop = std::min(chunk.size(), k + kMostInColumn + 1);
        const Ns end = m_column.end, thin = m_thin;
        const std::uint32_t first = k;
        Ns covered = m_column.covered, longest = m_column.longest;
        std::uint32_t best = k;
        bool better = false;
        Ns length = chunk.duration(k);
        do {
            covered += length;
            const bool longer = length > longest;
            longest = longer ? length : longest;
            best = longer ? k : best;
            better |= longer;
            if (++k == stop || chunk.start(k) >= end)
                break;
            length = chunk.duration(k);
        } while (length <= thin);
        m_column.covered = covered;
        m_column.longest = longest;
        m_column.count += static_cast<int>(k - first);
        if (better) {
            m_column.look = chunk.look(best);
            if (m_request.lit != nullptr)
                m_column.slice = chunk.slice(best);
        }
        if (k == stop || chunk.start(k) < end || chunk.start(k) >= m_times.back() || chunk.duration(k) > thin)
            return k;
        closeColumn();
        openColumn(chunk.start(k));
    }
}

// The pixel that holds `start`, or the first free one after it: mostly one of the next few.
void LaneGeometry::openColumn(Ns start)
{
    constexpr int kNear = 4;
    const std::size_t last = m_times.size() - 1;
    std::size_t x = std::min(static_cast<std::size_t>(m_nextX), last);
    const std::size_t near = std::min(x + kNear, last);
    while (x < near && m_times[x + 1] <= start)
        ++x;
    if (x == near && x < last) {
        x = std::max(x, static_cast<std::size_t>(std::max(m_scale.pixel(start), 0)));
        while (x < last && m_times[x + 1] <= start)
            ++x; // rounding
    }
    m_column.x = static_cast<int>(x);
    m_column.end = x < last ? m_times[x + 1] : m_times.back();
}

bool LaneGeometry::addWide(const Lane& lane, std::uint32_t i)
{
    return addWide(lane.start(i), lane.end(i), lane.slice(i), lane.look(i));
}

bool LaneGeometry::addWide(Ns start, Ns end, SliceId slice, LaneClass look)
{
    // What is thin keeps its pixel where a wide slice begins in the same one: nothing is painted over.
    const int taken = m_column.count > 0 ? m_column.x + 1 : m_runEnd;
    const int x = taken > 0 ? std::max(m_scale.pixel(start), taken) : m_scale.pixel(start);
    const int right = m_scale.pixel(end);
    if (right - x <= m_gap || right <= 0)
        return false;
    closeColumn();
    SliceRect rect{x, right - x - m_gap, slice, look, isDim(slice)};
    const int from = std::max(x, 0);
    const int to = std::min(x + rect.width, m_request.width);
    m_nextX = std::max(m_nextX, right);
    if (to <= from)
        return true; // only its gap is in the window
    m_out.rects.push_back(rect);
    if (to - from >= m_minLabel)
        m_out.labels.push_back({from + m_labelPad, to - from - 2 * m_labelPad, slice, look, rect.dim});
    return true;
}

void LaneGeometry::closeColumn()
{
    if (m_column.count == 0)
        return;
    if (m_column.x >= m_nextX && m_column.x < m_request.width && m_column.x >= 0) {
        const double cover = std::clamp(static_cast<double>(m_column.covered) * m_coverPerNs, 1.0, 255.0);
        pushCell(m_column.x,
                 {m_column.look, static_cast<std::uint8_t>(cover), m_column.count > 1, isDim(m_column.slice)});
    }
    m_column = {};
}

} // namespace stepglass
