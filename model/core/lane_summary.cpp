// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/lane_summary.h"

#include <algorithm>
#include <bit>

namespace stepglass {
namespace {

constexpr std::int64_t kSlicesPerBucket = 4; // at least, on average
constexpr std::int64_t kTopCells = 64;       // a level with so few cells needs no coarser one

// Of an existing pyramid that has grown: how many slices a bucket may hold on average before it is laid out anew.
constexpr std::int64_t kFewest = 2;
constexpr std::int64_t kMost = 16;

int shiftFor(Ns span, std::uint32_t slices)
{
    const std::int64_t buckets = std::max<std::int64_t>(slices / kSlicesPerBucket, 1);
    int shift = 0;
    while ((span >> shift) > buckets)
        ++shift;
    return shift;
}

} // namespace

std::uint8_t LaneSummary::encodedLength(Ns length)
{
    const auto n = static_cast<std::uint64_t>(std::max<Ns>(length, 0));
    const int width = std::bit_width(n);
    if (width < 3)
        return static_cast<std::uint8_t>(n);
    return static_cast<std::uint8_t>(width * 4 + static_cast<int>((n >> (width - 3)) & 3u));
}

Ns LaneSummary::leastLength(std::uint8_t code)
{
    if (code < 4)
        return code;
    return static_cast<Ns>(4 + (code & 3)) << (code / 4 - 3);
}

// Appends the cells of one level from a bucket on: what lies before stays in shared chunks.
class LaneSummary::Writer
{
public:
    Writer(Level& level, std::int64_t fromBucket)
        : m_level(level)
    {
        const std::int64_t keep = std::clamp<std::int64_t>(fromBucket - level.first, 0, level.count);
        const auto whole = static_cast<std::size_t>(keep / kChunkCells);
        if (keep % kChunkCells != 0)
            m_chunk = std::make_shared<Chunk>(*level.chunks[whole]);
        level.chunks.resize(whole);
        if (m_chunk)
            level.chunks.push_back(m_chunk);
        level.count = keep;
    }
    std::int64_t nextBucket() const { return m_level.first + m_level.count; }
    void push(Cell cell)
    {
        const auto place = static_cast<std::size_t>(m_level.count % kChunkCells);
        if (place == 0) {
            m_chunk = std::make_shared<Chunk>();
            m_level.chunks.push_back(m_chunk);
        }
        (*m_chunk)[place] = cell;
        ++m_level.count;
    }
    void fill(std::int64_t untilBucket, Cell cell)
    {
        while (nextBucket() < untilBucket)
            push(cell);
    }

private:
    Level& m_level;
    std::shared_ptr<Chunk> m_chunk;
};

namespace {

// What has been seen of the bucket that is being filled.
struct OpenBucket
{
    Ns busy = 0;
    Ns longest = -1;
    LaneClass look; // of the longest

    void add(Ns cover, Ns length, LaneClass l)
    {
        busy += cover;
        if (length > longest) {
            longest = length;
            look = l;
        }
    }
};

std::uint8_t busyOf(Ns busy, int shift)
{
    constexpr int kExact = 48; // beyond that many bits, 255 times it would not fit
    const int drop = std::max(shift - kExact, 0);
    return static_cast<std::uint8_t>(std::clamp<Ns>(((busy >> drop) * 255) >> (shift - drop), 1, 255));
}

} // namespace

void LaneSummary::writeFinest(Level& level, const Lane& lane, std::int64_t fromBucket)
{
    Writer writer(level, fromBucket);
    const int shift = level.shift;
    OpenBucket open;
    const auto cellOf = [&](const OpenBucket& bucket) {
        return Cell{busyOf(bucket.busy, shift), bucket.look, encodedLength(bucket.longest)};
    };
    const auto close = [&] {
        if (open.longest >= 0)
            writer.push(cellOf(open));
        open = {};
    };
    const std::uint32_t firstSlice = lane.firstEndingAfter(writer.nextBucket() << shift);
    for (std::uint32_t c = firstSlice < lane.size() ? lane.chunkIndex(firstSlice) : lane.chunkCount();
         c < lane.chunkCount(); ++c) {
        const LaneChunk& chunk = lane.chunk(c);
        const std::uint32_t begin = firstSlice - std::min(firstSlice, lane.firstIndexOfChunk(c));
        for (std::uint32_t i = begin; i < chunk.size(); ++i) {
            const Ns length = chunk.duration(i);
            const Ns end = chunk.start(i) + length;
            Ns start = std::max(chunk.start(i), writer.nextBucket() << shift);
            const LaneClass look = chunk.look(i);
            if ((start >> shift) > writer.nextBucket()) {
                close();
                writer.fill(start >> shift, {});
            }
            while ((end >> shift) > writer.nextBucket()) { // goes on in further buckets
                const Ns border = (writer.nextBucket() + 1) << shift;
                open.add(border - start, length, look);
                start = border;
                close();
                if ((end >> shift) > writer.nextBucket()) {
                    OpenBucket whole;
                    whole.add(Ns{1} << shift, length, look);
                    writer.fill(end >> shift, cellOf(whole));
                    start = writer.nextBucket() << shift;
                }
            }
            if (end > start || length == 0)
                open.add(end - start, length, look);
        }
    }
    close();
}

void LaneSummary::writeCoarser(Level& level, const Level& finer, std::int64_t fromBucket)
{
    Writer writer(level, fromBucket);
    const std::int64_t last = (finer.first + finer.count - 1) >> 2;
    for (std::int64_t bucket = writer.nextBucket(); bucket <= last; ++bucket) {
        Cell sum;
        int busy = 0;
        for (std::int64_t child = bucket * 4; child < bucket * 4 + 4; ++child) {
            const Cell cell = finer.at(child);
            busy += cell.busy;
            if (cell.busy > 0 && (sum.busy == 0 || cell.length > sum.length))
                sum = cell;
        }
        sum.busy = busy == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::max(busy / 4, 1));
        writer.push(sum);
    }
}

