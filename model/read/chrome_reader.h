// SPDX-License-Identifier: GPL-3.0-or-later
// Meaning: event objects of the Trace Event format to the records of a batch.
#pragma once

#include "model/core/event_batch.h"
#include "model/read/json_events.h"
#include "model/read/text_cache.h"
#include "model/read/torch_names.h"

#include <array>
#include <string_view>
#include <vector>

namespace stepglass {

class ChromeReader : public EventSink
{
public:
    // Records go to `batch` from now on.
    void begin(EventBatch& batch);
    std::uint32_t producerMarks() const { return m_marks; }

    void event(const EventFields& fields, std::uint64_t offset) override;
    void aside(IssueReason reason, std::uint64_t offset, std::string_view example, std::uint64_t records) override;

private:
    // What every timed record has.
    struct Common
    {
        std::uint64_t offset;
        Ns time;
        char phase;
    };
    struct Category
    {
        StringId id;
        CategoryRule rule;
    };
    void timed(const EventFields& f, const Common& c);
    void complete(const EventFields& f, const Common& c);
    void duration(const EventFields& f, const Common& c);
    void instant(const EventFields& f, const Common& c);
    void memory(const EventFields& f, const Common& c);
    void counter(const EventFields& f, const Common& c);
    void async(const EventFields& f, const Common& c);
    void flow(const EventFields& f, const Common& c);
    void flowOfSlice(const EventFields& f, const Common& c);
    void metadata(const EventFields& f, const Common& c);
    void droppedRecords(const EventFields& f, const Common& c);
    void notDrawn(IssueReason reason, const EventFields& f, const Common& c);

    // The `id` of a record, or what `id2` says.
    struct ScopedId
    {
        Token token;
        bool local;
    };
    static ScopedId scopedId(const EventFields& f);

    SliceRecord slice(const EventFields& f, const Common& c, const Category& category);
    DeviceWork deviceWork(const EventFields& f, const SliceRecord& slice);
    LaunchConfigId launchConfig(const EventFields& f);

    StringId text(const Token& token);
    std::string decoded(const Token& token);
    Category category(const Token& token);
    StringId shapes(const Token& token);
    ThreadId thread(const EventFields& f);
    IdKey idKey(const Token& token);
    StringId pidText(const EventFields& f);

    EventBatch* m_batch = nullptr;
    std::uint64_t m_offset = 0; // of the event at hand
    TextCache m_texts;
    TextCache m_shapes;
    std::vector<std::int8_t> m_ruleOf; // by id of the category, -1: not met yet
    std::uint32_t m_marks = 0;

    struct ThreadEntry
    {
        std::array<std::uint64_t, 2> text{}; // pid and tid as they stand in the file
        std::uint16_t sizes = 0;
        ThreadId id;
    };
    std::array<ThreadEntry, 64> m_threads{};
};

} // namespace stepglass
