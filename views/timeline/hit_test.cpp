// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/hit_test.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace stepglass {
namespace {

constexpr double kReach = 3;     // px at scale 1 from which a thin slice is found
constexpr double kSnapReach = 6; // px at scale 1 within which an edge attracts
constexpr double kEdgeReach = 3; // px at scale 1 around the label column's border

int rowTop(const TimelineScene& scene, const Row& row)
{
    const int pinned = scene.px(scene.layout->pinnedHeight);
    return scene.lanesTop() + (row.pinned ? scene.px(row.top) : pinned + scene.px(row.top - scene.scroll));
}

const Row* rowAt(const TimelineScene& scene, int y)
{
    const int scrolls = scene.lanesTop() + scene.px(scene.layout->pinnedHeight);
    for (const Row& row : scene.layout->rows) {
        const int top = rowTop(scene, row);
        const bool inPart = row.pinned ? y < scrolls : y >= scrolls;
        if (inPart && y >= top && y < top + scene.px(row.height))
            return &row;
    }
    return nullptr;
}

// A lane's top relative to the row's, px of the scene.
int laneY(const TimelineScene& scene, const Row& row, int lane)
{
    return scene.px(row.laneTop(lane) - row.top);
}

TimeScale timeScale(const TimelineScene& scene)
{
    return {scene.range, std::max(1, scene.lanesArea().width())};
}

// The longest of the slices that begin in a pixel [left, right) and share it: they keep it in the picture, where a wide
// one begins in it too. None where nothing is that thin.
SliceId longestThinAt(const TimelineScene& scene, const Lane& lane, Ns left, Ns right)
{
    constexpr int kMost = 1000; // in one pixel they all look alike
    const auto thin = static_cast<Ns>(timeScale(scene).nsPerPixel() * std::max(1, scene.px(1)));
    SliceId best;
    Ns longest = -1;
    int looked = 0;
    for (std::uint32_t i = lane.firstStartingFrom(left); i < lane.size() && lane.start(i) < right && looked < kMost;
         ++i, ++looked) {
        const Ns length = lane.end(i) - lane.start(i);
        if (length <= thin && length > longest) {
            longest = length;
            best = lane.slice(i);
        }
    }
    return best;
}

int markTop(const TimelineScene& scene, const Row& row)
{
    const bool header = row.type == Row::Type::Header;
    return rowTop(scene, row) + (header ? scene.px(row.height - kInstantHeight - 1) : 0);
}

// The mark under a point, a few pixels to either side.
std::optional<std::uint32_t> instantNear(const TimelineScene& scene, const Row& row, int x, int y)
{
    const int top = markTop(scene, row);
    if (row.instants.empty() || y < top || y > top + scene.px(kInstantHeight))
        return std::nullopt;
    const TimeScale time = timeScale(scene);
    const auto at = [&](std::uint32_t i) { return time.x(scene.trace->instants()[i].time); };
    const double reach = 5 * scene.scale;
    const auto first = std::partition_point(row.instants.begin(), row.instants.end(),
                                            [&](std::uint32_t i) { return at(i) < x - reach; });
    std::optional<std::uint32_t> best;
    int looked = 0;
    for (auto it = first; it != row.instants.end() && at(*it) <= x + reach && looked < 1000; ++it, ++looked) {
        if (!best || std::abs(at(*it) - x) < std::abs(at(*best) - x))
            best = *it;
    }
    return best;
}

// The slice under a pixel of a lane, or the nearest within reach.
SliceId sliceNear(const TimelineScene& scene, const Lane& lane, double x)
{
    const TimeScale time = timeScale(scene);
    if (const SliceId thin = longestThinAt(scene, lane, time.time(x), time.time(x + 1)); thin.valid())
        return thin;
    const std::uint32_t exact = lane.at(time.time(x + 0.5));
    if (exact < lane.size())
        return lane.slice(exact);
    const double reach = kReach * scene.scale;
    std::uint32_t i = lane.firstEndingAfter(time.time(x - reach));
    SliceId best;
    double nearest = reach + 1;
    for (; i < lane.size() && time.x(lane.start(i)) <= x + reach; ++i) {
        const double left = time.x(lane.start(i)), right = time.x(lane.end(i));
        const double distance = x < left ? left - x : x > right ? x - right : 0;
        if (distance < nearest) {
            nearest = distance;
            best = lane.slice(i);
        }
    }
    return best;
}

bool isWork(const Track& track)
{
    return track.kind >= TrackKind::Compute && track.kind <= TrackKind::Memset;
}

} // namespace

