// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/event_seam.h"

#include "model/read/json_scan.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stepglass {
namespace {

constexpr std::array<std::string_view, 14> kFirstMembers{"ph", "name", "cat", "pid", "tid", "ts",  "dur",
                                                         "id", "args", "bp",  "s",   "tts", "id2", "tdur"};

const char* skipBlankTo(const char* p, const char* end)
{
    while (p < end && scan::isBlank(*p))
        ++p;
    return p;
}

} // namespace

bool looksLikeEvent(const char* p, const char* end, bool& more)
{
    constexpr std::ptrdiff_t kLongest = 8;
    more = false;
    p = skipBlankTo(p + 1, end);
    if (end - p < kLongest) {
        more = true;
        return false;
    }
    if (*p != '"')
        return false;
    const std::string_view rest(p + 1, kLongest - 1);
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos)
        return false;
    return std::find(kFirstMembers.begin(), kFirstMembers.end(), rest.substr(0, quote)) != kFirstMembers.end();
}

const char* eventBehind(const char* p, const char* end)
{
    p = skipBlankTo(p + 1, end);
    if (p >= end || *p != ',')
        return nullptr;
    p = skipBlankTo(p + 1, end);
    bool more = false;
    return p < end && *p == '{' && looksLikeEvent(p, end, more) ? p : nullptr;
}

const char* findSeam(const char* p, const char* end)
{
    while (p < end) {
        p = static_cast<const char*>(std::memchr(p, '}', static_cast<std::size_t>(end - p)));
        if (p == nullptr)
            return nullptr;
        if (const char* event = eventBehind(p, end))
            return event;
        ++p;
    }
    return nullptr;
}

const char* endByBraces(const char* p, const char* end)
{
    int depth = 0;
    bool inText = false;
    for (; p < end; ++p) {
        if (inText && *p == '\\')
            ++p;
        else if (*p == '"')
            inText = !inText;
        else if (*p == '{' && !inText)
            ++depth;
        else if (*p == '}' && ((!inText && --depth <= 0) || (inText && eventBehind(p, end) != nullptr)))
            return p + 1;
    }
    return nullptr;
}

} // namespace stepglass
