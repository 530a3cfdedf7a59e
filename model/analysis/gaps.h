// SPDX-License-Identifier: GPL-3.0-or-later
// Why a device was idle: its gaps, each cut exactly into causes.
#pragma once

#include "model/analysis/device_activity.h"
#include "model/analysis/host_timeline.h"
#include "model/analysis/links.h"
#include "model/core/breakdown.h"

#include <unordered_map>
#include <vector>

namespace stepglass {

struct GapPart
{
    Interval at;
    IdleCause cause = IdleCause::NotCovered;
    // What stands for the cause: the innermost operator or region of the host then, the blocking call that returned
    // (AfterSync), the launch call (WaitingOnDevice, LaunchLatency); none where there is nothing to show.
    SliceId slice;
};

// A maximal idle interval of a device inside a scope.
struct Gap
{
    Interval at;
    SliceId next;               // the work that ends it, beyond the scope too; none: nothing follows
    SliceId launch;             // of that work; of several that start together the earliest
    ThreadId thread;            // that asked for it
    std::vector<GapPart> parts; // ascending; they cover `at` exactly

    bool isMicro(Ns threshold) const { return at.length() < threshold; }
};

// What the gaps of one trace are explained with.
class GapExplainer
{
public:
    GapExplainer(const Trace& trace, const Links& links, const HostTimelines& host);

    // The gaps of `device` within `scope`, ascending. O(gaps x (log n + what the host did in them)).
    std::vector<Gap> gapsOf(const DeviceActivity& device, Interval scope) const;
    // The gap of `device` within `scope` that holds `t`; `at` is empty where the device is busy then.
    Gap gapAt(const DeviceActivity& device, Interval scope, Ns t) const;

private:
    // A stretch of an Ascend worker: what it launches was asked for by another thread.
    struct Errand
    {
        Interval at;
        ThreadId askedBy;
    };
    Gap explain(const DeviceActivity& device, Interval at) const;
    void findNext(const DeviceActivity& device, Gap& gap) const;
    ThreadId askingThread(SliceId launch) const;
    void explainLate(Gap& gap, Interval late) const;
    const BlockingCall* firstReturn(int thread, Interval late) const;

    const Trace& m_trace;
    const Links& m_links;
    const HostTimelines& m_host;
    std::unordered_map<StringId, std::vector<Errand>> m_errands; // by tid, by start
};

IdleTimes idleTimes(const std::vector<Gap>& gaps);

} // namespace stepglass
