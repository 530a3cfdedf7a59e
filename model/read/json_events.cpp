// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/json_events.h"

#include "model/read/event_seam.h"
#include "model/read/json_scan.h"

#include <algorithm>

namespace stepglass {

using scan::skipBlank;

namespace {

// How far the braces of an object that does not parse are followed.
constexpr std::ptrdiff_t kStepOverLimit = std::ptrdiff_t{1} << 20;

} // namespace

const char* JsonEvents::key(const char* p, Token& token)
{
    if (*p != '"')
        return m_value.fail(p, "a member's name expected");
    p = m_value.string(p, token);
    if (p == nullptr)
        return nullptr;
    if (*p == ':')
        return skipBlank(p + 1);
    p = skipBlank(p);
    return *p == ':' ? skipBlank(p + 1) : m_value.fail(p, "':' expected");
}

// Behind a member: over the comma to the next one, or over the closing brace.
const char* JsonEvents::afterMember(const char* p, bool& closed)
{
    p = skipBlank(p);
    if (*p == ',') {
        p = skipBlank(p + 1);
        closed = *p == '}';
        if (!closed)
            return p;
        m_value.setIrregular();
        return p + 1;
    }
    closed = *p == '}';
    return closed ? p + 1 : m_value.fail(p, "',' or '}' expected");
}

const char* JsonEvents::args(const char* p)
{
    m_fields.clearArgs();
    Token whole;
    whole.data = p;
    whole.type = Token::Type::Object;
    p = skipBlank(p + 1);
    bool closed = *p == '}';
    p += closed ? 1 : 0;
    while (!closed) {
        Token name;
        Token token;
        p = key(p, name);
        if (p == nullptr || (p = m_value.value(p, token)) == nullptr)
            return nullptr;
        const Field field = argField(name);
        if (field != Field::Count)
            m_fields.set(field, token);
        if ((p = afterMember(p, closed)) == nullptr)
            return nullptr;
    }
    whole.size = static_cast<std::uint32_t>(p - whole.data);
    m_fields.set(Field::Args, whole);
    return p;
}

// The object at p into m_fields; of a member that is given twice the last counts.
const char* JsonEvents::object(const char* p)
{
    m_fields.clear();
    p = skipBlank(p + 1);
    bool closed = *p == '}';
    p += closed ? 1 : 0;
    while (!closed) {
        Token name;
        Token token;
        if ((p = key(p, name)) == nullptr)
            return nullptr;
        const Field field = eventField(name);
        if (field == Field::Args && *p == '{') {
            p = args(p);
        } else {
            p = m_value.value(p, token);
            if (p != nullptr && field != Field::Count) {
                if (field == Field::Args)
                    m_fields.clearArgs();
                m_fields.set(field, token);
            }
        }
        if (p == nullptr || (p = afterMember(p, closed)) == nullptr)
            return nullptr;
    }
    return p;
}

JsonEvents::Step JsonEvents::element(const char* p, bool last)
{
    if (*p != '{')
        return otherValue(p, last);
    m_value.clearNotes();
    m_next = m_shapes.read(p, m_fields);
    if (m_next == nullptr) {
        m_value.clearNotes();
        m_next = object(p);
        if (m_next == nullptr)
            return m_value.error() == nullptr ? Step::NeedMore : setObjectAside(p, last);
        if (!m_value.irregular())
            m_shapes.learn(p);
    }
    m_valid = m_valid && !m_value.irregular();
    m_position.state = State::BehindValue;
    m_sink.event(m_fields, offsetOf(p));
    return Step::Done;
}

JsonEvents::Step JsonEvents::setObjectAside(const char* p, bool last)
{
    constexpr std::ptrdiff_t kQuoted = 40;
    const char* at = m_value.at();
    const char* end = m_value.end();
    const char* limit = end - p > kStepOverLimit ? p + kStepOverLimit : end;
    m_next = endByBraces(p, limit);
    if (m_next == nullptr && limit == end && !last)
        return Step::NeedMore;
    const char* quoteEnd =
        m_next != nullptr && m_next > at ? m_next : end; // not beyond the object: the same in any piece
    const std::string_view found(at, static_cast<std::size_t>(std::min(kQuoted, quoteEnd - at)));
    m_sink.aside(IssueReason::BadEvent, offsetOf(at), std::string(m_value.error()) + ", found " + std::string(found),
                 1);
    m_valid = false;
    ++m_unparsable;
    m_position.state = State::BehindValue;
    if (m_next == nullptr) { // its braces do not close: on to the next event
        m_next = at;
        m_position.state = State::InGarbage;
    }
    return Step::Done;
}

// A number, text or array where an event should stand, or no JSON at all.
JsonEvents::Step JsonEvents::otherValue(const char* p, bool last)
{
    m_value.clearNotes();
    Token token;
    const char* next = m_value.value(p, token);
    if (next == nullptr && m_value.error() == nullptr && !last)
        return Step::NeedMore;
    if (next != nullptr) {
        const char* behind = skipBlank(next);
        if (behind >= m_value.end() && !last)
            return Step::NeedMore;
        if (*behind == ',' || *behind == ']' || behind >= m_value.end()) {
            m_valid = m_valid && !m_value.irregular();
            m_sink.aside(IssueReason::NotAnObject, offsetOf(p), std::string_view(p, std::min(token.size, 40u)), 1);
            m_next = next;
            m_position.state = State::BehindValue;
            return Step::Done;
        }
    }
    const std::string_view found(p, static_cast<std::size_t>(std::min<std::ptrdiff_t>(40, m_value.end() - p)));
    m_sink.aside(IssueReason::Garbage, offsetOf(p), found, 0);
    m_valid = false;
    ++m_unparsable;
    m_position.state = State::InGarbage;
    m_next = p;
    return Step::Done;
}

// To the next object that looks like an event.
JsonEvents::Step JsonEvents::garbage(const char* p, bool last)
{
    const char* end = m_value.end();
    while (p < end) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (p == nullptr)
            break;
        bool more = false;
        if (looksLikeEvent(p, end, more)) {
            m_next = p;
            m_position.state = State::BehindComma;
            return Step::Done;
        }
        if (more && !last) {
            m_next = p;
            return Step::NeedMore;
        }
        ++p;
    }
    m_next = end;
    return Step::NeedMore;
}

