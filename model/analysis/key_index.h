// SPDX-License-Identifier: GPL-3.0-or-later
// From an id of the file (correlation, External id) to a number, for a whole trace at once. Ids of a trace mostly run
// upwards without big holes: then it is an array; else an open-addressing table.
#pragma once

#include "model/core/ids.h"
#include "model/core/scratch_array.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace stepglass {

class KeyIndex
{
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

    // Room for `count` keys, all of which must lie in [low, high].
    KeyIndex(std::uint32_t count, std::uint32_t low, std::uint32_t high)
    {
        const std::uint64_t range = count == 0 ? 0 : std::uint64_t{high} - low + 1;
        m_dense = range <= std::uint64_t{count} * 8 + 4096;
        m_low = low;
        if (m_dense) {
            m_values = ScratchArray<std::uint32_t>(range, kNone);
            return;
        }
        const std::uint64_t slots = std::bit_ceil(std::uint64_t{count} * 2);
        m_shift = 64 - std::countr_zero(slots);
        m_keys = ScratchArray<std::uint32_t>(slots, kNone);
        m_values = ScratchArray<std::uint32_t>(slots, kNone);
    }
    // The value of `key`, to read or to set; kNone for a key that was never set. At most `count` different keys.
    std::uint32_t& at(IdKey key)
    {
        if (m_dense)
            return m_values[key.value - m_low];
        const std::size_t slot = slotOf(key);
        m_keys[slot] = key.value;
        return m_values[slot];
    }
    std::uint32_t find(IdKey key) const
    {
        if (!key.valid())
            return kNone;
        if (m_dense)
            return key.value - m_low < m_values.size() ? m_values[key.value - m_low] : kNone;
        return m_values[slotOf(key)];
    }

private:
    std::size_t slotOf(IdKey key) const
    {
        std::size_t slot = static_cast<std::size_t>((key.value * 0x9E3779B97F4A7C15ull) >> m_shift);
        while (m_keys[slot] != key.value && m_keys[slot] != IdKey::kNone)
            slot = slot + 1 == m_keys.size() ? 0 : slot + 1;
        return slot;
    }

    bool m_dense = true;
    int m_shift = 0;
    std::uint32_t m_low = 0;
    ScratchArray<std::uint32_t> m_keys, m_values;
};

// Collects what KeyIndex needs to know.
class KeyRange
{
public:
    void add(IdKey key)
    {
        if (!key.valid())
            return;
        ++m_count;
        m_low = std::min(m_low, key.value);
        m_high = std::max(m_high, key.value);
    }
    KeyIndex index() const { return KeyIndex(m_count, m_low, m_high); }

private:
    std::uint32_t m_count = 0;
    std::uint32_t m_low = 0xFFFFFFFFu;
    std::uint32_t m_high = 0;
};

} // namespace stepglass
