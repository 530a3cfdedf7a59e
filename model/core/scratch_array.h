// SPDX-License-Identifier: GPL-3.0-or-later
// A working array of plain values for a computation over a whole trace: uninitialised, one piece, on huge pages where
// it is big (first touch of a small page costs microseconds on some machines), its memory kept for the next one like
// it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace stepglass {

namespace scratch {

// Throws std::bad_alloc as operator new does. A piece may be released on another thread.
void* allocate(std::size_t bytes);
void release(void* piece);

// The same memory for containers.
template<class T>
struct Allocator
{
    static_assert(alignof(T) <= 64, "pieces are aligned to 64 bytes");
    using value_type = T;
    Allocator() = default;
    template<class Other>
    Allocator(const Allocator<Other>&) noexcept
    {
    }
    T* allocate(std::size_t count) { return static_cast<T*>(scratch::allocate(count * sizeof(T))); }
    void deallocate(T* pieces, std::size_t) { release(pieces); }
    friend bool operator==(const Allocator&, const Allocator&) { return true; }
};

} // namespace scratch

// For what grows with the trace. Small pages are slow to give back as well, and while a thread does that no other of
// the process, the window's included, can ask the system for more: a quarter of a second for 600 MB on a busy machine,
// a tenth of it on huge pages.
template<class T>
using BigVector = std::vector<T, scratch::Allocator<T>>;

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
        void operator()(T* p) const { scratch::release(p); }
    };
    static T* allocate(std::size_t size)
    {
        return size == 0 ? nullptr : static_cast<T*>(scratch::allocate(size * sizeof(T)));
    }

    std::size_t m_size = 0;
    std::unique_ptr<T[], Free> m_data;
};

} // namespace stepglass
