// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hta_figures.h"

#include "model/analysis/statistics.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace stepglass::test {
namespace {

double micros(Ns ns)
{
    return static_cast<double>(ns) / 1000;
}

const std::set<std::string> kQueueLaunches{"cudaLaunchKernel",
                                           "cudaLaunchKernelExC",
                                           "cuLaunchKernel",
                                           "cudaMemcpyAsync",
                                           "cudaMemsetAsync",
                                           "hipLaunchKernel",
                                           "hipExtModuleLaunchKernel",
                                           "hipMemcpyAsync",
                                           "hipMemcpyWithStream",
                                           "hipMemsetAsync",
                                           "runFunction - job_prep_and_submit_for_execution"};

} // namespace

double HtaSummary::sum() const
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}
double HtaSummary::min() const
{
    return *std::min_element(values.begin(), values.end());
}
double HtaSummary::max() const
{
    return *std::max_element(values.begin(), values.end());
}
double HtaSummary::deviation() const
{
    return standardDeviation(values);
}
double HtaSummary::quantile(double q) const
{
    return stepglass::quantile(values, q);
}

Intervals htaMerged(const std::vector<HtaRow>& rows)
{
    Intervals all;
    for (const HtaRow& row : rows)
        all.push_back({row.start, row.end()});
    std::stable_sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    Intervals merged;
    for (const Interval& at : all) {
        if (merged.empty() || at.begin > merged.back().end)
            merged.push_back(at);
        else
            merged.back().end = std::max(merged.back().end, at.end);
    }
    return merged;
}

std::vector<HtaRow> htaDeviceRows(const std::vector<HtaRow>& rows)
{
    std::vector<HtaRow> result;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(result), [](const HtaRow& r) { return r.onDevice(); });
    return result;
}

std::vector<HtaRow> htaOfClass(const std::vector<HtaRow>& deviceRows, HtaClass c)
{
    std::vector<HtaRow> result;
    std::copy_if(deviceRows.begin(), deviceRows.end(), std::back_inserter(result),
                 [c](const HtaRow& r) { return htaClass(r.name) == c; });
    return result;
}

HtaTemporal htaTemporal(const std::vector<HtaRow>& kept)
{
    const std::vector<HtaRow> device = htaDeviceRows(kept);
    const Intervals busy = htaMerged(device);
    HtaTemporal result;
    result.kernelTime = micros(busy.back().end - busy.front().begin);
    result.idle = result.kernelTime - micros(lengthOf(busy));
    result.compute = micros(lengthOf(htaMerged(htaOfClass(device, HtaClass::Computation))));
    result.nonCompute = result.kernelTime - result.compute - result.idle;
    return result;
}

double htaOverlap(const std::vector<HtaRow>& kept)
{
    const std::vector<HtaRow> device = htaDeviceRows(kept);
    const Intervals communication = htaMerged(htaOfClass(device, HtaClass::Communication));
    const Intervals computation = htaMerged(htaOfClass(device, HtaClass::Computation));
    if (lengthOf(communication) == 0)
        return -1;
    return 100 * micros(lengthOf(intersect(unionOf(communication), unionOf(computation)))) /
           micros(lengthOf(communication));
}

std::map<std::string, double> htaTypeTable(const std::vector<HtaRow>& kept, bool withMemory)
{
    const std::vector<HtaRow> device = htaDeviceRows(kept);
    std::vector<std::pair<const char*, Intervals>> classes{
        {"COMPUTATION", htaMerged(htaOfClass(device, HtaClass::Computation))},
        {"COMMUNICATION", htaMerged(htaOfClass(device, HtaClass::Communication))}};
    if (withMemory)
        classes.emplace_back("MEMORY", htaMerged(htaOfClass(device, HtaClass::Memory)));
    std::map<Ns, int> changes;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (const Interval& at : classes[c].second) {
            changes[at.begin] += 1 << c;
            changes[at.end] -= 1 << c;
        }
    }
    std::map<std::string, double> table;
    int state = 0;
    for (auto at = changes.begin(); at != changes.end() && std::next(at) != changes.end(); ++at) {
        state += at->second;
        std::string name;
        for (std::size_t c = 0; c < classes.size() && state > 0; ++c) {
            if (state & (1 << c))
                name += (name.empty() ? "" : " overlapping ") + std::string(classes[c].first);
        }
        if (!name.empty())
            table[name] += micros(std::next(at)->first - at->first);
    }
    return table;
}

