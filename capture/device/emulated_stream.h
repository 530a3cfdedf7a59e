// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"
#include "capture/recorder/activity_sink.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace stepglass::capture {

// The parts of the emulated device that do the work. One piece of work at a time each; the streams take turns.
struct EmulatedEngines
{
    std::mutex compute;
    std::mutex hostToDevice;
    std::mutex deviceToHost;
};

// An event of the emulated device. record() calls are numbered, so that a wait means the last one before it.
class EmulatedEvent
{
public:
    std::uint64_t nextRecord();
    std::uint64_t lastRecord() const;
    void happened(std::uint64_t record, std::int64_t timeNs);
    void await(std::uint64_t record);
    bool isDone() const;
    std::int64_t timeNs() const;

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::uint64_t m_asked = 0;
    std::uint64_t m_done = 0;
    std::int64_t m_timeNs = 0;
};

struct EmulatedTask
{
    enum class Kind : std::uint8_t
    {
        Kernel,
        Copy,
        Set,
        RecordEvent,
        WaitEvent,
    };
    Kind kind = Kind::Kernel;
    KernelCall call;
    void* to = nullptr;
    const void* from = nullptr;
    std::size_t bytes = 0;
    int byte = 0;
    CopyDirection direction = CopyDirection::HostToDevice;
    HostMemory host = HostMemory::Pinned;
    std::shared_ptr<EmulatedEvent> event;
    std::uint64_t eventRecord = 0;
    std::uint64_t correlation = 0; // 0: not recorded
    LaunchContext context{};
};

// A queue of work and the thread that does it, in order.
class EmulatedStream
{
public:
    EmulatedStream(StreamId id, EmulatedEngines& engines, ActivitySink& sink);
    // Finishes what was submitted.
    ~EmulatedStream();
    EmulatedStream(const EmulatedStream&) = delete;
    EmulatedStream& operator=(const EmulatedStream&) = delete;

    // Returns the number by which awaitTask() knows the task. Waits while too many are queued, as CUDA does.
    std::uint64_t submit(EmulatedTask task);
    void awaitTask(std::uint64_t number);
    void awaitAll();
    StreamId id() const { return m_id; }

private:
    void run();
    void perform(EmulatedTask& task);
    void performCopy(const EmulatedTask& task, Record& record);
    void spinForWork() const;

    const StreamId m_id;
    EmulatedEngines& m_engines;
    ActivitySink& m_sink;
    std::vector<char> m_staging; // through which pageable memory goes
    std::mutex m_mutex;
    std::condition_variable m_work;
    std::condition_variable m_progress;
    std::deque<EmulatedTask> m_tasks;
    std::atomic<std::uint64_t> m_submitted{0};
    std::uint64_t m_completed = 0;
    bool m_sleeping = false;
    int m_waiters = 0;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace stepglass::capture
