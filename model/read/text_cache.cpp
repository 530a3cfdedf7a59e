// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/text_cache.h"

#include <algorithm>
#include <cstring>

namespace stepglass {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

} // namespace

TextCache::TextCache()
    : m_entries(kSlots)
{
}

void TextCache::clear()
{
    ++m_generation;
    if (m_blocks.size() > 1)
        m_blocks.resize(1);
    m_next = m_blocks.empty() ? nullptr : m_blocks.front().get();
    m_left = m_blocks.empty() ? 0 : kBlockBytes;
}

void TextCache::remember(Entry& entry, std::string_view text, StringId id)
{
    if (text.size() > kBlockBytes)
        return;
    if (text.size() > m_left) {
        m_blocks.push_back(std::make_unique<char[]>(kBlockBytes));
        m_next = m_blocks.back().get();
        m_left = kBlockBytes;
    }
    std::memcpy(m_next, text.data(), text.size());
    entry = {{m_next, text.size()}, id, m_generation};
    m_next += text.size();
    m_left -= text.size();
}

} // namespace stepglass
