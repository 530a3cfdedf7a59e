// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/loader.h"

#include "model/read/handover.h"
#include "model/read/line_column.h"
#include "model/read/threaded_source.h"
#include "model/read/torch_names.h"

#include <algorithm>
#include <ctime>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace stepglass {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPoll = 20ms;                                       // of a growing file
constexpr std::uint64_t kFirstBatchBytes = std::uint64_t{1} << 20; // small: the first picture comes early
constexpr std::uint64_t kBatchBytes = std::uint64_t{4} << 20;
constexpr unsigned kMostThreads = 8;

unsigned threadsFor(const LoadOptions& options)
{
    if (options.threads > 0)
        return options.threads;
    return std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
}

std::chrono::nanoseconds threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

Loader::Loader(std::string path, const LoadOptions& options)
    : m_path(std::move(path))
    , m_label(m_path == "-" ? "standard input" : m_path)
    , m_options(options)
    , m_threads(threadsFor(options))
    , m_builder(options.follow ? TraceBuilder::Follow::GrowingFile : TraceBuilder::Follow::WholeFile)
{
}

Result<std::shared_ptr<const Trace>> Loader::load()
{
    Result<ReadableSource> opened = openReadable(m_path, m_options.follow);
    if (!opened.ok())
        return opened.status();
    m_input = std::move(opened.value());
    m_storedSize = m_options.follow ? 0 : m_input.source->storedSize();
    m_info.path = m_path;
    m_info.text = m_input.text;
    if (m_threads > 1 && !m_options.follow && (m_input.packed || !m_input.seekable))
        m_input.source = std::make_unique<ThreadedSource>(std::move(m_input.source));

    Feed first;
    readInto(first, std::min(kFirstBatchBytes, m_regionBytes));
    m_builder.info() = first.info;
    accept(first.batch, first.storedPosition);
    m_state = first.state;
    if (m_state == TraceReader::State::More && canReadRegions())
        readRegions();
    if (m_state == TraceReader::State::More && m_threads > 1 && !m_options.follow)
        readInThreads();
    else
        readSequentially();

    if (cancelled())
        return Status::error(m_label + ": loading was cancelled");
    if (m_phases == 0)
        return failure();
    placeBadEvents();
    return m_builder.finish(resolvedKind);
}

void Loader::readInto(Feed& feed, std::uint64_t bytes)
{
    feed.batch.reset();
    feed.state = m_reader.read(*m_input.source, feed.batch, bytes);
    feed.storedPosition = m_input.source->storedPosition();
    m_reader.describe(m_info, feed.batch);
    m_info.producer = producerOf(m_info, m_reader.producerMarks());
    if (m_reader.damage() && feed.state == TraceReader::State::Done)
        feed.batch.issues.add(IssueReason::CutFile, m_reader.offset(), *m_reader.damage(), 0);
    feed.info = m_info;
}

void Loader::accept(EventBatch& batch, std::uint64_t storedPosition)
{
    m_records += batch.records;
    m_phases += batch.records - batch.issues[IssueReason::NoPhase].count;
    m_builder.append(batch);
    if (batch.records > 0)
        publish(storedPosition);
}

// So that publishing costs less than a fifth of the time: of this thread's own, for where others hold the processors it
// takes longer and costs no more, and the next snapshot would come all the later. Of a growing file one comes every
// tenth of a second however much it costs.
void Loader::publish(std::uint64_t storedPosition)
{
    if (!m_options.onSnapshot || Clock::now() < m_nextSnapshot)
        return;
    const std::chrono::nanoseconds before = threadTime();
    m_options.onSnapshot(m_builder.publish(), {storedPosition, m_storedSize});
    const std::chrono::nanoseconds pause = 5 * (threadTime() - before);
    m_nextSnapshot = Clock::now() + (m_options.follow ? std::min<std::chrono::nanoseconds>(pause, 100ms)
                                                      : std::max<std::chrono::nanoseconds>(pause, 50ms));
}

void Loader::readSequentially()
{
    Feed feed;
    while (m_state == TraceReader::State::More || m_state == TraceReader::State::Waiting) {
        if (m_options.stop.stop_requested()) {
            if (!m_options.follow)
                return;
            m_reader.stopFollowing();
        } else if (m_state == TraceReader::State::Waiting) {
            std::this_thread::sleep_for(kPoll);
        }
        readInto(feed, kBatchBytes);
        m_state = feed.state;
        m_builder.info() = feed.info;
        accept(feed.batch, feed.storedPosition);
    }
}

// Reading in one thread, building in another.
void Loader::readInThreads()
{
    Handover<Feed> feeds(3);
    std::thread reading([&] {
        TraceReader::State state = TraceReader::State::More;
        while (state == TraceReader::State::More) {
            Feed* feed = feeds.toFill();
            if (feed == nullptr)
                return;
            readInto(*feed, kBatchBytes);
            state = feed->state;
            feeds.filled();
        }
        feeds.end();
    });
    while (Feed* feed = cancelled() ? nullptr : feeds.toEmpty()) {
        m_state = feed->state;
        m_builder.info() = feed->info;
        accept(feed->batch, feed->storedPosition);
        feeds.emptied();
    }
    feeds.giveUp();
    reading.join();
}

bool Loader::canReadRegions() const
{
    return m_threads > 1 && m_input.seekable && !m_options.follow && m_reader.betweenEvents() &&
           m_storedSize > m_reader.offset() + m_leastForRegions;
}

void Loader::readRegions()
{
    const int file = open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return; // goes on from one end to the other
    std::uint64_t end = m_reader.offset();
    bool arrayEnded = false;
    {
        RegionReader regions({file, m_label, end, m_reader.position(), m_storedSize, m_regionBytes, m_threads});
        while (RegionResult* region = cancelled() ? nullptr : regions.next()) {
            if (region->damage)
                region->batch.issues.add(IssueReason::CutFile, region->end, *region->damage, 0);
            m_reader.addElsewhere(region->validJson, region->unparsable, region->marks);
            end = region->end;
            arrayEnded = region->stop == JsonEvents::Stop::ArrayEnd;
            accept(region->batch, end);
        }
        m_repairedRegions = regions.repaired();
    }
    close(file);
    Result<std::unique_ptr<ByteSource>> rest = openPlainAt(m_path, end);
    if (rest.ok())
        m_input.source = std::move(rest.value());
    m_reader.goOnBehind(end, arrayEnded && rest.ok());
}

Status Loader::failure() const
{
    if (m_reader.damage())
        return Status::error(*m_reader.damage());
    if (m_state == TraceReader::State::NoTrace) {
        const std::string place = m_reader.errorOffset() ? lineAndColumn(m_info, *m_reader.errorOffset()) + ": " : "";
        return Status::error(m_label + ": " + place + m_reader.reason());
    }
    const char* why = m_records > 0            ? "is no trace: none of its records has a phase (`ph`)"
                      : !m_reader.arrayEnded() ? "ends before the first whole record"
                      : m_info.validJson       ? "holds no records: its list of events is empty"
                                               : "holds no records: nothing in its list of events can be read as one";
    return Status::error(m_label + ": " + why);
}

void Loader::placeBadEvents()
{
    const Issue issue = m_builder.issues()[IssueReason::BadEvent];
    if (issue.count == 0)
        return;
    const std::string place = lineAndColumn(m_builder.info(), issue.firstOffset);
    if (!place.empty())
        m_builder.issues().setExample(IssueReason::BadEvent, place + ": " + issue.example);
}

} // namespace stepglass
