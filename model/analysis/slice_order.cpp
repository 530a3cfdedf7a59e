// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/slice_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace stepglass {
namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr std::size_t kFewEntries = 512; // below this the library's sort wins

bool startsBefore(const OrderedSlice& a, const OrderedSlice& b)
{
    return a.start < b.start;
}

std::uint64_t distance(Ns from, Ns to)
{
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

// One stable pass by a digit of (start - low).
void pass(const ScratchArray<OrderedSlice>& from, ScratchArray<OrderedSlice>& to, Ns low, int shift)
{
    std::array<std::uint32_t, kDigits> next{};
    const auto digit = [&](const OrderedSlice& e) { return (distance(low, e.start) >> shift) & (kDigits - 1); };
    for (const OrderedSlice& e : from)
        ++next[digit(e)];
    std::uint32_t sum = 0;
    for (std::uint32_t& n : next)
        sum += std::exchange(n, sum);
    for (const OrderedSlice& e : from)
        to[next[digit(e)]++] = e;
}

void sortByStart(ScratchArray<OrderedSlice>& entries)
{
    if (std::is_sorted(entries.begin(), entries.end(), startsBefore))
        return;
    if (entries.size() < kFewEntries) {
        std::stable_sort(entries.begin(), entries.end(), startsBefore);
        return;
    }
    Ns low = std::numeric_limits<Ns>::max();
    Ns high = std::numeric_limits<Ns>::min();
    for (const OrderedSlice& e : entries) {
        low = std::min(low, e.start);
        high = std::max(high, e.start);
    }
    ScratchArray<OrderedSlice> other(entries.size());
    const int bits = std::bit_width(distance(low, high));
    for (int shift = 0; shift < bits; shift += kDigitBits) {
        pass(entries, other, low, shift);
        std::swap(entries, other);
    }
}

} // namespace

void sortSlices(ScratchArray<OrderedSlice>& entries, const std::function<std::uint64_t(std::uint32_t)>& place)
{
    sortByStart(entries);
    const auto before = [&](const OrderedSlice& a, const OrderedSlice& b) {
        return a.duration != b.duration ? a.duration > b.duration : place(a.id) < place(b.id);
    };
    for (OrderedSlice* first = entries.begin(); first != entries.end();) {
        OrderedSlice* last = first + 1;
        while (last != entries.end() && last->start == first->start)
            ++last;
        if (last - first > 1)
            std::stable_sort(first, last, before);
        first = last;
    }
}

} // namespace stepglass
