// SPDX-License-Identifier: GPL-3.0-or-later
// What each host thread was doing at every moment, flattened: the question that a gap of the device asks.
#pragma once

#include "model/analysis/data_loading.h"
#include "model/analysis/intervals.h"
#include "model/analysis/links.h"
#include "model/analysis/steps.h"
#include "model/core/scratch_array.h"
#include "model/core/trace.h"

#include <vector>

namespace stepglass {

// In the order in which a moment is given to them.
enum class HostActivity : std::uint8_t
{
    Profiler, // overhead records and the capture's own synchronisation
    DataLoading,
    BlockingCopy,
    BlockingCall,
    Work, // covered by any other slice
};
constexpr int kHostActivityCount = 5;

struct HostSegment
{
    Interval at;
    HostActivity activity = HostActivity::Work;
    // Work: the innermost operator or region then, of any kind where there is neither. Else the innermost slice that
    // makes it this activity.
    SliceId innermost;
};

struct BlockingCall
{
    Interval at;
    SliceId slice;
    bool copy = false;
};

struct HostThread
{
    ThreadId thread;                    // as slices name it; of several that are one, the first
    BigVector<HostSegment> segments;    // ascending, disjoint; moments without a slice have none
    std::vector<BlockingCall> blocking; // by start; nested ones too
    std::vector<Ns> latestReturn;       // of blocking[0..i]
};

// Threads with operators, regions, Python frames or runtime calls. Threads of Ascend's "CANN" process are the framework
// threads of the same tid.
class HostTimelines
{
public:
    HostTimelines(const Trace& trace, const Links& links, const DataLoadingNames& loading,
                  const std::vector<Step>& steps);

    const std::vector<HostThread>& threads() const { return m_threads; } // by (tid, pid)
    // The index of a thread in threads(), or -1: it has none of the slices that make it one.
    int indexOf(ThreadId thread) const { return m_indexOf[thread.value]; }
    int stepsThread() const { return m_stepsThread; } // of the first step; -1 without
    // Overhead records of threads that hold nothing else: they belong to no thread, so to all.
    const Intervals& overhead() const { return m_overhead; }
    // The last blocking call after the last step: the capture's own; none where there is no such call.
    SliceId ownSynchronisation() const { return m_ownSynchronisation; }

private:
    struct Builder;
    std::vector<HostThread> m_threads;
    std::vector<int> m_indexOf;
    Intervals m_overhead;
    int m_stepsThread = -1;
    SliceId m_ownSynchronisation;
};

} // namespace stepglass
