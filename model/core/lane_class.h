// SPDX-License-Identifier: GPL-3.0-or-later
// What a slice looks like on a lane.
#pragma once

#include "model/core/append_column.h"
#include "model/core/ids.h"
#include "model/core/kinds.h"

#include <cstdint>
#include <string_view>

namespace stepglass {

// What decides a slice's colour: its kind and one of 8 shades by name, in one byte.
struct LaneClass
{
    std::uint8_t value = 0;

    static constexpr LaneClass of(SliceKind kind, std::uint8_t shade)
    {
        return {static_cast<std::uint8_t>((static_cast<unsigned>(kind) << 3) | (shade & 7u))};
    }
    constexpr SliceKind kind() const { return static_cast<SliceKind>(value >> 3); }
    constexpr std::uint8_t shade() const { return value & 7u; }
    friend constexpr bool operator==(LaneClass, LaneClass) = default;
};
static_assert(kSliceKindCount <= 32);

// 0 .. 7, the same in every trace that has the name.
std::uint8_t nameShade(std::string_view name);

// Where the classes of a trace's slices come from while it is built. `shades` by StringId.
struct SliceClasses
{
    const AppendColumn<SliceKind>& kind;
    const AppendColumn<StringId>& name;
    const AppendColumn<std::uint8_t>& shades;
    LaneClass of(SliceId s) const { return LaneClass::of(kind[s.value], shades[name[s.value].value]); }
};

} // namespace stepglass
