// SPDX-License-Identifier: GPL-3.0-or-later
// Times to pixels and back. Only differences are floating point, and only for a place on the screen.
#pragma once

#include "views/document/selection.h"

#include <algorithm>
#include <cmath>

namespace stepglass {

class TimeScale
{
public:
    TimeScale() = default;
    TimeScale(TimeRange range, int width)
        : m_range(range)
        , m_width(std::max(width, 1))
    {
        const auto length = static_cast<double>(std::max<Ns>(range.length(), 1));
        m_pixelsPerNs = m_width / length;
        m_nsPerPixel = length / m_width;
    }
    TimeRange range() const { return m_range; }
    int width() const { return m_width; }
    double nsPerPixel() const { return m_nsPerPixel; }

    double x(Ns t) const { return static_cast<double>(t - m_range.from) * m_pixelsPerNs; }
    // The pixel that holds t, kept within `margin` of the window so that it fits an int.
    int pixel(Ns t, int margin = 16) const
    {
        return static_cast<int>(std::floor(std::clamp(x(t), -1.0 * margin, 1.0 * (m_width + margin))));
    }
    // The first time at or after the left edge of a pixel.
    Ns time(double pixel) const { return m_range.from + static_cast<Ns>(std::ceil(pixel * m_nsPerPixel)); }

private:
    TimeRange m_range{0, 1};
    int m_width = 1;
    double m_pixelsPerNs = 1;
    double m_nsPerPixel = 1;
};

} // namespace stepglass
