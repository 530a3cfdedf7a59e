// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/record.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace stepglass::capture::cuda {

// Where a call into the device came from, and what the workload calls the kernel that it starts.
struct Launch
{
    LaunchContext context{};
    const char* kernelName = nullptr; // literal or interned; null for anything but kernels
};

// Gives each call into the device a token, which travels through CUPTI as the external correlation id, and knows what
// the token stands for when the records come back. Keeps the newest `capacity` calls. Any thread.
class LaunchLog
{
public:
    explicit LaunchLog(std::size_t capacity = std::size_t{1} << 18)
        : m_capacity(capacity)
    {
    }

    // The token is never 0. timeNs: before the call.
    std::uint64_t add(const Launch& launch, std::int64_t timeNs);

    struct Found
    {
        Launch launch;
        bool known = false; // false: so old that it is forgotten, or never given out
    };
    Found find(std::uint64_t token) const;

    // True for the first kernel of a call; a further one (a reduction that cuBLAS adds) keeps its own name.
    bool claimName(std::uint64_t token);

    // The recording that was on at a time, for records without a token. 0 = warm-up or before anything was logged.
    std::uint32_t epochAt(std::int64_t timeNs) const;

private:
    struct Entry
    {
        Launch launch;
        bool named = false;
    };
    struct Epoch
    {
        std::int64_t fromNs;
        std::uint32_t epoch;
    };

    const std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::deque<Entry> m_entries;
    std::uint64_t m_firstToken = 1; // of m_entries.front()
    std::deque<Epoch> m_epochs;
};

} // namespace stepglass::capture::cuda
