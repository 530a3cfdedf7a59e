// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/moment_oracle.h"

#include <algorithm>
#include <set>
#include <string>

namespace stepglass::test {
namespace {

bool holds(const Trace& trace, SliceId s, Ns t)
{
    return trace.start(s) <= t && t < trace.end(s);
}
bool onHost(const Trace& trace, SliceId s)
{
    return !isOnDevice(trace.kind(s)) && trace.kind(s) != SliceKind::Async;
}

} // namespace

MomentOracle::MomentOracle(const Trace& trace)
    : m_trace(trace)
{
    Ns lastStep = 0;
    SliceId firstStep;
    std::set<std::pair<int, ThreadId>> byTid;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (trace.kind(s) == SliceKind::Step) {
            lastStep = std::max(lastStep, trace.end(s));
            if (!firstStep.valid() || trace.start(s) < trace.start(firstStep))
                firstStep = s;
        }
        const SliceKind kind = trace.kind(s);
        if (kind == SliceKind::Operator || isRegion(kind) || kind == SliceKind::RuntimeCall ||
            kind == SliceKind::Python) {
            const ThreadId thread = trace.thread(s);
            byTid.emplace(std::stoi(std::string(trace.text(trace.thread(thread).tid))), thread);
        }
    }
    if (firstStep.valid())
        m_threads.push_back(trace.thread(firstStep));
    for (const auto& [tid, thread] : byTid)
        m_threads.push_back(thread);
    for (std::uint32_t i = 0; firstStep.valid() && i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        const bool candidate = (blocks(s, false) || blocks(s, true)) && trace.start(s) >= lastStep;
        if (candidate && (!m_own.valid() || trace.start(s) >= trace.start(m_own)))
            m_own = s;
    }
}

bool MomentOracle::blocks(SliceId s, bool copy) const
{
    if (m_trace.kind(s) != SliceKind::RuntimeCall)
        return false;
    const std::string_view name = m_trace.name(s);
    if (!copy)
        return name == "cudaStreamSynchronize";
    if (name == "cudaMemcpy")
        return true;
    for (std::uint32_t i = 0; name == "cudaMemcpyAsync" && i < m_trace.sliceCount(); ++i) {
        if (m_trace.kind(SliceId(i)) == SliceKind::MemcpyDtoH && launchOf(SliceId(i)) == s)
            return true; // the drawings' DtoH copies are pageable
    }
    return false;
}

SliceId MomentOracle::launchOf(SliceId work) const
{
    SliceId best;
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (m_trace.kind(s) == SliceKind::RuntimeCall && m_trace.correlation(s).valid() &&
            m_trace.correlation(s) == m_trace.correlation(work) &&
            (!best.valid() || m_trace.start(s) < m_trace.start(best)))
            best = s;
    }
    return best;
}

ActivityClass MomentOracle::classAt(std::string_view device, Ns t) const
{
    const auto [known, isNew] = m_known.try_emplace({std::string(device), t}, ActivityClass::Idle);
    if (isNew)
        known->second = findClass(device, t);
    return known->second;
}

ActivityClass MomentOracle::findClass(std::string_view device, Ns t) const
{
    ActivityClass best = ActivityClass::Idle;
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        const SliceKind kind = m_trace.kind(s);
        if (!isDeviceWork(kind) || m_trace.text(m_trace.deviceWork(s)->device) != device || !holds(m_trace, s, t))
            continue;
        ActivityClass c = ActivityClass::Copy;
        if (kind == SliceKind::Kernel)
            c = ActivityClass::Compute;
        else if (kind == SliceKind::Communication)
            c = ActivityClass::Communication;
        else if (kind == SliceKind::Memset)
            c = ActivityClass::Set;
        best = std::min(best, c);
    }
    return best;
}

bool MomentOracle::covered(ThreadId thread, Ns t) const
{
    return anyAt(thread, t, [](const MomentOracle&, SliceId) { return true; });
}

bool MomentOracle::anyAt(ThreadId thread, Ns t, bool (*accepts)(const MomentOracle&, SliceId)) const
{
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (onHost(m_trace, s) && m_trace.thread(s) == thread && holds(m_trace, s, t) && accepts(*this, s))
            return true;
    }
    return false;
}

