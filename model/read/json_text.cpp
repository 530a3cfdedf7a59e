// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/json_text.h"

#include <cstdint>

namespace stepglass {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void appendUtf8(std::string& out, std::uint32_t c)
{
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | (c >> 6));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | (c >> 12));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (c >> 18));
        out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

// The four digits of \uXXXX at raw[i], or -1.
int codeUnit(std::string_view raw, std::size_t i)
{
    if (i + 6 > raw.size() || raw[i] != '\\' || raw[i + 1] != 'u')
        return -1;
    int unit = 0;
    for (std::size_t d = i + 2; d < i + 6; ++d) {
        const int digit = hexDigit(raw[d]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

// Appends what the \u escape at raw[i] means; returns how long it is, with its second half.
std::size_t appendUnicode(std::string& out, std::string_view raw, std::size_t i)
{
    const int high = codeUnit(raw, i);
    if (high < 0) {
        out += raw[i];
        return 1;
    }
    if (high < 0xD800 || high > 0xDFFF) {
        appendUtf8(out, static_cast<std::uint32_t>(high));
        return 6;
    }
    const int low = high < 0xDC00 ? codeUnit(raw, i + 6) : -1;
    if (low < 0xDC00 || low > 0xDFFF) {
        out += kReplacement;
        return 6;
    }
    appendUtf8(out,
               0x10000u + (static_cast<std::uint32_t>(high - 0xD800) << 10) + static_cast<std::uint32_t>(low - 0xDC00));
    return 12;
}

std::size_t appendEscape(std::string& out, std::string_view raw, std::size_t i)
{
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    const char c = i + 1 < raw.size() ? raw[i + 1] : '\0';
    if (c == 'u')
        return appendUnicode(out, raw, i);
    const std::size_t k = kFrom.find(c);
    if (c == '\0' || k == std::string_view::npos) {
        out += raw[i];
        return 1;
    }
    out += kTo[k];
    return 2;
}

} // namespace

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::size_t utf8Length(const char* p, const char* end)
{
    const auto byte = [&](std::size_t i) {
        return p + i < end ? static_cast<unsigned char>(p[i]) : static_cast<unsigned char>(0);
    };
    const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return follows(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) // neither overlong nor a surrogate
        return follows(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
    if (lead >= 0xF0 && lead <= 0xF4)
        return follows(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
    return 0;
}

std::string decodedText(std::string_view raw)
{
    std::string out;
    out.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size();) {
        const char c = raw[i];
        if (c == '\\') {
            i += appendEscape(out, raw, i);
        } else if (static_cast<signed char>(c) >= 0) {
            out += c;
            ++i;
        } else {
            const std::size_t length = utf8Length(raw.data() + i, raw.data() + raw.size());
            out += length == 0 ? kReplacement : raw.substr(i, length);
            i += length == 0 ? 1 : length;
        }
    }
    return out;
}

std::string quotedText(std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(c) >> 4];
            out += kHex[static_cast<unsigned char>(c) & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

} // namespace stepglass
