// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/ingest.h"

#include "model/core/trace_builder.h"
#include "model/read/byte_source.h"
#include "model/read/formats.h"
#include "model/read/torch_names.h"
#include "model/read/trace_reader.h"

#include <array>
#include <chrono>
#include <fstream>
#include <thread>

#include <sys/stat.h>

namespace stepglass {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPoll = 20ms; // of a growing file
constexpr std::uint64_t kFirstBatchBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kBatchBytes = std::uint64_t{8} << 20;

// Publishes snapshots so that publishing costs less than a fifth of the time.
class Publisher
{
public:
    Publisher(TraceBuilder& builder, const LoadOptions& options)
        : m_builder(builder)
        , m_options(options)
    {
    }
    void offer(const ByteSource& source)
    {
        const Clock::time_point now = Clock::now();
        if (!m_options.onSnapshot || now < m_due)
            return;
        m_options.onSnapshot(m_builder.publish(), {source.storedPosition(), source.storedSize()});
        const Clock::time_point after = Clock::now();
        m_due = after + std::max<Clock::duration>(m_options.follow ? 0ms : 50ms, 5 * (after - now));
    }

private:
    TraceBuilder& m_builder;
    const LoadOptions& m_options;
    Clock::time_point m_due = Clock::time_point::min();
};

} // namespace

Result<std::shared_ptr<const Trace>> loadTrace(const std::string& path, const LoadOptions& options)
{
    const std::string label = path == "-" ? "standard input" : path;
    Result<std::unique_ptr<ByteSource>> opened = openSource(path, options.follow);
    if (!opened.ok())
        return opened.status();
    ByteSource& source = *opened.value();
    TraceBuilder builder(options.follow ? TraceBuilder::Follow::GrowingFile : TraceBuilder::Follow::WholeFile);
    builder.info().path = path;
    Publisher publisher(builder, options);
    TraceReader reader;
    TraceReader::State state = TraceReader::State::More;
    std::uint64_t phases = 0;
    std::uint64_t records = 0;
    std::uint64_t batchBytes = kFirstBatchBytes;
    while (state != TraceReader::State::Done) {
        if (options.stop.stop_requested()) {
            if (!options.follow)
                return Status::error(label + ": loading was cancelled");
            reader.stopFollowing();
        }
        EventBatch batch;
        state = reader.read(source, batch, batchBytes);
        batchBytes = kBatchBytes;
        if (state == TraceReader::State::NoTrace) {
            if (reader.damage())
                return Status::error(*reader.damage());
            return Status::error(label + ": " + reader.reason());
        }
        reader.describe(builder.info(), batch);
        records += batch.records;
        phases += batch.records - batch.issues[IssueReason::NoPhase].count;
        if (reader.damage())
            batch.issues.add(IssueReason::CutFile, reader.offset(), *reader.damage(), 0);
        builder.append(batch);
        builder.info().producer = producerOf(builder.info(), reader.producerMarks());
        if (state == TraceReader::State::Waiting)
            std::this_thread::sleep_for(kPoll);
        if (state != TraceReader::State::Done && batch.records > 0)
            publisher.offer(source);
    }
    if (phases == 0) {
        if (reader.damage())
            return Status::error(*reader.damage());
        return Status::error(
            label + ": " +
            (records > 0 ? "no trace: none of its records has a phase (`ph`)" : "ends before the first whole record"));
    }
    return builder.finish(resolvedKind);
}

std::uint64_t estimatedMemory(const std::string& path)
{
    // Measured: 300 bytes of JSON a record, 12 times less when packed; 60 bytes of memory a record.
    struct stat info = {};
    if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return 0;
    std::array<char, 16> first{};
    std::ifstream(path, std::ios::binary).read(first.data(), first.size());
    const bool packed = sniffFormat({first.data(), first.size()}).packing != TraceFormat::Packing::None;
    const auto bytes = static_cast<std::uint64_t>(info.st_size) * (packed ? 12 : 1);
    return (std::uint64_t{40} << 20) + bytes / 5;
}

} // namespace stepglass
