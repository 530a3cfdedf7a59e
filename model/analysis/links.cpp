// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/links.h"

#include "model/analysis/flow_arrows.h"
#include "model/analysis/key_index.h"
#include "model/analysis/slice_order.h"

#include <algorithm>

namespace stepglass {
namespace {

// Index of `s` in an ascending list, or npos.
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
std::size_t indexOf(const std::vector<SliceId>& ascending, SliceId s)
{
    const auto it = std::lower_bound(ascending.begin(), ascending.end(), s);
    return it != ascending.end() && *it == s ? static_cast<std::size_t>(it - ascending.begin()) : kNowhere;
}

} // namespace

std::uint32_t Links::rowOf(SliceId deviceSlice) const
{
    std::uint32_t low = 0;
    std::uint32_t high = m_work.size();
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (m_work[middle].slice < deviceSlice)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m_work.size() && m_work[low].slice == deviceSlice ? low : kNoRow;
}

SliceId Links::launchOf(SliceId deviceSlice) const
{
    const std::uint32_t row = rowOf(deviceSlice);
    return row != kNoRow ? m_launch[row] : SliceId();
}

SliceId Links::operatorOf(SliceId deviceSliceOrCall) const
{
    if (const std::uint32_t row = rowOf(deviceSliceOrCall); row != kNoRow && m_operator[row].valid())
        return m_operator[row];
    return operatorOfCall(deviceSliceOrCall);
}

SliceId Links::operatorOfCall(SliceId call) const
{
    const std::size_t i = indexOf(m_calls, call);
    return i != kNowhere ? m_callOperator[i] : SliceId();
}

std::span<const SliceId> Links::launchedBy(SliceId call) const
{
    const std::size_t i = indexOf(m_calls, call);
    if (i == kNowhere)
        return {};
    return std::span(m_launched).subspan(m_firstLaunched[i], m_firstLaunched[i + 1] - m_firstLaunched[i]);
}

// Fills one Links, in the order of its functions.
class Linker
{
public:
    Linker(const Trace& trace, Links& links)
        : m_trace(trace)
        , m_links(links)
    {
    }
    void findCalls();
    void linkLaunches();
    void countLaunched();
    void findOperators();
    void findStoppingThread();

private:
    bool onDevice(std::uint32_t row) const { return isOnDevice(m_trace.kind(m_trace.deviceWork()[row].slice)); }
    bool isCall(SliceId s) const { return m_trace.kind(s) == SliceKind::RuntimeCall; }
    bool idsNameNothing() const;
    void operatorsByExternalId();
    void operatorsByCover();
    void operatorsByArrow();

    const Trace& m_trace;
    Links& m_links;
    std::vector<std::uint32_t> m_callOfRow; // index of the launch call, or KeyIndex::kNone
};

void Linker::findCalls()
{
    m_links.m_work = m_trace.deviceWork();
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceKind kind = m_trace.kind(SliceId(i));
        if (kind == SliceKind::RuntimeCall || kind == SliceKind::Overhead)
            m_links.m_calls.push_back(SliceId(i));
    }
}

