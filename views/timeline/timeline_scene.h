// SPDX-License-Identifier: GPL-3.0-or-later
// All that a picture of the timeline depends on, and where its parts lie.
#pragma once

#include "views/theme/theme.h"
#include "views/timeline/timeline_geometry.h"

#include <QRect>
#include <QSize>
#include <QString>

#include <functional>
#include <map>
#include <string>

namespace stepglass {

struct TimelineScene
{
    const Trace* trace = nullptr;
    const RowLayout* layout = nullptr;
    const CounterIndex* counters = nullptr;
    const Theme* theme = nullptr;
    TimeRange range;                        // visible
    QSize size;                             // of the target, px
    double scale = 1;                       // px of the target for one of the layout
    int scroll = 0;                         // px at scale 1
    int labelWidth = measure::kLabelColumn; // px at scale 1
    bool overview = true;
    QString title; // in the label column beside the overview
    // Further words beside a group's header, by its key: "busy 31 % of step 3".
    std::map<std::string, QString> headerNotes;
    const std::function<bool(SliceId)>* lit = nullptr;
    LaneClass litClass;

    int px(double layoutPx) const { return static_cast<int>(layoutPx * scale + 0.5); }
    int lanesLeft() const { return px(labelWidth); }
    int overviewHeight() const { return overview ? px(measure::kOverview) : 0; }
    int lanesTop() const { return overviewHeight() + px(measure::kRuler); }
    QRect overviewArea() const { return {lanesLeft(), 0, size.width() - lanesLeft(), overviewHeight()}; }
    QRect rulerArea() const { return {lanesLeft(), overviewHeight(), size.width() - lanesLeft(), px(measure::kRuler)}; }
    QRect lanesArea() const
    {
        return {lanesLeft(), lanesTop(), size.width() - lanesLeft(), size.height() - lanesTop()};
    }
    QRect labelArea() const { return {0, lanesTop(), lanesLeft(), size.height() - lanesTop()}; }
    GeometryRequest request() const
    {
        const QRect area = lanesArea();
        return {range, std::max(area.width(), 1), std::max(area.height(), 0), scale, scroll, lit, litClass};
    }
};

} // namespace stepglass
