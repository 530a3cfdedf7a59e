// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/slice_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace stepglass {
namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr int kPasses = 3;               // for 32 bits
constexpr std::size_t kFewEntries = 512; // below this the library's sort wins

bool startsBefore(const OrderedSlice& a, const OrderedSlice& b)
{
    return a.start < b.start;
}

std::uint64_t distance(Ns from, Ns to)
{
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

// What is moved in place of an entry: the start, cut to 32 bits, and where the entry stands.
struct Key
{
    std::uint32_t start;
    std::uint32_t at;
};

// Stable, by all bits of the keys.
void sortKeys(ScratchArray<Key>& keys)
{
    std::vector<std::array<std::uint32_t, kDigits>> counts(kPasses);
    const auto digit = [](const Key& k, int pass) { return (k.start >> (pass * kDigitBits)) & (kDigits - 1); };
    for (const Key& k : keys) {
        for (int pass = 0; pass < kPasses; ++pass)
            ++counts[static_cast<std::size_t>(pass)][digit(k, pass)];
    }
    ScratchArray<Key> other(keys.size());
    for (int pass = 0; pass < kPasses; ++pass) {
        std::array<std::uint32_t, kDigits>& next = counts[static_cast<std::size_t>(pass)];
        if (std::find(next.begin(), next.end(), keys.size()) != next.end())
            continue; // all have the same digit
        std::uint32_t sum = 0;
        for (std::uint32_t& n : next)
            sum += std::exchange(n, sum);
        for (const Key& k : keys)
            other[next[digit(k, pass)]++] = k;
        std::swap(keys, other);
    }
}

void sortByStart(ScratchArray<OrderedSlice>& entries)
{
    if (std::is_sorted(entries.begin(), entries.end(), startsBefore))
        return;
    if (entries.size() < kFewEntries) {
        std::stable_sort(entries.begin(), entries.end(), startsBefore);
        return;
    }
    const auto [first, last] = std::minmax_element(entries.begin(), entries.end(), startsBefore);
    const Ns low = first->start;
    const int shift = std::max(static_cast<int>(std::bit_width(distance(low, last->start))) - 32, 0);
    ScratchArray<Key> keys(entries.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        keys[i] = {static_cast<std::uint32_t>(distance(low, entries[i].start) >> shift), i};
    sortKeys(keys);
    ScratchArray<OrderedSlice> sorted(entries.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        sorted[i] = entries[keys[i].at];
    entries = std::move(sorted);
    // Neighbours that differ in the bits cut off.
    for (std::size_t from = 0, to = 0; shift > 0 && from < keys.size(); from = to) {
        while (to < keys.size() && keys[to].start == keys[from].start)
            ++to;
        if (to - from > 1)
            std::stable_sort(entries.begin() + from, entries.begin() + to, startsBefore);
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
