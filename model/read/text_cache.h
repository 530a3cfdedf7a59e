// SPDX-License-Identifier: GPL-3.0-or-later
// Interns texts as they stand in the file: a name that was seen before costs a look at its ends and one comparison, and
// escapes are decoded once for each distinct name.
#pragma once

#include "model/core/string_pool.h"
#include "model/read/event_fields.h"

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
            if (entry.text == token.text())
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
    static std::size_t hashOf(std::string_view text);
    void remember(Entry& entry, std::string_view text, StringId id);

    std::vector<Entry> m_entries;
    std::uint32_t m_generation = 1;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_next = nullptr;
    std::size_t m_left = 0;
};

} // namespace stepglass
