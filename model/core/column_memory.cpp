// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/column_memory.h"

#include <mutex>
#include <new>

#include <sys/mman.h>

namespace stepglass {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{8} << 20;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kSmallest = std::size_t{16} << 10; // below this the heap's reuse is worth more than huge pages
constexpr std::size_t kAlign = 64;

// A mapping of kArenaBytes that starts on a huge page.
struct Arena
{
    Arena()
    {
        void* p = mmap(nullptr, kArenaBytes + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            throw std::bad_alloc();
        mapping = static_cast<std::byte*>(p);
        const auto address = reinterpret_cast<std::uintptr_t>(p);
        begin = mapping + ((kHugePage - address % kHugePage) % kHugePage);
        madvise(begin, kArenaBytes, MADV_HUGEPAGE);
    }
    ~Arena() { munmap(mapping, kArenaBytes + kHugePage); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    std::byte* mapping = nullptr;
    std::byte* begin = nullptr;
    std::size_t used = 0;
};

} // namespace

std::shared_ptr<std::byte> allocateColumn(std::size_t bytes, ColumnLife life)
{
    bytes = (bytes + kAlign - 1) / kAlign * kAlign;
    if (life == ColumnLife::Short || bytes < kSmallest || bytes > kArenaBytes / 2) {
        auto* p = static_cast<std::byte*>(::operator new(bytes, std::align_val_t(kAlign)));
        return std::shared_ptr<std::byte>(p, [](std::byte* q) { ::operator delete(q, std::align_val_t(kAlign)); });
    }
    static std::mutex mutex;
    static std::shared_ptr<Arena> current;
    const std::scoped_lock lock(mutex);
    if (!current || current->used + bytes > kArenaBytes)
        current = std::make_shared<Arena>();
    std::byte* p = current->begin + current->used;
    current->used += bytes;
    return std::shared_ptr<std::byte>(current, p);
}

} // namespace stepglass
