// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/slice_order.h"

#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace stepglass {
namespace {

constexpr int kCellBits = 32;
constexpr int kLowBits = 10; // of the digit that is mostly not looked at
constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
constexpr std::size_t kFewEntries = 512; // below this the library's sort wins

using Counts = std::array<std::uint32_t, kDigits>;

template<int Shift>
std::uint32_t digit(const TimeOrder::Entry& e)
{
    return (e.cell >> Shift) & (kDigits - 1);
}

template<int Shift>
Counts countDigits(std::span<const TimeOrder::Entry> entries)
{
    Counts counts{};
    for (const TimeOrder::Entry& e : entries)
        ++counts[digit<Shift>(e)];
    return counts;
}

// One stable pass of a radix sort.
template<int Shift>
void distribute(std::span<const TimeOrder::Entry> from, ScratchArray<TimeOrder::Entry>& to, Counts next)
{
    std::uint32_t sum = 0;
    for (std::uint32_t& n : next)
        sum += std::exchange(n, sum);
    for (const TimeOrder::Entry& e : from)
        to[next[digit<Shift>(e)]++] = e;
}

} // namespace

TimeOrder::TimeOrder(std::size_t most, Ns first, Ns last)
    : m_first(first)
    , m_last(std::max(first, last))
    , m_entries(most)
{
    const auto length = static_cast<std::uint64_t>(m_last) - static_cast<std::uint64_t>(m_first);
    const int width = static_cast<int>(std::bit_width(length));
    m_up = std::max(kCellBits - width, 0);
    m_down = std::max(width - kCellBits, 0);
}

std::span<const TimeOrder::Entry> TimeOrder::sorted()
{
    const std::span<Entry> all(m_entries.begin(), m_size);
    if (m_sorted)
        return all;
    m_sorted = true;
    if (m_size < kFewEntries) {
        std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.cell < b.cell; });
        return all;
    }
    // Where times are spread well, the upper digits tell nearly all apart; what is left is for insertion.
    const Counts high = countDigits<kLowBits + kDigitBits>(all);
    const bool crowded = *std::max_element(high.begin(), high.end()) > m_size / 32;
    m_equalBits = crowded ? 0 : kLowBits;
    ScratchArray<Entry> other(m_size);
    if (crowded) {
        distribute<0>(all, other, countDigits<0>(all));
        std::swap(m_entries, other);
    }
    const std::span<const Entry> low(m_entries.begin(), m_size);
    distribute<kLowBits>(low, other, countDigits<kLowBits>(low));
    distribute<kLowBits + kDigitBits>({other.begin(), m_size}, m_entries, high);
    return {m_entries.begin(), m_size};
}

} // namespace stepglass
