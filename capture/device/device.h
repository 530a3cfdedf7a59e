// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/kernel_call.h"
#include "capture/recorder/activity_sink.h"
#include "capture/recorder/status.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace stepglass::capture {

using StreamId = std::int32_t;
using EventId = std::int32_t;

enum class HostMemory : std::uint8_t
{
    Pageable,
    Pinned,
};

enum class CopyDirection : std::uint8_t
{
    HostToDevice,
    DeviceToHost,
};

struct DeviceInfo
{
    std::string backend;     // cpu, emulated, cuda
    std::string name;        // for people: "Emulated device (1 worker thread)"
    std::string processName; // of the device's rows in the trace
    std::string label;       // "Emulated GPU", "GPU"
    std::string streamSuffix;
    std::string properties; // JSON object for deviceProperties, empty for none
    std::string traceHead;  // further head members as JSON, e.g. driver versions
    std::int64_t memoryBytes = 0;
    bool asynchronous = false; // work runs behind the host's back; autograd then has a thread of its own
};

// What the workload needs of a device, with CUDA's rules of order: work on one stream runs in the order it was given,
// streams run independently unless an event ties them, copies from or to pageable memory block the host. Failures of
// the device while it runs show in status(), as CUDA's sticky errors do. Any host thread may call.
class Device
{
public:
    virtual ~Device() = default;

    virtual const DeviceInfo& info() const = 0;
    virtual Status status() const = 0;

    // Device memory; null if there is not enough. Free only what no queued work uses.
    virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* memory, std::size_t bytes) = 0;
    virtual void* allocateHost(std::size_t bytes, HostMemory kind) = 0;
    virtual void releaseHost(void* memory, std::size_t bytes, HostMemory kind) = 0;

    virtual StreamId defaultStream() const = 0;
    virtual StreamId createStream() = 0;
    virtual EventId createEvent() = 0;

    virtual void launch(StreamId stream, KernelCall call) = 0;
    // Returns once the host memory may be reused where it is pageable, else at once.
    virtual void copyAsync(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                           HostMemory host) = 0;
    // Returns when the copy is done, and waits for all earlier work of the stream.
    virtual void copy(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                      HostMemory host) = 0;
    virtual void setAsync(StreamId stream, void* memory, int byte, std::size_t bytes) = 0;

    virtual void record(EventId event, StreamId stream) = 0;
    // Later work of the stream waits for the event's last record; the host does not.
    virtual void wait(StreamId stream, EventId event) = 0;
    virtual void synchronizeEvent(EventId event) = 0;
    // True once the event's last record has happened (or there was none). Never blocks.
    virtual bool query(EventId event) = 0;
    virtual void synchronizeStream(StreamId stream) = 0;
    virtual void synchronize() = 0;
    // Milliseconds between two events that both have happened.
    virtual double elapsedMs(EventId from, EventId to) = 0;

    // Recording starts or ends; collect() hands over records the backend still holds.
    virtual void enableActivities(bool) {}
    virtual void collectActivities() {}
};

} // namespace stepglass::capture
