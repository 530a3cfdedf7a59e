// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/lane_stack.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>

namespace stepglass {

std::vector<LaneStack::Entry> LaneStack::sortedPending(const SliceTimes& times, const SliceClasses& classes) const
{
    std::vector<Entry> entries;
    entries.reserve(m_pending.size());
    for (const std::uint32_t row : m_pending)
        entries.push_back({times.start[row], times.duration[row], row, classes.of(SliceId(row))});
    return entries;
}

namespace {

// Keeps what ends up before `from` of one lane and moves the rest out.
template<class Entry>
struct LaneCutter
{
    Ns from;
    std::vector<Entry>& moved;

    std::uint32_t moveTail(const LaneChunk& chunk) const
    {
        std::uint32_t keep = chunk.size();
        while (keep > 0 && chunk.start(keep - 1) >= from)
            --keep;
        for (std::uint32_t i = keep; i < chunk.size(); ++i)
            moved.push_back({chunk.start(i), chunk.duration(i), chunk.slice(i).value, chunk.look(i)});
        return keep;
    }
};

} // namespace

void LaneStack::cut(std::vector<Lane>& lanes, Ns from, std::vector<Entry>& moved)
{
    const LaneCutter<Entry> cutter{from, moved};
    for (Lane& lane : lanes) {
        while (!lane.m_chunks.empty() && lane.m_chunks.back()->start(lane.m_chunks.back()->size() - 1) >= from) {
            const auto chunk = lane.m_chunks.back();
            const std::uint32_t keep = cutter.moveTail(*chunk);
            lane.m_size -= chunk->size() - keep;
            lane.m_chunks.pop_back();
            if (keep > 0 && keep >= lane.m_sharedRows) {
                auto rest = lane.m_tailIsShared ? std::make_shared<LaneChunk>(*chunk)
                                                : std::const_pointer_cast<LaneChunk>(chunk);
                rest->truncate(keep);
                lane.m_chunks.push_back(std::move(rest));
                lane.m_tailIsShared = false;
                break;
            }
            lane.m_tailIsShared = keep == 0;
            lane.m_sharedRows = 0;
            if (keep > 0) {
                lane.m_chunks.push_back(chunk->copyOfFirst(keep, LaneChunk::kRows, ColumnLife::Short));
                break;
            }
            if (!lane.m_chunks.empty())
                lane.m_sharedRows = lane.m_chunks.back()->size();
            lane.m_first.pop_back();
        }
    }
    while (!lanes.empty() && lanes.back().m_size == 0)
        lanes.pop_back();
}

namespace {

// Of a chunk for so many slices: a small one from the heap, or a whole one.
std::uint32_t capacityFor(std::uint32_t rows)
{
    constexpr std::uint32_t kSmall = 768;
    return rows > kSmall ? LaneChunk::kRows : std::max(std::bit_ceil(rows), 16u);
}

} // namespace

// Before an update adds `more` slices: the last chunk has room for them or is full, and is no snapshot's. Memory is
// shared with snapshots: they never look behind the rows that they know.
void LaneStack::makeRoom(Lane& lane, std::uint32_t more)
{
    if (more == 0 || lane.m_chunks.empty())
        return;
    const LaneChunk& tail = *lane.m_chunks.back();
    const std::uint32_t wanted = std::min(tail.size() + more, LaneChunk::kRows);
    if (tail.capacity() < wanted) {
        lane.m_chunks.back() = tail.copyOfFirst(tail.size(), capacityFor(wanted), ColumnLife::Long);
        lane.m_sharedRows = 0;
    } else if (lane.m_tailIsShared && tail.size() < LaneChunk::kRows) {
        lane.m_chunks.back() = std::make_shared<LaneChunk>(tail);
    } else {
        return;
    }
    lane.m_tailIsShared = false;
}

// `expected`: how many more slices this lane will get, which sizes a fresh chunk.
void LaneStack::appendTo(Lane& lane, std::uint32_t expected, const Entry& entry)
{
    auto* chunk = lane.m_chunks.empty() ? nullptr : const_cast<LaneChunk*>(lane.m_chunks.back().get());
    if (chunk == nullptr || chunk->size() == LaneChunk::kRows) {
        auto fresh = std::make_shared<LaneChunk>(capacityFor(expected), ColumnLife::Long);
        chunk = fresh.get();
        lane.m_first.push_back(lane.m_size);
        lane.m_chunks.push_back(std::move(fresh));
        lane.m_tailIsShared = false;
        lane.m_sharedRows = 0;
    }
    chunk->push(entry.start, entry.duration, SliceId(entry.slice), entry.look);
    ++lane.m_size;
}

namespace {

constexpr std::uint32_t kOverflowBit = 0x80000000u;

// Decides the lane of each entry (sorted): its depth, or with kOverflowBit the number of a further lane.
class Placement
{
public:
    Placement(std::vector<std::pair<Ns, Ns>> open, const std::vector<Ns>& overflowEnds)
        : m_stack(std::move(open))
    {
        for (std::uint32_t i = 0; i < overflowEnds.size(); ++i)
            m_free.push({overflowEnds[i], i});
        m_overflowLanes = static_cast<std::uint32_t>(overflowEnds.size());
    }

