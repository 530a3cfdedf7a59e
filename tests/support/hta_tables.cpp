// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hta_tables.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace stepglass::test {
namespace {

double micros(Ns ns)
{
    return static_cast<double>(ns) / 1000;
}

bool startsWith(const std::string& text, const char* prefix)
{
    return text.rfind(prefix, 0) == 0;
}

bool isLaunch(const std::string& name)
{
    return (startsWith(name, "cuda") && name.find("LaunchKernel") != std::string::npos) ||
           startsWith(name, "cuLaunchKernel") || startsWith(name, "runFunction");
}

// The aten operator on any thread that covers the launch and starts last.
const HtaRow* operatorOf(const std::vector<const HtaRow*>& byStart, const HtaRow& launch)
{
    auto at = std::upper_bound(byStart.begin(), byStart.end(), launch.start,
                               [](Ns t, const HtaRow* row) { return t < row->start; });
    while (at != byStart.begin()) {
        --at;
        if ((*at)->end() >= launch.end())
            return *at;
    }
    return nullptr;
}

HtaSummary valuesOf(const std::vector<HtaQueuePoint>& points)
{
    HtaSummary summary;
    for (const HtaQueuePoint& point : points)
        summary.values.push_back(point.value);
    return summary;
}

double sumOfSquares(const HtaSummary& summary)
{
    double sum = 0;
    for (double v : summary.values)
        sum += v * v;
    return sum;
}

} // namespace

const char* htaClassName(HtaClass c)
{
    switch (c) {
    case HtaClass::Communication:
        return "COMMUNICATION";
    case HtaClass::Memory:
        return "MEMORY";
    case HtaClass::Computation:
        return "COMPUTATION";
    case HtaClass::Other:
        break;
    }
    return nullptr;
}

std::map<HtaKernelKey, HtaSummary> htaKernels(const std::vector<HtaRow>& kept)
{
    std::map<HtaKernelKey, HtaSummary> byName;
    for (const HtaRow& row : htaDeviceRows(kept)) {
        if (const char* name = htaClassName(htaClass(row.name)))
            byName[{name, row.name}].values.push_back(micros(row.duration));
    }
    return byName;
}

std::map<HtaKernelKey, HtaSummary> htaGroupedKernels(const std::vector<HtaRow>& kept)
{
    std::map<std::string, std::vector<std::pair<std::string, HtaSummary>>> classes;
    for (auto& [key, summary] : htaKernels(kept))
        classes[key.first].emplace_back(key.second, summary);
    std::map<HtaKernelKey, HtaSummary> grouped;
    for (auto& [name, kernels] : classes) {
        std::stable_sort(kernels.begin(), kernels.end(),
                         [](const auto& a, const auto& b) { return a.second.sum() > b.second.sum(); });
        HtaSummary running;
        for (const auto& [kernel, summary] : kernels)
            running.values.push_back(summary.sum() + (running.values.empty() ? 0 : running.values.back()));
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            if (kernels.size() <= 10) {
                grouped[{name, kernels[i].first}] = kernels[i].second;
                continue;
            }
            const bool other = i >= 10 || running.values[i] > running.quantile(0.8);
            grouped[{name, other ? "others" : kernels[i].first}].values.push_back(kernels[i].second.sum());
        }
    }
    return grouped;
}

std::map<std::pair<std::string, std::string>, HtaAtenCalls> htaAtenCalls(const std::vector<HtaRow>& kept)
{
    std::vector<const HtaRow*> operators;
    std::map<std::int64_t, const HtaRow*> kernels;
    for (const HtaRow& row : kept) {
        if (startsWith(row.name, "aten::"))
            operators.push_back(&row);
        if (row.onDevice() && row.correlation)
            kernels[*row.correlation] = &row;
    }
    std::stable_sort(operators.begin(), operators.end(),
                     [](const HtaRow* a, const HtaRow* b) { return a->start < b->start; });
    struct Call
    {
        std::string kernels;
        double launchDelay = 0, runtimeDelay = 0;
    };
    std::map<std::tuple<std::string, std::string, Ns>, Call> calls;
    for (const HtaRow& launch : kept) {
        if (launch.onDevice() || !isLaunch(launch.name) || !launch.correlation ||
            !kernels.contains(*launch.correlation))
            continue;
        const HtaRow* op = operatorOf(operators, launch);
        if (op == nullptr)
            continue;
        const HtaRow& kernel = *kernels[*launch.correlation];
        const auto [at, isNew] = calls.try_emplace({op->thread, op->name, op->start});
        if (isNew)
            at->second = {"", micros(launch.start - op->start), micros(kernel.start - launch.start)};
        at->second.kernels += (isNew ? "" : " -> ") + kernel.name;
    }
    std::map<std::pair<std::string, std::string>, HtaAtenCalls> result;
    for (const auto& [key, call] : calls) {
        HtaAtenCalls& row = result[{std::get<1>(key), call.kernels}];
        row.launchDelay.values.push_back(call.launchDelay);
        row.runtimeDelay.values.push_back(call.runtimeDelay);
    }
    return result;
}

HtaQueueBounds htaQueueBounds(const std::vector<HtaQueuePoint>& deviceFirst,
                              const std::vector<HtaQueuePoint>& launchFirst)
{
    const HtaSummary low = valuesOf(deviceFirst);
    const HtaSummary high = valuesOf(launchFirst);
    const auto n = static_cast<double>(low.values.size());
    HtaQueueBounds bounds;
    bounds.count = low.values.size();
    bounds.mean = {low.mean(), high.mean()};
    bounds.min = {low.min(), high.min()};
    bounds.max = {low.max(), high.max()};
    bounds.lowerQuartile = {low.quantile(0.25), high.quantile(0.25)};
    bounds.median = {low.quantile(0.5), high.quantile(0.5)};
    bounds.upperQuartile = {low.quantile(0.75), high.quantile(0.75)};
    if (low.values == high.values) {
        bounds.deviation = {low.deviation(), low.deviation()};
    } else { // the sum of squares and the mean lie between those of the two orders, where no value is below 0
        const double least = sumOfSquares(low) - n * high.mean() * high.mean();
        const double most = sumOfSquares(high) - n * low.mean() * low.mean();
        bounds.deviation = {std::sqrt(std::max(0.0, least) / (n - 1)), std::sqrt(most / (n - 1))};
    }
    bounds.first = deviceFirst.front().at;
    bounds.last = deviceFirst.back().at;
    return bounds;
}

} // namespace stepglass::test
