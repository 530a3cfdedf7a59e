// SPDX-License-Identifier: GPL-3.0-or-later
// The records of one region of the input, in file order, with ids of its own: a parsing thread fills it without knowing
// the trace, and TraceBuilder::append translates the ids. Self-contained, so a region that was split at a wrong guess
// is simply thrown away.
#pragma once

#include "model/core/issues.h"
#include "model/core/records.h"
#include "model/core/string_pool.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepglass {

// What an M record says. Names come as texts, sort indices as numbers.
struct MetadataRecord
{
    enum class What : std::uint8_t
    {
        ProcessName,
        ThreadName,
        ProcessLabels,
        ProcessSortIndex,
        ThreadSortIndex,
        Other
    };
    What what = What::Other;
    ThreadId thread;
    StringId text;
    double number = 0;
};

// Where a value stands in a table that holds each value once: open addressing, with the values in the table.
class ValueIndex
{
public:
    // Position of `value` in `table`, where it is added if it is new.
    template<class T, class Table>
    std::uint32_t intern(std::uint64_t hash, const T& value, Table& table)
    {
        if ((m_used + 1) * 2 > m_slots.size())
            grow();
        const auto shortened = static_cast<std::uint32_t>(hash ^ (hash >> 32));
        std::size_t slot = shortened & (m_slots.size() - 1);
        for (; m_slots[slot].row != kFree; slot = (slot + 1) & (m_slots.size() - 1)) {
            if (m_slots[slot].hash == shortened && table[m_slots[slot].row] == value)
                return m_slots[slot].row;
        }
        m_slots[slot] = {static_cast<std::uint32_t>(table.size()), shortened};
        ++m_used;
        table.push_back(value);
        return m_slots[slot].row;
    }
    void clear();

private:
    static constexpr std::uint32_t kFree = 0xFFFFFFFFu;
    struct Slot
    {
        std::uint32_t row = kFree;
        std::uint32_t hash = 0; // its upper and lower half xored
    };
    void grow();

    std::vector<Slot> m_slots;
    std::size_t m_used = 0;
};

struct EventBatch
{
    // Tables of this batch; record ids index them.
    StringPool strings;
    std::vector<std::pair<StringId, StringId>>
        threads; // (pid, tid) as text; a missing pid is "0", a missing tid the pid
    std::vector<std::pair<StringId, StringId>> flowKinds; // (cat, name)
    std::vector<LaunchConfig> configs;
    struct Series // of counters
    {
        StringId process;
        StringId name;
        StringId id;
        StringId key;
        friend bool operator==(const Series&, const Series&) = default;
    };
    std::vector<Series> series;

    std::vector<SliceRecord> slices;
    // `slice` counts within this batch's slices, ascending. One for each slice on a device, and for each unresolved one
    // (which may turn out to be on a device).
    std::vector<DeviceWork> deviceWork;
    std::vector<UnresolvedSlice> unresolved;
    std::vector<DurationRecord> durations;      // B and E
    std::vector<DeviceWork> durationDeviceWork; // of a B that is device work; `slice` counts within durations
    std::vector<FlowRecord> flows;
    std::vector<InstantRecord> instants;
    std::vector<MemoryRecord> memory;
    std::vector<CounterSample> counters;
    std::vector<Ns> counterTimes; // one for each C record, which gives a sample for each of its args, or none
    std::vector<AsyncRecord> asyncs;
    std::vector<MetadataRecord> metadata; // one for each M record, whatever it says

    std::vector<Ns> otherTimes; // of records that are counted but not drawn: each is an issue, and lies in the span

    std::array<std::uint64_t, 256> phaseCounts{}; // by first byte of ph; [0] = object records without one
    std::uint64_t flowsOfSlices = 0; // rows of `flows` that are no records of their own, but `bind_id` of slices
    std::uint64_t records = 0; // elements of the array, of whatever type; each is in one of the vectors or an issue
    Issues issues;

    // Empty again, but with the memory that it has.
    void reset();

    ThreadId thread(std::string_view pid, std::string_view tid);
    FlowKindId flowKind(std::string_view category, std::string_view name);
    FlowKindId flowKindOf(StringId category, StringId name); // ids of `strings`, or of whoever uses only the tables
    LaunchConfigId config(const LaunchConfig& config);
    static std::uint64_t hashOf(const LaunchConfig& config);
    SeriesId seriesOf(const Series& series);
    // The key of an id written as decimal or other text ("42", "0x28", "-1").
    IdKey idKey(std::string_view text) { return makeIdKey(text, strings); }

    static IdKey makeIdKey(std::string_view text, StringPool& pool);

private:
    std::unordered_map<std::uint64_t, std::uint32_t> m_threadIndex;
    std::unordered_map<std::uint64_t, std::uint32_t> m_flowIndex;
    ValueIndex m_configIndex;
    ValueIndex m_seriesIndex;
};

} // namespace stepglass
