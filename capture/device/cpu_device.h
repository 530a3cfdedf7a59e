// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace stepglass::capture {

// No device at all: every operator runs inline on the calling thread, so nothing can wait. Makes no device records.
class CpuDevice : public Device
{
public:
    // blasThreads 0: all processors but one, which stays free for whoever watches.
    explicit CpuDevice(int blasThreads = 0);

    const DeviceInfo& info() const override { return m_info; }
    Status status() const override { return {}; }
    void* allocate(std::size_t bytes) override;
    void release(void* memory, std::size_t bytes) override;
    void* allocateHost(std::size_t bytes, HostMemory kind) override;
    void releaseHost(void* memory, std::size_t bytes, HostMemory kind) override;
    StreamId defaultStream() const override { return 0; }
    StreamId createStream() override { return ++m_streams; }
    EventId createEvent() override;
    void launch(StreamId stream, KernelCall call) override;
    void copyAsync(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                   HostMemory host) override;
    void copy(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
              HostMemory host) override;
    void setAsync(StreamId stream, void* memory, int byte, std::size_t bytes) override;
    void record(EventId event, StreamId stream) override;
    void wait(StreamId, EventId) override {}
    void synchronizeEvent(EventId) override {}
    bool query(EventId) override { return true; }
    void synchronizeStream(StreamId) override {}
    void synchronize() override {}
    double elapsedMs(EventId from, EventId to) override;

private:
    DeviceInfo m_info;
    std::atomic<StreamId> m_streams{0};
    std::mutex m_mutex;
    std::vector<std::int64_t> m_events; // times in ns
};

} // namespace stepglass::capture
