// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace stepglass::capture::cuda {

// The memory CUPTI writes its records to. It asks for a buffer on whatever thread made a call, and gives it back when
// it is full or flushed; here it lies until it is read and is then used again. Any thread.
class CuptiBuffers
{
public:
    static constexpr std::size_t kBytes = std::size_t{4} << 20;
    static constexpr std::size_t kMost = 64; // then CUPTI gets none, and counts what it drops

    struct Free
    {
        void operator()(std::uint8_t* memory) const { std::free(memory); }
    };
    using Memory = std::unique_ptr<std::uint8_t, Free>;
    struct Filled
    {
        Memory memory;
        std::size_t bytes = 0;
    };

    // Null if there is no more memory, or too much of it waits to be read.
    std::uint8_t* lend()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            std::uint8_t* memory = m_free.back().release();
            m_free.pop_back();
            return memory;
        }
        if (m_made >= kMost)
            return nullptr;
        auto* memory = static_cast<std::uint8_t*>(std::aligned_alloc(64, kBytes)); // CUPTI asks for 8
        m_made += memory ? 1 : 0;
        return memory;
    }

    void takeBack(std::uint8_t* memory, std::size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_filled.push_back({Memory(memory), bytes});
    }

    std::deque<Filled> takeFilled()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_filled, {});
    }

    void recycle(Filled filled)
    {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(filled.memory));
    }

private:
    std::mutex m_mutex;
    std::vector<Memory> m_free;
    std::deque<Filled> m_filled;
    std::size_t m_made = 0;
};

} // namespace stepglass::capture::cuda
