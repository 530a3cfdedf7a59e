// SPDX-License-Identifier: GPL-3.0-or-later
// Level of detail of a lane: a pyramid over time. A cell says how much of its bucket is covered and what the longest
// slice in it looks like, so a frame reads a few cells a pixel however many slices lie under it. The finest buckets
// hold 4 to 8 slices on average and each level is 4 times coarser: 0.5 to 1 byte a slice. Buckets lie at multiples of
// their width, so a growing lane keeps all cells before its earliest change, in chunks that snapshots share.
#pragma once

#include "model/core/append_column.h"
#include "model/core/lane.h"

#include <array>
#include <memory>
#include <vector>

namespace stepglass {

class LaneSummary
{
public:
    struct Cell
    {
        std::uint8_t busy = 0;   // 255 = covered wholly, 0 = nothing; what is there at all counts as 1
        LaneClass longest;       // of the longest slice that touches the bucket
        std::uint8_t length = 0; // of that slice, as encodedLength()
    };
    // Lanes of fewer slices have no summary: walking them is as fast.
    static constexpr std::uint32_t kMinSlices = 2048;

    // The summary of `lane`; null for a short one. `previous`, if not null, is of the same lane before all of its
    // slices from time `from` on changed.
    static std::shared_ptr<const LaneSummary> build(const Lane& lane, const LaneSummary* previous, Ns from);

    int levels() const { return static_cast<int>(m_levels.size()); }
    int shift(int level) const { return m_levels[static_cast<std::size_t>(level)].shift; }
    Ns bucketWidth(int level) const { return Ns{1} << shift(level); }
    // The coarsest level whose buckets are at most `width` ns long, or -1.
    int levelFor(Ns width) const;
    // The cell of bucket `index`, which begins at index << shift(level); empty outside of the lane.
    Cell cell(int level, std::int64_t index) const { return m_levels[static_cast<std::size_t>(level)].at(index); }
    // All cells of buckets [from, to), at least one: mean cover, longest slice.
    Cell merged(int level, std::int64_t from, std::int64_t to) const;
    std::uint32_t sliceCount() const { return m_slices; }
    std::size_t byteCount() const;

    // Lengths in 8 bits, exact to a quarter, and the least length that a code stands for.
    static std::uint8_t encodedLength(Ns length);
    static Ns leastLength(std::uint8_t code);

private:
    static constexpr std::uint32_t kChunkCells = 512;
    using Chunk = std::array<Cell, kChunkCells>;

    struct Level
    {
        int shift = 0;
        std::int64_t first = 0; // bucket of the first cell
        std::int64_t count = 0;
        std::vector<std::shared_ptr<const Chunk>> chunks;

        Cell at(std::int64_t index) const
        {
            const auto i = static_cast<std::uint64_t>(index - first);
            return i < static_cast<std::uint64_t>(count) ? (*chunks[i / kChunkCells])[i % kChunkCells] : Cell{};
        }
        // The i-th cell will be read soon.
        void prefetch(std::uint64_t i) const
        {
            if (i < static_cast<std::uint64_t>(count))
                __builtin_prefetch(chunks[i / kChunkCells]->data() + i % kChunkCells);
        }
    };
    class Writer;
    static void writeFinest(Level& level, const Lane& lane, std::int64_t fromBucket);
    static void writeCoarser(Level& level, const Level& finer, std::int64_t fromBucket);

    std::vector<Level> m_levels; // finest first
    std::uint32_t m_slices = 0;
};

} // namespace stepglass
