// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/json_value.h"

#include "model/read/json_scan.h"
#include "model/read/json_text.h"

#include <algorithm>
#include <string_view>

namespace stepglass {

using scan::isDigit;
using scan::skipBlank;

// From the first byte that needs a look; returns the closing quote.
const char* JsonValue::stringTail(const char* p, Token& token)
{
    while (*p != '"') {
        if (p >= m_end)
            return fail(p, "");
        if (*p == '\\') {
            token.escaped = true;
            p = escape(p);
        } else if (static_cast<signed char>(*p) < 0) {
            p = nonAscii(p, token);
        } else {
            m_irregular = true; // a raw control character
            ++p;
        }
        if (p == nullptr)
            return nullptr;
        p = scan::plainTextEnd(p);
    }
    return p;
}

const char* JsonValue::escape(const char* p)
{
    constexpr std::string_view kSimple = "\"\\/bfnrt";
    if (p + 1 >= m_end)
        return fail(m_end, "");
    if (kSimple.find(p[1]) != std::string_view::npos)
        return p + 2;
    if (p[1] != 'u')
        return fail(p, "unknown escape in a text");
    for (int i = 2; i < 6; ++i) {
        if (p + i >= m_end || hexDigit(p[i]) < 0)
            return fail(p + i, "bad \\u escape in a text");
    }
    return p + 6;
}

const char* JsonValue::nonAscii(const char* p, Token& token)
{
    const std::size_t length = utf8Length(p, m_end);
    if (length == 0 && m_end - p < 4)
        return fail(m_end, ""); // may be cut
    token.badUtf8 = token.badUtf8 || length == 0;
    return p + std::max<std::size_t>(length, 1);
}

const char* JsonValue::number(const char* p)
{
    const char* begin = p;
    if (*p == '-' || *p == '+') {
        m_irregular = m_irregular || *p == '+';
        ++p;
    }
    const char* digits = p;
    while (isDigit(*p))
        ++p;
    const bool integer = p > digits;
    m_irregular = m_irregular || !integer || (*digits == '0' && p > digits + 1);
    if (*p == '.') {
        const char* fraction = ++p;
        while (isDigit(*p))
            ++p;
        m_irregular = m_irregular || p == fraction;
        if (p == fraction && !integer)
            return fail(begin, "not a number");
    } else if (!integer) {
        return fail(p, "not a number");
    }
    if ((*p | 0x20) == 'e') {
        ++p;
        if (*p == '-' || *p == '+')
            ++p;
        if (!isDigit(*p))
            return fail(p, "not a number");
        while (isDigit(*p))
            ++p;
    }
    // A window that ends in a number: there may be more of it.
    return p >= m_end ? fail(p, "") : p;
}

const char* JsonValue::word(const char* p)
{
    constexpr std::string_view kRegular[]{"true", "false", "null"};
    constexpr std::string_view kTolerated[]{"NaN", "Infinity", "-Infinity", "N/A", "nan",
                                            "inf", "-inf",     "-nan",      "-NaN"};
    const char* q = p;
    while (q < m_end && ((*q | 0x20) >= 'a' ? (*q | 0x20) <= 'z' : *q == '/' || *q == '-' || isDigit(*q) || *q == '_'))
        ++q;
    if (q >= m_end)
        return fail(q, "");
    const std::string_view text(p, static_cast<std::size_t>(q - p));
    if (std::find(std::begin(kRegular), std::end(kRegular), text) != std::end(kRegular))
        return q;
    if (std::find(std::begin(kTolerated), std::end(kTolerated), text) == std::end(kTolerated))
        return fail(p, "no JSON value");
    m_irregular = true;
    return q;
}

const char* JsonValue::scalar(const char* p)
{
    if (isDigit(*p) || *p == '.' || *p == '+' || (*p == '-' && (isDigit(p[1]) || p[1] == '.' || p + 1 >= m_end)))
        return number(p);
    return word(p);
}

const char* JsonValue::value(const char* p, Token& token)
{
    if (*p == '"')
        return string(p, token);
    token.data = p;
    token.escaped = token.badUtf8 = false;
    const char* q = nullptr;
    if (*p == '{' || *p == '[') {
        token.type = *p == '{' ? Token::Type::Object : Token::Type::Array;
        q = skipContainer(p);
    } else {
        q = scalar(p);
        token.type = q != nullptr && (isDigit(q[-1]) || q[-1] == '.') ? Token::Type::Number : Token::Type::Word;
    }
    if (q != nullptr)
        token.size = static_cast<std::uint32_t>(q - p);
    return q;
}

// The name of a member and its colon; returns where its value begins.
const char* JsonValue::member(const char* p)
{
    if (*p != '"')
        return fail(p, "a member's name expected");
    Token name;
    p = string(p, name);
    if (p == nullptr)
        return nullptr;
    p = skipBlank(p);
    if (*p != ':')
        return fail(p, "':' expected");
    return skipBlank(p + 1);
}

const char* JsonValue::skipContainer(const char* p)
{
    m_open.clear();
    bool wantsValue = true; // else: a comma or the end of the innermost container
    while (true) {
        if (wantsValue) {
            if (*p == '[' || *p == '{') {
                const char close = *p == '[' ? ']' : '}';
                m_open.push_back(close);
                p = skipBlank(p + 1);
                wantsValue = *p != close;
                if (wantsValue && close == '}' && (p = member(p)) == nullptr)
                    return nullptr;
                continue;
            }
            Token token;
            p = *p == '"' ? string(p, token) : scalar(p);
            if (p == nullptr)
                return nullptr;
            p = skipBlank(p);
            wantsValue = false;
        }
        const char close = m_open.back();
        if (*p == ',') {
            p = skipBlank(p + 1);
            wantsValue = *p != close;
            if (!wantsValue)
                m_irregular = true; // a comma before the end
            else if (close == '}' && (p = member(p)) == nullptr)
                return nullptr;
        } else if (*p == close) {
            m_open.pop_back();
            if (m_open.empty())
                return p + 1;
            p = skipBlank(p + 1);
        } else {
            return fail(p, close == '}' ? "',' or '}' expected" : "',' or ']' expected");
        }
    }
}

} // namespace stepglass