Hit hitTest(const TimelineScene& scene, QPoint point)
{
    Hit hit;
    if (point.y() < 0 || point.y() >= scene.size.height())
        return hit;
    const TimeScale time = timeScale(scene);
    const int x = point.x() - scene.lanesLeft();
    hit.time = time.time(x);
    if (std::abs(x) <= kEdgeReach * scene.scale) {
        hit.area = Hit::Area::LabelEdge;
        return hit;
    }
    if (point.y() < scene.lanesTop()) {
        if (x > 0)
            hit.area = point.y() < scene.overviewHeight() ? Hit::Area::Overview : Hit::Area::Ruler;
        return hit;
    }
    hit.row = rowAt(scene, point.y());
    if (hit.row != nullptr && x >= 0)
        hit.instant = instantNear(scene, *hit.row, x, point.y());
    if (hit.row != nullptr && hit.row->type == Row::Type::Header) {
        hit.area = Hit::Area::Header;
        return hit;
    }
    hit.area = x < 0 ? Hit::Area::Label : Hit::Area::Lanes;
    if (hit.row == nullptr || hit.row->type != Row::Type::Lanes || x < 0)
        return hit;
    const int y = point.y() - rowTop(scene, *hit.row);
    const int pitch = std::max(1, scene.px(hit.row->laneHeight + measure::kLaneGap));
    const int lane = (y - laneY(scene, *hit.row, 0)) / pitch;
    if (y >= laneY(scene, *hit.row, 0) && lane < hit.row->laneCount) {
        hit.lane = lane;
        hit.slice = sliceNear(scene, scene.trace->track(hit.row->track).lanes[static_cast<std::size_t>(lane)], x);
    }
    return hit;
}

std::optional<QPoint> markOf(const TimelineScene& scene, std::uint32_t instant)
{
    const auto& instants = scene.trace->instants();
    const Ns time = instants[instant].time;
    for (const Row& row : scene.layout->rows) {
        auto at = std::partition_point(row.instants.begin(), row.instants.end(),
                                       [&](std::uint32_t i) { return instants[i].time < time; });
        at = std::find_if(at, row.instants.end(),
                          [&](std::uint32_t i) { return i == instant || instants[i].time != time; });
        if (at == row.instants.end() || *at != instant)
            continue;
        const int top = markTop(scene, row);
        if (!row.pinned && top < scene.lanesTop() + scene.px(scene.layout->pinnedHeight))
            return std::nullopt;
        return QPoint(scene.lanesLeft() + timeScale(scene).pixel(time), top);
    }
    return std::nullopt;
}

LanePlace laneOf(const Trace& trace, SliceId slice)
{
    const Track& track = trace.track(trace.track(slice));
    for (std::size_t l = 0; l < track.lanes.size(); ++l) {
        const Lane& lane = track.lanes[l];
        for (std::uint32_t i = lane.firstStartingFrom(trace.start(slice));
             i < lane.size() && lane.start(i) == trace.start(slice); ++i) {
            if (lane.slice(i) == slice)
                return {static_cast<int>(l), i};
        }
    }
    return {};
}

std::optional<QRect> placeOf(const TimelineScene& scene, SliceId slice)
{
    const Trace& trace = *scene.trace;
    const TimeScale time = timeScale(scene);
    const int from = time.pixel(trace.start(slice), 4000);
    const int to = time.pixel(trace.end(slice), 4000);
    const int left = scene.lanesLeft() + from;
    const int width = std::max(to - from - scene.px(1), std::max(1, scene.px(1)));
    const Row* row = scene.layout->rowOf(trace.track(slice));
    if (row == nullptr)
        return std::nullopt;
    const LanePlace place = laneOf(trace, slice);
    const int lane = std::clamp(place.lane, 0, std::max(0, row->laneCount - 1));
    return QRect(left, rowTop(scene, *row) + laneY(scene, *row, lane), width, scene.px(row->laneHeight));
}

std::optional<TimeRange> idleAround(const Trace& trace, StringId device, Ns time)
{
    TimeRange idle{std::numeric_limits<Ns>::min(), std::numeric_limits<Ns>::max()};
    for (const Track& track : trace.tracks()) {
        if (!isWork(track) || track.device != device)
            continue;
        for (const Lane& lane : track.lanes) {
            const std::uint32_t next = lane.firstEndingAfter(time);
            if (next < lane.size() && lane.start(next) <= time)
                return std::nullopt;
            if (next < lane.size())
                idle.to = std::min(idle.to, lane.start(next));
            if (next > 0)
                idle.from = std::max(idle.from, lane.end(next - 1));
        }
    }
    if (idle.from == std::numeric_limits<Ns>::min() || idle.to == std::numeric_limits<Ns>::max())
        return std::nullopt;
    return idle;
}

Ns snapped(const TimelineScene& scene, QPoint point)
{
    const TimeScale time = timeScale(scene);
    const double x = point.x() - scene.lanesLeft();
    const Hit hit = hitTest(scene, point);
    if (hit.lane < 0)
        return time.time(x);
    const Lane& lane = scene.trace->track(hit.row->track).lanes[static_cast<std::size_t>(hit.lane)];
    const double reach = kSnapReach * scene.scale;
    Ns best = time.time(x);
    double nearest = reach;
    const auto consider = [&](Ns edge) {
        const double distance = std::abs(time.x(edge) - x);
        if (distance < nearest) {
            nearest = distance;
            best = edge;
        }
    };
    int looked = 0;
    for (std::uint32_t i = lane.firstEndingAfter(time.time(x - reach));
         i < lane.size() && time.x(lane.start(i)) <= x + reach && looked < 1000; ++i, ++looked) {
        consider(lane.start(i));
        consider(lane.end(i));
    }
    return best;
}

} // namespace stepglass
