// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/trace_writer.h"

#include "capture/recorder/clock.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepglass::capture {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;

// What is written at once: little where a limit must be kept.
std::size_t pieceFor(std::int64_t maxBytes)
{
    constexpr std::int64_t kLeast = 256;
    return maxBytes <= 0
               ? kPiece
               : static_cast<std::size_t>(std::clamp(maxBytes / 64, kLeast, static_cast<std::int64_t>(kPiece)));
}
constexpr std::uint32_t kAllSteps = std::numeric_limits<std::uint32_t>::max();

std::int64_t wholeSecond(std::int64_t ns)
{
    return ns / 1'000'000'000 * 1'000'000'000;
}

std::int64_t fileSize(const std::string& path, std::int64_t fallback)
{
    struct stat info;
    return ::stat(path.c_str(), &info) == 0 ? static_cast<std::int64_t>(info.st_size) : fallback;
}

} // namespace

TraceWriter::TraceWriter(Recorder& recorder, TraceWriterOptions options)
    : m_recorder(recorder)
    , m_options(std::move(options))
    , m_piece(pieceFor(m_options.maxBytes))
    , m_format(wholeSecond(nowNs()), static_cast<std::int32_t>(::getpid()))
{
    m_text.reserve(kPiece + 4096);
    m_thread = std::thread([this] {
        pthread_setname_np(pthread_self(), "trace-writer");
        // Short bursts that must not wait for long; without the right to it the default does.
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), -10);
        run();
    });
}

TraceWriter::~TraceWriter()
{
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void TraceWriter::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_quit) {
        m_wake.wait_for(lock, m_options.interval, [this] { return m_quit; });
        drain();
    }
}

Status TraceWriter::beginCycle(const std::string& path, std::uint32_t epoch)
{
    const std::lock_guard lock(m_mutex);
    drain(); // what warm-up left
    if (!m_status)
        return m_status;
    m_status = m_file.open(path);
    if (!m_status)
        return m_status;
    m_epoch = epoch;
    m_namedThreads.clear();
    m_namedDevices.clear();
    m_streams.clear();
    m_steps = 0;
    m_format.head(m_text, m_options.head);
    m_format.processNames(m_text, m_format.pid(), "stepglass-capture", "CPU", m_format.pid());
    flush();
    return m_status;
}

Status TraceWriter::endCycle(const std::string& packedPath)
{
    const std::lock_guard lock(m_mutex);
    drain();
    if (!m_file.isOpen())
        return m_status;
    for (auto& [key, stream] : m_streams)
        writeRegions(key, stream, kAllSteps);
    const std::uint64_t dropped = m_recorder.dropped();
    m_format.dropped(m_text, dropped - m_reportedDrops, true);
    m_reportedDrops = dropped;
    m_text << "]}\n";
    flush();
    m_epoch = 0;
    std::string path = m_file.path();
    const std::int64_t size = m_file.size();
    const Status closed = m_file.close();
    if (m_status)
        m_status = closed;
    if (m_status && !packedPath.empty()) {
        m_status = packFile(path, packedPath);
        if (m_status)
            path = packedPath;
    }
    m_finished.push_back({path, fileSize(path, size), std::exchange(m_steps, 0)});
    enforceLimit();
    return m_status;
}

void TraceWriter::drain()
{
    for (RecordingThread* thread : m_recorder.threads()) {
        thread->ring.drain([&](const Record& record) {
            take(record, *thread);
            if (m_text.size() >= m_piece)
                flush();
        });
    }
    const std::uint64_t dropped = m_recorder.dropped();
    if (m_epoch != 0 && dropped != m_reportedDrops) {
        m_format.dropped(m_text, dropped - m_reportedDrops, false);
        m_reportedDrops = dropped;
    }
    flush();
}

void TraceWriter::take(const Record& record, RecordingThread& thread)
{
    if (m_epoch == 0 || record.epoch != m_epoch || !m_status || m_limitReached)
        return;
    ++m_events;
    const std::int32_t tid = record.tid ? record.tid : thread.tid;
    switch (record.kind) {
    case RecordKind::Kernel:
    case RecordKind::Memcpy:
    case RecordKind::Memset:
        nameStream({record.device, record.stream});
        addToRegions(record);
        break;
    case RecordKind::Sync:
        break;
    case RecordKind::Region:
        m_steps += std::string_view(record.name).starts_with("ProfilerStep#") ? 1 : 0;
        [[fallthrough]];
    default:
        nameThread(tid);
    }
    m_format.record(m_text, record, tid);
}

