// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/host_flatten.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace stepglass {
namespace {

class Flattener
{
public:
    explicit Flattener(const BigVector<HostSlice>& slices)
        : m_slices(slices)
        , m_ended(slices.size())
    {
    }
    BigVector<HostSegment> run()
    {
        const BigVector<std::uint32_t> ends = byEnd();
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < m_slices.size(); ++i) {
            while (next < ends.size() && m_slices[ends[next]].at.end <= m_slices[i].at.begin)
                close(ends[next++]);
            if (m_slices[i].at.length() > 0)
                open(i);
        }
        while (next < ends.size())
            close(ends[next++]);
        return std::move(m_result);
    }

private:
    // Slices that last, by their ends. Nested slices come nearly sorted from a walk with a stack.
    BigVector<std::uint32_t> byEnd() const
    {
        BigVector<std::uint32_t> ends;
        std::vector<std::uint32_t> stack;
        ends.reserve(m_slices.size());
        for (std::uint32_t i = 0; i < m_slices.size(); ++i) {
            while (!stack.empty() && m_slices[stack.back()].at.end <= m_slices[i].at.begin) {
                ends.push_back(stack.back());
                stack.pop_back();
            }
            if (m_slices[i].at.length() > 0)
                stack.push_back(i);
        }
        ends.insert(ends.end(), stack.rbegin(), stack.rend());
        const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return m_slices[a].at.end < m_slices[b].at.end; };
        if (!std::is_sorted(ends.begin(), ends.end(), earlier))
            std::stable_sort(ends.begin(), ends.end(), earlier);
        return ends;
    }
    void open(std::uint32_t i)
    {
        advance(m_slices[i].at.begin);
        ++m_running[static_cast<std::size_t>(m_slices[i].activity)];
        m_all.push_back(i);
        m_stacks[static_cast<std::size_t>(m_slices[i].activity)].push_back(i);
        if (m_slices[i].named)
            m_named.push_back(i);
    }
    void close(std::uint32_t i)
    {
        advance(m_slices[i].at.end);
        --m_running[static_cast<std::size_t>(m_slices[i].activity)];
        m_ended[i] = true;
        for (Stack* stack : {&m_all, &m_named, &m_stacks[static_cast<std::size_t>(m_slices[i].activity)]}) {
            while (!stack->empty() && m_ended[stack->back()])
                stack->pop_back();
        }
    }
    std::uint32_t innermost(HostActivity activity) const
    {
        if (activity != HostActivity::Work)
            return m_stacks[static_cast<std::size_t>(activity)].back();
        return m_named.empty() ? m_all.back() : m_named.back();
    }
    // Writes what held from m_at to t.
    void advance(Ns t)
    {
        if (!m_all.empty() && t > m_at) {
            const auto held = std::find_if(m_running.begin(), m_running.end(), [](int n) { return n > 0; });
            const auto activity = static_cast<HostActivity>(held - m_running.begin());
            const HostSegment segment{{m_at, t}, activity, m_slices[innermost(activity)].slice};
            HostSegment* last = m_result.empty() ? nullptr : &m_result.back();
            const bool joins = last != nullptr && last->at.end == m_at && last->activity == segment.activity &&
                               last->innermost == segment.innermost;
            if (joins)
                last->at.end = t;
            else
                m_result.push_back(segment);
        }
        m_at = t;
    }

    const BigVector<HostSlice>& m_slices;
    std::vector<bool> m_ended;
    // Running, in order of start; ended ones are removed when they come to the top.
    using Stack = std::vector<std::uint32_t>;
    Stack m_all, m_named;
    std::array<Stack, kHostActivityCount> m_stacks;
    std::array<int, kHostActivityCount> m_running{};
    BigVector<HostSegment> m_result;
    Ns m_at = 0;
};

} // namespace

BigVector<HostSegment> flatten(const BigVector<HostSlice>& slices)
{
    return Flattener(slices).run();
}

} // namespace stepglass
