// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_geometry.h"

#include "views/timeline/lane_geometry.h"

#include <algorithm>
#include <cmath>

namespace stepglass {
namespace {

constexpr int kCounterTop = 8; // px above the curve's highest point and below its foot
constexpr int kCounterFoot = 4;

class Frame
{
public:
    Frame(const Trace& trace, const RowLayout& layout, const CounterIndex& counters, const GeometryRequest& request,
          TimelineGeometry recycled)
        : m_trace(trace)
        , m_layout(layout)
        , m_counters(counters)
        , m_request(request)
        , m_out(std::move(recycled))
        , m_lanes(request, m_out)
    {
        m_out.scale = TimeScale(request.range, request.width);
        m_out.height = request.height;
        m_out.pinnedHeight = px(layout.pinnedHeight);
    }

    TimelineGeometry make()
    {
        for (std::size_t r = 0; r < m_layout.rows.size(); ++r) {
            const Row& row = m_layout.rows[r];
            const int y = rowY(row);
            const int bottom = row.pinned ? px(row.top + row.height)
                                          : m_out.pinnedHeight + px(row.top + row.height - m_request.scroll);
            if (bottom <= (row.pinned ? 0 : m_out.pinnedHeight) || y >= m_request.height)
                continue;
            m_out.rows.push_back({r, y, bottom - y, row.pinned});
            if (!row.instants.empty())
                addInstants(r, row);
            if (row.type == Row::Type::Lanes)
                addLanes(r, row);
            else if (row.type == Row::Type::Counter)
                addCounter(r, row);
        }
        return std::move(m_out);
    }

private:
    int px(int layoutPx) const { return static_cast<int>(std::lround(layoutPx * m_request.scale)); }
    int rowY(const Row& row) const
    {
        return row.pinned ? px(row.top) : m_out.pinnedHeight + px(row.top - m_request.scroll);
    }

    // Only the lanes that the window shows: a stack may be 100 000 deep.
    void addLanes(std::size_t r, const Row& row)
    {
        const Track& track = m_trace.track(row.track);
        const int pitch = row.laneHeight + measure::kLaneGap;
        const int above = row.pinned ? 0 : m_request.scroll - row.top - measure::kRowPad;
        const int below = above + static_cast<int>(std::ceil(m_request.height / m_request.scale));
        const int first = std::max(0, above / pitch);
        const int last = std::min(row.laneCount - 1, below / pitch);
        for (int lane = first; lane <= last; ++lane) {
            LanePart part = m_lanes.add(track.lanes[static_cast<std::size_t>(lane)]);
            part.row = r;
            part.lane = lane;
            part.y = row.pinned ? px(row.laneTop(lane)) : m_out.pinnedHeight + px(row.laneTop(lane) - m_request.scroll);
            part.height = px(row.laneHeight);
            m_out.lanes.push_back(part);
        }
    }

    // One a pixel, however many there are.
    void addInstants(std::size_t r, const Row& row)
    {
        const int y = rowY(row) + (row.type == Row::Type::Header ? px(row.height - kInstantHeight - 1) : 0);
        const auto firstFrom = [&](std::vector<std::uint32_t>::const_iterator from, Ns time) {
            return std::partition_point(from, row.instants.end(),
                                        [&](std::uint32_t i) { return m_trace.instants()[i].time < time; });
        };
        auto it = firstFrom(row.instants.begin(), m_request.range.from);
        while (it != row.instants.end()) {
            const Ns time = m_trace.instants()[*it].time;
            const int x = m_out.scale.pixel(time);
            if (x >= m_request.width)
                return;
            m_out.instants.push_back({r, x, y, *it});
            it = firstFrom(it + 1, std::max(m_out.scale.time(x + 1), time));
        }
    }

    void addCounter(std::size_t r, const Row& row)
    {
        const CounterCurve& curve = m_counters[row.counter];
        CounterPart part;
        part.row = r;
        part.bottom = rowY(row) + px(row.height - kCounterFoot);
        const int room = px(row.height - kCounterTop - kCounterFoot);
        const double span = curve.highest - curve.lowest;
        part.heights.assign(static_cast<std::size_t>(m_request.width), -1);
        std::size_t next = curve.firstAfter(m_request.range.from);
        for (int x = 0; x < m_request.width; ++x) {
            const std::size_t end = curve.firstAfter(m_out.scale.time(x + 1), next);
            if (end > 0) {
                const double value = curve.highestOf(next > 0 ? next - 1 : 0, end);
                part.heights[static_cast<std::size_t>(x)] =
                    span > 0 ? static_cast<int>(std::lround((value - curve.lowest) / span * room)) : 0;
            }
            next = end;
        }
        m_out.counters.push_back(std::move(part));
    }

    const Trace& m_trace;
    const RowLayout& m_layout;
    const CounterIndex& m_counters;
    const GeometryRequest& m_request;
    TimelineGeometry m_out;
    LaneGeometry m_lanes;
};

} // namespace

TimelineGeometry timelineGeometry(const Trace& trace, const RowLayout& layout, const CounterIndex& counters,
                                  const GeometryRequest& request, TimelineGeometry recycled)
{
    recycled.clear();
    return Frame(trace, layout, counters, request, std::move(recycled)).make();
}

void TimelineGeometry::clear()
{
    rows.clear();
    lanes.clear();
    rects.clear();
    cells.clear();
    runs.clear();
    labels.clear();
    counters.clear();
    instants.clear();
}

namespace {

std::string laneText(const TimelineGeometry& geometry, const LanePart& part, const Trace& trace)
{
    std::string text = "  lane " + std::to_string(part.lane) + " y " + std::to_string(part.y) + ":";
    for (std::uint32_t i = part.firstRect; i < part.firstRect + part.rects; ++i) {
        const SliceRect& rect = geometry.rects[i];
        text += " [" + std::to_string(rect.x) + "+" + std::to_string(rect.width) + " " +
                std::string(trace.name(rect.slice)) + (rect.dim ? " dim]" : "]");
    }
    for (std::uint32_t i = part.firstRun; i < part.firstRun + part.runs; ++i) {
        const ThinRun& run = geometry.runs[i];
        text += " {" + std::to_string(run.x);
        for (std::uint32_t c = run.firstCell; c < run.firstCell + run.count; ++c)
            text += std::string(geometry.cells[c].bundle ? " *" : " ") + std::to_string(geometry.cells[c].cover);
        text += "}";
    }
    for (std::uint32_t i = part.firstLabel; i < part.firstLabel + part.labels; ++i) {
        const SliceLabel& label = geometry.labels[i];
        text += " <" + std::to_string(label.x) + "+" + std::to_string(label.width) + " " +
                std::string(trace.name(label.slice)) + ">";
    }
    return text + "\n";
}

} // namespace

std::string toText(const TimelineGeometry& geometry, const Trace& trace, const RowLayout& layout)
{
    std::string text;
    for (const RowPart& row : geometry.rows) {
        text += std::to_string(row.y) + "+" + std::to_string(row.height) + " " +
                layout.rows[row.row].title.toStdString() + "\n";
        for (const InstantMark& mark : geometry.instants) {
            if (mark.row == row.row)
                text += "  v" + std::to_string(mark.x) + " y " + std::to_string(mark.y) + " " +
                        std::string(trace.text(trace.instants()[mark.instant].name)) + "\n";
        }
        for (const LanePart& part : geometry.lanes) {
            if (part.row == row.row)
                text += laneText(geometry, part, trace);
        }
    }
    return text;
}

} // namespace stepglass
