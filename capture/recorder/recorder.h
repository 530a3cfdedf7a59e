// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/activity_sink.h"
#include "capture/recorder/clock.h"
#include "capture/recorder/interner.h"
#include "capture/recorder/record_ring.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <source_location>
#include <string>
#include <vector>

namespace stepglass::capture {

struct RecorderOptions
{
    bool recordShapes = false;
    bool withStack = false;
    bool profileMemory = false;
    // Records a thread, a power of two: half a second at 500,000 a second, should the writer not get its turn.
    std::size_t ringCapacity = std::size_t{1} << 18;
};

// One thread that records: its ring, and the state of its open scopes. Only that thread touches all but the ring.
struct RecordingThread
{
    explicit RecordingThread(std::size_t capacity)
        : ring(capacity)
    {
    }

    RecordRing ring;
    std::int32_t tid = 0;
    std::string name;
    std::uint64_t externalId = 0; // innermost open scope
    const Region* region = nullptr;
    std::vector<std::source_location> stack; // open scopes, kept only with withStack
};

// Collects records of all threads while switched on. Scopes (scope.h) and device backends write, TraceWriter reads.
class Recorder : public ActivitySink
{
public:
    explicit Recorder(RecorderOptions options = {});
    ~Recorder() override;
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    const RecorderOptions& options() const { return m_options; }

    // Records nothing any more.
    void stop() { m_state.store(kOff, std::memory_order_release); }
    // Records, and the writer throws it away: what a warm-up step costs is then what an active step costs.
    void startWarmup() { m_state.store(kWarmup, std::memory_order_release); }
    // Starts a new recording to be kept; returns its epoch, by which its records are told from earlier ones.
    std::uint32_t startKeeping();
    std::uint32_t nextEpoch() const { return m_lastEpoch + 1; }

    bool recording() const override { return m_state.load(std::memory_order_relaxed) != kOff; }
    // 0 in warm-up, else the number of the recording. Only meaningful while recording().
    std::uint32_t epoch() const
    {
        const std::uint32_t state = m_state.load(std::memory_order_relaxed);
        return state == kWarmup || state == kOff ? 0 : state;
    }

    RecordingThread& thread();
    std::uint64_t nextExternalId() { return m_externalIds.fetch_add(1, std::memory_order_relaxed); }
    // Valid until the recording after the next begins.
    const Region* openRegion(const char* name, std::uint64_t externalId, const Region* parent, bool step);
    std::size_t regionCount() const;
    std::size_t internedTexts() const { return m_interner.size(); }

    LaunchContext context() override;
    std::uint64_t nextCorrelation() override { return m_correlations.fetch_add(1, std::memory_order_relaxed); }
    void add(const Record& record) override { thread().ring.push(record); }
    std::size_t room() override { return thread().ring.room(); }
    // In warm-up nothing is lost that would be kept.
    void addDropped(std::uint64_t count) override
    {
        if (m_state.load(std::memory_order_relaxed) != kWarmup)
            m_externalDrops.fetch_add(count, std::memory_order_relaxed);
    }
    const char* intern(std::string_view text) override { return m_interner.intern(text); }
    std::int64_t now() const override { return nowNs(); }
    std::int32_t threadId() override { return thread().tid; }

    // An allocation (bytes > 0) or release of device memory, or of host memory where device is -1. Does nothing unless
    // profileMemory is on.
    void memory(int device, const void* address, std::int64_t bytes, std::int64_t allocated, std::int64_t reserved);

    // Records lost since the start, all threads and backends; those of warm-up are not counted, as they are not kept.
    std::uint64_t dropped() const;
    // All threads that ever recorded; the pointers stay valid.
    std::vector<RecordingThread*> threads() const;

private:
    static constexpr std::uint32_t kOff = 0;
    static constexpr std::uint32_t kWarmup = 0xffffffff;

    RecordingThread& registerThread();

    const RecorderOptions m_options;
    const std::uint64_t m_id;
    std::atomic<std::uint32_t> m_state{kOff};
    std::uint32_t m_lastEpoch = 0;
    std::atomic<std::uint64_t> m_externalIds{1};
    std::atomic<std::uint64_t> m_correlations{1};
    std::atomic<std::uint64_t> m_externalDrops{0};
    Interner m_interner;

    mutable std::mutex m_mutex;
    std::deque<RecordingThread> m_threads;
    std::deque<Region> m_regions;
    std::size_t m_oldRegions = 0; // the first of m_regions, from before this recording
    std::uint32_t m_steps = 0;
};

} // namespace stepglass::capture
