// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/workload/caching_allocator.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stepglass::capture {

// Device memory shared by the tensors that view it; back to the allocator with the last of them.
class Storage
{
public:
    Storage(CachingAllocator& allocator, std::int64_t count)
        : m_allocator(allocator)
        , m_bytes(static_cast<std::size_t>(count) * sizeof(float))
        , m_data(static_cast<float*>(allocator.allocate(m_bytes)))
    {
    }
    ~Storage() { m_allocator.release(m_data, m_bytes); }
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    float* data() const { return m_data; }

private:
    CachingAllocator& m_allocator;
    std::size_t m_bytes;
    float* m_data;
};

// A float32 matrix on the device, row-major, or a transposed view of one. A scalar has rows = cols = 1.
struct Tensor
{
    std::shared_ptr<Storage> storage;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    bool transposed = false; // stored as [cols, rows]

    explicit operator bool() const { return storage != nullptr; }
    float* data() const { return storage->data(); }
    std::int64_t count() const { return rows * cols; }
    std::vector<std::int64_t> shape() const
    {
        return count() == 1 ? std::vector<std::int64_t>{} : std::vector{rows, cols};
    }
};

} // namespace stepglass::capture
