// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/launch_log.h"

#include <utility>

namespace stepglass::capture::cuda {

std::uint64_t LaunchLog::add(const Launch& launch, std::int64_t timeNs)
{
    const std::lock_guard lock(m_mutex);
    if (m_epochs.empty() || m_epochs.back().epoch != launch.context.epoch) {
        m_epochs.push_back({timeNs, launch.context.epoch});
        if (m_epochs.size() > 64) // records of recordings that far back are long written
            m_epochs.pop_front();
    }
    m_entries.push_back({launch});
    if (m_entries.size() > m_capacity) {
        m_entries.pop_front();
        ++m_firstToken;
    }
    return m_firstToken + m_entries.size() - 1;
}

LaunchLog::Found LaunchLog::find(std::uint64_t token) const
{
    const std::lock_guard lock(m_mutex);
    if (token < m_firstToken || token - m_firstToken >= m_entries.size())
        return {};
    return {m_entries[token - m_firstToken].launch, true};
}

bool LaunchLog::claimName(std::uint64_t token)
{
    const std::lock_guard lock(m_mutex);
    if (token < m_firstToken || token - m_firstToken >= m_entries.size())
        return false;
    return !std::exchange(m_entries[token - m_firstToken].named, true);
}

std::uint32_t LaunchLog::epochAt(std::int64_t timeNs) const
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = m_epochs.size(); i-- > 0;)
        if (m_epochs[i].fromNs <= timeNs)
            return m_epochs[i].epoch;
    return 0;
}

} // namespace stepglass::capture::cuda
