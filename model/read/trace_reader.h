// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a text from one end to the other: what stands before the events, the events, what stands behind them.
#pragma once

#include "model/core/event_batch.h"
#include "model/core/trace.h"
#include "model/read/byte_source.h"
#include "model/read/chrome_reader.h"
#include "model/read/json_events.h"
#include "model/read/text_window.h"
#include "model/read/top_level.h"

#include <cstdint>
#include <optional>

namespace stepglass {

class TraceReader
{
public:
    enum class State
    {
        More,    // there is more to read
        Waiting, // the end of a file that is still growing
        Done,
        NoTrace // reason() and errorOffset() say why and where
    };
    // Goes on reading until `bytes` of the text are dealt with, into `batch`.
    State read(ByteSource& source, EventBatch& batch, std::uint64_t bytes);
    // An array of events was met with its closing bracket.
    bool arrayEnded() const { return m_arrayEnded; }
    // Between events, of an array: reading may go on elsewhere from offset() and position(), and come back where the
    // array has ended (`arrayEnded`) or the text has.
    bool betweenEvents() const { return m_stage == Stage::Events && !m_damage; }
    JsonEvents::Position position() const { return m_events.position(); }
    void goOnBehind(std::uint64_t offset, bool arrayEnded);
    // A growing file will not grow any more.
    void stopFollowing() { m_follow = false; }

    // Reading elsewhere found this.
    void addElsewhere(bool validJson, std::uint64_t unparsable, std::uint32_t marks);

    // Of the text so far.
    void describe(TraceInfo& info, EventBatch& batch);
    std::uint32_t producerMarks() const { return m_chrome.producerMarks() | m_marks; }
    std::uint64_t offset() const { return m_window.offset(); }
    const std::string& reason() const { return m_top.reason(); }
    std::optional<std::uint64_t> errorOffset() const { return m_top.errorOffset(); }
    const std::optional<std::string>& damage() const { return m_damage; }

private:
    enum class Stage
    {
        Head,
        Events,
        Tail,
        Done,
        NoTrace
    };
    bool refill(ByteSource& source);
    bool step(EventBatch& batch);

    static constexpr std::size_t kWindowBytes = std::size_t{512} << 10;

    TextWindow m_window{kWindowBytes};
    TopLevel m_top;
    bool m_validEvents = true;
    std::uint64_t m_unparsable = 0;
    std::uint32_t m_marks = 0;
    ChromeReader m_chrome;
    JsonEvents m_events{m_chrome};
    Stage m_stage = Stage::Head;
    bool m_arrayEnded = false;
    bool m_follow = true;
    bool m_last = false; // no more bytes will come
    std::optional<std::string> m_damage;
};

} // namespace stepglass