void Linker::linkLaunches()
{
    KeyRange range;
    for (const SliceId call : m_links.m_calls)
        range.add(isCall(call) ? m_trace.correlation(call) : IdKey());
    KeyIndex callByCorrelation = range.index();
    for (std::uint32_t i = 0; i < m_links.m_calls.size(); ++i) {
        const SliceId call = m_links.m_calls[i];
        if (!isCall(call) || !m_trace.correlation(call).valid())
            continue;
        std::uint32_t& known = callByCorrelation.at(m_trace.correlation(call));
        if (known == KeyIndex::kNone || m_trace.start(call) < m_trace.start(m_links.m_calls[known]))
            known = i;
    }
    const std::uint32_t rows = m_trace.deviceWork().size();
    m_callOfRow.assign(rows, KeyIndex::kNone);
    m_links.m_launch.assign(rows, SliceId());
    for (std::uint32_t row = 0; row < rows; ++row) {
        const SliceId slice = m_trace.deviceWork()[row].slice;
        const SliceKind kind = m_trace.kind(slice);
        if (!isOnDevice(kind))
            continue;
        const std::uint32_t call = callByCorrelation.find(m_trace.correlation(slice));
        if (call == KeyIndex::kNone) {
            m_links.m_withoutLaunch += isDeviceWork(kind) ? 1 : 0;
            continue;
        }
        m_callOfRow[row] = call;
        m_links.m_launch[row] = m_links.m_calls[call];
        if (!isDeviceWork(kind))
            continue;
        const Ns lead = m_trace.start(m_links.m_calls[call]) - m_trace.start(slice);
        ++m_links.m_linked;
        m_links.m_early += lead > 0 ? 1 : 0;
        m_links.m_longestLead = std::max(m_links.m_longestLead, lead);
    }
}

void Linker::countLaunched()
{
    std::vector<std::uint32_t>& first = m_links.m_firstLaunched;
    first.assign(m_links.m_calls.size() + 1, 0);
    for (const std::uint32_t call : m_callOfRow) {
        if (call != KeyIndex::kNone)
            ++first[call + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i)
        first[i] += first[i - 1];
    m_links.m_launched.resize(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t row = 0; row < m_callOfRow.size(); ++row) {
        if (m_callOfRow[row] != KeyIndex::kNone)
            m_links.m_launched[next[m_callOfRow[row]]++] = m_trace.deviceWork()[row].slice;
    }
}

bool Linker::idsNameNothing() const
{
    bool anyCallHasId = false;
    for (const SliceId call : m_links.m_calls) {
        const IdKey id = isCall(call) ? m_trace.externalId(call) : IdKey();
        if (id.valid() && id != m_trace.correlation(call))
            return false;
        anyCallHasId |= id.valid();
    }
    if (anyCallHasId)
        return true;
    for (std::uint32_t row = 0; row < m_trace.deviceWork().size(); ++row) {
        const SliceId slice = m_trace.deviceWork()[row].slice;
        if (onDevice(row) && m_trace.externalId(slice).valid() &&
            m_trace.externalId(slice) != m_trace.correlation(slice))
            return false;
    }
    return true;
}

void Linker::findOperators()
{
    m_links.m_operator.assign(m_trace.deviceWork().size(), SliceId());
    m_links.m_callOperator.assign(m_links.m_calls.size(), SliceId());
    if (m_trace.deviceWork().empty() && m_links.m_calls.empty())
        return;
    m_links.m_externalIdsNameNothing = idsNameNothing();
    if (!m_links.m_externalIdsNameNothing)
        operatorsByExternalId();
    else
        operatorsByCover();
    operatorsByArrow();
}

void Linker::operatorsByExternalId()
{
    const auto names = [](SliceKind k) { return k == SliceKind::Operator || isRegion(k); };
    KeyRange range;
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        if (names(m_trace.kind(SliceId(i))))
            range.add(m_trace.externalId(SliceId(i)));
    }
    KeyIndex operatorByKey = range.index();
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const IdKey id = m_trace.externalId(SliceId(i));
        if (!id.valid() || !names(m_trace.kind(SliceId(i))))
            continue;
        std::uint32_t& known = operatorByKey.at(id);
        known = known == KeyIndex::kNone ? i : known;
    }
    for (std::size_t i = 0; i < m_links.m_calls.size(); ++i)
        m_links.m_callOperator[i] = SliceId(operatorByKey.find(m_trace.externalId(m_links.m_calls[i])));
    for (std::uint32_t row = 0; row < m_callOfRow.size(); ++row) {
        if (onDevice(row))
            m_links.m_operator[row] = SliceId(operatorByKey.find(m_trace.externalId(m_trace.deviceWork()[row].slice)));
    }
}

