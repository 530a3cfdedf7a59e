// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/trace.h"

namespace stepglass {

const DeviceWork* Trace::deviceWork(SliceId s) const
{
    if (!isOnDevice(kind(s)))
        return nullptr;
    std::uint32_t low = 0;
    std::uint32_t high = m_deviceWork.size();
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (m_deviceWork[middle].slice < s)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m_deviceWork.size() && m_deviceWork[low].slice == s ? &m_deviceWork[low] : nullptr;
}

std::string Trace::text(IdKey key) const
{
    if (!key.valid())
        return {};
    return key.isText() ? std::string(text(key.text())) : std::to_string(key.value);
}

} // namespace stepglass