std::map<std::pair<std::int64_t, std::string>, HtaSummary> htaIdle(const HtaRows& rows, const std::vector<HtaRow>& kept)
{
    static const std::set<std::string> kCategories{"kernel", "gpu_memcpy", "gpu_memset",     "Kernel",
                                                   "Memcpy", "Memset",     "mtia_ccp_events"};
    std::map<std::int64_t, std::vector<HtaRow>> byStream;
    for (const HtaRow& row : htaDeviceRows(kept)) {
        if (kCategories.contains(row.category))
            byStream[*row.stream].push_back(row);
    }
    std::map<std::pair<std::int64_t, std::string>, HtaSummary> result;
    for (auto& [stream, ofStream] : byStream) {
        std::stable_sort(ofStream.begin(), ofStream.end(),
                         [](const HtaRow& a, const HtaRow& b) { return a.start < b.start; });
        for (std::size_t i = 1; i < ofStream.size(); ++i) {
            const Ns before = ofStream[i - 1].end();
            const double gap = micros(ofStream[i].start - before);
            const HtaRow* launch = rows.linked(ofStream[i]);
            std::string category = gap < 30 ? "kernel_wait" : "other";
            if (launch != nullptr && launch->start > before)
                category = "host_wait";
            result[{stream, category}].values.push_back(gap);
        }
    }
    return result;
}

std::map<std::int64_t, std::vector<HtaQueuePoint>> htaQueue(const std::vector<HtaRow>& kept, bool deviceFirst)
{
    struct Change
    {
        Ns at;
        int change;
    };
    std::map<std::int64_t, std::vector<Change>> changes;
    std::multimap<std::int64_t, const HtaRow*> byCorrelation;
    for (const HtaRow& row : kept) {
        if (row.onDevice() && row.correlation)
            byCorrelation.emplace(*row.correlation, &row);
    }
    for (const HtaRow& row : kept) {
        if (row.onDevice() || !kQueueLaunches.contains(row.name) || row.link <= 0)
            continue;
        const auto [from, to] = byCorrelation.equal_range(*row.correlation);
        for (auto work = from; work != to; ++work) {
            changes[*work->second->stream].push_back({row.start, 1});
            changes[*work->second->stream].push_back({work->second->start, -1});
        }
    }
    std::map<std::int64_t, std::vector<HtaQueuePoint>> result;
    for (auto& [stream, ofStream] : changes) {
        std::stable_sort(ofStream.begin(), ofStream.end(), [&](const Change& a, const Change& b) {
            return a.at != b.at ? a.at < b.at : (deviceFirst ? a.change < b.change : a.change > b.change);
        });
        int value = 0;
        for (const Change& change : ofStream)
            result[stream].push_back({change.at, value += change.change});
    }
    return result;
}

std::map<std::string, HtaSummary> htaBandwidth(const std::vector<HtaRow>& kept)
{
    struct Change
    {
        Ns at;
        double change;
    };
    std::map<std::string, std::vector<Change>> changes;
    for (const HtaRow& row : htaOfClass(htaDeviceRows(kept), HtaClass::Memory)) {
        std::string kind = row.name.substr(0, 11);
        if (row.name.rfind("Memset", 0) == 0)
            kind = "Memset";
        else if (row.name.rfind("Memcpy", 0) != 0)
            kind = "Memcpy Unknown";
        const Ns end = row.duration == 0 ? row.start + 1000 : row.end();
        changes[kind].push_back({row.start, row.bandwidth});
        changes[kind].push_back({end, -row.bandwidth});
    }
    std::map<std::string, HtaSummary> result;
    for (auto& [kind, ofKind] : changes) {
        std::stable_sort(ofKind.begin(), ofKind.end(), [](const Change& a, const Change& b) { return a.at < b.at; });
        double value = 0;
        for (const Change& change : ofKind) {
            value += change.change;
            if (value > 0)
                result[kind].values.push_back(value);
        }
    }
    return result;
}

HtaLaunches htaLaunches(const std::vector<HtaRow>& kept, bool withMemory)
{
    std::set<std::string> names{"cudaLaunchKernel", "cudaLaunchKernelExC",
                                "runFunction - job_prep_and_submit_for_execution"};
    if (withMemory)
        names.insert({"cudaMemcpyAsync", "cudaMemsetAsync"});
    std::set<std::int64_t> correlations;
    for (const HtaRow& row : kept) {
        if (names.contains(row.name) && row.correlation)
            correlations.insert(*row.correlation);
    }
    std::multimap<std::int64_t, const HtaRow*> device;
    for (const HtaRow& row : kept) {
        if (row.onDevice() && row.correlation && correlations.contains(*row.correlation))
            device.emplace(*row.correlation, &row);
    }
    HtaLaunches result;
    for (const HtaRow& row : kept) {
        if (row.onDevice() || !row.correlation || !correlations.contains(*row.correlation))
            continue;
        const auto [from, to] = device.equal_range(*row.correlation);
        for (auto work = from; work != to; ++work) {
            const double cpu = micros(row.duration);
            const double gpu = micros(work->second->duration);
            const double delay = micros(std::max<Ns>(0, work->second->start - row.end()));
            result.cpu.values.push_back(cpu);
            result.gpu.values.push_back(gpu);
            result.delay.values.push_back(delay);
            result.shortKernels += cpu <= 50 && gpu < cpu;
            result.runtimeOutliers += cpu > 50;
            result.delayOutliers += delay > 100;
        }
    }
    return result;
}

} // namespace stepglass::test
