// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/trace_reader.h"

namespace stepglass {

// More text behind the window; false if there is none for now.
bool TraceReader::refill(ByteSource& source)
{
    constexpr std::size_t kLeast = std::size_t{64} << 10;
    char* to = m_window.prepare(kLeast);
    Result<std::size_t> n = source.read(to, m_window.room());
    if (!n.ok()) {
        m_damage = n.status().message();
        m_last = true;
        return true;
    }
    m_window.commit(n.value());
    if (n.value() > 0)
        return true;
    m_last = !source.growing() || !m_follow;
    return m_last;
}

// Deals with the window's text as far as it goes; true if more is needed.
bool TraceReader::step(EventBatch& batch)
{
    const char* p = m_window.begin();
    const char* end = m_window.end();
    bool more = false;
    if (m_stage == Stage::Head) {
        const TopLevel::Found found = m_top.head(p, end, m_last);
        more = found == TopLevel::Found::NeedMore;
        if (found == TopLevel::Found::NoTrace)
            m_stage = Stage::NoTrace;
        else if (!more)
            m_stage = Stage::Events;
        if (found == TopLevel::Found::Bare)
            m_events.setBare();
    } else if (m_stage == Stage::Events) {
        const JsonEvents::Stop stop = m_events.read(p, end, m_window.offset(), m_last);
        more = stop == JsonEvents::Stop::NeedMore;
        m_arrayEnded = m_arrayEnded || !more;
        if (!more)
            m_stage = Stage::Tail;
        else if (m_last)
            m_stage = Stage::Done;
    } else if (m_stage == Stage::Tail) {
        const TopLevel::Found found = m_top.tail(p, end, m_window.offset(), m_last, batch);
        more = found == TopLevel::Found::NeedMore;
        if (found == TopLevel::Found::End)
            m_stage = Stage::Done;
        else if (found == TopLevel::Found::Events)
            m_stage = Stage::Events;
    }
    m_window.consume(p);
    return more;
}

TraceReader::State TraceReader::read(ByteSource& source, EventBatch& batch, std::uint64_t bytes)
{
    m_chrome.begin(batch);
    const std::uint64_t begin = m_window.offset();
    bool more = m_window.size() == 0;
    while (m_stage != Stage::Done && m_stage != Stage::NoTrace) {
        if (more && !m_last && !refill(source))
            return m_stage == Stage::Tail && m_top.closed() ? State::Done : State::Waiting;
        more = step(batch);
        if (m_window.offset() - begin >= bytes && m_stage != Stage::Done)
            return State::More;
    }
    return m_stage == Stage::Done ? State::Done : State::NoTrace;
}

void TraceReader::goOnBehind(std::uint64_t offset, bool arrayEnded)
{
    m_window.restart(offset);
    m_stage = arrayEnded ? Stage::Tail : Stage::Done;
}

void TraceReader::addElsewhere(bool validJson, std::uint64_t unparsable, std::uint32_t marks)
{
    m_validEvents = m_validEvents && validJson;
    m_unparsable += unparsable;
    m_marks |= marks;
}

void TraceReader::describe(TraceInfo& info, EventBatch& batch)
{
    m_top.moveTo(info, batch);
    info.validJson = m_top.validJson() && m_events.validJson() && m_validEvents;
    info.unparsableObjects = m_events.unparsable() + m_unparsable;
    info.inputBytes = m_window.offset() + m_window.size();
}

} // namespace stepglass
