// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over the lanes and changes more often than they do: hover, selection and its launch, a clicked gap, the
// range of the scope, marks. Painted on top of a finished frame, on screen and in pictures.
#pragma once

#include "model/analysis/links.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace stepglass {

struct OverlayState
{
    SliceId hovered;
    SliceId selected;
    SliceId launch;                 // of the selection, or what the selection launched
    std::optional<TimeRange> range; // of the scope, or being dragged
    std::optional<TimeRange> gap;   // an idle stretch that was clicked ...
    std::string gapDevice;          // ... of this device
    std::vector<Ns> marks;
};

// The other end of a selected slice's arrow: a device slice's launch, a call's first device slice; none without.
SliceId arrowPartner(const Trace& trace, const Links* links, SliceId slice);

void paintOverlay(QPainter& painter, const TimelineScene& scene, const OverlayState& state);

} // namespace stepglass
