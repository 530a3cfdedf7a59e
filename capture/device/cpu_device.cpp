// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/cpu_device.h"

#include "capture/device/host_kernels.h"
#include "capture/device/host_memory.h"
#include "capture/recorder/clock.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace stepglass::capture {

CpuDevice::CpuDevice(int blasThreads)
{
    const int threads =
        blasThreads > 0 ? blasThreads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
    setBlasThreads(threads);
    m_info.backend = "cpu";
    m_info.name = "CPU (" + std::to_string(threads) + (threads == 1 ? " thread)" : " threads)");
    m_info.memoryBytes = availableMemory();
}

void* CpuDevice::allocate(std::size_t bytes)
{
    return allocateHostPages(bytes);
}

void CpuDevice::release(void* memory, std::size_t bytes)
{
    freeHostPages(memory, bytes);
}

void* CpuDevice::allocateHost(std::size_t bytes, HostMemory)
{
    return allocateHostPages(bytes);
}

void CpuDevice::releaseHost(void* memory, std::size_t bytes, HostMemory)
{
    freeHostPages(memory, bytes);
}

EventId CpuDevice::createEvent()
{
    const std::lock_guard lock(m_mutex);
    m_events.push_back(0);
    return static_cast<EventId>(m_events.size() - 1);
}

void CpuDevice::launch(StreamId, KernelCall call)
{
    runOnHost(call);
}

void CpuDevice::copyAsync(StreamId, void* to, const void* from, std::size_t bytes, CopyDirection, HostMemory)
{
    std::memcpy(to, from, bytes);
}

void CpuDevice::copy(StreamId, void* to, const void* from, std::size_t bytes, CopyDirection, HostMemory)
{
    std::memcpy(to, from, bytes);
}

void CpuDevice::setAsync(StreamId, void* memory, int byte, std::size_t bytes)
{
    std::memset(memory, byte, bytes);
}

void CpuDevice::record(EventId event, StreamId)
{
    const std::lock_guard lock(m_mutex);
    m_events[static_cast<std::size_t>(event)] = nowNs();
}

double CpuDevice::elapsedMs(EventId from, EventId to)
{
    const std::lock_guard lock(m_mutex);
    return static_cast<double>(m_events[static_cast<std::size_t>(to)] - m_events[static_cast<std::size_t>(from)]) / 1e6;
}

} // namespace stepglass::capture
