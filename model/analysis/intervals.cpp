// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/intervals.h"

#include <algorithm>

namespace stepglass {
namespace {

bool byBegin(const Interval& a, const Interval& b)
{
    return a.begin < b.begin;
}

// Appends to a result whose begins ascend.
void join(Intervals& result, Interval next)
{
    if (next.length() <= 0)
        return;
    if (!result.empty() && next.begin <= result.back().end)
        result.back().end = std::max(result.back().end, next.end);
    else
        result.push_back(next);
}

} // namespace

Intervals unionOf(Intervals any)
{
    if (!std::is_sorted(any.begin(), any.end(), byBegin))
        std::sort(any.begin(), any.end(), byBegin);
    Intervals result;
    for (const Interval& i : any)
        join(result, i);
    return result;
}

Intervals unite(const Intervals& a, const Intervals& b)
{
    Intervals merged(a.size() + b.size());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin(), byBegin);
    return unionOf(std::move(merged));
}

Intervals intersect(const Intervals& a, const Intervals& b)
{
    Intervals result;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const Interval both{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
        if (both.length() > 0)
            result.push_back(both);
        if (a[i].end < b[j].end)
            ++i;
        else
            ++j;
    }
    return result;
}

Intervals subtract(const Intervals& a, const Intervals& b)
{
    Intervals result;
    std::size_t j = 0;
    for (Interval left : a) {
        while (j < b.size() && b[j].end <= left.begin)
            ++j;
        for (std::size_t k = j; k < b.size() && b[k].begin < left.end; ++k) {
            if (b[k].begin > left.begin)
                result.push_back({left.begin, b[k].begin});
            left.begin = b[k].end;
        }
        if (left.length() > 0)
            result.push_back(left);
    }
    return result;
}

std::size_t firstEndingAfter(const Intervals& a, Ns t)
{
    const auto found = std::upper_bound(a.begin(), a.end(), t, [](Ns time, const Interval& i) { return time < i.end; });
    return static_cast<std::size_t>(found - a.begin());
}

Intervals clip(const Intervals& a, Interval window)
{
    Intervals result;
    for (std::size_t i = firstEndingAfter(a, window.begin); i < a.size() && a[i].begin < window.end; ++i)
        result.push_back({std::max(a[i].begin, window.begin), std::min(a[i].end, window.end)});
    return result;
}

Intervals complement(const Intervals& a, Interval window)
{
    Intervals result;
    Ns from = window.begin;
    for (std::size_t i = firstEndingAfter(a, window.begin); i < a.size() && a[i].begin < window.end; ++i) {
        if (a[i].begin > from)
            result.push_back({from, a[i].begin});
        from = a[i].end;
    }
    if (from < window.end)
        result.push_back({from, window.end});
    return result;
}

Ns lengthOf(const Intervals& a)
{
    Ns sum = 0;
    for (const Interval& i : a)
        sum += i.length();
    return sum;
}

Ns lengthWithin(const Intervals& a, Interval window)
{
    Ns sum = 0;
    for (std::size_t i = firstEndingAfter(a, window.begin); i < a.size() && a[i].begin < window.end; ++i)
        sum += std::min(a[i].end, window.end) - std::max(a[i].begin, window.begin);
    return sum;
}

} // namespace stepglass
