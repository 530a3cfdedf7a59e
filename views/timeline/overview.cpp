// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/overview.h"

#include "views/timeline/lane_geometry.h"
#include "views/timeline/slice_colors.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr double kStripHeight = 20; // px at scale 1
constexpr double kLeastWindow = 6;

bool isWork(const Track& track)
{
    return track.kind >= TrackKind::Compute && track.kind <= TrackKind::Memset;
}

// Of a stack only the outermost lane counts: what lies below it is covered by it.
std::size_t lanesThatCount(const Track& track, bool devices)
{
    if (devices)
        return isWork(track) ? track.lanes.size() : 0;
    return track.kind == TrackKind::Host ? std::min<std::size_t>(track.lanes.size(), 1) : 0;
}

void merge(std::vector<ThinCell>& strip, int x, const ThinCell& cell)
{
    if (x < 0 || x >= static_cast<int>(strip.size()))
        return;
    ThinCell& into = strip[static_cast<std::size_t>(x)];
    if (cell.cover > into.cover)
        into = cell;
}

} // namespace

std::vector<ThinCell> overviewStrip(const Trace& trace, TimeRange whole, int width)
{
    std::vector<ThinCell> strip(static_cast<std::size_t>(std::max(width, 0)));
    if (strip.empty())
        return strip;
    const bool devices = std::any_of(trace.tracks().begin(), trace.tracks().end(),
                                     [](const Track& t) { return isWork(t) && t.sliceCount > 0; });
    GeometryRequest request;
    request.range = whole;
    request.width = width;
    for (const Track& track : trace.tracks()) {
        for (std::size_t lane = 0; lane < lanesThatCount(track, devices); ++lane) {
            TimelineGeometry part;
            LaneGeometry(request, part).add(track.lanes[lane]);
            for (const ThinRun& run : part.runs) {
                for (std::uint32_t c = 0; c < run.count; ++c)
                    merge(strip, run.x + static_cast<int>(c), part.cells[run.firstCell + c]);
            }
            for (const SliceRect& rect : part.rects) {
                for (int x = rect.x; x < rect.x + rect.width; ++x)
                    merge(strip, x, {rect.look, 255, false, false});
            }
        }
    }
    return strip;
}

QRectF overviewWindow(const TimelineScene& scene, TimeRange whole)
{
    const QRect area = scene.overviewArea();
    const TimeScale time(whole, area.width());
    double left = std::clamp(time.x(scene.range.from), 0.0, 1.0 * area.width());
    double right = std::clamp(time.x(scene.range.to), 0.0, 1.0 * area.width());
    const double least = kLeastWindow * scene.scale;
    if (right - left < least) {
        left = std::clamp((left + right - least) / 2, 0.0, std::max(0.0, area.width() - least));
        right = left + least;
    }
    const double inset = 4 * scene.scale;
    return {area.left() + left, area.top() + inset, right - left, area.height() - 2 * inset};
}

void paintOverview(QPainter& painter, FrameText& words, const TimelineScene& scene, TimeRange whole,
                   const std::vector<ThinCell>& strip)
{
    const Theme& theme = *scene.theme;
    const QRect area = scene.overviewArea();
    painter.fillRect(QRect(0, 0, scene.size.width(), area.height()), theme.panel);
    const int height = scene.px(kStripHeight);
    const int top = area.top() + (area.height() - height) / 2;
    const int fits = std::min(area.width(), static_cast<int>(strip.size()));
    QImage image(std::max(fits, 1), std::max(height, 1), QImage::Format_RGB32);
    auto* first = reinterpret_cast<QRgb*>(image.scanLine(0));
    for (int x = 0; x < fits; ++x) {
        const ThinCell& cell = strip[static_cast<std::size_t>(x)];
        const QRgb color = theme.sliceColor(cell.look.kind(), cell.look.shade());
        first[x] = cell.cover > 0 ? mixed(theme.panel.rgb(), color, thinShare(cell)) : theme.panel.rgb();
    }
    for (int y = 1; y < image.height(); ++y)
        std::copy(first, first + fits, reinterpret_cast<QRgb*>(image.scanLine(y)));
    painter.drawImage(QPoint(area.left(), top), image);
    const double left = 14 * scene.scale;
    words.draw({left, area.height() / 2.0 + words.belowMiddle(FontRole::Secondary)},
               scene.lanesLeft() - left - 10 * scene.scale, scene.title, FontRole::Secondary, theme.soft);
    painter.setRenderHint(QPainter::Antialiasing, true);
    QColor inside = theme.accent;
    inside.setAlphaF(0.10F);
    painter.setPen(QPen(theme.accent, 1.5 * scene.scale));
    painter.setBrush(inside);
    painter.drawRoundedRect(overviewWindow(scene, whole), 3 * scene.scale, 3 * scene.scale);
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace stepglass
