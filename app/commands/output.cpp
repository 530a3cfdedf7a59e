// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

namespace stepglass {
namespace {

int g_writeError = 0; // errno of the first failed write to stdout

// Length of the UTF-8 sequence that begins here; 0 where there is none. RFC 3629: no overlong forms, no surrogates.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned first = byte(0), second = byte(1);
    const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length <= 1)
        return length;
    const bool badSecond = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                           (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) || first > 0xF4;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    }
    return badSecond ? 0 : length;
}

// Names come from files: what would steer a terminal or is no UTF-8 becomes U+FFFD. Ends of lines and tabs stay.
std::string printable(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        const auto c = static_cast<unsigned char>(text.front());
        const bool steers = (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7F;
        if (length == 0 || steers)
            shown += "\uFFFD";
        else
            shown.append(text.substr(0, length));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

void say(std::string_view message)
{
    std::string line = "stepglass: " + printable(message);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    while (line.ends_with(' '))
        line.pop_back();
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

int fail(int code, std::string_view message)
{
    say(message);
    return code;
}

void remark(std::string_view message)
{
    say(message);
}

void print(std::string_view text)
{
    const std::string shown = printable(text);
    if (g_writeError == 0 && std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size())
        g_writeError = errno;
}

int finishOutput(int code)
{
    if (std::fflush(stdout) != 0 && g_writeError == 0)
        g_writeError = errno;
    if (g_writeError == 0 || g_writeError == EPIPE)
        return code;
    const int error = std::exchange(g_writeError, EPIPE); // said once
    return fail(kBadUsage, std::string("cannot write to standard output: ") + std::strerror(error));
}

} // namespace stepglass