// What is left at the end of the input is a part of an element.
void JsonEvents::cut(const char* p)
{
    const char* end = m_value.end();
    const std::string_view begin(p, static_cast<std::size_t>(std::min<std::ptrdiff_t>(40, end - p)));
    m_sink.aside(IssueReason::CutFile, offsetOf(p), "ends within " + std::string(begin), 0);
    m_valid = false;
}

JsonEvents::Stop JsonEvents::read(const char*& p, const char* end, std::uint64_t offset, bool last,
                                  std::uint64_t boundary)
{
    m_begin = p;
    m_offset = offset;
    m_value.setEnd(end);
    while (true) {
        if (m_position.state == State::InGarbage) {
            const Step step = garbage(p, last);
            p = m_next;
            if (step == Step::NeedMore)
                return Stop::NeedMore;
        }
        p = skipBlank(p);
        if (p >= end) {
            p = end;
            m_valid = m_valid && !last; // the array's end is missing
            return Stop::NeedMore;
        }
        if (*p == ',') {
            m_valid = m_valid && m_position.state == State::BehindValue;
            m_position.state = State::BehindComma;
            ++p;
            continue;
        }
        if (*p == ']' && !m_position.bare) {
            m_valid = m_valid && m_position.state != State::BehindComma;
            ++p;
            return Stop::ArrayEnd;
        }
        m_valid = m_valid && m_position.state != State::BehindValue;
        if (offsetOf(p) >= boundary)
            return Stop::Boundary;
        if (element(p, last) == Step::NeedMore) {
            if (last) {
                cut(p);
                p = end;
            }
            return Stop::NeedMore;
        }
        p = m_next;
    }
}

} // namespace stepglass
