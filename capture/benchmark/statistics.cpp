// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/benchmark/statistics.h"

#include "capture/workload/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepglass::capture {
namespace {

constexpr int kResamples = 2000;

double resampledMedian(const std::vector<double>& values, Random& random)
{
    std::vector<double> sample(values.size());
    for (double& value : sample)
        value = values[random.next() % values.size()];
    return quantile(std::move(sample), 0.5);
}

} // namespace

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    const double position = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

Summary summarise(const std::vector<double>& values, std::uint64_t seed)
{
    Summary summary;
    summary.count = values.size();
    if (values.empty())
        return summary;
    summary.median = quantile(values, 0.5);
    summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    summary.min = *std::min_element(values.begin(), values.end());
    summary.p5 = quantile(values, 0.05);
    summary.p95 = quantile(values, 0.95);
    std::vector<double> distances;
    for (const double value : values)
        distances.push_back(std::abs(value - summary.median));
    summary.mad = quantile(distances, 0.5);
    Random random(seed);
    std::vector<double> medians;
    for (int i = 0; i < kResamples; ++i)
        medians.push_back(resampledMedian(values, random));
    summary.low = quantile(medians, 0.025);
    summary.high = quantile(medians, 0.975);
    return summary;
}

PairedRatio pairedRatio(const std::vector<double>& a, const std::vector<double>& b, std::uint64_t seed)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        ratios.push_back(a[i] / b[i]);
    const Summary summary = summarise(ratios, seed);
    return {summary.median, {summary.low, summary.high}};
}

bool drifts(const std::vector<double>& series)
{
    const std::size_t n = series.size();
    if (n < 6)
        return false;
    double concordance = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            concordance += series[j] > series[i] ? 1 : series[j] < series[i] ? -1 : 0;
    const auto count = static_cast<double>(n);
    const double variance = count * (count - 1) * (2 * count + 5) / 18;
    const double z = (std::abs(concordance) - 1) / std::sqrt(variance);
    if (z < 2.576)
        return false;
    const auto third = static_cast<std::ptrdiff_t>(n / 3);
    const double first = quantile({series.begin(), series.begin() + third}, 0.5);
    const double last = quantile({series.end() - third, series.end()}, 0.5);
    return std::abs(last - first) > 0.02 * first;
}

} // namespace stepglass::capture
