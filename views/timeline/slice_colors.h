// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of slices and bundles over a background: one place, so that raster and vector pictures agree.
#pragma once

#include "views/theme/theme.h"
#include "views/timeline/timeline_geometry.h"

namespace stepglass {

// `share` of 256 of `over`, the rest of `under`; opaque. Red and blue in one multiplication: a frame mixes a million.
inline QRgb mixed(QRgb under, QRgb over, int share)
{
    constexpr QRgb kRedBlue = 0x00FF00FFu, kGreen = 0x0000FF00u;
    const auto s = static_cast<QRgb>(share), rest = 256 - s;
    const QRgb redBlue = ((under & kRedBlue) * rest + (over & kRedBlue) * s) >> 8;
    const QRgb green = ((under & kGreen) * rest + (over & kGreen) * s) >> 8;
    return 0xFF000000u | (redBlue & kRedBlue) | (green & kGreen);
}

constexpr int kDimShare = 70;    // of 256: what a slice keeps of its colour when others are lit
constexpr int kHatchShare = 176; // of 256: what a bundle keeps of its colour on a hatching line
constexpr int kHatchPeriod = 4;  // px

// What is there at all must be seen, however little of its pixel it covers.
inline int thinShare(const ThinCell& cell)
{
    const int share = 132 + cell.cover * 124 / 255;
    return cell.dim ? share * kDimShare / 256 : share;
}

inline QRgb sliceColor(const Theme& theme, LaneClass look, bool dim, QRgb background)
{
    const QRgb color = theme.sliceColor(look.kind(), look.shade());
    return dim ? mixed(background, color, kDimShare) : color;
}

inline QRgb labelColor(const Theme& theme, LaneClass look, bool dim)
{
    const QRgb color = theme.labelColor(look.kind()).rgb();
    return dim ? mixed(theme.canvas.rgb(), theme.soft.rgb(), 160) : color;
}

} // namespace stepglass
