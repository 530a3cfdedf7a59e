// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/emulated_stream.h"

#include <memory>
#include <mutex>
#include <vector>

namespace stepglass::capture {

// A device made of worker threads: real work in real time, asynchronous to the host, with CUDA's rules of order.
// Compute has one worker (and one BLAS thread) and each direction of copies has one, so the rest of the machine is the
// host's. All streams are non-blocking: none waits for the default stream of itself.
class EmulatedDevice : public Device
{
public:
    explicit EmulatedDevice(ActivitySink& sink);
    ~EmulatedDevice() override;

    const DeviceInfo& info() const override { return m_info; }
    Status status() const override { return {}; }
    void* allocate(std::size_t bytes) override;
    void release(void* memory, std::size_t bytes) override;
    void* allocateHost(std::size_t bytes, HostMemory kind) override;
    void releaseHost(void* memory, std::size_t bytes, HostMemory kind) override;
    StreamId defaultStream() const override { return kDefaultStream; }
    StreamId createStream() override;
    EventId createEvent() override;
    void launch(StreamId stream, KernelCall call) override;
    void copyAsync(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                   HostMemory host) override;
    void copy(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
              HostMemory host) override;
    void setAsync(StreamId stream, void* memory, int byte, std::size_t bytes) override;
    void record(EventId event, StreamId stream) override;
    void wait(StreamId stream, EventId event) override;
    void synchronizeEvent(EventId event) override;
    bool query(EventId event) override;
    void synchronizeStream(StreamId stream) override;
    void synchronize() override;
    double elapsedMs(EventId from, EventId to) override;

private:
    static constexpr StreamId kDefaultStream = 7; // CUDA's default stream has this number in Kineto traces
    static constexpr StreamId kFirstOwnStream = 20;

    EmulatedStream& stream(StreamId id);
    std::shared_ptr<EmulatedEvent> event(EventId id);
    std::vector<EmulatedStream*> streams();

    ActivitySink& m_sink;
    DeviceInfo m_info;
    EmulatedEngines m_engines;
    std::mutex m_mutex; // the two lists
    std::vector<std::unique_ptr<EmulatedStream>> m_streams;
    std::vector<std::shared_ptr<EmulatedEvent>> m_events;
};

} // namespace stepglass::capture
