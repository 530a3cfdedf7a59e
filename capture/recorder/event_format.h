// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/record.h"
#include "capture/recorder/text_buffer.h"

#include <string>
#include <string_view>

namespace stepglass::capture {

// What the head line of a trace file says.
struct TraceHead
{
    std::string producer = "Stepglass";
    std::string backend;          // cpu, emulated, cuda
    std::string preset;           // empty: not said
    std::string deviceProperties; // JSON array
    std::string extra;            // further members as JSON without braces, e.g. driver versions
    bool recordShapes = false;
    bool withStack = false;
    bool profileMemory = false;
};

// Turns records into lines of Trace Event JSON in Kineto's vocabulary, each ended by ",\n". Times are written as
// microseconds with three decimals since baseNs.
class EventFormat
{
public:
    EventFormat(std::int64_t baseNs, std::int32_t pid)
        : m_baseNs(baseNs)
        , m_pid(pid)
    {
    }

    void head(TextBuffer& out, const TraceHead& head) const;
    // One slice or instant, and the arrows that begin or end at it.
    void record(TextBuffer& out, const Record& record, std::int32_t tid) const;
    // The device-side shadow of a region on one stream.
    void deviceRegion(TextBuffer& out, const char* name, std::uint64_t externalId, std::int32_t device,
                      std::int32_t stream, std::int64_t startNs, std::int64_t endNs) const;
    void processNames(TextBuffer& out, std::int32_t pid, std::string_view name, std::string_view label,
                      std::int64_t sortIndex) const;
    void threadNames(TextBuffer& out, std::int32_t pid, std::int32_t tid, std::string_view name,
                     std::int64_t sortIndex) const;
    // Records lost since the last such line. ended: the closing line of the file, without a comma.
    void dropped(TextBuffer& out, std::uint64_t count, bool ended) const;

    std::int32_t pid() const { return m_pid; }

private:
    void start(TextBuffer& out, const char* category, std::string_view name, std::int64_t pid, std::int64_t tid,
               std::int64_t startNs, std::int64_t durationNs) const;
    void hostArgs(TextBuffer& out, const Record& record) const;
    void deviceArgs(TextBuffer& out, const Record& record) const;
    void memory(TextBuffer& out, const Record& record, std::int32_t tid) const;
    void flow(TextBuffer& out, char phase, const char* category, std::uint64_t id, std::int64_t pid, std::int64_t tid,
              std::int64_t timeNs) const;
    void metadata(TextBuffer& out, const char* name, std::int64_t pid, std::int64_t tid) const;

    std::int64_t m_baseNs;
    std::int32_t m_pid;
};

} // namespace stepglass::capture
