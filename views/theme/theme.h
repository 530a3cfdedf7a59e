// SPDX-License-Identifier: GPL-3.0-or-later
// The two palettes, and the colour that tells a slice's kind. Names of one kind differ by up to 8 % in lightness.
#pragma once

#include "model/core/breakdown.h"
#include "model/core/kinds.h"

#include <QColor>
#include <QRgb>
#include <QString>

#include <array>
#include <cstdint>
#include <string_view>

namespace stepglass {

enum class ThemeName
{
    Light,
    Dark
};

constexpr int kNameShades = 8;

// What a person reads about a kind and finds in a legend; kinds of one colour share it.
QString kindTitle(SliceKind kind);

class Theme
{
public:
    // From the resources; built once and shared. A program without the resources gets a grey palette, never a crash.
    static const Theme& of(ThemeName name);

    ThemeName name() const { return m_name; }
    bool dark() const { return m_name == ThemeName::Dark; }

    QColor canvas, panel, raised, line, border, text, soft, accent, accentSoft, select, shade, memory, warn, ok, ink,
        high;

    QColor kindColor(SliceKind kind) const { return QColor::fromRgb(m_slices[static_cast<std::size_t>(kind)][3]); }
    // Of a slice: `shade` as model/core/lane_class.h's nameShade() gives it (0 .. kNameShades - 1).
    QRgb sliceColor(SliceKind kind, int shade) const
    {
        return m_slices[static_cast<std::size_t>(kind)][static_cast<std::size_t>(shade) % kNameShades];
    }
    // Of a part of a breakdown: the class has the colour of its slices, idle that of nothing.
    QColor activityColor(ActivityClass activity) const;
    // Near the colour of what the host did.
    QColor causeColor(IdleCause cause) const;
    // Text on a slice of that kind: the ink, or the canvas' text where the ink would not be read.
    QColor labelColor(SliceKind kind) const { return m_darkLabel[static_cast<std::size_t>(kind)] ? ink : text; }

private:
    explicit Theme(ThemeName name);
    void fillSlices();

    ThemeName m_name;
    std::array<std::array<QRgb, kNameShades>, kSliceKindCount> m_slices{};
    std::array<QColor, kSliceKindCount> m_kinds;
    std::array<bool, kSliceKindCount> m_darkLabel{};
};

} // namespace stepglass
