// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps over time that hand each moment of a scope to what ran then: on a thread to the innermost slice, on a device
// in equal parts to all that run. What they hand out adds up to the scope exactly, to the ns. NUMBERS §3b.
#pragma once

#include "model/analysis/scope_clock.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace stepglass {

// One thread; slices come by start, longer first.
class ThreadSweep
{
public:
    explicit ThreadSweep(const ScopeClock& clock, Ns begin)
        : m_clock(&clock)
        , m_cursor(begin)
    {
    }
    // `give(row, ns)` takes the time of the row that was innermost.
    template<class Give>
    void add(Ns start, Ns end, std::uint32_t row, Give give)
    {
        advance(start, give);
        m_open.push_back({end, row});
    }
    // Up to the end of the scope. Returns the time that no slice covered.
    template<class Give>
    Ns finish(Ns end, Give give)
    {
        advance(end, give);
        return m_notCovered;
    }

private:
    struct Open
    {
        Ns end;
        std::uint32_t row;
    };
    template<class Give>
    void advance(Ns to, Give give)
    {
        while (!m_open.empty() && m_cursor < to) {
            const Ns until = std::min(m_open.back().end, to);
            if (until > m_cursor) {
                give(m_open.back().row, m_clock->measure(m_cursor, until));
                m_cursor = until;
            }
            if (m_open.back().end <= m_cursor)
                m_open.pop_back();
        }
        if (m_cursor < to) {
            m_notCovered += m_clock->measure(m_cursor, to);
            m_cursor = to;
        }
    }

    const ScopeClock* m_clock;
    Ns m_cursor;
    Ns m_notCovered = 0;
    std::vector<Open> m_open; // innermost last; what ended under a longer one goes when it comes up
};

// One device; slices come by start.
class DeviceSweep
{
public:
    explicit DeviceSweep(const ScopeClock& clock, Ns begin)
        : m_clock(&clock)
        , m_cursor(begin)
    {
    }
    template<class Give>
    void add(Ns start, Ns end, std::uint32_t row, Give give)
    {
        advance(start, give);
        if (end > start)
            m_running.push_back({end, row});
    }
    // Returns the time in which nothing ran.
    template<class Give>
    Ns finish(Ns end, Give give)
    {
        advance(end, give);
        return m_idle;
    }

private:
    struct Running
    {
        Ns end;
        std::uint32_t row;
    };
    template<class Give>
    void advance(Ns to, Give give)
    {
        while (!m_running.empty() && m_cursor < to) {
            Ns until = to;
            for (const Running& r : m_running)
                until = std::min(until, r.end);
            share(m_clock->measure(m_cursor, until), give);
            m_cursor = until;
            std::erase_if(m_running, [until](const Running& r) { return r.end <= until; });
        }
        if (m_cursor < to) {
            m_idle += m_clock->measure(m_cursor, to);
            m_cursor = to;
        }
    }
    // Equal parts; the ns that do not divide go one each to those that started first.
    template<class Give>
    void share(Ns time, Give give)
    {
        const auto count = static_cast<Ns>(m_running.size());
        Ns rest = time % count;
        for (const Running& r : m_running) {
            give(r.row, time / count + (rest > 0 ? 1 : 0));
            rest -= rest > 0 ? 1 : 0;
        }
    }

    const ScopeClock* m_clock;
    Ns m_cursor;
    Ns m_idle = 0;
    std::vector<Running> m_running;
};

// Length of a growing union, for slices that come by start.
class UnionSweep
{
public:
    // The part of [start, end) that no earlier slice covered; empty where from >= to.
    ScopeClock::Interval add(Ns start, Ns end)
    {
        const Ns from = std::max(start, m_end);
        m_end = std::max(m_end, end);
        return {from, end};
    }

private:
    Ns m_end = std::numeric_limits<Ns>::min();
};

} // namespace stepglass
