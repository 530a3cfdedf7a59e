// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/text_cache.h"

#include <algorithm>
#include <cstring>

namespace stepglass {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

std::uint64_t load8(const char* p)
{
    std::uint64_t v = 0;
    std::memcpy(&v, p, sizeof v);
    return v;
}

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

// Of the length, both ends and the middle: names differ there.
std::size_t TextCache::hashOf(std::string_view text)
{
    constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;
    const std::size_t n = text.size();
    const char* p = text.data();
    std::uint64_t h = n * kMultiplier;
    if (n >= 8) {
        h = (h ^ load8(p)) * kMultiplier;
        h = (h ^ (h >> 32) ^ load8(p + n - 8)) * kMultiplier;
        if (n > 16)
            h = (h ^ (h >> 32) ^ load8(p + n / 2 - 4)) * kMultiplier;
        if (n > 48)
            h = (h ^ (h >> 32) ^ load8(p + n / 4) ^ (load8(p + n - n / 4) << 1)) * kMultiplier;
    } else {
        std::uint64_t v = 0;
        std::memcpy(&v, p, n);
        h = (h ^ v) * kMultiplier;
    }
    return static_cast<std::size_t>(h ^ (h >> 29));
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
