// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/gaps.h"

#include "model/analysis/flow_arrows.h"

#include <algorithm>

namespace stepglass {
namespace {

IdleCause causeOf(HostActivity activity)
{
    static constexpr std::array<IdleCause, kHostActivityCount> kCauses{IdleCause::Profiler, IdleCause::DataLoading,
                                                                       IdleCause::BlockingCopy,
                                                                       IdleCause::InBlockingCall, IdleCause::HostWork};
    return kCauses[static_cast<std::size_t>(activity)];
}

void addPart(std::vector<GapPart>& parts, Interval at, IdleCause cause, SliceId slice)
{
    if (at.length() <= 0)
        return;
    const bool joins =
        !parts.empty() && parts.back().at.end == at.begin && parts.back().cause == cause && parts.back().slice == slice;
    if (joins)
        parts.back().at.end = at.end;
    else
        parts.push_back({at, cause, slice});
}

// Cuts a launched-late stretch by what the host did, thread after thread: each is asked for what those before it left
// uncovered.
class LateParts
{
public:
    LateParts(const HostTimelines& host, const BlockingCall* firstReturn)
        : m_host(host)
        , m_return(firstReturn)
    {
    }
    // `ownReturn`: the first return on the thread that is asked, which holds for its moments beside that of the
    // launching thread.
    void ask(const HostThread& thread, const BlockingCall* ownReturn)
    {
        Intervals left;
        for (const Interval& hole : m_holes)
            askFor(thread, ownReturn, hole, left);
        m_holes = std::move(left);
    }
    void takeProfilerTime(Interval late)
    {
        m_holes.clear();
        for (const Interval& part : clip(m_host.overhead(), late))
            addPart(m_parts, part, IdleCause::Profiler, SliceId());
        m_holes = complement(m_host.overhead(), late);
    }
    bool covered() const { return m_holes.empty(); }
    std::vector<GapPart> finish()
    {
        for (const Interval& hole : m_holes)
            split(hole, m_return, IdleCause::NotCovered, SliceId());
        const auto before = [](const GapPart& a, const GapPart& b) { return a.at.begin < b.at.begin; };
        if (std::is_sorted(m_parts.begin(), m_parts.end(), before))
            return std::move(m_parts);
        std::sort(m_parts.begin(), m_parts.end(), before);
        std::vector<GapPart> joined;
        for (const GapPart& part : m_parts)
            addPart(joined, part.at, part.cause, part.slice);
        return joined;
    }

private:
    void askFor(const HostThread& thread, const BlockingCall* ownReturn, Interval hole, Intervals& left)
    {
        const auto& segments = thread.segments;
        auto segment = std::partition_point(segments.begin(), segments.end(),
                                            [&](const HostSegment& s) { return s.at.end <= hole.begin; });
        Ns from = hole.begin;
        for (; segment != segments.end() && segment->at.begin < hole.end; ++segment) {
            const Interval part{std::max(segment->at.begin, hole.begin), std::min(segment->at.end, hole.end)};
            if (part.begin > from)
                left.push_back({from, part.begin});
            from = part.end;
            if (segment->activity == HostActivity::Work)
                split(part, earlier(m_return, ownReturn), IdleCause::HostWork, segment->innermost);
            else
                addPart(m_parts, part, causeOf(segment->activity), segment->innermost);
        }
        if (from < hole.end)
            left.push_back({from, hole.end});
    }
    static const BlockingCall* earlier(const BlockingCall* a, const BlockingCall* b)
    {
        if (a == nullptr || b == nullptr)
            return a == nullptr ? b : a;
        return b->at.end < a->at.end ? b : a;
    }
    // From the return on it is after a synchronisation, before it `cause`.
    void split(Interval part, const BlockingCall* returned, IdleCause cause, SliceId slice)
    {
        const Ns at = returned != nullptr ? std::clamp(returned->at.end, part.begin, part.end) : part.end;
        addPart(m_parts, {part.begin, at}, cause, slice);
        addPart(m_parts, {at, part.end}, IdleCause::AfterSync, returned != nullptr ? returned->slice : SliceId());
    }