    std::uint32_t laneOf(Ns start, Ns duration)
    {
        const Ns end = start + duration;
        while (!m_stack.empty() && m_stack.back().second <= start)
            m_stack.pop_back();
        if (m_stack.empty() || end <= m_stack.back().second) {
            m_stack.emplace_back(start, end);
            return static_cast<std::uint32_t>(m_stack.size()) - 1;
        }
        return overflowLane(start, end) | kOverflowBit;
    }

private:
    using LaneEnd = std::pair<Ns, std::uint32_t>;

    std::uint32_t overflowLane(Ns start, Ns end)
    {
        std::uint32_t lane = m_overflowLanes;
        if (!m_free.empty() && m_free.top().first <= start) {
            lane = m_free.top().second;
            m_free.pop();
        } else {
            ++m_overflowLanes;
        }
        m_free.push({end, lane});
        return lane;
    }

    std::vector<std::pair<Ns, Ns>> m_stack;
    std::priority_queue<LaneEnd, std::vector<LaneEnd>, std::greater<>> m_free;
    std::uint32_t m_overflowLanes = 0;
};

} // namespace

void LaneStack::place(const std::vector<Entry>& entries)
{
    const Ns from = entries.front().start;
    std::vector<std::pair<Ns, Ns>> open;
    for (const Lane& lane : m_nested) {
        const std::uint32_t last = lane.size() - 1;
        if (lane.size() == 0 || lane.end(last) <= from)
            break; // deeper lanes hold only children of what ended
        open.emplace_back(lane.start(last), lane.end(last));
    }
    std::vector<Ns> overflowEnds;
    for (const Lane& lane : m_overflow)
        overflowEnds.push_back(lane.size() == 0 ? std::numeric_limits<Ns>::min() : lane.end(lane.size() - 1));
    Placement placement(std::move(open), overflowEnds);

    std::vector<std::uint32_t> laneOf(entries.size());
    std::vector<std::uint32_t> nestedCount(m_nested.size());
    std::vector<std::uint32_t> overflowCount(m_overflow.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        laneOf[i] = placement.laneOf(entries[i].start, entries[i].duration);
        auto& counts = (laneOf[i] & kOverflowBit) != 0 ? overflowCount : nestedCount;
        const std::uint32_t lane = laneOf[i] & ~kOverflowBit;
        if (lane >= counts.size())
            counts.resize(lane + 1);
        ++counts[lane];
    }

    const auto prepare = [](std::vector<Lane>& lanes, const std::vector<std::uint32_t>& counts) {
        lanes.resize(std::max(lanes.size(), counts.size()));
        for (std::size_t l = 0; l < counts.size(); ++l)
            makeRoom(lanes[l], counts[l]);
    };
    prepare(m_nested, nestedCount);
    prepare(m_overflow, overflowCount);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::uint32_t lane = laneOf[i] & ~kOverflowBit;
        const bool overflow = (laneOf[i] & kOverflowBit) != 0;
        auto& left = overflow ? overflowCount[lane] : nestedCount[lane];
        appendTo(overflow ? m_overflow[lane] : m_nested[lane], left, entries[i]);
        --left;
    }
}

