// SPDX-License-Identifier: GPL-3.0-or-later
// The lower median of many numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace stepglass {

// The element that has (n - 1) / 2 others before it in order; `numbers` must hold one. It may reorder them.
// Of many: a sample tells between which two values the median very likely lies; one pass counts what is below and moves
// what is between to the front, without a branch on values that no processor can foresee (Floyd and Rivest's idea).
template<class Number>
Number lowerMedian(std::span<Number> numbers)
{
    constexpr std::size_t kSample = 64;
    constexpr std::size_t kAround = 10; // of the sample, on each side: 2.5 times its standard deviation of 4
    const auto select = [](std::span<Number> from, std::size_t rank) {
        const auto at = from.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(from.begin(), at, from.end());
        return *at;
    };
    const std::size_t rank = (numbers.size() - 1) / 2;
    if (numbers.size() < 16 * kSample)
        return select(numbers, rank);
    std::array<Number, kSample> sample;
    for (std::size_t i = 0; i < kSample; ++i)
        sample[i] = numbers[i * numbers.size() / kSample];
    std::sort(sample.begin(), sample.end());
    const Number low = sample[kSample / 2 - kAround];
    const Number high = sample[kSample / 2 + kAround];
    std::size_t below = 0;
    std::size_t between = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Number value = numbers[i];
        std::swap(numbers[between], numbers[i]);
        below += value < low ? 1 : 0;
        between += value >= low && value <= high ? 1 : 0;
    }
    if (rank < below || rank >= below + between)
        return select(numbers, rank);
    return select(numbers.first(between), rank - below);
}

} // namespace stepglass
