// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/row_numbers.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFFu;
constexpr std::size_t kFirstSlots = 1024; // a power of two

std::size_t hashOf(const RowKey& key)
{
    std::uint64_t h = (std::uint64_t{key.shapes.value} << 32) | key.name;
    h ^= (std::uint64_t{key.onDevice} << 62) | (std::uint64_t{key.region} << 63);
    h *= 0x9E3779B97F4A7C15ull;
    return static_cast<std::size_t>(h ^ (h >> 29));
}

// A user annotation by the producer's own category; in files that have regions among the operators only steps are.
bool isRegionRow(const Trace& trace, SliceId s, SliceKind kind)
{
    return kind == SliceKind::Step || (kind == SliceKind::Region && (trace.flags(s) & kOperatorCategory) == 0) ||
           (kind == SliceKind::Async && trace.text(trace.detail(s)) == "user_annotation");
}

} // namespace

inline std::uint32_t RowNumbers::number(const RowKey& key)
{
    if (!key.shapes.empty())
        return numberWithShapes(key);
    std::uint32_t& row = m_plain[std::size_t{key.name} * 4 + (key.onDevice ? 2 : 0) + (key.region ? 1 : 0)];
    if (row == kFree) {
        row = size();
        m_keys.push_back(key);
        m_counts.push_back(0);
    }
    return row;
}

RowNumbers::RowNumbers(const Trace& trace, const HostTree& tree, bool byShape)
    : m_plain((std::size_t{tree.names().memoryNumber()} + 1) * 4, kFree)
    , m_slots(kFirstSlots, kFree)
    , m_ofNode(tree.nodes.size())
    , m_ofDevice(tree.device.size())
{
    const StringId emptyList = byShape ? trace.strings().find("[]") : StringId();
    const auto shapesOf = [&](SliceId s, SliceKind kind) {
        const bool has = byShape && (kind == SliceKind::Operator || isRegion(kind));
        return has && trace.detail(s) != emptyList ? trace.detail(s) : StringId();
    };
    Ns longest = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const SliceId s(tree.nodes[i].id);
        const SliceKind kind = tree.nodes[i].kind;
        const RowKey key{tree.names().number(trace.nameId(s)), shapesOf(s, kind), false, isRegionRow(trace, s, kind)};
        const std::uint32_t row = number(key);
        m_ofNode[i] = row;
        ++m_counts[row];
        longest = std::max(longest, tree.nodes[i].duration);
    }
    for (std::size_t i = 0; i < tree.device.size(); ++i) {
        const SliceId s = trace.deviceWork()[tree.device[i].id].slice;
        m_ofDevice[i] =
            number({tree.names().number(trace.nameId(s)), {}, true, tree.device[i].kind == SliceKind::GpuRegion});
        ++m_counts[m_ofDevice[i]];
        longest = std::max(longest, tree.device[i].duration);
    }
    m_longest = longest;
    m_ofMemory = number({tree.names().memoryNumber(), {}, false, false});
}

std::uint32_t RowNumbers::numberWithShapes(const RowKey& key)
{
    std::size_t slot = hashOf(key) & (m_slots.size() - 1);
    while (m_slots[slot] != kFree && !(m_keys[m_slots[slot]] == key))
        slot = (slot + 1) & (m_slots.size() - 1);
    if (m_slots[slot] != kFree)
        return m_slots[slot];
    m_slots[slot] = size();
    m_keys.push_back(key);
    m_counts.push_back(0);
    if (m_keys.size() * 2 > m_slots.size())
        grow();
    return size() - 1;
}

void RowNumbers::grow()
{
    m_slots.assign(m_slots.size() * 2, kFree);
    for (std::uint32_t row = 0; row < size(); ++row) {
        if (m_keys[row].shapes.empty())
            continue;
        std::size_t slot = hashOf(m_keys[row]) & (m_slots.size() - 1);
        while (m_slots[slot] != kFree)
            slot = (slot + 1) & (m_slots.size() - 1);
        m_slots[slot] = row;
    }
}

} // namespace stepglass
