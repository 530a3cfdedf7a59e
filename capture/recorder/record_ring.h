// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/record.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>

namespace stepglass::capture {

// A bounded queue of records from one thread to the writer, without locks. When it is full the record is dropped and
// counted: the thread that records never waits. Records lie in blocks that the writer gives back once it has read them,
// so that a steady stream of records goes through the same few blocks: in cache, and without the page faults of memory
// never touched before, which cost more than all else here.
class RecordRing
{
public:
    // capacity must be a power of two.
    explicit RecordRing(std::size_t capacity)
        : m_mask(capacity - 1)
        , m_blockShift(std::min(kBlockShift, std::countr_zero(capacity)))
        , m_slotMask(std::bit_ceil((capacity >> m_blockShift) + 1) - 1)
        , m_slots(std::make_unique<Block[]>(m_slotMask + 1))
        , m_returned(std::make_unique<Block[]>(m_slotMask + 1))
    {
        for (std::size_t i = 0; i < std::min(kPrepared, m_slotMask + 1); ++i)
            m_returned[i] = newBlock(true);
        m_returnedHead.store(m_allocated, std::memory_order_relaxed);
    }

    // A record of warm-up (epoch 0) that finds no room is no loss: it would be thrown away.
    bool push(const Record& record)
    {
        const std::size_t head = m_head.load(std::memory_order_relaxed);
        if (head - m_seenTail > m_mask) {
            m_seenTail = m_tail.load(std::memory_order_acquire);
            if (head - m_seenTail > m_mask) {
                m_dropped.fetch_add(record.epoch != 0 ? 1 : 0, std::memory_order_relaxed);
                return false;
            }
        }
        const std::size_t at = head & blockMask();
        if (at == 0)
            openBlock(head >> m_blockShift);
        m_open[at] = record;
        m_head.store(head + 1, std::memory_order_release);
        return true;
    }

    // Calls use(record) for everything pushed before the call. One consumer at a time.
    template<typename Use>
    std::size_t drain(Use use)
    {
        const std::size_t head = m_head.load(std::memory_order_acquire);
        const std::size_t tail = m_tail.load(std::memory_order_relaxed);
        for (std::size_t i = tail; i != head; ++i) {
            Block& block = m_slots[(i >> m_blockShift) & m_slotMask];
            use(block[i & blockMask()]);
            // Room is given back block by block, so that a long drain does not make the producer drop.
            if ((i & blockMask()) == blockMask()) {
                giveBack(std::move(block));
                m_tail.store(i + 1, std::memory_order_release);
            }
        }
        m_tail.store(head, std::memory_order_release);
        return head - tail;
    }

    // How many pushes succeed for sure. Producer only.
    std::size_t room() const
    {
        return m_mask + 1 - (m_head.load(std::memory_order_relaxed) - m_tail.load(std::memory_order_acquire));
    }

    std::uint64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }
    // Blocks that were ever needed at once, in records. Producer only.
    std::size_t allocatedRecords() const { return m_allocated << m_blockShift; }

private:
    using Block = std::unique_ptr<Record[]>;
    static constexpr int kBlockShift = 10;
    static constexpr std::size_t kPrepared = 4; // blocks made before the first record

    std::size_t blockMask() const { return (std::size_t{1} << m_blockShift) - 1; }

    Block newBlock(bool touched)
    {
        ++m_allocated;
        const std::size_t count = std::size_t{1} << m_blockShift;
        return touched ? std::make_unique<Record[]>(count) : std::make_unique_for_overwrite<Record[]>(count);
    }

    // Records lie in at most capacity / block size + 1 blocks at a time, so a slot is free when its turn comes.
    void openBlock(std::size_t number)
    {
        Block& slot = m_slots[number & m_slotMask];
        if (m_returnedTail == m_returnedHead.load(std::memory_order_acquire))
            slot = newBlock(false);
        else
            slot = std::move(m_returned[m_returnedTail++ & m_slotMask]);
        m_open = slot.get();
    }

    void giveBack(Block block)
    {
        const std::size_t head = m_returnedHead.load(std::memory_order_relaxed);
        m_returned[head & m_slotMask] = std::move(block);
        m_returnedHead.store(head + 1, std::memory_order_release);
    }

    const std::size_t m_mask;
    const int m_blockShift;
    const std::size_t m_slotMask;        // there are never more blocks than slots
    std::unique_ptr<Block[]> m_slots;    // blocks with records, by number; the producer fills them
    std::unique_ptr<Block[]> m_returned; // read blocks on their way back to the producer

    alignas(64) std::atomic<std::size_t> m_head{0}; // the producer's line
    std::size_t m_seenTail = 0;
    std::size_t m_returnedTail = 0;
    std::size_t m_allocated = 0;
    Record* m_open = nullptr;
    std::atomic<std::uint64_t> m_dropped{0};
    alignas(64) std::atomic<std::size_t> m_tail{0}; // the consumer's line
    std::atomic<std::size_t> m_returnedHead{0};
};

} // namespace stepglass::capture
