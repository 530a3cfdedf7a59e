// SPDX-License-Identifier: GPL-3.0-or-later
// An append-only column in chunks of 8,192, and what a snapshot keeps of it. A snapshot shares the chunks: the writer
// only ever touches elements at or beyond the length it took, so neither copies nor locks are needed. The hand-over of
// the snapshot itself (a mutex, a thread start) is what makes the elements visible.
#pragma once

#include "model/core/column_memory.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace stepglass {

constexpr std::uint32_t kChunkShift = 13;
constexpr std::uint32_t kChunkRows = 1u << kChunkShift;

template<class T>
class ColumnView
{
public:
    ColumnView() = default;
    ColumnView(std::shared_ptr<const std::vector<std::shared_ptr<T>>> chunks, std::uint32_t size)
        : m_owner(std::move(chunks))
        , m_size(size)
    {
        m_chunks = m_owner->data();
    }
    std::uint32_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const T& operator[](std::uint32_t i) const { return m_chunks[i >> kChunkShift].get()[i & (kChunkRows - 1)]; }
    // The rows from `first` to the end of its chunk: what passes over a whole column use.
    std::span<const T> chunkFrom(std::uint32_t first) const
    {
        const std::uint32_t inChunk = first & (kChunkRows - 1);
        return {m_chunks[first >> kChunkShift].get() + inChunk, std::min(kChunkRows - inChunk, m_size - first)};
    }

private:
    std::shared_ptr<const std::vector<std::shared_ptr<T>>> m_owner;
    const std::shared_ptr<T>* m_chunks = nullptr;
    std::uint32_t m_size = 0;
};

template<class T>
class AppendColumn
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    void push(const T& value)
    {
        if ((m_size & (kChunkRows - 1)) == 0 && (m_size >> kChunkShift) == m_chunks.size())
            m_chunks.push_back(allocateColumnOf<T>(kChunkRows));
        m_chunks[m_size >> kChunkShift].get()[m_size & (kChunkRows - 1)] = value;
        ++m_size;
    }
    void push_back(const T& value) { push(value); } // as vectors have it
    // Empty again, with the memory that it has. Only where no snapshot was ever taken.
    void clear() { m_size = 0; }
    std::uint32_t size() const { return m_size; }
    const T& operator[](std::uint32_t i) const { return m_chunks[i >> kChunkShift].get()[i & (kChunkRows - 1)]; }
    // Only for rows that no snapshot has seen, or before the first one.
    T& mutableAt(std::uint32_t i) { return m_chunks[i >> kChunkShift].get()[i & (kChunkRows - 1)]; }
    ColumnView<T> snapshot() const
    {
        return ColumnView<T>(std::make_shared<const std::vector<std::shared_ptr<T>>>(m_chunks), m_size);
    }

private:
    std::vector<std::shared_ptr<T>> m_chunks;
    std::uint32_t m_size = 0;
};

} // namespace stepglass
