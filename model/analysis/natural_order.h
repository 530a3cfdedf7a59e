// SPDX-License-Identifier: GPL-3.0-or-later
// Order of ids that come as text: those that are numbers first, by value, then the others as texts.
#pragma once

#include <algorithm>
#include <string_view>
#include <tuple>

namespace stepglass {

inline bool isNumberText(std::string_view text)
{
    if (!text.empty() && text.front() == '-')
        text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

inline bool naturalLess(std::string_view a, std::string_view b)
{
    const bool numbers = isNumberText(a) && isNumberText(b);
    if (!numbers)
        return std::pair(!isNumberText(a), a) < std::pair(!isNumberText(b), b);
    const bool negativeA = a.front() == '-';
    const bool negativeB = b.front() == '-';
    if (negativeA != negativeB)
        return negativeA;
    const auto magnitude = [](std::string_view t) {
        t.remove_prefix(std::min(t.find_first_not_of("-0"), t.size()));
        return std::pair(t.size(), t);
    };
    return negativeA ? magnitude(b) < magnitude(a) : magnitude(a) < magnitude(b);
}

} // namespace stepglass
