// SPDX-License-Identifier: GPL-3.0-or-later
// A lane never overlaps itself: its slices are sorted by start, and by end too, so finding, hit-testing and level of
// detail are binary searches. It holds its own copy of the times and looks beside the row numbers, because that is what
// a frame reads, millions at a time.
#pragma once

#include "model/core/column_memory.h"
#include "model/core/ids.h"
#include "model/core/lane_class.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace stepglass {

class LaneSummary;

// Up to kRows neighbours of a lane, immutable once published.
class LaneChunk
{
public:
    static constexpr std::uint32_t kRows = 8192;
    static constexpr std::uint32_t kLong = 0xFFFFFFFFu; // duration that does not fit; exact in m_long

    LaneChunk(std::uint32_t capacity, ColumnLife life);
    void push(Ns start, Ns duration, SliceId slice, LaneClass look);
    void truncate(std::uint32_t size);

    std::uint32_t size() const { return m_size; }
    std::uint32_t capacity() const { return m_capacity; }
    Ns start(std::uint32_t i) const { return m_start.get()[i]; }
    Ns end(std::uint32_t i) const { return start(i) + duration(i); }
    SliceId slice(std::uint32_t i) const { return SliceId(m_slice.get()[i]); }
    LaneClass look(std::uint32_t i) const { return m_look.get()[i]; }
    Ns duration(std::uint32_t i) const
    {
        const std::uint32_t d = m_duration.get()[i];
        return d != kLong ? Ns{d} : longDuration(i);
    }
    std::shared_ptr<LaneChunk> copyOfFirst(std::uint32_t size, std::uint32_t capacity, ColumnLife life) const;

private:
    Ns longDuration(std::uint32_t i) const;

    std::uint32_t m_size = 0;
    std::uint32_t m_capacity;
    std::shared_ptr<std::byte> m_memory;
    std::shared_ptr<Ns> m_start;
    std::shared_ptr<std::uint32_t> m_duration;
    std::shared_ptr<std::uint32_t> m_slice;
    std::shared_ptr<LaneClass> m_look;
    std::vector<std::pair<std::uint32_t, Ns>> m_long;
};

// A lane of a snapshot. Index i runs over the whole lane.
class Lane
{
public:
    std::uint32_t size() const { return m_size; }
    Ns start(std::uint32_t i) const { return chunkOf(i).start(i - m_first[chunkIndex(i)]); }
    Ns end(std::uint32_t i) const { return chunkOf(i).end(i - m_first[chunkIndex(i)]); }
    SliceId slice(std::uint32_t i) const { return chunkOf(i).slice(i - m_first[chunkIndex(i)]); }
    LaneClass look(std::uint32_t i) const { return chunkOf(i).look(i - m_first[chunkIndex(i)]); }

    // First slice whose end is after t, or size(); the first that a window beginning at t shows. (A slice of length 0
    // that stands exactly at t is found too.)
    std::uint32_t firstEndingAfter(Ns t) const;
    // First slice that starts at or after t, or size().
    std::uint32_t firstStartingFrom(Ns t) const;
    // The slice that covers t (start <= t < end, or start == t for length 0), or size().
    std::uint32_t at(Ns t) const;

    // Walks chunks directly: what the hot loops use. Chunks but the last are full in a fresh trace, but need not be.
    std::uint32_t chunkCount() const { return static_cast<std::uint32_t>(m_chunks.size()); }
    const LaneChunk& chunk(std::uint32_t c) const { return *m_chunks[c]; }
    std::uint32_t firstIndexOfChunk(std::uint32_t c) const { return m_first[c]; }
    std::uint32_t chunkIndex(std::uint32_t i) const;

    // Level of detail; null for short lanes, which do not need one.
    const LaneSummary* summary() const { return m_summary.get(); }

private:
    friend class LaneStack;
    const LaneChunk& chunkOf(std::uint32_t i) const { return *m_chunks[chunkIndex(i)]; }

    std::vector<std::shared_ptr<const LaneChunk>> m_chunks;
    std::vector<std::uint32_t> m_first; // index of each chunk's first slice
    std::uint32_t m_size = 0;
    // A snapshot may have the last chunk too: this object must not change any more, nor may the first rows of its
    // memory.
    bool m_tailIsShared = false;
    std::uint32_t m_sharedRows = 0;
    std::shared_ptr<const LaneSummary> m_summary;
};

} // namespace stepglass
