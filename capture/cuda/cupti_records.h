// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cuda/activities.h"
#include "capture/cuda/launch_log.h"
#include "capture/cuda/occupancy.h"
#include "capture/recorder/activity_sink.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace stepglass::capture::cuda {

// Turns activities into the recorder's records and ties each to the call, operator and region it came from. Activities
// arrive in any order: what comes before the link of its call waits for it. One thread at a time.
class CuptiRecords
{
public:
    CuptiRecords(ActivitySink& sink, LaunchLog& log, DeviceLimits limits)
        : m_sink(sink)
        , m_log(log)
        , m_limits(limits)
    {
    }

    // The call with this correlation id was made under this token of the launch log.
    void link(std::uint32_t correlation, std::uint64_t token);
    // Work without usable times is counted as dropped, for it cannot be placed.
    void kernel(const KernelActivity& activity);
    void copy(const CopyActivity& activity);
    void set(const SetActivity& activity);
    void call(const CallActivity& activity);
    void sync(const SyncActivity& activity);
    void overhead(const OverheadActivity& activity);

    // Hands over what still waits for a link and ended before this time: it stays without one.
    void giveUpWaiting(std::int64_t endedBeforeNs);
    std::size_t waiting() const { return m_waiting.size(); }

private:
    struct Linked
    {
        Launch launch;
        std::uint64_t token = 0;
    };
    struct CallText
    {
        const char* name;
        const char* extra;
        bool quiet;
        bool starts;
    };
    using KernelShape = std::array<std::int64_t, 8>; // grid, block, registers, shared memory

    void deviceWork(const DeviceSpan& span, Record& record);
    void submit(const Record& record);
    void finish(Record record, const Linked* linked);
    const char* symbolText(const char* symbol);
    const char* kernelArgs(const char* symbol, const KernelActivity& activity);
    const CallText& callText(const CallActivity& activity);

    ActivitySink& m_sink;
    LaunchLog& m_log;
    const DeviceLimits m_limits;
    std::unordered_map<std::uint32_t, Linked> m_links;
    std::deque<std::uint32_t> m_linkOrder;
    std::unordered_multimap<std::uint32_t, Record> m_waiting;

    // Texts already made: a training loop repeats its few kernels and calls endlessly.
    std::unordered_map<std::string, const char*> m_symbols;
    std::map<std::pair<const char*, KernelShape>, const char*> m_kernelArgs;
    std::map<std::pair<bool, std::uint32_t>, CallText> m_calls;
};

} // namespace stepglass::capture::cuda
