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
    TimeOrder::Part all = order.newPart();
    for (std::uint32_t row = 0; row < trace.memory().size(); ++row)
        all.add(trace.memory()[row].time, row);
    order.setPart(0, all);
    const ScratchArray<OrderedSlice> records = entriesInOrder(
        order,
        [&](std::uint32_t row) {
            return OrderedSlice{trace.memory()[row].time, 0, row};
        },
        [](std::uint32_t row) { return row; });
    m_rows = ScratchArray<std::uint32_t>(records.size());
    m_times = ScratchArray<Ns>(records.size());
    m_before = ScratchArray<HostTree::Bytes>(records.size() + 1);
    m_before[0] = {};
    for (std::size_t i = 0; i < records.size(); ++i) {
        const HostTree::Bytes bytes = bytesOf(trace.memory()[records[i].id]);
        m_rows[i] = records[i].id;
        m_times[i] = records[i].start;
        m_before[i + 1] = {m_before[i].host + bytes.host, m_before[i].device + bytes.device};
    }
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