bool MomentOracle::afterReturn(ThreadId thread, Ns gapBegin, Ns launch, Ns t) const
{
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (m_trace.thread(s) != thread || !(blocks(s, false) || blocks(s, true)))
            continue;
        const bool underWay = m_trace.start(s) < gapBegin && gapBegin < m_trace.end(s);
        if ((underWay || m_trace.start(s) >= gapBegin) && m_trace.end(s) <= t && t < launch)
            return true;
    }
    return false;
}

IdleCause MomentOracle::lateCause(ThreadId thread, Ns gapBegin, Ns launch, Ns t) const
{
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        const bool ofAll = std::find(m_threads.begin(), m_threads.end(), m_trace.thread(s)) == m_threads.end();
        if (m_trace.kind(s) == SliceKind::Overhead && ofAll && holds(m_trace, s, t))
            return IdleCause::Profiler;
    }
    ThreadId there = thread;
    for (std::size_t i = 0; i < m_threads.size() && !covered(there, t); ++i)
        there = covered(m_threads[i], t) ? m_threads[i] : there;
    const auto any = [&](auto accepts) { return anyAt(there, t, accepts); };
    if (any([](const MomentOracle& o, SliceId s) { return o.m_trace.kind(s) == SliceKind::Overhead || s == o.m_own; }))
        return IdleCause::Profiler;
    if (any([](const MomentOracle& o, SliceId s) {
            const std::string_view name = o.m_trace.name(s);
            return name == "my data_loader" || name.starts_with("torch/utils/data/") || name.starts_with("enumerate(");
        }))
        return IdleCause::DataLoading;
    if (any([](const MomentOracle& o, SliceId s) { return o.blocks(s, true); }))
        return IdleCause::BlockingCopy;
    if (any([](const MomentOracle& o, SliceId s) { return o.blocks(s, false); }))
        return IdleCause::InBlockingCall;
    if (afterReturn(thread, gapBegin, launch, t) || (covered(there, t) && afterReturn(there, gapBegin, launch, t)))
        return IdleCause::AfterSync;
    return covered(there, t) ? IdleCause::HostWork : IdleCause::NotCovered;
}

IdleCause MomentOracle::causeAt(std::string_view device, Ns from, Ns to, Ns t) const
{
    Ns a = t;
    Ns b = t;
    while (a > from && classAt(device, a - 1) == ActivityClass::Idle)
        --a;
    while (b < to && classAt(device, b) == ActivityClass::Idle)
        ++b;
    std::vector<SliceId> next;
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (!isDeviceWork(m_trace.kind(s)) || m_trace.text(m_trace.deviceWork(s)->device) != device ||
            m_trace.duration(s) == 0 || m_trace.start(s) < b)
            continue;
        if (!next.empty() && m_trace.start(s) < m_trace.start(next.front()))
            next.clear();
        if (next.empty() || m_trace.start(s) == m_trace.start(next.front()))
            next.push_back(s);
    }
    if (next.empty())
        return IdleCause::AfterLastWork;
    SliceId launch;
    for (SliceId s : next) {
        const SliceId call = launchOf(s);
        if (call.valid() && (!launch.valid() || m_trace.start(call) < m_trace.start(launch)))
            launch = call;
    }
    if (!launch.valid())
        return IdleCause::LaunchNotRecorded;
    if (m_trace.start(launch) < a)
        return IdleCause::WaitingOnDevice;
    return t >= m_trace.start(launch) ? IdleCause::LaunchLatency
                                      : lateCause(m_trace.thread(launch), a, m_trace.start(launch), t);
}

ActivityTimes MomentOracle::activity(std::string_view device, Ns from, Ns to) const
{
    ActivityTimes times;
    for (Ns t = from; t < to; ++t)
        ++times[classAt(device, t)];
    return times;
}

IdleTimes MomentOracle::idle(std::string_view device, Ns from, Ns to) const
{
    IdleTimes times;
    for (Ns t = from; t < to; ++t) {
        if (classAt(device, t) == ActivityClass::Idle)
            ++times[causeAt(device, from, to, t)];
    }
    return times;
}

} // namespace stepglass::test
