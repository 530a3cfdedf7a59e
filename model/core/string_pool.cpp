// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/string_pool.h"

#include <algorithm>
#include <cstring>

namespace stepglass {
namespace {
constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
}

StringId StringTable::find(std::string_view text) const
{
    for (std::uint32_t i = 0; i < m_views.size(); ++i) {
        if (m_views[i] == text)
            return StringId(i);
    }
    return {};
}

StringPool::StringPool()
{
    m_views.push({});
}

void StringPool::clear()
{
    m_index.clear();
    m_views.clear();
    m_views.push({});
    m_blocks.resize(std::min<std::size_t>(m_blocks.size(), 1));
    m_next = m_blocks.empty() ? nullptr : m_blocks.front().get();
    m_left = m_blocks.empty() ? 0 : kBlockBytes;
}

StringId StringPool::intern(std::string_view text)
{
    if (text.empty())
        return {};
    if (const auto it = m_index.find(text); it != m_index.end())
        return StringId(it->second);
    const std::string_view stored = store(text);
    const std::uint32_t id = m_views.size();
    m_views.push(stored);
    m_index.emplace(stored, id);
    return StringId(id);
}

std::string_view StringPool::store(std::string_view text)
{
    if (text.size() > m_left) {
        const std::size_t bytes = std::max(kBlockBytes, text.size());
        m_blocks.push_back(std::shared_ptr<char[]>(new char[bytes]));
        m_next = m_blocks.back().get();
        m_left = bytes;
    }
    char* p = m_next;
    std::memcpy(p, text.data(), text.size());
    m_next += text.size();
    m_left -= text.size();
    return {p, text.size()};
}

StringTable StringPool::snapshot() const
{
    return {m_views.snapshot(), std::make_shared<const Blocks>(m_blocks)};
}

} // namespace stepglass
