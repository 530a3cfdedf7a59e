// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace stepglass::capture {

struct Summary
{
    double median = 0;
    double mean = 0;
    double min = 0;
    double p5 = 0;
    double p95 = 0;
    double mad = 0; // median absolute deviation, unscaled
    double low = 0; // 95 % interval of the median, percentile bootstrap
    double high = 0;
    std::size_t count = 0;
};

// Quantiles interpolate linearly between order statistics. values must not be empty.
double quantile(std::vector<double> values, double q);
// The bootstrap draws from a fixed seed, so a summary repeats.
Summary summarise(const std::vector<double>& values, std::uint64_t seed = 1);
struct Interval
{
    double low = 0;
    double high = 0;
};
// The median of a[i] / b[i] and its 95 % bootstrap interval over the pairs. Where the two of a pair were measured next
// to each other, what changes slowly (the speed of the machine) is the same in both and cancels, other than in a ratio
// of two medians. Of equally many values; 0 without any.
struct PairedRatio
{
    double ratio = 0;
    Interval interval;
};
PairedRatio pairedRatio(const std::vector<double>& a, const std::vector<double>& b, std::uint64_t seed = 1);
// True if a series has not settled: Mann-Kendall finds a trend (two-sided p < 0.01) and the medians of its first and
// last third differ by more than 2 %.
bool drifts(const std::vector<double>& series);

} // namespace stepglass::capture
