// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/lane_geometry.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr double kMinLabel = 28; // px at scale 1: room for a few characters and the ellipsis
constexpr double kLabelPad = 4;
constexpr int kMostInColumn = 24; // slices of one pixel that are looked at one by one

int scaled(double px, double scale)
{
    return std::max(1, static_cast<int>(px * scale + 0.5));
}

} // namespace

LaneGeometry::LaneGeometry(const Trace& trace, const GeometryRequest& request, TimelineGeometry& out)
    : m_trace(trace)
    , m_request(request)
    , m_out(out)
    , m_scale(request.range, request.width)
    , m_gap(scaled(1, request.scale))
    , m_minLabel(scaled(kMinLabel, request.scale))
    , m_labelPad(scaled(kLabelPad, request.scale))
{
    m_times.reserve(static_cast<std::size_t>(request.width) + 1);
    for (int x = 0; x <= request.width; ++x)
        m_times.push_back(m_scale.time(x));
}

LanePart LaneGeometry::add(const Lane& lane)
{
    LanePart part;
    part.firstRect = static_cast<std::uint32_t>(m_out.rects.size());
    part.firstRun = static_cast<std::uint32_t>(m_out.runs.size());
    part.firstLabel = static_cast<std::uint32_t>(m_out.labels.size());
    m_column = {};
    m_nextX = 0;
    const LaneSummary* summary = lane.summary();
    const int level = summary != nullptr ? summary->levelFor(static_cast<Ns>(m_scale.nsPerPixel())) : -1;
    if (level >= 0)
        addFromSummary(lane, level);
    else
        addFromSlices(lane);
    closeColumn();
    resolveLooks(part);
    part.rects = static_cast<std::uint32_t>(m_out.rects.size()) - part.firstRect;
    part.runs = static_cast<std::uint32_t>(m_out.runs.size()) - part.firstRun;
    part.labels = static_cast<std::uint32_t>(m_out.labels.size()) - part.firstLabel;
    return part;
}

void LaneGeometry::resolveLooks(const LanePart& part)
{
    for (const auto& [cell, slice] : m_unresolved)
        m_out.cells[cell].look = m_trace.laneClass(slice);
    if (m_request.lit != nullptr) {
        for (const auto& [cell, slice] : m_unresolved)
            m_out.cells[cell].dim = !(*m_request.lit)(slice);
    }
    m_unresolved.clear();
    for (std::size_t r = part.firstRect; r < m_out.rects.size(); ++r)
        m_out.rects[r].look = m_trace.laneClass(m_out.rects[r].slice);
    std::size_t rect = part.firstRect; // labels come in the order of their slices
    for (std::size_t l = part.firstLabel; l < m_out.labels.size(); ++l) {
        while (m_out.rects[rect].slice != m_out.labels[l].slice)
            ++rect;
        m_out.labels[l].look = m_out.rects[rect].look;
    }
}

void LaneGeometry::pushCell(int x, ThinCell cell)
{
    const bool joins = !m_out.runs.empty() && m_nextX == x && m_nextX > 0 &&
                       m_out.runs.back().x + static_cast<int>(m_out.runs.back().count) == x &&
                       m_out.runs.back().firstCell + m_out.runs.back().count == m_out.cells.size();
    if (!joins)
        m_out.runs.push_back({x, static_cast<std::uint32_t>(m_out.cells.size()), 0});
    ++m_out.runs.back().count;
    m_out.cells.push_back(cell);
    m_nextX = x + 1;
}