std::shared_ptr<const LaneSummary> LaneSummary::build(const Lane& lane, const LaneSummary* previous, Ns from)
{
    if (lane.size() < kMinSlices)
        return nullptr;
    const Ns begin = lane.start(0);
    const Ns end = lane.end(lane.size() - 1);
    auto summary = std::make_shared<LaneSummary>();
    summary->m_slices = lane.size();
    if (previous != nullptr) {
        const Level& finest = previous->m_levels.front();
        const std::int64_t slices = lane.size() / (((end - begin) >> finest.shift) + 1);
        if (slices >= kFewest && slices <= kMost && (begin >> finest.shift) == finest.first && from > begin)
            summary->m_levels = previous->m_levels; // shares the chunks
    }
    if (summary->m_levels.empty()) {
        from = begin;
        const int shift = shiftFor(end - begin, lane.size());
        summary->m_levels.push_back({shift, begin >> shift, 0, {}});
    }
    auto& levels = summary->m_levels;
    writeFinest(levels[0], lane, from >> levels[0].shift);
    for (std::size_t l = 1; levels[l - 1].count > kTopCells || l < levels.size(); ++l) {
        const bool fresh = l == levels.size();
        if (fresh) {
            const int shift = levels[l - 1].shift + 2;
            levels.push_back({shift, levels[l - 1].first >> 2, 0, {}});
        }
        writeCoarser(levels[l], levels[l - 1], fresh ? levels[l].first : from >> levels[l].shift);
    }
    return summary;
}

int LaneSummary::levelFor(Ns width) const
{
    int level = -1;
    while (level + 1 < levels() && bucketWidth(level + 1) <= width)
        ++level;
    return level;
}

namespace {

// Orders cells by what mergedCells() looks for, the first of equals highest, and holds the look: the greatest of a few
// is found without a branch that would depend on the trace. Empty cells are 0.
std::uint32_t rankOf(LaneSummary::Cell cell, std::uint32_t place)
{
    constexpr std::uint32_t kSome = 1u << 24;
    const std::uint32_t rank = kSome | std::uint32_t{cell.length} << 16 | (255 - place) << 8 | cell.longest.value;
    return cell.busy != 0 ? rank : 0;
}

LaneSummary::Cell mergedCells(const LaneSummary::Cell* cells, std::uint32_t count)
{
    std::uint32_t busy = 0, best = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        busy += cells[i].busy;
        best = std::max(best, rankOf(cells[i], i));
    }
    const std::uint32_t mean = count == 4 ? busy / 4 : busy / count;
    return {static_cast<std::uint8_t>(busy == 0 ? 0 : std::max(mean, 1u)),
            {static_cast<std::uint8_t>(best)},
            static_cast<std::uint8_t>(best >> 16)};
}

} // namespace

// A frame asks tens of thousands of times, mostly for one to four cells that lie in one chunk.
LaneSummary::Cell LaneSummary::merged(int level, std::int64_t from, std::int64_t to) const
{
    const Level& cells = m_levels[static_cast<std::size_t>(level)];
    const std::int64_t count = to - from;
    const auto first = static_cast<std::uint64_t>(from - cells.first);
    if (count <= 1)
        return cells.at(from);
    const auto end = first + static_cast<std::uint64_t>(count);
    constexpr std::int64_t kFew = 256;   // that rankOf() tells apart
    constexpr std::uint64_t kAhead = 48; // cells: two lines of the cache, a dozen pixels
    if (count <= kFew && first < end && end <= static_cast<std::uint64_t>(cells.count) &&
        first / kChunkCells == (end - 1) / kChunkCells) {
        const Cell* cell = cells.chunks[first / kChunkCells]->data() + first % kChunkCells;
        cells.prefetch(first + kAhead);
        return mergedCells(cell, static_cast<std::uint32_t>(count));
    }
    Cell sum;
    std::int64_t busy = 0;
    for (std::int64_t i = from; i < to; ++i) {
        const Cell next = cells.at(i);
        busy += next.busy;
        if (next.busy > 0 && (sum.busy == 0 || next.length > sum.length))
            sum = next;
    }
    sum.busy = busy == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::max<std::int64_t>(busy / count, 1));
    return sum;
}

std::size_t LaneSummary::byteCount() const
{
    std::size_t bytes = 0;
    for (const Level& level : m_levels)
        bytes += level.chunks.size() * sizeof(Chunk);
    return bytes;
}

} // namespace stepglass
