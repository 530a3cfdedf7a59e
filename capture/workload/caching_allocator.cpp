// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/caching_allocator.h"

#include <new>

namespace stepglass::capture {
namespace {

std::size_t rounded(std::size_t bytes)
{
    constexpr std::size_t kBlock = 512;
    return bytes == 0 ? kBlock : (bytes + kBlock - 1) / kBlock * kBlock;
}

} // namespace

CachingAllocator::CachingAllocator(Device& device, Recorder& recorder)
    : m_device(device)
    , m_recorder(recorder)
    , m_deviceIndex(device.info().asynchronous ? 0 : -1)
{
}

CachingAllocator::~CachingAllocator()
{
    for (const auto& [bytes, memory] : m_free)
        m_device.release(memory, bytes);
}

void* CachingAllocator::allocate(std::size_t bytes)
{
    const std::size_t size = rounded(bytes);
    const std::lock_guard lock(m_mutex);
    void* memory = nullptr;
    if (const auto found = m_free.find(size); found != m_free.end()) {
        memory = found->second;
        m_free.erase(found);
    } else {
        memory = m_device.allocate(size);
        if (!memory)
            throw std::bad_alloc();
        m_reserved += static_cast<std::int64_t>(size);
    }
    m_allocated += static_cast<std::int64_t>(size);
    note(memory, static_cast<std::int64_t>(size));
    return memory;
}

void CachingAllocator::release(void* memory, std::size_t bytes)
{
    if (!memory)
        return;
    const std::size_t size = rounded(bytes);
    const std::lock_guard lock(m_mutex);
    m_free.emplace(size, memory);
    m_allocated -= static_cast<std::int64_t>(size);
    note(memory, -static_cast<std::int64_t>(size));
}

void CachingAllocator::note(const void* memory, std::int64_t bytes)
{
    m_recorder.memory(m_deviceIndex, memory, bytes, m_allocated, m_reserved);
}

std::int64_t CachingAllocator::allocatedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_allocated;
}

std::int64_t CachingAllocator::reservedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_reserved;
}

} // namespace stepglass::capture
