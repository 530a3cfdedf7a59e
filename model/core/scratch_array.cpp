// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/scratch_array.h"

#include <array>
#include <atomic>
#include <bitset>
#include <cstdlib>
#include <new>

#include <sys/mman.h>

namespace stepglass::scratch {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kHead = 64; // before each piece: its size; keeps the piece aligned
constexpr std::size_t kWorthKeeping = std::size_t{256} << 10;
constexpr std::size_t kMostKept = std::size_t{128} << 20; // bytes

std::size_t& sizeOf(void* block)
{
    return *static_cast<std::size_t*>(block);
}

// Blocks that were given back, for whichever thread wants one next: first touch is what costs, and helping threads live
// for one computation only.
class Kept
{
    static constexpr std::size_t kPlaces = 32;

public:
    // The smallest that is big enough and not more than twice as big; null without.
    void* take(std::size_t bytes)
    {
        std::bitset<kPlaces> empty; // met without a block: the size that is written there is of one that has gone
        while (true) {
            std::size_t best = kPlaces;
            std::size_t bestSize = 0;
            for (std::size_t i = 0; i < kPlaces; ++i) {
                const std::size_t size = m_places[i].size.load(std::memory_order_relaxed);
                if (!empty[i] && fits(size, bytes) && (best == kPlaces || size < bestSize)) {
                    best = i;
                    bestSize = size;
                }
            }
            if (best == kPlaces)
                return nullptr;
            empty.set(best);
            void* block = m_places[best].block.exchange(nullptr, std::memory_order_acquire);
            if (block == nullptr)
                continue;
            m_bytes -= sizeOf(block);
            if (fits(sizeOf(block), bytes))
                return block;
            if (!keep(block)) // another thread has changed it in between
                std::free(block);
        }
    }
    bool keep(void* block)
    {
        const std::size_t size = sizeOf(block);
        if (size < kWorthKeeping)
            return false;
        if (m_bytes.fetch_add(size) + size <= kMostKept) {
            for (Place& place : m_places) {
                void* none = nullptr;
                if (place.block.load(std::memory_order_relaxed) == nullptr &&
                    place.block.compare_exchange_strong(none, block, std::memory_order_release)) {
                    place.size.store(size, std::memory_order_relaxed);
                    return true;
                }
            }
        }
        m_bytes -= size;
        return false;
    }

private:
    struct Place
    {
        std::atomic<void*> block{nullptr};
        std::atomic<std::size_t> size{0}; // of the block that was there last: a hint
    };
    static bool fits(std::size_t size, std::size_t bytes) { return size >= bytes && size / 2 <= bytes; }
    std::array<Place, kPlaces> m_places;
    std::atomic<std::size_t> m_bytes{0};
};

constinit Kept s_kept; // has no destructor: arrays may be released at any time

} // namespace

void* allocate(std::size_t bytes)
{
    const std::size_t wanted = bytes + kHead;
    void* block = wanted >= kWorthKeeping ? s_kept.take(wanted) : nullptr;
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
    if (!s_kept.keep(block))
        std::free(block);
}

} // namespace stepglass::scratch
