// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/memory_share.h"

#include <algorithm>
#include <limits>

namespace stepglass {

HostTree::Bytes bytesOf(const MemoryRecord& record)
{
    switch (record.deviceType) {
    case 0: // CPU
        return {record.bytes, 0};
    case 1:  // CUDA
    case 6:  // HIP
    case 12: // XPU
    case 20: // private use
        return {0, record.bytes};
    default:
        return {};
    }
}

MemoryShare::MemoryShare(const Trace& trace)
{
    TimeOrder order(trace.memory().size(), trace.spanStart(), trace.spanEnd());
    for (std::uint32_t row = 0; row < trace.memory().size(); ++row)
        order.add(trace.memory()[row].time, row);
    const ScratchArray<OrderedSlice> records = entriesInOrder(
        order,
        [&](std::uint32_t row) {
            return OrderedSlice{trace.memory()[row].time, 0, row};
        },
        [](std::uint32_t row) { return row; });
    m_rows.reserve(records.size());
    m_times.reserve(records.size());
    m_before.reserve(records.size() + 1);
    m_before.push_back({});
    for (const OrderedSlice& record : records) {
        const HostTree::Bytes bytes = bytesOf(trace.memory()[record.id]);
        m_rows.push_back(record.id);
        m_times.push_back(record.start);
        m_before.push_back({m_before.back().host + bytes.host, m_before.back().device + bytes.device});
    }
}

ScratchArray<HostTree::Bytes> MemoryShare::inside(const ScratchArray<OrderedSlice>& nodes) const
{
    ScratchArray<HostTree::Bytes> sums(nodes.size());
    std::size_t first = 0; // first record at or after the node's start
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        while (first < m_times.size() && m_times[first] < nodes[i].start)
            ++first;
        // Most slices hold few records: look near the start, in growing steps.
        const Ns end = nodes[i].start + nodes[i].duration;
        if (first == m_times.size() || m_times[first] > end) {
            sums[i] = {};
            continue;
        }
        std::size_t step = 1;
        while (first + step < m_times.size() && m_times[first + step] <= end)
            step *= 2;
        const auto from = m_times.begin() + static_cast<std::ptrdiff_t>(std::min(first + step / 2, m_times.size()));
        const auto to = m_times.begin() + static_cast<std::ptrdiff_t>(std::min(first + step, m_times.size()));
        const auto last = static_cast<std::size_t>(std::upper_bound(from, to, end) - m_times.begin());
        sums[i] = {m_before[last].host - m_before[first].host, m_before[last].device - m_before[first].device};
    }
    return sums;
}

std::vector<std::uint32_t> MemoryShare::outside(const ScratchArray<OrderedSlice>& nodes) const
{
    std::vector<std::uint32_t> rows;
    std::size_t next = 0;
    Ns coveredTo = std::numeric_limits<Ns>::min();
    for (std::size_t i = 0; i < m_times.size(); ++i) {
        for (; next < nodes.size() && nodes[next].start <= m_times[i]; ++next)
            coveredTo = std::max(coveredTo, nodes[next].start + nodes[next].duration);
        if (next == 0 || coveredTo < m_times[i])
            rows.push_back(m_rows[i]);
    }
    return rows;
}

} // namespace stepglass
