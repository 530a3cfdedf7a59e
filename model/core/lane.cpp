// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/lane.h"

#include <algorithm>
#include <cstring>

namespace stepglass {

LaneChunk::LaneChunk(std::uint32_t capacity, ColumnLife life)
    : m_capacity(capacity)
    , m_memory(allocateColumn(capacity * (sizeof(Ns) + 2 * sizeof(std::uint32_t) + sizeof(LaneClass)), life))
{
    std::byte* p = m_memory.get();
    m_start = {m_memory, reinterpret_cast<Ns*>(p)};
    p += capacity * sizeof(Ns);
    m_duration = {m_memory, reinterpret_cast<std::uint32_t*>(p)};
    p += capacity * sizeof(std::uint32_t);
    m_slice = {m_memory, reinterpret_cast<std::uint32_t*>(p)};
    p += capacity * sizeof(std::uint32_t);
    m_look = {m_memory, reinterpret_cast<LaneClass*>(p)};
}

void LaneChunk::push(Ns start, Ns duration, SliceId slice, LaneClass look)
{
    const bool fits = duration < Ns{kLong};
    m_start.get()[m_size] = start;
    m_duration.get()[m_size] = fits ? static_cast<std::uint32_t>(duration) : kLong;
    m_slice.get()[m_size] = slice.value;
    m_look.get()[m_size] = look;
    if (!fits)
        m_long.emplace_back(m_size, duration);
    ++m_size;
}

void LaneChunk::truncate(std::uint32_t size)
{
    m_size = size;
    while (!m_long.empty() && m_long.back().first >= size)
        m_long.pop_back();
}

std::shared_ptr<LaneChunk> LaneChunk::copyOfFirst(std::uint32_t size, std::uint32_t capacity, ColumnLife life) const
{
    auto copy = std::make_shared<LaneChunk>(capacity, life);
    std::memcpy(copy->m_start.get(), m_start.get(), size * sizeof(Ns));
    std::memcpy(copy->m_duration.get(), m_duration.get(), size * sizeof(std::uint32_t));
    std::memcpy(copy->m_slice.get(), m_slice.get(), size * sizeof(std::uint32_t));
    std::memcpy(copy->m_look.get(), m_look.get(), size * sizeof(LaneClass));
    copy->m_long = m_long;
    copy->truncate(size);
    return copy;
}

Ns LaneChunk::longDuration(std::uint32_t i) const
{
    const auto it = std::lower_bound(m_long.begin(), m_long.end(), std::pair<std::uint32_t, Ns>(i, -1));
    return it->second;
}

std::uint32_t Lane::chunkIndex(std::uint32_t i) const
{
    // Chunks hold at most kRows, so i's chunk is at or after i / kRows: exact when all are full.
    std::uint32_t c = i / LaneChunk::kRows;
    if (c < m_first.size() && m_first[c] <= i && (c + 1 == m_first.size() || m_first[c + 1] > i))
        return c;
    const auto it = std::upper_bound(m_first.begin(), m_first.end(), i);
    return static_cast<std::uint32_t>(it - m_first.begin()) - 1;
}

namespace {

// First index in [0, n) for which `after(i)` holds; after is monotonic.
template<class Predicate>
std::uint32_t firstWhere(std::uint32_t n, Predicate after)
{
    std::uint32_t low = 0;
    while (n > 0) {
        const std::uint32_t half = n / 2;
        if (after(low + half)) {
            n = half;
        } else {
            low += half + 1;
            n -= half + 1;
        }
    }
    return low;
}

} // namespace

std::uint32_t Lane::firstEndingAfter(Ns t) const
{
    const auto endsAfter = [t](const LaneChunk& chunk, std::uint32_t i) {
        return chunk.end(i) > t || chunk.start(i) >= t;
    };
    const std::uint32_t c =
        firstWhere(chunkCount(), [&](std::uint32_t i) { return endsAfter(*m_chunks[i], m_chunks[i]->size() - 1); });
    if (c == chunkCount())
        return m_size;
    const LaneChunk& chunk = *m_chunks[c];
    return m_first[c] + firstWhere(chunk.size(), [&](std::uint32_t i) { return endsAfter(chunk, i); });
}

std::uint32_t Lane::firstStartingFrom(Ns t) const
{
    const std::uint32_t c =
        firstWhere(chunkCount(), [&](std::uint32_t i) { return m_chunks[i]->start(m_chunks[i]->size() - 1) >= t; });
    if (c == chunkCount())
        return m_size;
    const LaneChunk& chunk = *m_chunks[c];
    return m_first[c] + firstWhere(chunk.size(), [&](std::uint32_t i) { return chunk.start(i) >= t; });
}

std::uint32_t Lane::at(Ns t) const
{
    const std::uint32_t i = firstEndingAfter(t);
    return i < m_size && start(i) <= t ? i : m_size;
}

} // namespace stepglass
