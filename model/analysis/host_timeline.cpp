// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/host_timeline.h"

#include "model/analysis/blocking_calls.h"
#include "model/analysis/host_flatten.h"
#include "model/analysis/natural_order.h"
#include "model/analysis/slice_order.h"

#include <algorithm>
#include <map>

namespace stepglass {
namespace {

bool isHostSlice(SliceKind kind)
{
    return !isOnDevice(kind) && kind != SliceKind::Async;
}
bool makesAThread(SliceKind kind)
{
    return kind == SliceKind::Operator || isRegion(kind) || kind == SliceKind::RuntimeCall || kind == SliceKind::Python;
}

// (tid, pid) in the order of ids.
bool threadLess(const Trace& trace, ThreadId a, ThreadId b)
{
    const std::string_view tidA = trace.text(trace.thread(a).tid);
    const std::string_view tidB = trace.text(trace.thread(b).tid);
    if (tidA != tidB)
        return naturalLess(tidA, tidB);
    return naturalLess(trace.text(trace.process(trace.thread(a).process).pid),
                       trace.text(trace.process(trace.thread(b).process).pid));
}

bool isCann(const Trace& trace, ThreadId t)
{
    return trace.text(trace.process(trace.thread(t).process).name) == "CANN";
}

// The framework's thread of the same tid where `t` is one of CANN's, else `t`.
std::vector<ThreadId> frameworkThreads(const Trace& trace, const std::vector<bool>& isThread)
{
    std::map<StringId, ThreadId> byTid;
    for (std::uint32_t t = 0; t < trace.threads().size(); ++t) {
        if (isThread[t] && !isCann(trace, ThreadId(t)))
            byTid.emplace(trace.thread(ThreadId(t)).tid, ThreadId(t));
    }
    std::vector<ThreadId> result(trace.threads().size());
    for (std::uint32_t t = 0; t < result.size(); ++t) {
        const auto same = byTid.find(trace.thread(ThreadId(t)).tid);
        const bool joins = isThread[t] && isCann(trace, ThreadId(t)) && same != byTid.end();
        result[t] = joins ? same->second : ThreadId(t);
    }
    return result;
}

void addBlocking(HostThread& thread, const BlockingCall& call)
{
    thread.latestReturn.push_back(thread.latestReturn.empty() ? call.at.end
                                                              : std::max(thread.latestReturn.back(), call.at.end));
    thread.blocking.push_back(call);
}

} // namespace

struct HostTimelines::Builder
{
    const Trace& trace;
    const Links& links;
    const DataLoadingNames& loading;
    HostTimelines& result;
    std::vector<std::uint8_t> loadingByName; // 0 not yet asked, 1 no, 2 yet; for regions and Python frames
    std::vector<bool> pageableCall;          // by slice
    std::vector<BigVector<HostSlice>> slices;

    void findThreads();
    void findPageableCopies();
    void gather();
    void findOwnSynchronisation(const std::vector<Step>& steps);
    HostActivity activityOf(SliceId s, SliceKind kind);
    bool isLoading(SliceId s, SliceKind kind);
};

void HostTimelines::Builder::findThreads()
{
    std::vector<bool> isThread(trace.threads().size());
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (makesAThread(trace.kind(SliceId(i))))
            isThread[trace.thread(SliceId(i)).value] = true;
    }
    const std::vector<ThreadId> mainOf = frameworkThreads(trace, isThread);
    std::vector<ThreadId> order;
    for (std::uint32_t t = 0; t < mainOf.size(); ++t) {
        if (isThread[t] && mainOf[t] == ThreadId(t))
            order.push_back(ThreadId(t));
    }
    std::stable_sort(order.begin(), order.end(), [&](ThreadId a, ThreadId b) { return threadLess(trace, a, b); });
    result.m_indexOf.assign(mainOf.size(), -1);
    for (std::size_t i = 0; i < order.size(); ++i) {
        result.m_indexOf[order[i].value] = static_cast<int>(i);
        result.m_threads.push_back({order[i], {}, {}, {}});
    }
    for (std::uint32_t t = 0; t < mainOf.size(); ++t) {
        if (isThread[t])
            result.m_indexOf[t] = result.m_indexOf[mainOf[t].value];
    }
}

