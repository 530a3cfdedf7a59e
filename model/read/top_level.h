// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the events: the members of the top-level object before and after `traceEvents`.
#pragma once

#include "model/core/event_batch.h"
#include "model/core/trace.h"
#include "model/read/json_value.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stepglass {

class TopLevel
{
public:
    enum class Found
    {
        NeedMore,
        Events, // p is behind the opening bracket of an array of events
        Bare,   // p is at the first of events without brackets around them
        End,    // of the top-level value; p is behind it
        NoTrace // reason() says why not
    };
    // Whether events stand in an array that is the whole text.
    bool isArray() const { return m_isArray; }
    bool closed() const { return m_closed; } // the text of a whole file has come to its end
    bool validJson() const { return m_valid; }
    const std::string& reason() const { return m_reason; }
    // Where the reason stands, if it is about a place.
    std::optional<std::uint64_t> errorOffset() const { return m_errorOffset; }

    // At the beginning of the text. May be called again from there with more text.
    Found head(const char*& p, const char* end, bool last);
    // Behind an array of events. Goes on from p when called again.
    Found tail(const char*& p, const char* end, std::uint64_t offset, bool last, EventBatch& batch);
    // Hands over what was found so far.
    void moveTo(TraceInfo& info, EventBatch& batch);

private:
    Found member(const char*& p, bool& sawPhase);
    void keep(std::string_view key, const Token& value);
    Found atEnd(const char*& p, const char* end, std::uint64_t offset, bool last, EventBatch& batch);

    JsonValue m_value;
    std::vector<std::pair<std::string, std::string>> m_members; // key, JSON text
    std::uint64_t m_samples = 0;
    std::string m_reason;
    std::optional<std::uint64_t> m_errorOffset;
    bool m_isArray = false;
    bool m_closed = false; // the top-level value has ended
    bool m_valid = true;
};

} // namespace stepglass
