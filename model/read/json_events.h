// SPDX-License-Identifier: GPL-3.0-or-later
// Syntax: splits the elements of a traceEvents array into event objects, window after window, whatever the chunking,
// and survives what is no JSON: what does not parse is set aside with its place, and reading goes on behind it.
#pragma once

#include "model/core/issues.h"
#include "model/read/event_fields.h"
#include "model/read/event_shapes.h"
#include "model/read/json_value.h"

#include <cstdint>
#include <limits>
#include <string>

namespace stepglass {

class EventSink
{
public:
    virtual ~EventSink() = default;
    virtual void event(const EventFields& fields, std::uint64_t offset) = 0;
    // What is no event; `records` elements of the array are accounted for by it.
    virtual void aside(IssueReason reason, std::uint64_t offset, std::string_view example, std::uint64_t records) = 0;
};

class JsonEvents
{
public:
    enum class Stop
    {
        NeedMore, // at the first byte that is not read yet: an element, or a part of one
        ArrayEnd, // behind the closing bracket
        Boundary  // at an element that begins at or behind the boundary
    };
    static constexpr std::uint64_t kNoBoundary = std::numeric_limits<std::uint64_t>::max();

    explicit JsonEvents(EventSink& sink)
        : m_sink(sink)
    {
    }

    // Between elements: what has come before. For reading in several parts.
    class Position
    {
        friend class JsonEvents;
        enum class State : std::uint8_t
        {
            Begin,
            BehindValue,
            BehindComma,
            InGarbage
        } state = State::Begin;
        bool bare = false;
    };
    static Position behindComma()
    {
        Position position;
        position.state = State::BehindComma;
        return position;
    }
    Position position() const { return m_position; }
    void resume(const Position& position) { m_position = position; }
    // Elements without brackets around them: only the end of the text ends them.
    void setBare() { m_position.bare = true; }

    // Reads the elements of the padded window [p, end), which begins at `offset` of the input. `last`: no more will
    // come, so what is incomplete is cut.
    Stop read(const char*& p, const char* end, std::uint64_t offset, bool last, std::uint64_t boundary = kNoBoundary);

    bool validJson() const { return m_valid; }
    std::uint64_t unparsable() const { return m_unparsable; }

private:
    using State = Position::State;
    enum class Step
    {
        Done, // and m_next tells where it goes on
        NeedMore
    };

    Step element(const char* p, bool last);
    Step otherValue(const char* p, bool last);
    Step garbage(const char* p, bool last);
    Step setObjectAside(const char* p, bool last);
    void cut(const char* p);
    const char* object(const char* p);
    const char* args(const char* p);
    const char* key(const char* p, Token& token);
    const char* afterMember(const char* p, bool& closed);
    std::uint64_t offsetOf(const char* p) const { return m_offset + static_cast<std::uint64_t>(p - m_begin); }

    EventSink& m_sink;
    JsonValue m_value;
    EventShapes m_shapes{m_value};
    EventFields m_fields;
    Position m_position;
    bool m_valid = true;
    std::uint64_t m_unparsable = 0;

    const char* m_begin = nullptr;
    const char* m_next = nullptr;
    std::uint64_t m_offset = 0;
};

} // namespace stepglass
