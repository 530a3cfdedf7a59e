// SPDX-License-Identifier: GPL-3.0-or-later
// Work over a whole trace, cut into equal parts that run beside each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace stepglass {

// How many parts are worth a thread each for `count` elements: as many as there are processors, at most 4; one for few.
inline std::size_t partsFor(std::size_t count)
{
    constexpr std::size_t kWorthAThread = 32'768;
    constexpr std::size_t kMost = 4; // beyond that memory is what limits
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    return std::max<std::size_t>(1, std::min({processors, kMost, count / kWorthAThread}));
}

// Calls work(part, first, last) for [0, count) cut into `parts` pieces, each on a thread of its own but the last, and
// returns when all are done. `work` must not throw.
template<class Work>
void inParts(std::size_t count, std::size_t parts, Work work)
{
    const auto begin = [&](std::size_t part) { return count / parts * part + std::min(part, count % parts); };
    std::vector<std::jthread> others;
    for (std::size_t part = 0; part + 1 < parts; ++part)
        others.emplace_back([&, part] { work(part, begin(part), begin(part + 1)); });
    work(parts - 1, begin(parts - 1), count);
}

} // namespace stepglass
