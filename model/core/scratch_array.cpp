// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/scratch_array.h"

#include <array>
#include <cstdlib>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace stepglass::scratch {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kHead = 64; // before each piece: its size; keeps the piece aligned
constexpr std::size_t kWorthKeeping = std::size_t{256} << 10;
constexpr std::size_t kMostKept = std::size_t{64} << 20; // bytes, of one thread

std::size_t& sizeOf(void* block)
{
    return *static_cast<std::size_t*>(block);
}

// Blocks that this thread gave back, until it ends.
class Kept
{
public:
    ~Kept()
    {
        for (void* block : m_blocks)
            std::free(block);
        s_ended = true;
    }
    static bool ended() { return s_ended; }
    // The smallest that is big enough and not more than twice as big; null without.
    void* take(std::size_t bytes)
    {
        void** best = nullptr;
        for (void*& block : m_blocks) {
            const bool fits = block != nullptr && sizeOf(block) >= bytes && sizeOf(block) / 2 <= bytes;
            if (fits && (best == nullptr || sizeOf(block) < sizeOf(*best)))
                best = &block;
        }
        if (best == nullptr)
            return nullptr;
        m_bytes -= sizeOf(*best);
        return std::exchange(*best, nullptr);
    }
    bool keep(void* block)
    {
        if (sizeOf(block) < kWorthKeeping || m_bytes + sizeOf(block) > kMostKept)
            return false;
        for (void*& place : m_blocks) {
            if (place == nullptr) {
                m_bytes += sizeOf(block);
                place = block;
                return true;
            }
        }
        return false;
    }

private:
    static thread_local bool s_ended; // outlives the object: arrays may be released after it
    std::array<void*, 24> m_blocks{};
    std::size_t m_bytes = 0;
};

thread_local bool Kept::s_ended = false;
thread_local Kept t_kept;

} // namespace

void* allocate(std::size_t bytes)
{
    const std::size_t wanted = bytes + kHead;
    void* block = wanted >= kWorthKeeping && !Kept::ended() ? t_kept.take(wanted) : nullptr;
    if (block == nullptr) {
        const std::size_t alignment = wanted >= kHugePage ? kHugePage : kHead;
        const std::size_t whole = (wanted + alignment - 1) / alignment * alignment;
        block = std::aligned_alloc(alignment, whole);
        if (block == nullptr)
            throw std::bad_alloc();
        if (whole >= kHugePage)
            madvise(block, whole, MADV_HUGEPAGE);
        sizeOf(block) = whole;
    }
    return static_cast<std::byte*>(block) + kHead;
}

void release(void* piece)
{
    void* block = static_cast<std::byte*>(piece) - kHead;
    if (Kept::ended() || !t_kept.keep(block))
        std::free(block);
}

} // namespace stepglass::scratch
