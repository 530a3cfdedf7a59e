// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of small samples of times. Everything that draws by chance has a fixed seed: the same input, the same
// figures, on any machine.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace stepglass {

// Quantile q (0..1) with linear interpolation between order statistics; 0 of nothing.
double quantile(std::vector<double> values, double q);
double median(std::vector<double> values);
double mean(const std::vector<double>& values);
// Median absolute deviation from the median, unscaled.
double medianAbsoluteDeviation(const std::vector<double>& values);
// Sample standard deviation (n - 1); 0 of fewer than two.
double standardDeviation(const std::vector<double>& values);

// The 0.99 quantile of Student's t of `freedom` >= 1 degrees: from 11 degrees on 2.326 + 4.2 / freedom, which is at
// most 0.5 % too much.
double studentQuantile(std::size_t freedom);

// 95 % percentile-bootstrap interval of the median (2,000 resamples). {x, x} of one value.
std::pair<double, double> medianInterval(const std::vector<double>& values);
// The same of median(b) / median(a) - 1, a and b resampled independently.
std::pair<double, double> relativeDifferenceInterval(const std::vector<double>& a, const std::vector<double>& b);

// Whether a series has not settled: the Mann-Kendall test for a monotonic trend (with the correction for ties) finds
// one at the 1 % level, and the medians of its first and last third differ by over 1 %. Fewer than 8 values never
// drift.
bool hasDrift(const std::vector<double>& values);

} // namespace stepglass
