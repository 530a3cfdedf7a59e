// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/emulated_device.h"

#include "capture/device/host_kernels.h"
#include "capture/device/host_memory.h"
#include "capture/recorder/clock.h"

#include <string>

namespace stepglass::capture {
namespace {

// One call into the emulated runtime: recorded with its duration if recording is on when it starts.
class RuntimeCall
{
public:
    RuntimeCall(ActivitySink& sink, const char* name, std::uint8_t flags = 0)
        : m_sink(sink)
    {
        if (!sink.recording())
            return;
        m_record.kind = RecordKind::Runtime;
        m_record.name = name;
        m_record.flags = flags;
        m_context = sink.context();
        m_record.correlation = sink.nextCorrelation();
        m_record.externalId = m_context.externalId;
        m_record.epoch = m_context.epoch;
        m_record.device = -1;
        m_record.stream = -1;
        m_record.context = 1;
        m_record.startNs = nowNs();
    }
    ~RuntimeCall()
    {
        if (m_record.correlation == 0)
            return;
        m_record.durationNs = nowNs() - m_record.startNs;
        m_sink.add(m_record);
        if (!m_syncKind)
            return;
        Record sync = m_record;
        sync.kind = RecordKind::Sync;
        sync.name = m_syncKind;
        sync.device = 0;
        sync.stream = m_syncStream;
        sync.extra = m_syncExtra;
        m_sink.add(sync);
    }
    RuntimeCall(const RuntimeCall&) = delete;
    RuntimeCall& operator=(const RuntimeCall&) = delete;

