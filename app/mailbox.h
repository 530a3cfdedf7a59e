// SPDX-License-Identifier: GPL-3.0-or-later
// Hands the newest value from a thread to the UI. The value travels under this mutex; Qt only wakes the receiver (a
// queued call of Qt's is not seen as a hand-over by ThreadSanitizer).
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace stepglass {

template<class T>
class Mailbox
{
public:
    // Replaces what was not taken yet. True if the box was empty, so that the receiver has to be woken.
    bool put(T value)
    {
        std::optional<T> old(std::move(value));
        {
            const std::lock_guard lock(m_mutex);
            std::swap(m_value, old);
        }
        return !old.has_value(); // what was not taken goes here, without the mutex
    }
    std::optional<T> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_value, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::optional<T> m_value;
};

} // namespace stepglass
