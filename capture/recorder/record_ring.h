// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/record.h"

#include <atomic>
#include <cstddef>
#include <memory>

namespace stepglass::capture {

// A bounded queue of records from one thread to the writer, without locks. When it is full the record is dropped and
// counted: the thread that records never waits.
class RecordRing
{
public:
    // capacity must be a power of two. The memory is untouched until used.
    explicit RecordRing(std::size_t capacity)
        : m_mask(capacity - 1)
        , m_records(std::make_unique_for_overwrite<Record[]>(capacity))
    {
    }

    bool push(const Record& record)
    {
        const std::size_t head = m_head.load(std::memory_order_relaxed);
        if (head - m_seenTail > m_mask) {
            m_seenTail = m_tail.load(std::memory_order_acquire);
            if (head - m_seenTail > m_mask) {
                m_dropped.fetch_add(1, std::memory_order_relaxed);
                return false;
            }
        }
        m_records[head & m_mask] = record;
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
            use(m_records[i & m_mask]);
            // Room is given back piecewise, so that a long drain does not make the producer drop.
            if ((i & 1023) == 1023)
                m_tail.store(i + 1, std::memory_order_release);
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

private:
    const std::size_t m_mask;
    std::unique_ptr<Record[]> m_records;
    alignas(64) std::atomic<std::size_t> m_head{0};
    std::size_t m_seenTail = 0;
    alignas(64) std::atomic<std::size_t> m_tail{0};
    std::atomic<std::uint64_t> m_dropped{0};
};

} // namespace stepglass::capture