    // Adds a cuda_sync row for the call, on the stream it concerns (-1: none).
    void isSync(const char* kind, const char* extra, StreamId stream)
    {
        m_syncKind = kind;
        m_syncExtra = extra;
        m_syncStream = stream;
    }
    void stamp(EmulatedTask& task) const
    {
        task.correlation = m_record.correlation;
        task.context = m_context;
    }

private:
    ActivitySink& m_sink;
    LaunchContext m_context{};
    Record m_record{};
    const char* m_syncKind = nullptr;
    const char* m_syncExtra = nullptr;
    StreamId m_syncStream = -1;
};

EmulatedTask copyTask(void* to, const void* from, std::size_t bytes, CopyDirection direction, HostMemory host)
{
    EmulatedTask task;
    task.kind = EmulatedTask::Kind::Copy;
    task.to = to;
    task.from = from;
    task.bytes = bytes;
    task.direction = direction;
    task.host = host;
    return task;
}

} // namespace

EmulatedDevice::EmulatedDevice(ActivitySink& sink)
    : m_sink(sink)
{
    setBlasThreads(1);
    m_info.backend = "emulated";
    m_info.name = "Emulated device (1 worker thread)";
    m_info.processName = "emulated device (worker threads of stepglass-capture)";
    m_info.label = "Emulated GPU";
    m_info.streamSuffix = " (emulated)";
    m_info.memoryBytes = availableMemory();
    m_info.properties = "{\"id\": 0, \"name\": \"" + m_info.name +
                        "\", \"emulated\": true, \"totalGlobalMem\": " + std::to_string(m_info.memoryBytes) + "}";
    m_info.asynchronous = true;
    m_streams.push_back(std::make_unique<EmulatedStream>(kDefaultStream, m_engines, m_sink));
}

EmulatedDevice::~EmulatedDevice() = default;

void* EmulatedDevice::allocate(std::size_t bytes)
{
    return allocateHostPages(bytes);
}

void EmulatedDevice::release(void* memory, std::size_t bytes)
{
    freeHostPages(memory, bytes);
}

void* EmulatedDevice::allocateHost(std::size_t bytes, HostMemory)
{
    return allocateHostPages(bytes);
}

void EmulatedDevice::releaseHost(void* memory, std::size_t bytes, HostMemory)
{
    freeHostPages(memory, bytes);
}

StreamId EmulatedDevice::createStream()
{
    const std::lock_guard lock(m_mutex);
    const auto id = static_cast<StreamId>(kFirstOwnStream + m_streams.size() - 1);
    m_streams.push_back(std::make_unique<EmulatedStream>(id, m_engines, m_sink));
    return id;
}

EventId EmulatedDevice::createEvent()
{
    const std::lock_guard lock(m_mutex);
    m_events.push_back(std::make_shared<EmulatedEvent>());
    return static_cast<EventId>(m_events.size() - 1);
}

EmulatedStream& EmulatedDevice::stream(StreamId id)
{
    const std::lock_guard lock(m_mutex);
    return *m_streams.at(id == kDefaultStream ? 0 : static_cast<std::size_t>(id - kFirstOwnStream + 1));
}

std::shared_ptr<EmulatedEvent> EmulatedDevice::event(EventId id)
{
    const std::lock_guard lock(m_mutex);
    return m_events.at(static_cast<std::size_t>(id));
}

std::vector<EmulatedStream*> EmulatedDevice::streams()
{
    const std::lock_guard lock(m_mutex);
    std::vector<EmulatedStream*> all;
    for (const auto& one : m_streams)
        all.push_back(one.get());
    return all;
}

void EmulatedDevice::launch(StreamId id, KernelCall call)
{
    const RuntimeCall runtime(m_sink, "emuLaunchKernel", kFlowStart);
    EmulatedTask task;
    task.call = std::move(call);
    runtime.stamp(task);
    stream(id).submit(std::move(task));
}

void EmulatedDevice::copyAsync(StreamId id, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                               HostMemory host)
{
    const RuntimeCall runtime(m_sink, "emuMemcpyAsync", kFlowStart);
    EmulatedTask task = copyTask(to, from, bytes, direction, host);
    runtime.stamp(task);
    EmulatedStream& target = stream(id);
    const std::uint64_t number = target.submit(std::move(task));
    if (host == HostMemory::Pageable)
        target.awaitTask(number);
}

void EmulatedDevice::copy(StreamId id, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                          HostMemory host)
{
    const RuntimeCall runtime(m_sink, "emuMemcpy", kFlowStart);
    EmulatedTask task = copyTask(to, from, bytes, direction, host);
    runtime.stamp(task);
    EmulatedStream& target = stream(id);
    target.awaitTask(target.submit(std::move(task)));
}

void EmulatedDevice::setAsync(StreamId id, void* memory, int byte, std::size_t bytes)
{
    const RuntimeCall runtime(m_sink, "emuMemsetAsync", kFlowStart);
    EmulatedTask task;
    task.kind = EmulatedTask::Kind::Set;
    task.to = memory;
    task.byte = byte;
    task.bytes = bytes;
    runtime.stamp(task);
    stream(id).submit(std::move(task));
}

void EmulatedDevice::record(EventId id, StreamId streamId)
{
    const RuntimeCall runtime(m_sink, "emuEventRecord");
    EmulatedTask task;
    task.kind = EmulatedTask::Kind::RecordEvent;
    task.event = event(id);
    task.eventRecord = task.event->nextRecord();
    stream(streamId).submit(std::move(task));
}

void EmulatedDevice::wait(StreamId streamId, EventId id)
{
    RuntimeCall runtime(m_sink, "emuStreamWaitEvent");
    runtime.isSync("Stream Wait Event", "\"cuda_sync_kind\": \"Stream Wait Event\"", streamId);
    EmulatedTask task;
    task.kind = EmulatedTask::Kind::WaitEvent;
    task.event = event(id);
    task.eventRecord = task.event->lastRecord();
    stream(streamId).submit(std::move(task));
}

void EmulatedDevice::synchronizeEvent(EventId id)
{
    RuntimeCall runtime(m_sink, "emuEventSynchronize");
    runtime.isSync("Event Sync", "\"cuda_sync_kind\": \"Event Sync\"", -1);
    const std::shared_ptr<EmulatedEvent> target = event(id);
    target->await(target->lastRecord());
}

bool EmulatedDevice::query(EventId id)
{
    const RuntimeCall runtime(m_sink, "emuEventQuery");
    return event(id)->isDone();
}

void EmulatedDevice::synchronizeStream(StreamId id)
{
    RuntimeCall runtime(m_sink, "emuStreamSynchronize");
    runtime.isSync("Stream Sync", "\"cuda_sync_kind\": \"Stream Sync\"", id);
    stream(id).awaitAll();
}

void EmulatedDevice::synchronize()
{
    RuntimeCall runtime(m_sink, "emuDeviceSynchronize");
    runtime.isSync("Context Sync", "\"cuda_sync_kind\": \"Context Sync\"", -1);
    for (EmulatedStream* one : streams())
        one->awaitAll();
}

double EmulatedDevice::elapsedMs(EventId from, EventId to)
{
    return static_cast<double>(event(to)->timeNs() - event(from)->timeNs()) / 1e6;
}

} // namespace stepglass::capture
