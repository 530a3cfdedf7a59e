// SPDX-License-Identifier: GPL-3.0-or-later
// Which device work finds its launch, and which flow records find each other.
#include "model/analysis/flow_arrows.h"
#include "model/analysis/links.h"
#include "model/analysis/trace_summary.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace stepglass {
namespace {

// Whether an operator of a thread covers a moment (start <= t < end).
class OperatorCover
{
public:
    explicit OperatorCover(const Trace& trace)
        : m_threads(trace.threads().size())
    {
        for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
            const SliceId s(i);
            if (trace.kind(s) == SliceKind::Operator)
                m_threads[trace.thread(s).value].push_back({trace.start(s), trace.end(s)});
        }
        for (auto& operators : m_threads) {
            std::sort(operators.begin(), operators.end());
            Ns latest = std::numeric_limits<Ns>::min();
            for (auto& [start, end] : operators)
                end = latest = std::max(latest, end); // the latest end so far
        }
    }
    bool covers(ThreadId thread, Ns t) const
    {
        const auto& operators = m_threads[thread.value];
        const auto after = std::upper_bound(operators.begin(), operators.end(), t,
                                            [](Ns time, const auto& op) { return time < op.first; });
        return after != operators.begin() && std::prev(after)->second > t;
    }

private:
    std::vector<std::vector<std::pair<Ns, Ns>>> m_threads;
};

std::optional<std::uint64_t> linkedToOperators(const Trace& trace)
{
    bool namesOperators = false;
    std::unordered_set<IdKey> operators;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        const IdKey external = trace.externalId(s);
        if (!external.valid())
            continue;
        if (trace.kind(s) == SliceKind::Operator)
            operators.insert(external);
        else if (trace.kind(s) == SliceKind::RuntimeCall && trace.correlation(s).valid())
            namesOperators = namesOperators || external != trace.correlation(s);
    }
    if (!namesOperators)
        return std::nullopt;
    std::uint64_t linked = 0;
    for (std::uint32_t i = 0; i < trace.deviceWork().size(); ++i) {
        const SliceId s = trace.deviceWork()[i].slice;
        linked += isDeviceWork(trace.kind(s)) && operators.count(trace.externalId(s)) != 0;
    }
    return linked;
}

} // namespace

LinkSummary summarizeLinks(const Trace& trace, const Links& links)
{
    LinkSummary summary;
    const OperatorCover operators(trace);
    for (std::uint32_t row = 0; row < trace.deviceWork().size(); ++row) {
        const SliceId work = trace.deviceWork()[row].slice;
        if (!isDeviceWork(trace.kind(work)) || !trace.correlation(work).valid())
            continue;
        summary.hasCorrelation = true;
        const SliceId launch = links.launchOfRow(row);
        if (!launch.valid())
            continue;
        ++summary.linked;
        summary.launchedInOperator += operators.covers(trace.thread(launch), trace.start(launch));
        summary.startsBeforeLaunch += trace.start(work) < trace.start(launch);
    }
    summary.linkedToOperator = linkedToOperators(trace);
    return summary;
}

FlowSummary summarizeFlows(const Trace& trace)
{
    std::unordered_set<std::uint64_t> starts;
    std::unordered_set<std::uint64_t> ends;
    for (std::uint32_t i = 0; i < trace.flows().size(); ++i) {
        const FlowRecord& flow = trace.flows()[i];
        (flow.phase == FlowPhase::Start ? starts : ends).insert(flowKey(flow));
    }
    FlowSummary summary;
    std::vector<std::uint64_t> byKind;
    for (std::uint32_t i = 0; i < trace.flows().size(); ++i) {
        const FlowRecord& flow = trace.flows()[i];
        if (flow.phase == FlowPhase::Start) {
            summary.danglingStarts += ends.count(flowKey(flow)) == 0;
        } else if (starts.count(flowKey(flow)) == 0) {
            ++summary.danglingFinishes;
        } else {
            ++summary.arrows;
            byKind.resize(std::max<std::size_t>(byKind.size(), flow.kind.value + 1));
            ++byKind[flow.kind.value];
        }
    }
    for (std::uint32_t k = 0; k < byKind.size(); ++k) {
        if (byKind[k] != 0)
            summary.byCategory[std::string(trace.text(trace.flowKind(FlowKindId(k)).first))] += byKind[k];
    }
    return summary;
}

} // namespace stepglass
