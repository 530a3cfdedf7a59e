// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over one JSON value in a padded window (see json_scan.h). More tolerant than the standard where nothing is
// guessed: raw control characters in texts, NaN, Infinity and N/A, numbers such as "+1" or "01.", a comma before a
// closing bracket; each leaves a note that the text is no JSON by the standard.
#pragma once

#include "model/read/event_fields.h"
#include "model/read/json_scan.h"

#include <cstdint>
#include <vector>

namespace stepglass {

class JsonValue
{
public:
    // `end`: where the window's text ends; what lies behind is padding.
    void setEnd(const char* end) { m_end = end; }
    const char* end() const { return m_end; }

    // All return what follows the value, or null: error() says why, at() where. An error of null means that the text
    // ends before the value does.
    const char* value(const char* p, Token& token);
    const char* string(const char* p, Token& token) // p at the opening quote
    {
        token.data = p + 1;
        token.type = Token::Type::String;
        token.escaped = token.badUtf8 = false;
        const char* q = scan::plainTextEnd(p + 1);
        if (*q != '"' && (q = stringTail(q, token)) == nullptr)
            return nullptr;
        if (q >= m_end)
            return fail(q, "");
        token.size = static_cast<std::uint32_t>(q - token.data);
        return q + 1;
    }
    const char* skipContainer(const char* p); // p at the bracket

    const char* fail(const char* at, const char* reason)
    {
        m_at = at;
        m_error = at >= m_end ? nullptr : reason;
        return nullptr;
    }
    const char* at() const { return m_at; }
    const char* error() const { return m_error; }
    // Since the last clearNotes(): the text is not JSON by the standard.
    bool irregular() const { return m_irregular; }
    void setIrregular() { m_irregular = true; }
    void clearNotes() { m_irregular = false; }

private:
    const char* number(const char* p);
    const char* word(const char* p);
    const char* stringTail(const char* p, Token& token);
    const char* escape(const char* p);
    const char* nonAscii(const char* p, Token& token);
    const char* scalar(const char* p);
    const char* member(const char* p);

    const char* m_end = nullptr;
    const char* m_at = nullptr;
    const char* m_error = nullptr;
    bool m_irregular = false;
    std::vector<char> m_open; // closing brackets that are due
};

// Visits the members of an object that has been walked over before: visit(name, value).
template<class Visit>
void forEachMember(const Token& object, Visit visit)
{
    JsonValue reader;
    reader.setEnd(object.data + object.size);
    const char* p = scan::skipBlank(object.data + 1);
    while (*p == '"') {
        Token name;
        Token value;
        if ((p = reader.string(p, name)) == nullptr)
            return;
        p = scan::skipBlank(scan::skipBlank(p) + 1);
        if ((p = reader.value(p, value)) == nullptr)
            return;
        visit(name, value);
        p = scan::skipBlank(p);
        p = *p == ',' ? scan::skipBlank(p + 1) : p;
    }
}

} // namespace stepglass
