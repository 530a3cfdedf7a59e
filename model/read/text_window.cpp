// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/text_window.h"

#include "model/read/json_scan.h"

#include <algorithm>
#include <cstring>

namespace stepglass {

TextWindow::TextWindow(std::size_t capacity, std::uint64_t offset)
    : m_buffer(std::make_unique_for_overwrite<char[]>(capacity + kScanPadding))
    , m_capacity(capacity)
    , m_offset(offset)
{
    commit(0);
}

void TextWindow::consume(const char* p)
{
    const auto n = static_cast<std::size_t>(p - begin());
    m_begin += n;
    m_offset += n;
}

void TextWindow::restart(std::uint64_t offset)
{
    m_begin = m_end = 0;
    m_offset = offset;
    commit(0);
}

char* TextWindow::prepare(std::size_t bytes)
{
    if (m_begin > 0) {
        std::memmove(m_buffer.get(), begin(), size());
        m_end -= m_begin;
        m_begin = 0;
    }
    if (m_capacity - m_end < bytes) {
        const std::size_t capacity = std::max(m_capacity * 2, m_end + bytes);
        auto larger = std::make_unique_for_overwrite<char[]>(capacity + kScanPadding);
        std::memcpy(larger.get(), m_buffer.get(), m_end);
        m_buffer = std::move(larger);
        m_capacity = capacity;
    }
    return m_buffer.get() + m_end;
}

std::size_t TextWindow::room() const
{
    return m_capacity - m_end;
}

void TextWindow::commit(std::size_t bytes)
{
    m_end += bytes;
    std::memset(m_buffer.get() + m_end, 0, kScanPadding);
}

} // namespace stepglass
