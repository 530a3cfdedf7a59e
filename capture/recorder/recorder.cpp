// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/recorder.h"

#include "capture/recorder/clock.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepglass::capture {
namespace {

std::atomic<std::uint64_t> g_recorderIds{1};

// The recorder is told by its number, not its address: a later one may lie where an earlier one lay.
struct ThreadSlot
{
    std::uint64_t recorder = 0;
    RecordingThread* thread = nullptr;
};
thread_local ThreadSlot t_slot;

} // namespace

Recorder::Recorder(RecorderOptions options)
    : m_options(options)
    , m_id(g_recorderIds.fetch_add(1))
{
}

Recorder::~Recorder() = default;

// Only device work of the recording under way leads to regions, and the writer has taken all of earlier ones by now.
// Those of the last one are kept all the same, for threads that are still inside of one.
std::uint32_t Recorder::startKeeping()
{
    const std::lock_guard lock(m_mutex);
    m_regions.erase(m_regions.begin(), m_regions.begin() + static_cast<std::ptrdiff_t>(m_oldRegions));
    m_oldRegions = m_regions.size();
    m_state.store(++m_lastEpoch, std::memory_order_release);
    return m_lastEpoch;
}

RecordingThread& Recorder::thread()
{
    if (t_slot.recorder == m_id) [[likely]]
        return *t_slot.thread;
    return registerThread();
}

RecordingThread& Recorder::registerThread()
{
    const std::lock_guard lock(m_mutex);
    RecordingThread& thread = m_threads.emplace_back(m_options.ringCapacity);
    thread.tid = static_cast<std::int32_t>(syscall(SYS_gettid));
    char name[32] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    thread.name = name;
    t_slot = {m_id, &thread};
    return thread;
}

const Region* Recorder::openRegion(const char* name, std::uint64_t externalId, const Region* parent, bool step)
{
    const std::lock_guard lock(m_mutex);
    if (step)
        ++m_steps;
    return &m_regions.emplace_back(Region{name, externalId, parent, m_steps});
}

std::size_t Recorder::regionCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_regions.size();
}

LaunchContext Recorder::context()
{
    const RecordingThread& current = thread();
    return {current.externalId, current.region, epoch()};
}

void Recorder::memory(int device, const void* address, std::int64_t bytes, std::int64_t allocated,
                      std::int64_t reserved)
{
    if (!m_options.profileMemory || !recording())
        return;
    Record record{};
    record.kind = RecordKind::Memory;
    record.name = "[memory]";
    record.startNs = nowNs();
    record.correlation = reinterpret_cast<std::uintptr_t>(address);
    record.amount = bytes;
    record.allocated = allocated;
    record.reserved = reserved;
    record.device = device;
    record.stream = -1;
    record.epoch = epoch();
    add(record);
}

std::uint64_t Recorder::dropped() const
{
    std::uint64_t sum = m_externalDrops.load(std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    for (const RecordingThread& thread : m_threads)
        sum += thread.ring.dropped();
    return sum;
}

std::vector<RecordingThread*> Recorder::threads() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<RecordingThread*> all;
    for (const RecordingThread& thread : m_threads)
        all.push_back(const_cast<RecordingThread*>(&thread));
    return all;
}

} // namespace stepglass::capture