void HostTimelines::Builder::findPageableCopies()
{
    pageableCall.resize(trace.sliceCount());
    for (std::uint32_t i = 0; i < trace.deviceWork().size(); ++i) {
        const DeviceWork& work = trace.deviceWork()[i];
        if (work.pageable && trace.kind(work.slice) == SliceKind::MemcpyDtoH) {
            if (const SliceId call = links.launchOf(work.slice); call.valid())
                pageableCall[call.value] = true;
        }
    }
}

bool HostTimelines::Builder::isLoading(SliceId s, SliceKind kind)
{
    const StringId name = trace.nameId(s);
    if (kind != SliceKind::Region && kind != SliceKind::Python)
        return loading.matches(trace.text(name), kind);
    std::uint8_t& known = loadingByName[name.value];
    if (known == 0)
        known = loading.matches(trace.text(name), kind) ? 2 : 1;
    return known == 2;
}

HostActivity HostTimelines::Builder::activityOf(SliceId s, SliceKind kind)
{
    if (kind == SliceKind::Overhead || s == result.m_ownSynchronisation)
        return HostActivity::Profiler;
    if (kind == SliceKind::RuntimeCall) {
        const Blocking blocking = blockingKind(trace.name(s));
        if (blocking == Blocking::Wait)
            return HostActivity::BlockingCall;
        const bool copies =
            blocking == Blocking::Copy || (blocking == Blocking::CopyIfPageable && pageableCall[s.value]);
        return copies ? HostActivity::BlockingCopy : HostActivity::Work;
    }
    return isLoading(s, kind) ? HostActivity::DataLoading : HostActivity::Work;
}

void HostTimelines::Builder::findOwnSynchronisation(const std::vector<Step>& steps)
{
    Ns endOfLastStep = steps.front().end;
    for (const Step& step : steps)
        endOfLastStep = std::max(endOfLastStep, step.end);
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (trace.kind(s) != SliceKind::RuntimeCall || trace.start(s) < endOfLastStep)
            continue;
        const SliceId best = result.m_ownSynchronisation;
        if (best.valid() && trace.start(s) < trace.start(best))
            continue;
        const HostActivity activity = activityOf(s, SliceKind::RuntimeCall);
        if (activity == HostActivity::BlockingCall || activity == HostActivity::BlockingCopy)
            result.m_ownSynchronisation = s;
    }
}

void HostTimelines::Builder::gather()
{
    loadingByName.resize(trace.strings().size());
    slices.resize(result.m_threads.size());
    const auto sorted = sortedSlices(trace, [](SliceId, SliceKind kind) { return isHostSlice(kind); });
    for (const OrderedSlice& entry : sorted) {
        const SliceId s(entry.id);
        const SliceKind kind = trace.kind(s);
        const int thread = result.m_indexOf[trace.thread(s).value];
        const Interval at{entry.start, entry.start + entry.duration};
        if (thread < 0) {
            if (kind == SliceKind::Overhead)
                result.m_overhead.push_back(at);
            continue;
        }
        const HostActivity activity = activityOf(s, kind);
        const bool copy = activity == HostActivity::BlockingCopy;
        if (copy || activity == HostActivity::BlockingCall || s == result.m_ownSynchronisation)
            addBlocking(result.m_threads[static_cast<std::size_t>(thread)], {at, s, copy});
        const bool named = kind == SliceKind::Operator || isRegion(kind);
        slices[static_cast<std::size_t>(thread)].push_back({at, s, activity, named});
    }
    result.m_overhead = unionOf(std::move(result.m_overhead));
}

HostTimelines::HostTimelines(const Trace& trace, const Links& links, const DataLoadingNames& loading,
                             const std::vector<Step>& steps)
{
    Builder builder{trace, links, loading, *this, {}, {}, {}};
    builder.findThreads();
    builder.findPageableCopies();
    if (!steps.empty()) {
        m_stepsThread = m_indexOf[trace.thread(steps.front().slice).value];
        builder.findOwnSynchronisation(steps);
    }
    builder.gather();
    for (std::size_t t = 0; t < m_threads.size(); ++t)
        m_threads[t].segments = flatten(builder.slices[t]);
}

} // namespace stepglass
