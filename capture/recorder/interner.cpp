// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/interner.h"

namespace stepglass::capture {

const char* Interner::intern(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    auto found = m_texts.find(text);
    if (found == m_texts.end())
        found = m_texts.emplace(text).first;
    return found->c_str();
}

std::size_t Interner::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_texts.size();
}

} // namespace stepglass::capture
