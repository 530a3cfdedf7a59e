// SPDX-License-Identifier: GPL-3.0-or-later
// The ruler above the lanes and the vertical lines behind them.
#pragma once

#include "views/theme/theme.h"
#include "views/timeline/frame_text.h"
#include "views/timeline/time_scale.h"

#include <QPainter>
#include <QRect>
#include <QString>

#include <vector>

namespace stepglass {

struct RulerTick
{
    int x = 0;    // px from the left edge of the lanes
    QString text; // empty: only a line
};

// Ticks at round times after `zero`, as dense as their texts allow. `scale`: pixels of the target for one of layout.
std::vector<RulerTick> rulerTicks(const TimeScale& time, Ns zero, double scale);
std::vector<int> gridColumns(const std::vector<RulerTick>& ticks);

void paintRuler(QPainter& painter, FrameText& words, const QRect& area, const std::vector<RulerTick>& ticks,
                const Theme& theme, double scale);

} // namespace stepglass
