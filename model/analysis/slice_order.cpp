// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/slice_order.h"

#include <array>
#include <bit>
#include <functional>
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

using Pieces = std::vector<std::span<const TimeOrder::Entry>>;

template<int Shift>
std::vector<Counts> countPieces(const Pieces& pieces)
{
    std::vector<Counts> counts(pieces.size());
    inParts(pieces.size(), pieces.size(), [&](std::size_t i, std::size_t, std::size_t) {
        for (const TimeOrder::Entry& e : pieces[i])
            ++counts[i][digit<Shift>(e)];
    });
    return counts;
}

// Whether one value of the highest digit has a great share of all.
bool isCrowded(const Pieces& pieces, std::size_t count)
{
    Counts all{};
    for (const Counts& counts : countPieces<kLowBits + kDigitBits>(pieces))
        std::transform(counts.begin(), counts.end(), all.begin(), all.begin(), std::plus<>());
    return *std::max_element(all.begin(), all.end()) > count / 32;
}

} // namespace

TimeOrder::Cells::Cells(Ns firstTime, Ns lastTime)
    : first(firstTime)
    , last(std::max(firstTime, lastTime))
{
    const auto length = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    const int width = static_cast<int>(std::bit_width(length));
    up = std::max(kCellBits - width, 0);
    down = std::max(width - kCellBits, 0);
}

TimeOrder::TimeOrder(std::size_t most, Ns first, Ns last, std::size_t parts)
    : m_cells(first, last)
    , m_entries(most)
    , m_parts(parts)
{
}

// One stable pass of a radix sort, each piece by a thread of its own. Gives back the result in as many pieces.
template<int Shift>
TimeOrder::Pieces TimeOrder::distribute(const Pieces& from, Entry* to)
{
    std::vector<Counts> next = countPieces<Shift>(from);
    std::uint32_t sum = 0;
    for (std::size_t d = 0; d < kDigits; ++d) {
        for (Counts& counts : next)
            sum += std::exchange(counts[d], sum);
    }
    inParts(from.size(), from.size(), [&](std::size_t i, std::size_t, std::size_t) {
        Counts& at = next[i];
        for (const Entry& e : from[i])
            to[at[digit<Shift>(e)]++] = e;
    });
    Pieces pieces;
    for (std::size_t i = 0, first = 0; i < from.size(); ++i) {
        const std::size_t last = sum * (i + 1) / from.size();
        pieces.push_back({to + first, last - first});
        first = last;
    }
    return pieces;
}

bool TimeOrder::comesSorted() const
{
    std::uint32_t latest = 0;
    for (const Part& part : m_parts) {
        if (part.entries().empty())
            continue;
        if (!part.isSorted() || part.entries().front().cell < latest)
            return false;
        latest = part.entries().back().cell;
    }
    return true;
}

// Closes the gaps between the parts.
std::span<TimeOrder::Entry> TimeOrder::joined()
{
    Entry* end = m_entries.begin();
    for (const Part& part : m_parts) {
        const std::span<const Entry> entries = part.entries();
        end = entries.data() == end ? end + entries.size() : std::copy(entries.begin(), entries.end(), end);
    }
    return {m_entries.begin(), end};
}

std::span<const TimeOrder::Entry> TimeOrder::sorted()
{
    if (comesSorted())
        return joined();
    Pieces pieces;
    std::size_t count = 0;
    for (const Part& part : m_parts) {
        pieces.push_back(part.entries());
        count += part.entries().size();
    }
    if (count < kFewEntries) {
        const std::span<Entry> all = joined();
        std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.cell < b.cell; });
        return all;
    }
    // Where times are spread well, the upper digits tell nearly all apart; what is left is for insertion.
    const bool crowded = isCrowded(pieces, count);
    m_equalBits = crowded ? 0 : kLowBits;
    ScratchArray<Entry> other(count);
    if (crowded) {
        ScratchArray<Entry> third(count);
        pieces = distribute<0>(pieces, third.begin());
        pieces = distribute<kLowBits>(pieces, other.begin());
    } else {
        pieces = distribute<kLowBits>(pieces, other.begin());
    }
    distribute<kLowBits + kDigitBits>(pieces, m_entries.begin());
    return {m_entries.begin(), count};
}

} // namespace stepglass