// Not always the thread whose ring the record came through: a driver hands over its records on a thread of its own.
void TraceWriter::nameThread(std::int32_t tid)
{
    if (!m_namedThreads.insert(tid).second)
        return;
    std::string name;
    for (const RecordingThread* thread : m_recorder.threads())
        if (thread->tid == tid)
            name = thread->name;
    m_format.threadNames(m_text, m_format.pid(), tid, "thread " + std::to_string(tid) + " (" + name + ")", tid);
}

void TraceWriter::nameStream(const StreamKey& key)
{
    if (m_streams.contains(key))
        return;
    m_streams[key].step = 0;
    if (m_namedDevices.insert(key.first).second)
        m_format.processNames(m_text, key.first, m_options.deviceName,
                              m_options.deviceLabel + " " + std::to_string(key.first), 5'000'000 + key.first);
    m_format.threadNames(m_text, key.first, key.second, "stream " + std::to_string(key.second) + m_options.streamSuffix,
                         key.second);
}

// A stream runs its work in order, so once it has work of a later step, an earlier step's shadow is complete.
void TraceWriter::addToRegions(const Record& record)
{
    if (!record.region)
        return;
    const StreamKey key{record.device, record.stream};
    StreamState& stream = m_streams[key];
    if (record.region->step > stream.step) {
        writeRegions(key, stream, record.region->step);
        stream.step = record.region->step;
    }
    const std::int64_t end = record.startNs + record.durationNs;
    for (const Region* region = record.region; region; region = region->parent) {
        const auto [found, isNew] = stream.regions.try_emplace(region, Span{record.startNs, end});
        if (!isNew) {
            found->second.start = std::min(found->second.start, record.startNs);
            found->second.end = std::max(found->second.end, end);
        }
    }
}

void TraceWriter::writeRegions(const StreamKey& key, StreamState& stream, std::uint32_t beforeStep)
{
    std::erase_if(stream.regions, [&](const auto& entry) {
        const auto& [region, span] = entry;
        if (region->step >= beforeStep)
            return false;
        m_format.deviceRegion(m_text, region->name, region->externalId, key.first, key.second, span.start, span.end);
        return true;
    });
}

void TraceWriter::flush()
{
    if (m_text.size() != 0 && m_status && m_file.isOpen())
        m_status = m_file.write(m_text.text());
    m_text.clear();
    if (m_epoch != 0 && m_options.maxBytes > 0)
        enforceLimit();
}

void TraceWriter::enforceLimit()
{
    if (m_options.maxBytes <= 0)
        return;
    std::int64_t total = m_epoch != 0 ? m_file.size() : 0;
    for (const FinishedFile& file : m_finished)
        total += file.size;
    const std::size_t keep = m_epoch != 0 ? 0 : 1; // the newest complete cycle stays
    if (m_epoch != 0)
        total += static_cast<std::int64_t>(2 * m_piece); // the next piece, and what ends the file
    while (total > m_options.maxBytes && m_finished.size() > keep) {
        const auto [path, size, steps] = m_finished.front();
        std::remove(path.c_str());
        m_notices.push_back("removed the oldest cycle " + path + " (" + std::to_string(size) +
                            " bytes) to stay below --max-size");
        total -= size;
        m_finished.erase(m_finished.begin());
    }
    if (m_epoch != 0 && total > m_options.maxBytes && !m_limitReached) {
        m_limitReached = true;
        m_notices.push_back("stopped recording: " + m_file.path() + " reached --max-size");
    }
}

Status TraceWriter::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

std::vector<std::string> TraceWriter::takeNotices()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_notices, {});
}

bool TraceWriter::limitReached() const
{
    const std::lock_guard lock(m_mutex);
    return m_limitReached;
}

std::vector<std::string> TraceWriter::files() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> paths;
    for (const FinishedFile& file : m_finished)
        paths.push_back(file.path);
    return paths;
}

std::uint64_t TraceWriter::stepsKept() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t steps = m_steps;
    for (const FinishedFile& file : m_finished)
        steps += file.steps;
    return steps;
}

std::uint64_t TraceWriter::eventsWritten() const
{
    const std::lock_guard lock(m_mutex);
    return m_events;
}

} // namespace stepglass::capture
