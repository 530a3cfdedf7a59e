// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts as numbers: the first character in the lowest byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace stepglass {

static_assert(std::endian::native == std::endian::little);

inline std::uint64_t load8(const char* p)
{
    std::uint64_t v = 0;
    std::memcpy(&v, p, sizeof v);
    return v;
}

// Of n <= 8 characters, zeros above them. Reads nothing else, and takes no loop: pieces that overlap hold the same
// bytes in the same places.
inline std::uint64_t loadUpTo8(const char* p, std::size_t n)
{
    if (n >= 4) {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::memcpy(&first, p, sizeof first);
        std::memcpy(&last, p + n - 4, sizeof last);
        return first | std::uint64_t{last} << (8 * (n - 4));
    }
    if (n == 0)
        return 0;
    const auto at = [p](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(p[i])} << (8 * i); };
    return at(0) | at(n / 2) | at(n - 1);
}

} // namespace stepglass
