// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the events of a big plain file in regions, on several threads. Where a region begins is a guess (event_seam.h)
// that is checked: a region must end, outside of any event, exactly where the next one began. The first start is
// certain, so by induction all are; a region whose guess was wrong is read again from where it truly begins. A wrong
// guess costs time, never correctness, and the records are those of a reading from one end to the other.
#pragma once

#include "model/core/event_batch.h"
#include "model/read/chrome_reader.h"
#include "model/read/json_events.h"
#include "model/read/text_window.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace stepglass {

// A region as it was read.
struct RegionResult
{
    EventBatch batch;
    std::uint64_t begin = 0; // where its first event was taken to begin
    std::uint64_t end = 0;   // of the first byte that is not read
    JsonEvents::Stop stop = JsonEvents::Stop::NeedMore;
    JsonEvents::Position position; // how it goes on behind it
    bool validJson = true;
    std::uint64_t unparsable = 0;
    std::uint32_t marks = 0;
    std::optional<std::string> damage; // the file could not be read further
};

// Of one thread.
class RegionParser
{
public:
    RegionParser(int file, std::string label);
    // From `begin`, which is certain.
    void parseFrom(std::uint64_t begin, const JsonEvents::Position& position, std::uint64_t boundary,
                   RegionResult& result);
    // From the first likely event at or behind `nominal`.
    void parseGuessed(std::uint64_t nominal, std::uint64_t boundary, RegionResult& result);

private:
    bool refill(std::optional<std::string>& damage);
    std::optional<std::uint64_t> guess(std::uint64_t nominal, std::uint64_t boundary);

    int m_file;
    std::string m_label;
    TextWindow m_window;
    ChromeReader m_chrome;
    bool m_last = false;
};

class RegionReader
{
public:
    static constexpr std::uint64_t kRegionBytes = std::uint64_t{1} << 20;
    struct Plan
    {
        int file; // stays open for as long as the reader lives
        std::string label;
        std::uint64_t begin;
        JsonEvents::Position position;
        std::uint64_t fileSize;
        std::uint64_t regionBytes = kRegionBytes;
        unsigned threads = 2; // with the one that calls next()
    };
    explicit RegionReader(Plan plan);
    ~RegionReader();
    RegionReader(const RegionReader&) = delete;
    RegionReader& operator=(const RegionReader&) = delete;

    // The next region in file order, checked; valid until the next call. Null behind the last one, or behind the end
    // of the array. The calling thread reads regions itself where it would have to wait.
    RegionResult* next();
    std::uint64_t repaired() const { return m_repaired; } // regions whose guess was wrong

private:
    struct Slot
    {
        RegionResult result;
        std::atomic<std::uint32_t> done{0}; // number of the region that it holds, plus 1
    };
    void work();
    bool takeOne(RegionParser& parser);
    void parse(RegionParser& parser, std::uint32_t region);
    std::uint64_t nominal(std::uint32_t region) const { return m_plan.begin + region * m_plan.regionBytes; }
    std::uint64_t boundary(std::uint32_t region) const
    {
        return region + 1 < m_regions ? nominal(region + 1) : JsonEvents::kNoBoundary;
    }
    Slot& slotOf(std::uint32_t region) { return m_slots[region % m_slots.size()]; }

    Plan m_plan;
    std::uint32_t m_regions;
    std::vector<Slot> m_slots;
    std::atomic<std::uint32_t> m_nextToParse{0};
    std::atomic<std::uint32_t> m_released{0}; // regions whose slots are free again
    std::atomic<bool> m_stop{false};

    RegionParser m_parser; // of the calling thread
    std::uint32_t m_current = 0;
    bool m_holds = false; // slot m_current is in use by the caller
    bool m_ended = false;
    std::uint64_t m_expected;
    JsonEvents::Position m_position;
    std::uint64_t m_repaired = 0;
    std::vector<std::thread> m_threads;
};

} // namespace stepglass
