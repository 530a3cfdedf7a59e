// SPDX-License-Identifier: GPL-3.0-or-later
// Which memory records fall into which host slice. PyTorch counts a record for every slice whose closed interval holds
// its time, whatever the thread.
#pragma once

#include "model/analysis/host_tree.h"

#include <algorithm>
#include <vector>

namespace stepglass {

class MemoryShare
{
public:
    explicit MemoryShare(const Trace& trace);
    // Calls give(i, sum) for each of nodes [begin, end), which are by start.
    template<class Give>
    void inside(const ScratchArray<OrderedSlice>& nodes, std::size_t begin, std::size_t end, Give give) const;
    // Rows of the records that no node holds, by time.
    std::vector<std::uint32_t> outside(const ScratchArray<OrderedSlice>& nodes) const;

private:
    ScratchArray<std::uint32_t> m_rows;     // by time
    ScratchArray<Ns> m_times;               // of m_rows
    ScratchArray<HostTree::Bytes> m_before; // sums of the first i records
};

template<class Give>
void MemoryShare::inside(const ScratchArray<OrderedSlice>& nodes, std::size_t begin, std::size_t end, Give give) const
{
    if (begin == end)
        return;
    // The first record at or after the node's start.
    auto first = static_cast<std::size_t>(std::lower_bound(m_times.begin(), m_times.end(), nodes[begin].start) -
                                          m_times.begin());
    for (std::size_t i = begin; i < end; ++i) {
        while (first < m_times.size() && m_times[first] < nodes[i].start)
            ++first;
        // Most slices hold few records: look near the start, in growing steps.
        const Ns nodeEnd = nodes[i].start + nodes[i].duration;
        if (first == m_times.size() || m_times[first] > nodeEnd) {
            give(i, HostTree::Bytes{});
            continue;
        }
        std::size_t step = 1;
        while (first + step < m_times.size() && m_times[first + step] <= nodeEnd)
            step *= 2;
        const Ns* from = m_times.begin() + std::min(first + step / 2, m_times.size());
        const Ns* to = m_times.begin() + std::min(first + step, m_times.size());
        const auto last = static_cast<std::size_t>(std::upper_bound(from, to, nodeEnd) - m_times.begin());
        const HostTree::Bytes& before = m_before[first];
        give(i, HostTree::Bytes{m_before[last].host - before.host, m_before[last].device - before.device});
    }
}

} // namespace stepglass
