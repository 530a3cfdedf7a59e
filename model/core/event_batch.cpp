// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/event_batch.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace stepglass {
namespace {

std::uint64_t pairKey(StringId a, StringId b)
{
    return (std::uint64_t{a.value} << 32) | b.value;
}

std::uint32_t internPair(std::uint64_t key, std::pair<StringId, StringId> value,
                         std::vector<std::pair<StringId, StringId>>& table,
                         std::unordered_map<std::uint64_t, std::uint32_t>& index)
{
    const auto [it, fresh] = index.try_emplace(key, static_cast<std::uint32_t>(table.size()));
    if (fresh)
        table.push_back(value);
    return it->second;
}

constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t v)
{
    return (h ^ v) * 0x9E3779B97F4A7C15ull + (h >> 29);
}

// "-0042" -> "-42"; leaves anything that is not an integer as it is.
std::string_view withoutLeadingZeros(std::string_view text)
{
    std::size_t i = 0;
    while (i + 1 < text.size() && text[i] == '0')
        ++i;
    const bool allDigits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return allDigits ? text.substr(i) : text;
}

} // namespace

void ValueIndex::grow()
{
    std::vector<Slot> slots(std::max<std::size_t>(64, m_slots.size() * 2));
    for (const Slot& s : m_slots) {
        if (s.row == kFree)
            continue;
        std::size_t at = s.hash & (slots.size() - 1);
        while (slots[at].row != kFree)
            at = (at + 1) & (slots.size() - 1);
        slots[at] = s;
    }
    m_slots = std::move(slots);
}

void ValueIndex::clear()
{
    std::fill(m_slots.begin(), m_slots.end(), Slot{});
    m_used = 0;
}

void EventBatch::reset()
{
    strings.clear();
    const auto empty = [](auto&... tables) { (tables.clear(), ...); };
    empty(threads, flowKinds, configs, series, slices, deviceWork, unresolved, durations, durationDeviceWork, flows);
    empty(instants, memory, counters, counterTimes, asyncs, metadata, otherTimes);
    empty(m_threadIndex, m_flowIndex, m_configIndex, m_seriesIndex);
    phaseCounts.fill(0);
    flowsOfSlices = records = 0;
    issues = {};
}

IdKey EventBatch::makeIdKey(std::string_view text, StringPool& pool)
{
    text = withoutLeadingZeros(text);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number < IdKey::kTextBit)
        return IdKey::ofNumber(number);
    return IdKey::ofText(pool.intern(text));
}

ThreadId EventBatch::thread(std::string_view pid, std::string_view tid)
{
    const std::pair<StringId, StringId> value{strings.intern(pid), strings.intern(tid)};
    return ThreadId(internPair(pairKey(value.first, value.second), value, threads, m_threadIndex));
}

FlowKindId EventBatch::flowKind(std::string_view category, std::string_view name)
{
    return flowKindOf(strings.intern(category), strings.intern(name));
}

FlowKindId EventBatch::flowKindOf(StringId category, StringId name)
{
    const std::pair<StringId, StringId> value{category, name};
    return FlowKindId(internPair(pairKey(value.first, value.second), value, flowKinds, m_flowIndex));
}

std::uint64_t EventBatch::hashOf(const LaunchConfig& c)
{
    std::uint64_t h = 0;
    for (int i = 0; i < 3; ++i)
        h = mix(mix(h, c.grid[i]), c.block[i]);
    h = mix(mix(h, c.registersPerThread), c.sharedMemory);
    h = mix(mix(h, std::bit_cast<std::uint32_t>(c.blocksPerSm)), std::bit_cast<std::uint32_t>(c.occupancyPercent));
    return h;
}

LaunchConfigId EventBatch::config(const LaunchConfig& c)
{
    return LaunchConfigId(m_configIndex.intern(hashOf(c), c, configs));
}

SeriesId EventBatch::seriesOf(const Series& s)
{
    const std::uint64_t h = mix(mix(mix(mix(0, s.process.value), s.name.value), s.id.value), s.key.value);
    return SeriesId(m_seriesIndex.intern(h, s, series));
}

} // namespace stepglass
