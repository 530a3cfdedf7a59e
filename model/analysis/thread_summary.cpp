// SPDX-License-Identifier: GPL-3.0-or-later
// How the slices of each thread nest, by a stack of ends of its own: the lanes split a thread by kind.
#include "model/analysis/trace_summary.h"

#include <algorithm>
#include <tuple>

namespace stepglass {
namespace {

struct Extent
{
    Ns start;
    Ns end;
    bool python;
};

class NestingCounter
{
public:
    void add(const Extent& slice)
    {
        while (!m_ends.empty() && m_ends.back() <= slice.start)
            m_ends.pop_back();
        if (!m_ends.empty() && slice.end > m_ends.back()) {
            ++m_nesting.partialOverlaps;
            return;
        }
        m_ends.push_back(slice.end);
        m_nesting.maxDepth = std::max<std::uint64_t>(m_nesting.maxDepth, m_ends.size());
    }
    Nesting result() const { return m_nesting; }

private:
    std::vector<Ns> m_ends;
    Nesting m_nesting;
};

ThreadSummary summaryOf(const Trace& trace, const ThreadInfo& thread, std::vector<Extent>& slices)
{
    // Which of two equal intervals comes first changes no figure.
    std::sort(slices.begin(), slices.end(),
              [](const Extent& a, const Extent& b) { return a.start != b.start ? a.start < b.start : a.end > b.end; });
    NestingCounter all;
    NestingCounter withoutPython;
    for (const Extent& slice : slices) {
        all.add(slice);
        if (!slice.python)
            withoutPython.add(slice);
    }
    const ProcessInfo& process = trace.process(thread.process);
    const auto text = [&trace](StringId s) { return std::string(trace.text(s)); };
    return {text(process.pid), text(thread.tid), text(process.name),    text(thread.name),
            slices.size(),     all.result(),     withoutPython.result()};
}

} // namespace

std::vector<ThreadSummary> summarizeThreads(const Trace& trace)
{
    std::vector<std::vector<Extent>> slices(trace.threads().size());
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (trace.kind(s) != SliceKind::Async)
            slices[trace.thread(s).value].push_back({trace.start(s), trace.end(s), trace.kind(s) == SliceKind::Python});
    }
    std::vector<ThreadSummary> result;
    for (std::size_t t = 0; t < slices.size(); ++t) {
        if (!slices[t].empty())
            result.push_back(summaryOf(trace, trace.threads()[t], slices[t]));
    }
    std::sort(result.begin(), result.end(), [](const ThreadSummary& a, const ThreadSummary& b) {
        return std::tie(a.pid, a.tid) < std::tie(b.pid, b.tid);
    });
    return result;
}

} // namespace stepglass
