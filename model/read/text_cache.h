// SPDX-License-Identifier: GPL-3.0-or-later
// Interns texts as they stand in the file: a name that was seen before costs a look at its ends and one comparison, and
// escapes are decoded once for each distinct name.
#pragma once

#include "model/core/string_pool.h"
#include "model/read/byte_loads.h"
#include "model/read/event_fields.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

class TextCache
{
public:
    // What a text means that is seen for the first time; its id in the pool is kept.
    using Decode = std::function<StringId(const Token&)>;

    TextCache();
    // Forgets everything: the next pool begins.
    void clear();
    template<class Decode>
    StringId find(const Token& token, Decode decode)
    {
        std::size_t slot = hashOf(token.text()) & (kSlots - 1);
        for (int probe = 0; probe < kProbes; ++probe, slot = (slot + 1) & (kSlots - 1)) {
            Entry& entry = m_entries[slot];
            if (entry.generation != m_generation) {
                const StringId id = decode(token);
                remember(entry, token.text(), id);
                return id;
            }
            if (sameText(entry.text, token.text()))
                return entry.id;
        }
        return decode(token); // the ends of too many texts are alike
    }

private:
    static constexpr std::size_t kSlots = 1 << 14;
    static constexpr int kProbes = 8;
    struct Entry
    {
        std::string_view text;
        StringId id;
        std::uint32_t generation = 0;
    };
    // Most texts have 8 to 32 characters: four comparisons at most, without a call.
    static bool sameText(std::string_view a, std::string_view b)
    {
        const std::size_t n = a.size();
        if (n != b.size())
            return false;
        const char* p = a.data();
        const char* q = b.data();
        if (n < 8 || n > 32)
            return std::memcmp(p, q, n) == 0;
        std::uint64_t differ = (load8(p) ^ load8(q)) | (load8(p + n - 8) ^ load8(q + n - 8));
        if (n > 16)
            differ |= (load8(p + 8) ^ load8(q + 8)) | (load8(p + n - 16) ^ load8(q + n - 16));
        return differ == 0;
    }
    // Of the length, both ends and the middle: names differ there.
    static std::size_t hashOf(std::string_view text)
    {
        constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;
        const std::size_t n = text.size();
        const char* p = text.data();
        std::uint64_t h = n * kMultiplier;
        if (n >= 8) {
            h = (h ^ load8(p)) * kMultiplier;
            h = (h ^ (h >> 32) ^ load8(p + n - 8)) * kMultiplier;
            if (n > 16)
                h = (h ^ (h >> 32) ^ load8(p + n / 2 - 4)) * kMultiplier;
            if (n > 48)
                h = (h ^ (h >> 32) ^ load8(p + n / 4) ^ (load8(p + n - n / 4) << 1)) * kMultiplier;
        } else {
            h = (h ^ loadUpTo8(p, n)) * kMultiplier;
        }
        return static_cast<std::size_t>(h ^ (h >> 29));
    }
    void remember(Entry& entry, std::string_view text, StringId id);

    std::vector<Entry> m_entries;
    std::uint32_t m_generation = 1;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_next = nullptr;
    std::size_t m_left = 0;
};

} // namespace stepglass
