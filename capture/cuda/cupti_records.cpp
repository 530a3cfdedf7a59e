// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/cupti_records.h"

#include "capture/cuda/activity_names.h"
#include "capture/recorder/text_buffer.h"

#include <cstdio>

namespace stepglass::capture::cuda {
namespace {

constexpr std::size_t kMostLinks = std::size_t{1} << 18;

bool timed(std::int64_t startNs, std::int64_t endNs)
{
    return startNs > 0 && endNs >= startNs;
}

// Three decimals at most, as few as needed: "0.4", "1.525", "24".
std::string shortNumber(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", value);
    std::string number = text;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.'))
        number.pop_back();
    return number;
}

std::string triple(const std::int32_t (&values)[3])
{
    return '[' + std::to_string(values[0]) + ", " + std::to_string(values[1]) + ", " + std::to_string(values[2]) + ']';
}

LaunchShape launchShape(const KernelActivity& activity)
{
    LaunchShape shape;
    shape.blocks = std::int64_t{activity.grid[0]} * activity.grid[1] * activity.grid[2];
    shape.threadsPerBlock = std::int64_t{activity.block[0]} * activity.block[1] * activity.block[2];
    shape.registersPerThread = activity.registersPerThread;
    shape.sharedPerBlock = activity.sharedMemory;
    return shape;
}

Record hostRecord(RecordKind kind, std::int64_t startNs, std::int64_t endNs, std::uint32_t thread)
{
    Record record{};
    record.kind = kind;
    record.startNs = startNs;
    record.durationNs = endNs - startNs;
    record.device = -1;
    record.stream = -1;
    record.tid = static_cast<std::int32_t>(thread);
    return record;
}

} // namespace

void CuptiRecords::link(std::uint32_t correlation, std::uint64_t token)
{
    const LaunchLog::Found found = m_log.find(token);
    if (!found.known)
        return;
    const auto [entry, isNew] = m_links.insert_or_assign(correlation, Linked{found.launch, token});
    if (isNew) {
        m_linkOrder.push_back(correlation);
        if (m_linkOrder.size() > kMostLinks) {
            m_links.erase(m_linkOrder.front());
            m_linkOrder.pop_front();
        }
    }
    const auto [first, last] = m_waiting.equal_range(correlation);
    for (auto it = first; it != last; ++it)
        finish(it->second, &entry->second);
    m_waiting.erase(first, last);
}

void CuptiRecords::deviceWork(const DeviceSpan& span, Record& record)
{
    if (!timed(span.startNs, span.endNs)) {
        m_sink.addDropped(1);
        return;
    }
    record.startNs = span.startNs;
    record.durationNs = span.endNs - span.startNs;
    record.device = static_cast<std::int32_t>(span.device);
    record.context = static_cast<std::int32_t>(span.context);
    record.stream = static_cast<std::int32_t>(span.stream);
    record.correlation = span.correlation;
    record.flags = kFlowEnd;
    submit(record);
}

void CuptiRecords::kernel(const KernelActivity& activity)
{
    Record record{};
    record.kind = RecordKind::Kernel;
    record.name = symbolText(activity.symbol);
    record.extra = kernelArgs(record.name, activity);
    deviceWork(activity.span, record);
}

void CuptiRecords::copy(const CopyActivity& activity)
{
    Record record{};
    record.kind = RecordKind::Memcpy;
    record.name = m_sink.intern(copyName(activity.kind, activity.from, activity.to));
    record.amount = static_cast<std::int64_t>(activity.bytes);
    if (activity.betweenDevices)
        record.extra = m_sink.intern("\"fromDevice\": " + std::to_string(activity.fromDevice) +
                                     ", \"inDevice\": " + std::to_string(activity.span.device) +
                                     ", \"toDevice\": " + std::to_string(activity.toDevice));
    deviceWork(activity.span, record);
}

void CuptiRecords::set(const SetActivity& activity)
{
    Record record{};
    record.kind = RecordKind::Memset;
    record.name = m_sink.intern(setName(activity.memory));
    record.amount = static_cast<std::int64_t>(activity.bytes);
    deviceWork(activity.span, record);
}

void CuptiRecords::call(const CallActivity& activity)
{
    const CallText& text = callText(activity);
    const bool unfinished = activity.startNs > 0 && activity.endNs == 0; // a flush at the end finds it still running
    if (text.quiet || unfinished)
        return;
    if (!timed(activity.startNs, activity.endNs)) {
        m_sink.addDropped(1);
        return;
    }
    Record record = hostRecord(activity.driver ? RecordKind::Driver : RecordKind::Runtime, activity.startNs,
                               activity.endNs, activity.thread);
    record.name = text.name;
    record.extra = text.extra;
    record.correlation = activity.correlation;
    record.flags = text.starts ? kFlowStart : 0;
    submit(record);
}

void CuptiRecords::sync(const SyncActivity& activity)
{
    if (!timed(activity.startNs, activity.endNs)) {
        m_sink.addDropped(1);
        return;
    }
    Record record = hostRecord(RecordKind::Sync, activity.startNs, activity.endNs, 0);
    record.name = syncName(activity.kind);
    std::string extra = std::string("\"cuda_sync_kind\": \"") + record.name + '"';
    if (activity.event != SyncActivity::kNone)
        extra += ", \"wait_on_cuda_event_id\": " + std::to_string(activity.event);
    record.extra = m_sink.intern(extra);
    record.device = static_cast<std::int32_t>(activity.device);
    record.context = static_cast<std::int32_t>(activity.context);
    record.stream = activity.stream == SyncActivity::kNone ? -1 : static_cast<std::int32_t>(activity.stream);
    record.correlation = activity.correlation;
    submit(record);
}

void CuptiRecords::overhead(const OverheadActivity& activity)
{
    if (!timed(activity.startNs, activity.endNs)) {
        m_sink.addDropped(1);
        return;
    }
    Record record = hostRecord(RecordKind::Overhead, activity.startNs, activity.endNs, activity.thread);
    record.name = overheadName(activity.kind);
    finish(record, nullptr);
}

void CuptiRecords::submit(const Record& record)
{
    const auto correlation = static_cast<std::uint32_t>(record.correlation);
    if (const auto found = m_links.find(correlation); found != m_links.end())
        finish(record, &found->second);
    else
        m_waiting.emplace(correlation, record);
}

void CuptiRecords::finish(Record record, const Linked* linked)
{
    if (linked) {
        const LaunchContext& context = linked->launch.context;
        record.externalId = context.externalId;
        record.region = context.region;
        record.epoch = context.epoch;
        if (record.kind == RecordKind::Kernel && linked->launch.kernelName && m_log.claimName(linked->token))
            record.name = linked->launch.kernelName;
    } else {
        record.epoch = m_log.epochAt(record.startNs);
    }
    m_sink.add(record);
}

void CuptiRecords::giveUpWaiting(std::int64_t endedBeforeNs)
{
    std::erase_if(m_waiting, [&](const auto& entry) {
        const Record& record = entry.second;
        if (record.startNs + record.durationNs >= endedBeforeNs)
            return false;
        finish(record, nullptr);
        return true;
    });
}

const char* CuptiRecords::symbolText(const char* symbol)
{
    const auto [entry, isNew] = m_symbols.try_emplace(symbol ? symbol : "", nullptr);
    if (isNew)
        entry->second = m_sink.intern(demangled(symbol));
    return entry->second;
}

const char* CuptiRecords::kernelArgs(const char* symbol, const KernelActivity& activity)
{
    const KernelShape key = {activity.grid[0],
                             activity.grid[1],
                             activity.grid[2],
                             activity.block[0],
                             activity.block[1],
                             activity.block[2],
                             activity.registersPerThread,
                             activity.sharedMemory};
    const auto [entry, isNew] = m_kernelArgs.try_emplace({symbol, key}, nullptr);
    if (!isNew)
        return entry->second;
    const LaunchShape shape = launchShape(activity);
    TextBuffer out;
    out << "\"registers per thread\": " << activity.registersPerThread
        << ", \"shared memory\": " << activity.sharedMemory
        << ", \"blocks per SM\": " << shortNumber(blocksPerSm(m_limits, shape))
        << ", \"warps per SM\": " << shortNumber(warpsPerSm(m_limits, shape)) << ", \"grid\": " << triple(activity.grid)
        << ", \"block\": " << triple(activity.block)
        << ", \"est. achieved occupancy %\": " << occupancyPercent(m_limits, shape) << ", \"kernel\": ";
    out.quoted(symbol);
    entry->second = m_sink.intern(out.text());
    return entry->second;
}

const CuptiRecords::CallText& CuptiRecords::callText(const CallActivity& activity)
{
    const auto [entry, isNew] = m_calls.try_emplace({activity.driver, activity.callbackId});
    if (isNew) {
        const std::string id = std::to_string(activity.callbackId);
        const std::string name = activity.name ? std::string(callName(activity.name)) : "call " + id;
        entry->second = {m_sink.intern(name), m_sink.intern("\"cbid\": " + id), isQuiet(name, activity.driver),
                         startsDeviceWork(name)};
    }
    return entry->second;
}

} // namespace stepglass::capture::cuda
