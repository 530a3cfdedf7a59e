// SPDX-License-Identifier: GPL-3.0-or-later
// The begins that are open on one track, innermost last. An end finds its begin at the top mostly; where it does not,
// begins of one name are linked, so that even ends that come first-in first-out cost next to nothing each.
#pragma once

#include "model/core/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace stepglass {

class OpenBegins
{
public:
    void open(StringId name, std::size_t record);
    // Takes the innermost open begin of that name out, or the innermost of all where the name is empty: its record.
    std::optional<std::size_t> close(StringId endName);

    // visit(record) of what is open, outermost first.
    template<class Visit>
    void forEach(Visit visit) const
    {
        for (const Begin& begin : m_begins)
            if (!begin.closed)
                visit(begin.record);
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    struct Begin
    {
        std::size_t record;
        StringId name;
        std::uint32_t outer = kNone; // the next open begin outwards of this name, while m_linked
        bool closed = false;         // amid open ones; goes when those inside it have gone
    };
    std::uint32_t innermost(StringId endName);
    void link(std::uint32_t at);
    void linkAll();

    std::vector<Begin> m_begins;                             // the last one is open
    std::unordered_map<StringId, std::uint32_t> m_innermost; // of each name, while m_linked
    bool m_linked = false;
};

} // namespace stepglass
