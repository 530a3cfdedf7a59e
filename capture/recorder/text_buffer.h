// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepglass::capture {

// Text that grows, written to with to_chars: an order of magnitude faster than printf.
class TextBuffer
{
public:
    TextBuffer& operator<<(std::string_view text)
    {
        m_text.append(text);
        return *this;
    }
    TextBuffer& operator<<(const char* text) { return *this << std::string_view(text); }
    TextBuffer& operator<<(char character)
    {
        m_text += character;
        return *this;
    }
    template<std::integral T>
    TextBuffer& operator<<(T value)
    {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        m_text.append(digits, end);
        return *this;
    }

    // Nanoseconds as microseconds with three decimals.
    void microseconds(std::int64_t ns);
    // A JSON string with its quotes. Bytes outside ASCII go through as they are.
    void quoted(std::string_view text);

    const std::string& text() const { return m_text; }
    std::size_t size() const { return m_text.size(); }
    void clear() { m_text.clear(); }
    void reserve(std::size_t bytes) { m_text.reserve(bytes); }

private:
    std::string m_text;
};

} // namespace stepglass::capture
