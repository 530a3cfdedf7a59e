// SPDX-License-Identifier: GPL-3.0-or-later
// A scope as intervals of time.
#pragma once

#include "model/analysis/steps.h"
#include "model/core/scope.h"
#include "model/core/trace.h"

#include <vector>

namespace stepglass {

class ScopeClock
{
public:
    struct Interval
    {
        Ns from = 0;
        Ns to = 0;
    };
    // Whole: the trace's span. Steps: the union of those steps' host intervals; none where there are no such steps.
    ScopeClock(const Trace& trace, const std::vector<Step>& steps, const Scope& scope);

    bool isWhole() const { return m_whole; } // then everything is inside, whatever its time
    const std::vector<Interval>& intervals() const { return m_intervals; } // disjoint, by time
    Ns length() const { return m_length; }
    // Whether what starts at t belongs to the scope: from <= t < to.
    bool holds(Ns t) const;
    // How much of [from, to) lies inside; 0 where to <= from.
    Ns measure(Ns from, Ns to) const;
    // Sum of the durations of the steps that the scope is made of, or that lie wholly in it.
    Ns stepTime() const { return m_stepTime; }

private:
    Ns before(Ns t) const; // how much of the scope lies before t

    bool m_whole = false;
    std::vector<Interval> m_intervals;
    std::vector<Ns> m_before; // of each interval
    Ns m_length = 0;
    Ns m_stepTime = 0;
};

} // namespace stepglass
