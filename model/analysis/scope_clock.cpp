// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/scope_clock.h"

#include <algorithm>

namespace stepglass {
namespace {

bool selects(const Scope& scope, const Step& step)
{
    switch (scope.kind) {
    case Scope::Kind::Whole:
        return true;
    case Scope::Kind::Steps:
        return step.number >= scope.firstStep && step.number <= scope.lastStep;
    case Scope::Kind::Range:
        return step.start >= scope.from && step.end <= scope.to;
    }
    return false;
}

} // namespace

ScopeClock::ScopeClock(const Trace& trace, const std::vector<Step>& steps, const Scope& scope)
    : m_whole(scope.kind == Scope::Kind::Whole)
{
    if (m_whole)
        m_intervals.push_back({trace.spanStart(), trace.spanEnd()});
    else if (scope.kind == Scope::Kind::Range && scope.from < scope.to)
        m_intervals.push_back({scope.from, scope.to});
    for (const Step& step : steps) {
        if (!selects(scope, step))
            continue;
        m_stepTime += step.duration();
        if (scope.kind != Scope::Kind::Steps)
            continue;
        if (!m_intervals.empty() && step.start <= m_intervals.back().to)
            m_intervals.back().to = std::max(m_intervals.back().to, step.end);
        else
            m_intervals.push_back({step.start, step.end});
    }
    for (const Interval& interval : m_intervals) {
        m_before.push_back(m_length);
        m_length += interval.to - interval.from;
    }
}

bool ScopeClock::holds(Ns t) const
{
    if (m_whole)
        return true;
    const auto it = std::upper_bound(m_intervals.begin(), m_intervals.end(), t,
                                     [](Ns time, const Interval& i) { return time < i.from; });
    return it != m_intervals.begin() && t < std::prev(it)->to;
}

Ns ScopeClock::before(Ns t) const
{
    const auto it = std::upper_bound(m_intervals.begin(), m_intervals.end(), t,
                                     [](Ns time, const Interval& i) { return time < i.from; });
    if (it == m_intervals.begin())
        return 0;
    const auto i = static_cast<std::size_t>(it - m_intervals.begin()) - 1;
    return m_before[i] + std::min(t, m_intervals[i].to) - m_intervals[i].from;
}

Ns ScopeClock::measure(Ns from, Ns to) const
{
    if (m_intervals.size() == 1)
        return std::max<Ns>(std::min(to, m_intervals[0].to) - std::max(from, m_intervals[0].from), 0);
    return to > from ? before(to) - before(from) : 0;
}

} // namespace stepglass
