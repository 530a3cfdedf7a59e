// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what is added up of a trace within 64 bits, so that no sum anywhere has to look for an overflow.
#pragma once

#include <cstdint>

namespace stepglass {

// Of one kind of value (durations in ns, bytes): the sum of all magnitudes stays below 2^56, which is 2 years or 72 PB.
// The 7 bits above are for sums that count a value more than once, as device time counts for each operator around it.
class SumBound
{
public:
    // Whether a value of this magnitude may be added; it then is.
    bool takes(std::uint64_t magnitude)
    {
        if (magnitude > kMost - m_sum)
            return false;
        m_sum += magnitude;
        return true;
    }

private:
    static constexpr std::uint64_t kMost = std::uint64_t{1} << 56;
    std::uint64_t m_sum = 0;
};

} // namespace stepglass
