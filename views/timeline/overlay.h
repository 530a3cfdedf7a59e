// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over the lanes and changes more often than they do: hover, selection and its launch, a clicked gap, the
// range of the scope, marks. Painted on top of a finished frame, on screen and in pictures.
#pragma once

#include "model/analysis/flow_arrows.h"
#include "model/analysis/links.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

#include <optional>
#include <span>
#include <vector>

namespace stepglass {

// From cause to effect. One of its ends is the selected slice.
struct SliceArrow
{
    SliceId from;
    SliceId to;
    friend bool operator==(const SliceArrow&, const SliceArrow&) = default;
};

struct OverlayState
{
    SliceId hovered;
    SliceId selected;
    std::optional<std::uint32_t> instant; // selected
    std::vector<SliceArrow> arrows;       // of the selection
    std::optional<TimeRange> range;       // of the scope, or being dragged
    std::optional<TimeRange> gap;         // an idle stretch that was clicked ...
    std::string gapDevice;                // ... of this device
    std::vector<Ns> marks;
};

// The arrows of a slice: from its launch to what runs on a device (kernel, copy, set), from a call to the first that it
// launched, then those that the file draws (`flows`: forward to backward), each pair once.
std::vector<SliceArrow> selectionArrows(const Trace& trace, const Links* links, std::span<const FlowArrow> flows,
                                        SliceId slice);

void paintOverlay(QPainter& painter, const TimelineScene& scene, const OverlayState& state);

} // namespace stepglass
