// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/open_begins.h"

#include <algorithm>

namespace stepglass {

void OpenBegins::open(StringId name, std::size_t record)
{
    m_begins.push_back({record, name});
    if (m_linked)
        link(static_cast<std::uint32_t>(m_begins.size() - 1));
}

std::optional<std::size_t> OpenBegins::close(StringId endName)
{
    const std::uint32_t at = innermost(endName);
    if (at == kNone)
        return std::nullopt;
    Begin& begin = m_begins[at];
    begin.closed = true;
    if (m_linked)
        m_innermost[begin.name] = begin.outer; // it was the innermost of its name
    const std::size_t record = begin.record;
    while (!m_begins.empty() && m_begins.back().closed)
        m_begins.pop_back();
    if (m_begins.empty() && m_linked) {
        m_linked = false;
        m_innermost.clear();
    }
    return record;
}

std::uint32_t OpenBegins::innermost(StringId endName)
{
    constexpr std::size_t kLookedAt = 16; // before links are worth it
    const auto size = static_cast<std::uint32_t>(m_begins.size());
    if (endName.empty())
        return size == 0 ? kNone : size - 1;
    const auto depth = static_cast<std::uint32_t>(std::min<std::size_t>(size, kLookedAt));
    for (std::uint32_t at = size; at-- > size - depth;)
        if (!m_begins[at].closed && m_begins[at].name == endName)
            return at;
    if (depth == size)
        return kNone;
    linkAll();
    const auto found = m_innermost.find(endName);
    return found == m_innermost.end() ? kNone : found->second;
}

void OpenBegins::link(std::uint32_t at)
{
    const auto [found, isNew] = m_innermost.try_emplace(m_begins[at].name, at);
    m_begins[at].outer = isNew ? kNone : found->second;
    found->second = at;
}

void OpenBegins::linkAll()
{
    if (m_linked)
        return;
    m_linked = true;
    for (std::uint32_t at = 0; at < m_begins.size(); ++at)
        if (!m_begins[at].closed)
            link(at);
}

} // namespace stepglass
