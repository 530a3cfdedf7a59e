// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>

namespace stepglass {
namespace {

constexpr int kResamples = 2000;
constexpr std::uint64_t kSeed = 20260416;

double resampledMedian(const std::vector<double>& values, std::mt19937_64& random, std::vector<double>& scratch)
{
    scratch.resize(values.size());
    for (double& v : scratch)
        v = values[random() % values.size()];
    return median(scratch);
}

std::pair<double, double> middle95(std::vector<double> estimates)
{
    return {quantile(estimates, 0.025), quantile(estimates, 0.975)};
}

} // namespace

double quantile(std::vector<double> values, double q)
{
    if (values.empty())
        return 0;
    const double at = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(low), values.end());
    const double below = values[low];
    if (low + 1 == values.size())
        return below;
    const double above = *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(low) + 1, values.end());
    return below + (above - below) * (at - static_cast<double>(low));
}

double median(std::vector<double> values)
{
    return quantile(std::move(values), 0.5);
}

double mean(const std::vector<double>& values)
{
    double sum = 0;
    for (double v : values)
        sum += v;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double medianAbsoluteDeviation(const std::vector<double>& values)
{
    const double middle = median(values);
    std::vector<double> deviations;
    for (double v : values)
        deviations.push_back(std::abs(v - middle));
    return median(std::move(deviations));
}

double standardDeviation(const std::vector<double>& values)
{
    if (values.size() < 2)
        return 0;
    const double middle = mean(values);
    double sum = 0;
    for (double v : values)
        sum += (v - middle) * (v - middle);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double studentQuantile(std::size_t freedom)
{
    constexpr double kFew[] = {31.821, 6.965, 4.541, 3.747, 3.365, 3.143, 2.998, 2.896, 2.821, 2.764};
    const std::size_t n = std::max<std::size_t>(freedom, 1);
    return n <= std::size(kFew) ? kFew[n - 1] : 2.326 + 4.2 / static_cast<double>(n);
}

std::pair<double, double> medianInterval(const std::vector<double>& values)
{
    if (values.empty())
        return {0, 0};
    std::mt19937_64 random(kSeed);
    std::vector<double> estimates, scratch;
    for (int i = 0; i < kResamples; ++i)
        estimates.push_back(resampledMedian(values, random, scratch));
    return middle95(std::move(estimates));
}

std::pair<double, double> relativeDifferenceInterval(const std::vector<double>& a, const std::vector<double>& b)
{
    if (a.empty() || b.empty())
        return {0, 0};
    std::mt19937_64 random(kSeed);
    std::vector<double> estimates, scratch;
    for (int i = 0; i < kResamples; ++i) {
        const double before = resampledMedian(a, random, scratch);
        const double after = resampledMedian(b, random, scratch);
        if (before > 0)
            estimates.push_back(after / before - 1);
    }
    return estimates.empty() ? std::pair(0.0, 0.0) : middle95(std::move(estimates));
}

bool hasDrift(const std::vector<double>& values)
{
    const std::size_t n = values.size();
    if (n < 8)
        return false;
    double score = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            score += static_cast<double>((values[j] > values[i]) - (values[j] < values[i]));
    }
    const auto spread = [](double t) { return t * (t - 1) * (2 * t + 5); };
    std::map<double, int> ties;
    for (double v : values)
        ++ties[v];
    double variance = spread(static_cast<double>(n));
    for (const auto& [value, count] : ties)
        variance -= spread(count);
    variance /= 18;
    if (variance <= 0)
        return false;
    const double z = (std::abs(score) - 1) / std::sqrt(variance);
    const auto third = static_cast<std::ptrdiff_t>(n / 3);
    const double first = median({values.begin(), values.begin() + third});
    const double last = median({values.end() - third, values.end()});
    constexpr double kOnePercentLevel = 2.5758;
    return z > kOnePercentLevel && first > 0 && std::abs(last / first - 1) > 0.01;
}

} // namespace stepglass
