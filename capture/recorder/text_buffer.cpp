// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/text_buffer.h"

namespace stepglass::capture {

void TextBuffer::microseconds(std::int64_t ns)
{
    if (ns < 0) {
        m_text += '-';
        ns = -ns;
    }
    *this << ns / 1000;
    const auto rest = static_cast<int>(ns % 1000);
    const char fraction[4] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                              static_cast<char>('0' + rest % 10)};
    m_text.append(fraction, 4);
}

void TextBuffer::quoted(std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    m_text += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            m_text += '\\';
            m_text += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            m_text += "\\u00";
            m_text += kHex[(c >> 4) & 15];
            m_text += kHex[c & 15];
        } else {
            m_text += c;
        }
    }
    m_text += '"';
}

} // namespace stepglass::capture