    const HostTimelines& m_host;
    const BlockingCall* m_return;
    Intervals m_holes;
    std::vector<GapPart> m_parts;
};

} // namespace

GapExplainer::GapExplainer(const Trace& trace, const Links& links, const HostTimelines& host)
    : m_trace(trace)
    , m_links(links)
    , m_host(host)
{
    for (const FlowArrow& arrow : flowArrows(trace, "async_task_queue")) {
        if (!arrow.from.valid() || !arrow.to.valid())
            continue;
        const StringId tid = trace.thread(trace.thread(arrow.to)).tid;
        m_errands[tid].push_back({{trace.start(arrow.to), trace.end(arrow.to)}, trace.thread(arrow.from)});
    }
    for (auto& [tid, errands] : m_errands)
        std::stable_sort(errands.begin(), errands.end(),
                         [](const Errand& a, const Errand& b) { return a.at.begin < b.at.begin; });
}

ThreadId GapExplainer::askingThread(SliceId launch) const
{
    const ThreadId thread = m_trace.thread(launch);
    const auto found = m_errands.find(m_trace.thread(thread).tid);
    if (found == m_errands.end())
        return thread;
    const auto& errands = found->second;
    const auto after = std::partition_point(errands.begin(), errands.end(),
                                            [&](const Errand& e) { return e.at.begin <= m_trace.start(launch); });
    const bool inside = after != errands.begin() && std::prev(after)->at.end > m_trace.start(launch);
    return inside ? std::prev(after)->askedBy : thread;
}

void GapExplainer::findNext(const DeviceActivity& device, Gap& gap) const
{
    auto work = std::partition_point(device.work.begin(), device.work.end(),
                                     [&](SliceId s) { return m_trace.start(s) < gap.at.end; });
    for (; work != device.work.end(); ++work) {
        if (m_trace.duration(*work) == 0)
            continue; // takes no time, so ends no gap
        if (gap.next.valid() && m_trace.start(*work) > m_trace.start(gap.next))
            return;
        const SliceId launch = m_links.launchOfRow(device.rows[static_cast<std::size_t>(work - device.work.begin())]);
        const bool better =
            launch.valid() && (!gap.launch.valid() || m_trace.start(launch) < m_trace.start(gap.launch));
        if (!gap.next.valid() || better) {
            gap.next = *work;
            gap.launch = launch;
        }
    }
}

const BlockingCall* GapExplainer::firstReturn(int thread, Interval late) const
{
    const HostThread& host = m_host.threads()[static_cast<std::size_t>(thread)];
    const auto reaching = std::upper_bound(host.latestReturn.begin(), host.latestReturn.end(), late.begin);
    const auto starting = std::partition_point(host.blocking.begin(), host.blocking.end(),
                                               [&](const BlockingCall& c) { return c.at.begin < late.begin; });
    const BlockingCall* best = nullptr;
    for (auto i = std::min(reaching - host.latestReturn.begin(), starting - host.blocking.begin());
         i < static_cast<std::ptrdiff_t>(host.blocking.size()); ++i) {
        const BlockingCall& call = host.blocking[static_cast<std::size_t>(i)];
        if (call.at.begin >= (best != nullptr ? best->at.end : late.end))
            break;
        const bool counts = call.at.end > late.begin || call.at.begin >= late.begin;
        if (counts && call.at.end < late.end && (best == nullptr || call.at.end < best->at.end))
            best = &call;
    }
    return best;
}

void GapExplainer::explainLate(Gap& gap, Interval late) const
{
    const int first = m_host.indexOf(gap.thread);
    const BlockingCall* firstThere = first >= 0 ? firstReturn(first, late) : nullptr;
    LateParts parts(m_host, firstThere);
    parts.takeProfilerTime(late);
    const auto ask = [&](int thread) {
        if (thread >= 0 && !parts.covered())
            parts.ask(m_host.threads()[static_cast<std::size_t>(thread)], firstReturn(thread, late));
    };
    ask(first);
    ask(m_host.stepsThread());
    for (std::size_t t = 0; t < m_host.threads().size(); ++t)
        ask(static_cast<int>(t));
    gap.parts = parts.finish();
}

Gap GapExplainer::explain(const DeviceActivity& device, Interval at) const
{
    Gap gap{at, {}, {}, {}, {}};
    findNext(device, gap);
    if (!gap.next.valid()) {
        gap.parts.push_back({at, IdleCause::AfterLastWork, SliceId()});
    } else if (!gap.launch.valid()) {
        gap.parts.push_back({at, IdleCause::LaunchNotRecorded, SliceId()});
    } else if (m_trace.start(gap.launch) < at.begin) {
        gap.thread = askingThread(gap.launch);
        gap.parts.push_back({at, IdleCause::WaitingOnDevice, gap.launch});
    } else {
        gap.thread = askingThread(gap.launch);
        const Ns launched = std::min(m_trace.start(gap.launch), at.end);
        if (launched > at.begin)
            explainLate(gap, {at.begin, launched});
        addPart(gap.parts, {launched, at.end}, IdleCause::LaunchLatency, gap.launch);
    }
    return gap;
}

std::vector<Gap> GapExplainer::gapsOf(const DeviceActivity& device, Interval scope) const
{
    std::vector<Gap> result;
    for (const Interval& idle : complement(device.busy, scope))
        result.push_back(explain(device, idle));
    return result;
}

Gap GapExplainer::gapAt(const DeviceActivity& device, Interval scope, Ns t) const
{
    const std::size_t after = firstEndingAfter(device.busy, t);
    const bool busy = after < device.busy.size() && device.busy[after].begin <= t;
    if (busy || t < scope.begin || t >= scope.end)
        return {};
    const Ns begin = after > 0 ? std::max(scope.begin, device.busy[after - 1].end) : scope.begin;
    const Ns end = after < device.busy.size() ? std::min(scope.end, device.busy[after].begin) : scope.end;
    return explain(device, {begin, end});
}

IdleTimes idleTimes(const std::vector<Gap>& gaps)
{
    IdleTimes times;
    for (const Gap& gap : gaps) {
        for (const GapPart& part : gap.parts)
            times[part.cause] += part.at.length();
    }
    return times;
}

} // namespace stepglass