void Linker::operatorsByCover()
{
    const auto takesPart = [&](SliceId s) {
        return m_trace.kind(s) == SliceKind::Operator || m_trace.kind(s) == SliceKind::RuntimeCall;
    };
    const auto entries = sortedSlices(m_trace, takesPart);
    std::vector<std::vector<std::uint32_t>> open(m_trace.threads().size()); // operators by thread, innermost last
    const auto openAt = [&](const OrderedSlice& e) -> std::vector<std::uint32_t>& {
        std::vector<std::uint32_t>& stack = open[m_trace.thread(SliceId(e.id)).value];
        while (!stack.empty() && m_trace.end(SliceId(stack.back())) <= e.start)
            stack.pop_back();
        return stack;
    };
    for (std::size_t first = 0, last = 0; first < entries.size(); first = last) {
        // Of all that start at one moment first the operators: they cover the calls.
        for (last = first; last < entries.size() && entries[last].start == entries[first].start; ++last) {
            if (m_trace.kind(SliceId(entries[last].id)) == SliceKind::Operator)
                openAt(entries[last]).push_back(entries[last].id);
        }
        for (std::size_t i = first; i < last; ++i) {
            const SliceId s(entries[i].id);
            if (m_trace.kind(s) != SliceKind::RuntimeCall)
                continue;
            if (const auto& stack = openAt(entries[i]); !stack.empty())
                m_links.m_callOperator[indexOf(m_links.m_calls, s)] = SliceId(stack.back());
        }
    }
    for (std::uint32_t row = 0; row < m_callOfRow.size(); ++row) {
        if (m_callOfRow[row] != KeyIndex::kNone)
            m_links.m_operator[row] = m_links.m_callOperator[m_callOfRow[row]];
    }
}

void Linker::operatorsByArrow()
{
    for (const FlowArrow& arrow : flowArrows(m_trace, "async_npu")) {
        const std::uint32_t row = m_links.rowOf(arrow.to);
        if (row != Links::kNoRow && !m_links.m_operator[row].valid())
            m_links.m_operator[row] = arrow.from;
    }
}

void Linker::findStoppingThread()
{
    SliceId firstStep;
    SliceId firstOperator;
    std::vector<bool> worked(m_trace.threads().size()); // has operators, regions or calls
    const auto earlier = [&](SliceId s, SliceId than) {
        return !than.valid() || m_trace.start(s) < m_trace.start(than);
    };
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceId s(i);
        const SliceKind kind = m_trace.kind(s);
        if (kind == SliceKind::Step && earlier(s, firstStep))
            firstStep = s;
        if (kind == SliceKind::Operator && earlier(s, firstOperator))
            firstOperator = s;
        if (kind == SliceKind::Operator || isRegion(kind) || kind == SliceKind::RuntimeCall)
            worked[m_trace.thread(s).value] = true;
    }
    if (firstStep.valid()) {
        m_links.m_stoppingThread = m_trace.thread(firstStep);
        return;
    }
    for (std::uint32_t t = 0; t < worked.size(); ++t) {
        const ThreadInfo& thread = m_trace.threads()[t];
        if (worked[t] && m_trace.process(thread.process).pid == thread.tid) {
            m_links.m_stoppingThread = ThreadId(t);
            return;
        }
    }
    if (firstOperator.valid())
        m_links.m_stoppingThread = m_trace.thread(firstOperator);
}

std::shared_ptr<const Links> linkTrace(const Trace& trace, std::stop_token stop)
{
    auto links = std::make_shared<Links>();
    Linker linker(trace, *links);
    linker.findCalls();
    linker.linkLaunches();
    linker.countLaunched();
    if (stop.stop_requested())
        return nullptr;
    linker.findOperators();
    linker.findStoppingThread();
    return stop.stop_requested() ? nullptr : links;
}

} // namespace stepglass