void LaneGeometry::addFromSummary(const Lane& lane, int level)
{
    const LaneSummary& summary = *lane.summary();
    const int shift = summary.shift(level);
    const auto wide = static_cast<Ns>(m_scale.nsPerPixel() * (m_gap + 1));
    const std::uint32_t first = lane.at(m_times.front());
    if (first < lane.size() && lane.end(first) - lane.start(first) >= wide)
        addWide(lane.start(first), lane.end(first), lane.slice(first));
    std::int64_t bucket = m_times[static_cast<std::size_t>(std::max(m_nextX, 0))] >> shift;
    for (int x = std::max(m_nextX, 0); x < m_request.width; ++x) {
        const std::int64_t next = m_times[static_cast<std::size_t>(x) + 1] >> shift;
        const LaneSummary::Cell cell = summary.merged(level, bucket, next);
        bucket = next;
        if (cell.busy == 0)
            continue;
        if (LaneSummary::leastLength(cell.length) * 5 / 4 >= wide) {
            // A slice that is wider than a pixel and begins in this one covers its right edge.
            const std::uint32_t i = lane.at(m_times[static_cast<std::size_t>(x) + 1]);
            if (i < lane.size() && lane.start(i) < m_times[static_cast<std::size_t>(x) + 1] &&
                addWide(lane.start(i), lane.end(i), lane.slice(i))) {
                x = std::max(x, m_nextX - 1);
                bucket = m_times[static_cast<std::size_t>(std::min(x + 1, m_request.width))] >> shift;
                continue;
            }
        }
        if (x >= m_nextX)
            pushCell(x,
                     {cell.longest, cell.busy, true, m_request.lit != nullptr && cell.longest != m_request.litClass});
    }
}

void LaneGeometry::addFromSlices(const Lane& lane)
{
    std::uint32_t i = lane.firstEndingAfter(m_scale.range().from);
    while (i < lane.size()) {
        const std::uint32_t c = lane.chunkIndex(i);
        const LaneChunk& chunk = lane.chunk(c);
        const std::uint32_t first = lane.firstIndexOfChunk(c);
        std::uint32_t k = i - first;
        for (; k < chunk.size() && m_column.count <= kMostInColumn; ++k) {
            if (!addSlice(chunk.start(k), chunk.end(k), chunk.slice(k)))
                return;
        }
        i = first + k;
        if (m_column.count > kMostInColumn) { // so many more than the average: the rest looks the same
            const auto right = static_cast<std::size_t>(std::clamp(m_column.x + 1, 0, m_request.width));
            closeColumn();
            i = std::max(i, lane.firstEndingAfter(m_times[right]));
        }
    }
}

bool LaneGeometry::addSlice(Ns start, Ns end, SliceId slice)
{
    const int x = m_scale.pixel(start);
    if (x >= m_request.width)
        return false;
    if (addWide(start, end, slice))
        return true;
    const int column = std::max(x, m_nextX);
    if (column != m_column.x) {
        closeColumn();
        m_column.x = std::max(x, m_nextX);
    }
    ++m_column.count;
    m_column.covered += end - start;
    if (end - start > m_column.longest) {
        m_column.longest = end - start;
        m_column.slice = slice;
    }
    return true;
}

bool LaneGeometry::addWide(Ns start, Ns end, SliceId slice)
{
    const int x = m_scale.pixel(start);
    const int right = m_scale.pixel(end);
    if (right - x <= m_gap || right <= 0)
        return false;
    closeColumn();
    SliceRect rect{x, right - x - m_gap, slice, {}, isDim(slice)};
    const int from = std::max(x, 0);
    const int to = std::min(x + rect.width, m_request.width);
    if (to <= from)
        return true; // only its gap is in the window
    m_out.rects.push_back(rect);
    m_nextX = std::max(m_nextX, right);
    if (to - from >= m_minLabel)
        m_out.labels.push_back({from + m_labelPad, to - from - 2 * m_labelPad, slice, {}, rect.dim});
    return true;
}

void LaneGeometry::closeColumn()
{
    if (m_column.count == 0)
        return;
    const Column column = std::exchange(m_column, {});
    if (column.x < m_nextX || column.x >= m_request.width || column.x < 0)
        return;
    const double share = std::min(1.0, static_cast<double>(column.covered) / m_scale.nsPerPixel());
    m_unresolved.emplace_back(static_cast<std::uint32_t>(m_out.cells.size()), column.slice);
    pushCell(column.x, {{}, static_cast<std::uint8_t>(std::max(1.0, share * 255)), column.count > 1, false});
}

} // namespace stepglass
