// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/lane_class.h"

namespace stepglass {

std::uint8_t nameShade(std::string_view name)
{
    std::uint32_t hash = 2166136261u; // FNV-1a
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return static_cast<std::uint8_t>((hash ^ (hash >> 15)) & 7u);
}

} // namespace stepglass
