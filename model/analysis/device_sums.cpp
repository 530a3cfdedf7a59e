// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/device_sums.h"

namespace stepglass {
namespace {

bool counts(SliceKind kind, bool withRegions)
{
    return isOnDevice(kind) && (withRegions || kind != SliceKind::GpuRegion);
}

// What a device row is summed under: its External id, or its operator's number as a key.
IdKey keyOfRow(const Trace& trace, const Links& links, std::uint32_t row, bool byId)
{
    if (byId)
        return trace.externalId(trace.deviceWork()[row].slice);
    const SliceId op = links.operatorOfRow(row);
    return op.valid() ? IdKey::ofNumber(op.value) : IdKey();
}

KeyIndex indexFor(const Trace& trace, const Links& links, bool byId)
{
    KeyRange range;
    for (std::uint32_t row = 0; row < trace.deviceWork().size(); ++row)
        range.add(keyOfRow(trace, links, row, byId));
    return range.index();
}

} // namespace

DeviceSums::DeviceSums(const Trace& trace, const Links& links, bool withRegions)
    : m_trace(trace)
    , m_byId(!links.externalIdsNameNothing())
    , m_index(indexFor(trace, links, m_byId))
    , m_sums(trace.deviceWork().size())
{
    for (std::uint32_t row = 0; row < trace.deviceWork().size(); ++row) {
        const SliceId slice = trace.deviceWork()[row].slice;
        const IdKey key = keyOfRow(trace, links, row, m_byId);
        if (!key.valid() || !counts(trace.kind(slice), withRegions))
            continue;
        std::uint32_t& at = m_index.at(key);
        if (at == KeyIndex::kNone) {
            at = m_count++;
            m_sums[at] = {};
        }
        m_sums[at].time += trace.duration(slice);
        m_sums[at].kernels += isKernel(trace.kind(slice)) ? 1 : 0;
    }
}

DeviceSums::Sum DeviceSums::of(SliceId s) const
{
    const std::uint32_t at = m_index.find(m_byId ? m_trace.externalId(s) : IdKey::ofNumber(s.value));
    return at != KeyIndex::kNone ? m_sums[at] : Sum{};
}

} // namespace stepglass
