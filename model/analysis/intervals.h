// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of moments: sorted, disjoint, non-touching half-open intervals [begin, end) in exact ns.
#pragma once

#include "model/core/ids.h"

#include <algorithm>
#include <vector>

namespace stepglass {

struct Interval
{
    Ns begin = 0;
    Ns end = 0;
    Ns length() const { return end - begin; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

using Intervals = std::vector<Interval>;

// The union of any intervals, in any order, overlapping or not. Empty ones vanish, touching ones join. O(n log n), O(n)
// where they come sorted.
Intervals unionOf(Intervals any);

// Set operations, each O(n + m).
Intervals unite(const Intervals& a, const Intervals& b);
Intervals intersect(const Intervals& a, const Intervals& b);
Intervals subtract(const Intervals& a, const Intervals& b);

// What of `a` lies in `window`; O(log n + result).
Intervals clip(const Intervals& a, Interval window);
// The moments of `window` that are not in `a`; O(log n + result).
Intervals complement(const Intervals& a, Interval window);
// Sum of lengths.
Ns lengthOf(const Intervals& a);
// The same of clip(a, window), without building it.
Ns lengthWithin(const Intervals& a, Interval window);
// Index of the first interval that ends after t, or a.size().
std::size_t firstEndingAfter(const Intervals& a, Ns t);

// An interval with a weight, for sweep().
struct Weighted
{
    Interval at;
    double weight = 0;
};

// Calls visit(Interval, sum of the weights that hold there) for every stretch between two borders where at least one
// interval holds, in order of time. `items` in any order; empty intervals count for nothing.
template<class Visit>
void sweep(const std::vector<Weighted>& items, Visit visit)
{
    struct Border
    {
        Ns at;
        double weight;
        int step;
    };
    std::vector<Border> borders;
    borders.reserve(items.size() * 2);
    for (const Weighted& item : items) {
        if (item.at.length() <= 0)
            continue;
        borders.push_back({item.at.begin, item.weight, 1});
        borders.push_back({item.at.end, -item.weight, -1});
    }
    std::stable_sort(borders.begin(), borders.end(), [](const Border& x, const Border& y) { return x.at < y.at; });
    double sum = 0;
    int running = 0;
    for (std::size_t i = 0; i < borders.size(); ++i) {
        if (running > 0 && borders[i].at > borders[i - 1].at)
            visit(Interval{borders[i - 1].at, borders[i].at}, sum);
        running += borders[i].step;
        // Start afresh where nothing runs, so that rounding does not add up over a trace.
        sum = running == 0 ? 0 : sum + borders[i].weight;
    }
}

} // namespace stepglass