// Every change lies at or after `from`.
void LaneStack::summarise(std::vector<Lane>& lanes, Ns from)
{
    for (Lane& lane : lanes) {
        const LaneSummary* before = lane.m_summary.get();
        const bool changed = before == nullptr || before->sliceCount() != lane.m_size ||
                             (lane.m_size > 0 && lane.start(lane.m_size - 1) >= from);
        if (changed)
            lane.m_summary = LaneSummary::build(lane, before, from);
    }
}

std::uint32_t LaneStack::placePending(const SliceTimes& times, const SliceClasses& classes)
{
    if (m_pending.empty())
        return 0;
    std::vector<Entry> entries = sortedPending(times, classes);
    const std::size_t added = entries.size();
    m_size += static_cast<std::uint32_t>(added);
    Ns from = entries.front().start;
    for (const Entry& e : entries)
        from = std::min(from, e.start);
    Ns latest = std::numeric_limits<Ns>::min();
    for (const Lane& lane : m_nested)
        latest = lane.size() > 0 ? std::max(latest, lane.start(lane.size() - 1)) : latest;
    const auto late = static_cast<std::uint32_t>(
        std::count_if(entries.begin(), entries.end(), [latest](const Entry& e) { return e.start < latest; }));

    cut(m_nested, from, entries);
    cut(m_overflow, from, entries);
    if (entries.size() > 2 * added)
        m_placeAt *= 2; // they come in no order: place them in bigger lots
    const auto before = [&times](const Entry& a, const Entry& b) {
        if (a.start != b.start)
            return a.start < b.start;
        if (a.duration != b.duration)
            return a.duration > b.duration;
        return times.source[a.slice] < times.source[b.slice];
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before))
        std::sort(entries.begin(), entries.end(), before);
    place(entries);
    m_pending.clear();
    m_changedFrom = m_unsummarised ? std::min(m_changedFrom, from) : from;
    m_unsummarised = true;
    return late;
}

std::uint32_t LaneStack::update(const SliceTimes& times, const SliceClasses& classes)
{
    const std::uint32_t late = placePending(times, classes);
    if (m_unsummarised) {
        summarise(m_nested, m_changedFrom);
        summarise(m_overflow, m_changedFrom);
    }
    m_unsummarised = false;
    return late;
}

std::uint64_t LaneStack::partialOverlaps() const
{
    std::uint64_t n = 0;
    for (const Lane& lane : m_overflow)
        n += lane.size();
    return n;
}

SliceId LaneStack::firstPartialOverlap() const
{
    const Lane* first = nullptr;
    for (const Lane& lane : m_overflow) {
        if (lane.size() > 0 && (first == nullptr || lane.start(0) < first->start(0)))
            first = &lane;
    }
    return first != nullptr ? first->slice(0) : SliceId();
}

std::vector<Lane> LaneStack::lanes()
{
    for (std::vector<Lane>* lanes : {&m_nested, &m_overflow}) {
        for (Lane& lane : *lanes) {
            lane.m_tailIsShared = true;
            lane.m_sharedRows = lane.m_chunks.empty() ? 0 : lane.m_chunks.back()->size();
        }
    }
    std::vector<Lane> all = m_nested;
    all.insert(all.end(), m_overflow.begin(), m_overflow.end());
    return all;
}

} // namespace stepglass
