// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"
#include "capture/recorder/recorder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace stepglass::capture {

// Keeps released device memory for the next tensor of the size, as PyTorch's caching allocator does: after the first
// step nothing is asked of the device any more. Reuse is safe because a stream runs in order; work of other streams
// must be tied by events. Any thread.
class CachingAllocator
{
public:
    CachingAllocator(Device& device, Recorder& recorder);
    ~CachingAllocator();
    CachingAllocator(const CachingAllocator&) = delete;
    CachingAllocator& operator=(const CachingAllocator&) = delete;

    // Throws std::bad_alloc where the device has no more; caught at the workload's boundary.
    void* allocate(std::size_t bytes);
    void release(void* memory, std::size_t bytes);

    std::int64_t allocatedBytes() const;
    std::int64_t reservedBytes() const;

private:
    void note(const void* memory, std::int64_t bytes);

    Device& m_device;
    Recorder& m_recorder;
    const int m_deviceIndex;
    mutable std::mutex m_mutex;
    std::multimap<std::size_t, void*> m_free;
    std::int64_t m_allocated = 0;
    std::int64_t m_reserved = 0;
};

} // namespace stepglass::capture
