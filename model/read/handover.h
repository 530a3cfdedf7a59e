// SPDX-License-Identifier: GPL-3.0-or-later
// A ring of slots between one thread that fills them and one that empties them. Slots are reused, so what they hold
// keeps its memory. Both sides wait by std::atomic, without a mutex.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace stepglass {

template<class T>
class Handover
{
public:
    explicit Handover(std::uint32_t slots)
        : m_slots(slots)
    {
    }
    // The slot to fill next, when it is free; null once the other side has given up.
    T* toFill()
    {
        const std::uint32_t filled = m_filled.load(std::memory_order_relaxed);
        while (true) {
            const std::uint32_t emptied = m_emptied.load(std::memory_order_acquire);
            if ((emptied & kOver) != 0)
                return nullptr;
            if (filled - emptied < m_slots.size())
                return &m_slots[filled % m_slots.size()];
            m_emptied.wait(emptied, std::memory_order_acquire);
        }
    }
    void filled()
    {
        m_filled.fetch_add(1, std::memory_order_release);
        m_filled.notify_one();
    }
    // No more will come.
    void end()
    {
        m_filled.fetch_or(kOver, std::memory_order_release);
        m_filled.notify_one();
    }
    // The slot to empty next, when it is filled; null at the end.
    T* toEmpty()
    {
        const std::uint32_t emptied = m_emptied.load(std::memory_order_relaxed);
        while (true) {
            const std::uint32_t filled = m_filled.load(std::memory_order_acquire);
            if ((filled & ~kOver) != emptied)
                return &m_slots[emptied % m_slots.size()];
            if ((filled & kOver) != 0)
                return nullptr;
            m_filled.wait(filled, std::memory_order_acquire);
        }
    }
    void emptied()
    {
        m_emptied.fetch_add(1, std::memory_order_release);
        m_emptied.notify_one();
    }
    // Nothing more is wanted.
    void giveUp()
    {
        m_emptied.fetch_or(kOver, std::memory_order_release);
        m_emptied.notify_one();
    }

private:
    static constexpr std::uint32_t kOver = 0x80000000u; // counts stay far below it

    std::vector<T> m_slots;
    std::atomic<std::uint32_t> m_filled{0};
    std::atomic<std::uint32_t> m_emptied{0};
};

} // namespace stepglass
