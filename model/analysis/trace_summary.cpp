// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/trace_summary.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace stepglass {
namespace {

constexpr std::size_t kTopNames = 5;

std::string_view directionOf(SliceKind kind)
{
    switch (kind) {
    case SliceKind::MemcpyHtoD:
        return "HtoD";
    case SliceKind::MemcpyDtoH:
        return "DtoH";
    case SliceKind::MemcpyDtoD:
        return "DtoD";
    case SliceKind::MemcpyPtoP:
        return "PtoP";
    default:
        return "other";
    }
}

// Sums by name; the largest ones on request.
class NameTotals
{
public:
    void add(StringId name, Ns duration)
    {
        auto& [count, total] = m_totals[name];
        ++count;
        total += duration;
    }
    std::vector<NamedTotal> largest(const Trace& trace) const
    {
        std::vector<NamedTotal> all;
        for (const auto& [name, sum] : m_totals)
            all.push_back({std::string(trace.text(name)), sum.first, sum.second});
        std::sort(all.begin(), all.end(), [](const NamedTotal& a, const NamedTotal& b) {
            return a.total != b.total ? a.total > b.total : a.name < b.name;
        });
        all.resize(std::min(all.size(), kTopNames));
        return all;
    }

private:
    std::unordered_map<StringId, std::pair<std::uint64_t, Ns>> m_totals;
};

void countPhases(const Trace& trace, TraceSummary& summary)
{
    const auto& phases = trace.phaseCounts();
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (phases[i] != 0)
            summary.byPhase[i == 0 ? std::string() : std::string(1, static_cast<char>(i))] = phases[i];
        summary.events += phases[i];
    }
    const std::pair<IssueReason, const char*> reasons[] = {{IssueReason::NotAnObject, "not_an_object"},
                                                           {IssueReason::NoPhase, "no_phase"},
                                                           {IssueReason::UnreadableTime, "unreadable_time"},
                                                           {IssueReason::StrayTime, "outlier_ts"},
                                                           {IssueReason::OrphanEnd, "orphan_end"}};
    std::uint64_t untimed = phases['M'] + phases[0];
    for (const auto& [reason, name] : reasons) {
        const std::uint64_t count = trace.issues()[reason].count;
        if (count != 0)
            summary.setAside[name] = count;
        if (reason == IssueReason::UnreadableTime || reason == IssueReason::StrayTime)
            untimed += count;
    }
    if (summary.events > untimed || !trace.empty() || !trace.memory().empty())
        summary.span = {trace.spanStart(), trace.spanEnd()};
    summary.events += trace.issues()[IssueReason::NotAnObject].count;
}

void countCopy(const Trace& trace, SliceId slice, TraceSummary& summary)
{
    const std::string direction(directionOf(trace.kind(slice)));
    ++summary.copiesByDirection[direction];
    const DeviceWork* work = trace.deviceWork(slice);
    if (work != nullptr && work->bytes != 0)
        summary.bytesByDirection[direction] += work->bytes;
}

void countSlices(const Trace& trace, TraceSummary& summary)
{
    NameTotals kernels;
    NameTotals operators;
    std::unordered_map<StringId, std::uint64_t> others;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId slice(i);
        const SliceKind kind = trace.kind(slice);
        const auto group = summaryKindOf(kind);
        if (!group)
            continue;
        ++summary.slices;
        ++summary.byKind[static_cast<std::size_t>(*group)];
        summary.zeroDurations += trace.duration(slice) == 0;
        summary.negativeDurations += (trace.flags(slice) & kNegativeDuration) != 0;
        summary.unclosedBegins += (trace.flags(slice) & kUnclosedBegin) != 0;
        summary.communication += kind == SliceKind::Communication;
        if (isKernel(kind)) {
            kernels.add(trace.nameId(slice), trace.duration(slice));
            summary.kernelTime += trace.duration(slice);
        } else if (kind == SliceKind::Operator) {
            operators.add(trace.nameId(slice), trace.duration(slice));
        } else if (isMemcpy(kind)) {
            countCopy(trace, slice, summary);
        } else if (kind == SliceKind::Other) {
            ++others[trace.detail(slice)];
        } else if (kind == SliceKind::Step) {
            summary.steps.push_back(
                {std::string(trace.name(slice)), trace.start(slice) - trace.spanStart(), trace.duration(slice)});
        }
    }
    summary.topKernels = kernels.largest(trace);
    summary.topOperators = operators.largest(trace);
    for (const auto& [category, count] : others)
        summary.otherByCategory[std::string(trace.text(category))] = count;
    std::stable_sort(summary.steps.begin(), summary.steps.end(),
                     [](const StepSummary& a, const StepSummary& b) { return a.start < b.start; });
}

} // namespace

std::string_view summaryKindName(SummaryKind kind)
{
    constexpr std::string_view kNames[] = {"operator", "region", "gpu_region", "runtime_call", "kernel", "memcpy",
                                           "memset",   "sync",   "python",     "overhead",     "other"};
    static_assert(std::size(kNames) == kSummaryKindCount);
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<SummaryKind> summaryKindOf(SliceKind kind)
{
    if (isMemcpy(kind))
        return SummaryKind::Memcpy;
    if (isKernel(kind))
        return SummaryKind::Kernel;
    switch (kind) {
    case SliceKind::Operator:
        return SummaryKind::Operator;
    case SliceKind::Step:
    case SliceKind::Region:
        return SummaryKind::Region;
    case SliceKind::GpuRegion:
        return SummaryKind::GpuRegion;
    case SliceKind::RuntimeCall:
        return SummaryKind::RuntimeCall;
    case SliceKind::Memset:
        return SummaryKind::Memset;
    case SliceKind::Sync:
        return SummaryKind::Sync;
    case SliceKind::Python:
        return SummaryKind::Python;
    case SliceKind::Overhead:
        return SummaryKind::Overhead;
    case SliceKind::Async:
        return std::nullopt;
    default:
        return SummaryKind::Other;
    }
}

TraceSummary summarize(const Trace& trace, const Links& links)
{
    TraceSummary summary;
    countPhases(trace, summary);
    countSlices(trace, summary);
    summary.asyncSlices = trace.asyncPairs();
    for (const DeviceProperties& device : trace.info().devices)
        summary.devices.push_back(device.name);
    std::set<SeriesId> series;
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i)
        series.insert(trace.counters()[i].series);
    summary.counterSeries = series.size();
    summary.instants = trace.instants().size();
    summary.memoryRecords = trace.memory().size();
    summary.links = summarizeLinks(trace, links);
    summary.flows = summarizeFlows(trace);
    summary.threads = summarizeThreads(trace);
    return summary;
}

} // namespace stepglass
