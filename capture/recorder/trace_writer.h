// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/event_format.h"
#include "capture/recorder/recorder.h"
#include "capture/recorder/trace_file.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace stepglass::capture {

struct TraceWriterOptions
{
    TraceHead head;
    std::string deviceName; // process name of the device's rows
    std::string deviceLabel;
    std::string streamSuffix;               // appended to "stream N", e.g. " (emulated)"
    std::int64_t maxBytes = 0;              // over all cycles' files, 0 = no limit
    std::chrono::milliseconds interval{25}; // between flushes
};

// Takes the records out of the rings on a thread of its own and writes them to one file a cycle, a few times in each
// 200 ms, so that a reader can follow and a kill loses next to nothing.
class TraceWriter
{
public:
    TraceWriter(Recorder& recorder, TraceWriterOptions options);
    // Closes an open file as it is.
    ~TraceWriter();
    TraceWriter(const TraceWriter&) = delete;
    TraceWriter& operator=(const TraceWriter&) = delete;

    // Opens the file of a cycle and writes its head. Records of `epoch` go there.
    Status beginCycle(const std::string& path, std::uint32_t epoch);
    // Takes over all that was recorded, closes the file, packs it where packedPath is given. Call with recording off.
    Status endCycle(const std::string& packedPath = {});

    // The first failure of a write, once there was one; from then on records are thrown away.
    Status status() const;
    // Sentences to show (a cycle removed for --max-size, ...), each given out once.
    std::vector<std::string> takeNotices();
    // The size limit ended the current cycle: nothing more is written.
    bool limitReached() const;
    std::vector<std::string> files() const;
    // Whole steps (records ProfilerStep#N) in the files that are there.
    std::uint64_t stepsKept() const;
    std::uint64_t eventsWritten() const;

private:
    struct Span
    {
        std::int64_t start;
        std::int64_t end;
    };
    struct FinishedFile
    {
        std::string path;
        std::int64_t size;
        std::uint64_t steps;
    };
    struct StreamState
    {
        std::uint32_t step = 0;
        std::map<const Region*, Span> regions;
    };
    using StreamKey = std::pair<std::int32_t, std::int32_t>; // device, stream

    void run();
    void drain();
    void take(const Record& record, RecordingThread& thread);
    void nameThread(std::int32_t tid);
    void nameStream(const StreamKey& key);
    void addToRegions(const Record& record);
    void writeRegions(const StreamKey& key, StreamState& stream, std::uint32_t beforeStep);
    void flush();
    void enforceLimit();

    Recorder& m_recorder;
    const TraceWriterOptions m_options;
    const std::size_t m_piece; // bytes
    EventFormat m_format;
    TextBuffer m_text;
    TraceFile m_file;
    std::uint32_t m_epoch = 0; // 0: no file is open, records are thrown away
    std::set<std::int32_t> m_namedThreads;
    std::set<std::int32_t> m_namedDevices;
    std::map<StreamKey, StreamState> m_streams;
    std::uint64_t m_reportedDrops = 0;
    std::uint64_t m_events = 0;
    std::uint64_t m_steps = 0;            // of the open file
    std::vector<FinishedFile> m_finished; // oldest first
    Status m_status;
    bool m_limitReached = false;
    std::vector<std::string> m_notices;

    mutable std::mutex m_mutex; // all of the above
    std::condition_variable m_wake;
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace stepglass::capture
