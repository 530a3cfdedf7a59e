// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>

namespace stepglass::capture {

// Keeps one copy of each text for the life of the process and gives out its address. For names and arguments that are
// built at run time (kernel names with shapes, "Input Dims"); callers keep the result where they can.
class Interner
{
public:
    const char* intern(std::string_view text);
    std::size_t size() const;

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    mutable std::mutex m_mutex;
    std::unordered_set<std::string, Hash, std::equal_to<>> m_texts;
};

} // namespace stepglass::capture
