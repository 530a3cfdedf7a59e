// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/emulated_stream.h"

#include "capture/device/host_kernels.h"
#include "capture/recorder/clock.h"

#include <algorithm>
#include <cstring>
#include <pthread.h>
#include <string>

namespace stepglass::capture {
namespace {

constexpr std::size_t kQueueLimit = 1024;       // CUDA's launch queue is about as deep
constexpr std::size_t kStagingBytes = 4U << 20; // a piece of a pageable copy; more than a cache that is near holds
constexpr std::int64_t kSpinNs = 30'000;

const char* copyName(CopyDirection direction, HostMemory host)
{
    if (direction == CopyDirection::HostToDevice)
        return host == HostMemory::Pinned ? "Memcpy HtoD (Pinned -> Device)" : "Memcpy HtoD (Pageable -> Device)";
    return host == HostMemory::Pinned ? "Memcpy DtoH (Device -> Pinned)" : "Memcpy DtoH (Device -> Pageable)";
}

} // namespace

std::uint64_t EmulatedEvent::nextRecord()
{
    const std::lock_guard lock(m_mutex);
    return ++m_asked;
}

std::uint64_t EmulatedEvent::lastRecord() const
{
    const std::lock_guard lock(m_mutex);
    return m_asked;
}

void EmulatedEvent::happened(std::uint64_t record, std::int64_t timeNs)
{
    {
        const std::lock_guard lock(m_mutex);
        m_done = std::max(m_done, record);
        m_timeNs = timeNs;
    }
    m_changed.notify_all();
}

void EmulatedEvent::await(std::uint64_t record)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_done >= record; });
}

bool EmulatedEvent::isDone() const
{
    const std::lock_guard lock(m_mutex);
    return m_done >= m_asked;
}

std::int64_t EmulatedEvent::timeNs() const
{
    const std::lock_guard lock(m_mutex);
    return m_timeNs;
}

EmulatedStream::EmulatedStream(StreamId id, EmulatedEngines& engines, ActivitySink& sink)
    : m_id(id)
    , m_engines(engines)
    , m_sink(sink)
    , m_staging(kStagingBytes)
{
    m_thread = std::thread([this] {
        pthread_setname_np(pthread_self(), ("emu-stream-" + std::to_string(m_id)).c_str());
        run();
    });
}

EmulatedStream::~EmulatedStream()
{
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
    }
    m_work.notify_one();
    m_thread.join();
}

std::uint64_t EmulatedStream::submit(EmulatedTask task)
{
    std::unique_lock lock(m_mutex);
    if (m_tasks.size() >= kQueueLimit) {
        ++m_waiters;
        m_progress.wait(lock, [this] { return m_tasks.size() < kQueueLimit; });
        --m_waiters;
    }
    m_tasks.push_back(std::move(task));
    const std::uint64_t number = m_submitted.fetch_add(1, std::memory_order_release) + 1;
    const bool wake = m_sleeping;
    lock.unlock();
    if (wake)
        m_work.notify_one();
    return number;
}

void EmulatedStream::awaitTask(std::uint64_t number)
{
    std::unique_lock lock(m_mutex);
    ++m_waiters;
    m_progress.wait(lock, [&] { return m_completed >= number; });
    --m_waiters;
}

void EmulatedStream::awaitAll()
{
    awaitTask(m_submitted.load(std::memory_order_acquire));
}

// Work usually follows within microseconds; going to sleep and being woken would take longer than that.
void EmulatedStream::spinForWork() const
{
    const std::uint64_t seen = m_submitted.load(std::memory_order_relaxed);
    const std::int64_t until = nowNs() + kSpinNs;
    while (m_submitted.load(std::memory_order_acquire) == seen && nowNs() < until) {
    }
}

void EmulatedStream::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        if (m_tasks.empty() && !m_quit) {
            const std::uint64_t done = m_completed;
            lock.unlock();
            if (m_submitted.load(std::memory_order_acquire) == done)
                spinForWork();
            lock.lock();
        }
        m_sleeping = true;
        m_work.wait(lock, [this] { return m_quit || !m_tasks.empty(); });
        m_sleeping = false;
        if (m_tasks.empty())
            return; // asked to quit, and all is done
        EmulatedTask task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        perform(task);
        lock.lock();
        ++m_completed;
        if (m_waiters > 0)
            m_progress.notify_all();
    }
}

void EmulatedStream::perform(EmulatedTask& task)
{
    Record record{};
    record.correlation = task.correlation;
    record.externalId = task.context.externalId;
    record.region = task.context.region;
    record.epoch = task.context.epoch;
    record.stream = m_id;
    record.context = 1;
    record.flags = kFlowEnd;
    switch (task.kind) {
    case EmulatedTask::Kind::RecordEvent:
        task.event->happened(task.eventRecord, nowNs());
        return;
    case EmulatedTask::Kind::WaitEvent:
        task.event->await(task.eventRecord);
        return;
    case EmulatedTask::Kind::Kernel: {
        const std::lock_guard engine(m_engines.compute);
        record.kind = RecordKind::Kernel;
        record.name = task.call.name;
        record.startNs = nowNs();
        runOnHost(task.call);
        record.durationNs = nowNs() - record.startNs;
        break;
    }
    case EmulatedTask::Kind::Set: {
        const std::lock_guard engine(m_engines.compute);
        record.kind = RecordKind::Memset;
        record.name = "Memset (Device)";
        record.amount = static_cast<std::int64_t>(task.bytes);
        record.startNs = nowNs();
        std::memset(task.to, task.byte, task.bytes);
        record.durationNs = nowNs() - record.startNs;
        break;
    }
    case EmulatedTask::Kind::Copy:
        performCopy(task, record);
        break;
    }
    if (task.correlation != 0)
        m_sink.add(record);
}

// Pageable memory goes through a staging buffer piece by piece, which is why it is slower, here as on a real device.
void EmulatedStream::performCopy(const EmulatedTask& task, Record& record)
{
    const bool toDevice = task.direction == CopyDirection::HostToDevice;
    const std::lock_guard engine(toDevice ? m_engines.hostToDevice : m_engines.deviceToHost);
    record.kind = RecordKind::Memcpy;
    record.name = copyName(task.direction, task.host);
    record.amount = static_cast<std::int64_t>(task.bytes);
    record.startNs = nowNs();
    if (task.host == HostMemory::Pinned) {
        std::memcpy(task.to, task.from, task.bytes);
    } else {
        for (std::size_t at = 0; at < task.bytes; at += kStagingBytes) {
            const std::size_t piece = std::min(kStagingBytes, task.bytes - at);
            std::memcpy(m_staging.data(), static_cast<const char*>(task.from) + at, piece);
            std::memcpy(static_cast<char*>(task.to) + at, m_staging.data(), piece);
        }
    }
    record.durationNs = nowNs() - record.startNs;
}

} // namespace stepglass::capture
