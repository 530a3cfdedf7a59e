// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/event_format.h"

namespace stepglass::capture {
namespace {

const char* category(RecordKind kind)
{
    switch (kind) {
    case RecordKind::Operator:
        return "cpu_op";
    case RecordKind::Region:
        return "user_annotation";
    case RecordKind::Runtime:
        return "cuda_runtime";
    case RecordKind::Driver:
        return "cuda_driver";
    case RecordKind::Kernel:
        return "kernel";
    case RecordKind::Memcpy:
        return "gpu_memcpy";
    case RecordKind::Memset:
        return "gpu_memset";
    case RecordKind::Sync:
        return "cuda_sync";
    case RecordKind::Overhead:
        return "overhead";
    case RecordKind::Memory:
        break;
    }
    return "cpu_instant_event";
}

bool onDevice(RecordKind kind)
{
    return kind == RecordKind::Kernel || kind == RecordKind::Memcpy || kind == RecordKind::Memset ||
           kind == RecordKind::Sync;
}

} // namespace

void EventFormat::head(TextBuffer& out, const TraceHead& head) const
{
    out << "{\"schemaVersion\": 1, \"baseTimeNanoseconds\": " << m_baseNs << ", \"displayTimeUnit\": \"ms\"";
    out << ", \"producer\": ";
    out.quoted(head.producer);
    out << ", \"backend\": ";
    out.quoted(head.backend);
    if (!head.preset.empty()) {
        out << ", \"preset\": ";
        out.quoted(head.preset);
    }
    if (head.recordShapes)
        out << ", \"record_shapes\": 1";
    if (head.withStack)
        out << ", \"with_stack\": 1";
    if (head.profileMemory)
        out << ", \"profile_memory\": 1";
    if (!head.extra.empty())
        out << ", " << head.extra;
    out << ", \"deviceProperties\": " << (head.deviceProperties.empty() ? "[]" : head.deviceProperties)
        << ", \"traceEvents\": [\n";
}

void EventFormat::start(TextBuffer& out, const char* cat, std::string_view name, std::int64_t pid, std::int64_t tid,
                        std::int64_t startNs, std::int64_t durationNs) const
{
    out << "{\"ph\": \"X\", \"cat\": \"" << cat << "\", \"name\": ";
    out.quoted(name);
    out << ", \"pid\": " << pid << ", \"tid\": " << tid << ", \"ts\": ";
    out.microseconds(startNs - m_baseNs);
    out << ", \"dur\": ";
    out.microseconds(durationNs < 0 ? 0 : durationNs);
}

void EventFormat::record(TextBuffer& out, const Record& record, std::int32_t tid) const
{
    if (record.kind == RecordKind::Memory) {
        memory(out, record, tid);
        return;
    }
    const bool device = onDevice(record.kind);
    const std::int64_t pid = device ? record.device : m_pid;
    const std::int64_t row = device ? record.stream : tid;
    start(out, category(record.kind), record.name, pid, row, record.startNs, record.durationNs);
    out << ", \"args\": {";
    if (device)
        deviceArgs(out, record);
    else
        hostArgs(out, record);
    out << "}},\n";
    if (record.kind == RecordKind::Operator) {
        const auto id = static_cast<std::uint64_t>(record.amount);
        if (record.flags & kFlowStart)
            flow(out, 's', "fwdbwd", id, pid, row, record.startNs);
        if (record.flags & kFlowEnd)
            flow(out, 'f', "fwdbwd", id, pid, row, record.startNs);
    } else if (record.flags & kFlowStart) {
        flow(out, 's', "ac2g", record.correlation, pid, row, record.startNs);
    } else if (record.flags & kFlowEnd) {
        flow(out, 'f', "ac2g", record.correlation, pid, row, record.startNs);
    }
}

void EventFormat::hostArgs(TextBuffer& out, const Record& record) const
{
    bool first = true;
    const auto key = [&](const char* name) -> TextBuffer& {
        out << (first ? "\"" : ", \"") << name << "\": ";
        first = false;
        return out;
    };
    if (record.externalId)
        key("External id") << record.externalId;
    if (record.kind == RecordKind::Operator || record.kind == RecordKind::Region)
        key("Record function id") << 0;
    if (record.correlation)
        key("correlation") << record.correlation;
    if (record.flags & kHasSequence) {
        key("Sequence number") << record.amount;
        key("Fwd thread id") << record.allocated;
    }
    if (record.extra)
        out << (first ? "" : ", ") << record.extra;
}

void EventFormat::deviceArgs(TextBuffer& out, const Record& record) const
{
    if (record.externalId)
        out << "\"External id\": " << record.externalId << ", ";
    out << "\"device\": " << record.device << ", \"context\": " << record.context << ", \"stream\": " << record.stream
        << ", \"correlation\": " << record.correlation;
    if (record.kind == RecordKind::Memcpy || record.kind == RecordKind::Memset) {
        out << ", \"bytes\": " << record.amount;
        if (record.durationNs > 0) {
            // bytes a nanosecond are GB/s; three decimals are as much as the clock can tell
            const std::int64_t milli = record.amount * 1000 / record.durationNs;
            out << ", \"memory bandwidth (GB/s)\": ";
            out.microseconds(milli);
        }
    }
    if (record.extra)
        out << ", " << record.extra;
}

void EventFormat::memory(TextBuffer& out, const Record& record, std::int32_t tid) const
{
    out << "{\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\", \"pid\": " << m_pid
        << ", \"tid\": " << tid << ", \"ts\": ";
    out.microseconds(record.startNs - m_baseNs);
    out << ", \"args\": {\"Total Reserved\": " << record.reserved << ", \"Total Allocated\": " << record.allocated
        << ", \"Bytes\": " << record.amount << ", \"Device Id\": " << record.device
        << ", \"Device Type\": " << (record.device < 0 ? 0 : 1) << ", \"Addr\": " << record.correlation << "}},\n";
}

void EventFormat::flow(TextBuffer& out, char phase, const char* cat, std::uint64_t id, std::int64_t pid,
                       std::int64_t tid, std::int64_t timeNs) const
{
    out << "{\"ph\": \"" << std::string_view(&phase, 1) << "\", \"id\": " << id << ", \"pid\": " << pid
        << ", \"tid\": " << tid << ", \"ts\": ";
    out.microseconds(timeNs - m_baseNs);
    out << ", \"cat\": \"" << cat << "\", \"name\": \"" << cat << '"'
        << (phase == 'f' ? ", \"bp\": \"e\"},\n" : "},\n");
}

void EventFormat::deviceRegion(TextBuffer& out, const char* name, std::uint64_t externalId, std::int32_t device,
                               std::int32_t stream, std::int64_t startNs, std::int64_t endNs) const
{
    start(out, "gpu_user_annotation", name, device, stream, startNs, endNs - startNs);
    out << ", \"args\": {\"External id\": " << externalId << "}},\n";
}

void EventFormat::metadata(TextBuffer& out, const char* name, std::int64_t pid, std::int64_t tid) const
{
    out << "{\"ph\": \"M\", \"name\": \"" << name << "\", \"pid\": " << pid << ", \"tid\": " << tid
        << ", \"args\": {\"";
}

void EventFormat::processNames(TextBuffer& out, std::int32_t pid, std::string_view name, std::string_view label,
                               std::int64_t sortIndex) const
{
    metadata(out, "process_name", pid, 0);
    out << "name\": ";
    out.quoted(name);
    out << "}},\n";
    metadata(out, "process_labels", pid, 0);
    out << "labels\": ";
    out.quoted(label);
    out << "}},\n";
    metadata(out, "process_sort_index", pid, 0);
    out << "sort_index\": " << sortIndex << "}},\n";
}

void EventFormat::threadNames(TextBuffer& out, std::int32_t pid, std::int32_t tid, std::string_view name,
                              std::int64_t sortIndex) const
{
    metadata(out, "thread_name", pid, tid);
    out << "name\": ";
    out.quoted(name);
    out << "}},\n";
    metadata(out, "thread_sort_index", pid, tid);
    out << "sort_index\": " << sortIndex << "}},\n";
}

void EventFormat::dropped(TextBuffer& out, std::uint64_t count, bool ended) const
{
    metadata(out, "dropped_records", m_pid, 0);
    out << "count\": " << count << (ended ? "}}\n" : "}},\n");
}

} // namespace stepglass::capture
