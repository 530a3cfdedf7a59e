// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for columns. First touch of a small page costs microseconds on some machines, and a trace touches hundreds of
// megabytes: big pieces are cut from 8 MiB arenas that ask for huge pages; small ones come from the heap.
#pragma once

#include <cstddef>
#include <memory>

namespace stepglass {

enum class ColumnLife
{
    Long, // of the size of the trace: may come from an arena
    Short // replaced soon: from the heap, so that it does not keep an arena alive
};

// `bytes` of uninitialised memory, aligned to 64. It lives as long as the returned pointer (an arena as long as its
// longest-lived piece). Thread-safe. Throws std::bad_alloc as operator new does.
std::shared_ptr<std::byte> allocateColumn(std::size_t bytes, ColumnLife life = ColumnLife::Long);

// The same, as an array of T (which must be trivial).
template<class T>
std::shared_ptr<T> allocateColumnOf(std::size_t count)
{
    auto memory = allocateColumn(count * sizeof(T));
    return std::shared_ptr<T>(memory, reinterpret_cast<T*>(memory.get()));
}

} // namespace stepglass
