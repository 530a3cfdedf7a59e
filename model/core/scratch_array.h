// SPDX-License-Identifier: GPL-3.0-or-later
// A working array of plain values for a computation over a whole trace: uninitialised, one piece, on huge pages where
// it is big (first touch of a small page costs microseconds on some machines), given back to the system at the end.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include <sys/mman.h>

namespace stepglass {

template<class T>
class ScratchArray
{
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    ScratchArray() = default;
    // `size` elements without values. Throws std::bad_alloc as operator new does.
    explicit ScratchArray(std::size_t size)
        : m_size(size)
        , m_data(allocate(size))
    {
    }
    ScratchArray(std::size_t size, T value)
        : ScratchArray(size)
    {
        for (std::size_t i = 0; i < size; ++i)
            m_data[i] = value;
    }
    T& operator[](std::size_t i) { return m_data[i]; }
    const T& operator[](std::size_t i) const { return m_data[i]; }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    // Keeps the first `size` elements; the memory stays as it is.
    void shrink(std::size_t size) { m_size = size; }
    T* begin() { return m_data.get(); }
    T* end() { return m_data.get() + m_size; }
    const T* begin() const { return m_data.get(); }
    const T* end() const { return m_data.get() + m_size; }
    std::span<const T> all() const { return {begin(), m_size}; }

private:
    struct Free
    {
        void operator()(T* p) const { std::free(p); }
    };
    static T* allocate(std::size_t size)
    {
        constexpr std::size_t kHugePage = std::size_t{2} << 20;
        if (size == 0)
            return nullptr;
        const std::size_t bytes = size * sizeof(T);
        const std::size_t alignment = bytes >= kHugePage ? kHugePage : 64;
        void* p = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        if (p == nullptr)
            throw std::bad_alloc();
        if (bytes >= kHugePage)
            madvise(p, (bytes + kHugePage - 1) / kHugePage * kHugePage, MADV_HUGEPAGE);
        return static_cast<T*>(p);
    }

    std::size_t m_size = 0;
    std::unique_ptr<T[], Free> m_data;
};

} // namespace stepglass
