// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/time_ruler.h"

#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace stepglass {
namespace {

constexpr double kLeastSpacing = 92; // px at scale 1
constexpr double kTextGap = 24;

// 1, 2, 5, 10, 20 ... ns
Ns stepAfter(Ns step)
{
    Ns power = 1;
    while (power * 10 <= step)
        power *= 10;
    const Ns lead = step / power;
    return lead == 1 ? 2 * power : lead == 2 ? 5 * power : 10 * power;
}

double widestText(const TimeScale& time, Ns zero, Ns step, const QFontMetricsF& metrics)
{
    return std::max(metrics.horizontalAdvance(formatTick(time.range().from - zero, step)),
                    metrics.horizontalAdvance(formatTick(time.range().to - zero, step)));
}

Ns tickStep(const TimeScale& time, Ns zero, double scale)
{
    const QFontMetricsF metrics(uiFont(FontRole::Secondary, scale));
    Ns step = 1;
    while (static_cast<double>(step) / time.nsPerPixel() < kLeastSpacing * scale)
        step = stepAfter(step);
    while (static_cast<double>(step) / time.nsPerPixel() < widestText(time, zero, step, metrics) + kTextGap * scale)
        step = stepAfter(step);
    return step;
}

Ns floorTo(Ns time, Ns step)
{
    const Ns rest = time % step;
    return time - (rest < 0 ? rest + step : rest);
}

} // namespace

std::vector<RulerTick> rulerTicks(const TimeScale& time, Ns zero, double scale)
{
    const Ns step = tickStep(time, zero, scale);
    const Ns line = step % 2 == 0 ? step / 2 : step;
    std::vector<RulerTick> ticks;
    for (Ns at = floorTo(time.range().from - zero, step); at + zero <= time.range().to; at += line) {
        const int x = static_cast<int>(std::floor(time.x(at + zero)));
        const bool whole = floorTo(at, step) == at;
        if (x >= 0 || whole)
            ticks.push_back({x, whole ? formatTick(at, step) : QString()});
    }
    return ticks;
}

std::vector<int> gridColumns(const std::vector<RulerTick>& ticks)
{
    std::vector<int> columns;
    for (const RulerTick& tick : ticks)
        columns.push_back(tick.x);
    return columns;
}

void paintRuler(QPainter& painter, FrameText& words, const QRect& area, const std::vector<RulerTick>& ticks,
                const Theme& theme, double scale)
{
    painter.fillRect(area, theme.panel);
    const double baseline = area.top() + area.height() / 2.0 + words.belowMiddle(FontRole::Secondary);
    const int mark = static_cast<int>(4 * scale);
    for (const RulerTick& tick : ticks) {
        if (tick.text.isEmpty())
            continue;
        const int x = area.left() + tick.x;
        if (tick.x >= 0 && tick.x < area.width())
            painter.fillRect(QRect(x, area.bottom() + 1 - mark, std::max(1, static_cast<int>(scale)), mark),
                             theme.border);
        const double width = words.width(tick.text, FontRole::Secondary);
        const double left = x - width / 2;
        if (left < area.left() + 2 * scale || left + width > area.right() - 2 * scale)
            continue; // cut off: better no text
        words.draw({left, baseline}, width + 1, tick.text, FontRole::Secondary, theme.soft);
    }
}

} // namespace stepglass
