// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/links.h"

#include "model/analysis/flow_arrows.h"
#include "model/analysis/key_index.h"
#include "model/analysis/slice_order.h"

#include <algorithm>

namespace stepglass {

void Links::Places::count()
{
    std::uint32_t sum = 0;
    for (Word& word : m_words) {
        word.before = sum;
        sum += bitsIn(word.bits);
    }
}

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
    return m_places.holds(call) ? m_callOperator[m_places.before(call)] : SliceId();
}

std::span<const SliceId> Links::launchedBy(SliceId call) const
{
    if (!m_places.holds(call))
        return {};
    const std::size_t i = m_places.before(call);
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
    void look();
    void linkLaunches();
    void countLaunched();
    void findOperators();
    void findStoppingThread();

private:
    bool onDevice(std::uint32_t row) const { return isOnDevice(m_trace.kind(m_trace.deviceWork()[row].slice)); }
    bool isCall(SliceId s) const { return m_trace.kind(s) == SliceKind::RuntimeCall; }
    // What an External id may name.
    static bool isNamed(SliceKind k) { return k == SliceKind::Operator || isRegion(k); }
    bool idsNameNothing() const;
    void operatorsByExternalId();
    void operatorsByCover();
    void operatorsByArrow();

    const Trace& m_trace;
    Links& m_links;
    KeyRange m_correlations; // of runtime calls
    KeyRange m_externalIds;  // of what they may name
    SliceId m_firstStep;
    std::vector<std::uint32_t> m_callOfRow; // index of the launch call, or KeyIndex::kNone
};

void Linker::look()
{
    m_links.m_work = m_trace.deviceWork();
    m_links.m_places.resize(m_trace.sliceCount());
    m_trace.forEachSlice([this](SliceId s, SliceKind kind) {
        if (isNamed(kind)) {
            m_externalIds.add(m_trace.externalId(s));
            const bool first = !m_firstStep.valid() || m_trace.start(s) < m_trace.start(m_firstStep);
            m_firstStep = kind == SliceKind::Step && first ? s : m_firstStep;
        } else if (kind == SliceKind::RuntimeCall || kind == SliceKind::Overhead) {
            m_links.m_calls.push_back(s);
            m_links.m_places.add(s);
            m_correlations.add(kind == SliceKind::RuntimeCall ? m_trace.correlation(s) : IdKey());
        }
    });
    m_links.m_places.count();
}

void Linker::linkLaunches()
{
    KeyIndex callByCorrelation = m_correlations.index();
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
    KeyIndex operatorByKey = m_externalIds.index();
    m_trace.forEachSlice([&](SliceId s, SliceKind kind) {
        if (!isNamed(kind) || !m_trace.externalId(s).valid())
            return;
        std::uint32_t& known = operatorByKey.at(m_trace.externalId(s));
        known = known == KeyIndex::kNone ? s.value : known;
    });
    for (std::size_t i = 0; i < m_links.m_calls.size(); ++i) {
        const SliceId call = m_links.m_calls[i];
        const SliceId op(operatorByKey.find(m_trace.externalId(call)));
        m_links.m_callOperator[i] = op;
        m_links.m_callsStayOnTheirThreads &= !op.valid() || m_trace.thread(op) == m_trace.thread(call);
    }
    for (std::uint32_t row = 0; row < m_callOfRow.size(); ++row) {
        if (onDevice(row))
            m_links.m_operator[row] = SliceId(operatorByKey.find(m_trace.externalId(m_trace.deviceWork()[row].slice)));
    }
}

void Linker::operatorsByCover()
{
    const auto entries = sortedSlices(
        m_trace, [](SliceId, SliceKind kind) { return kind == SliceKind::Operator || kind == SliceKind::RuntimeCall; });
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
            if (entries[last].kind == SliceKind::Operator)
                openAt(entries[last]).push_back(entries[last].id);
        }
        for (std::size_t i = first; i < last; ++i) {
            if (entries[i].kind != SliceKind::RuntimeCall)
                continue;
            if (const auto& stack = openAt(entries[i]); !stack.empty())
                m_links.m_callOperator[m_links.placeOfCall(SliceId(entries[i].id))] = SliceId(stack.back());
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
    if (m_firstStep.valid()) {
        m_links.m_stoppingThread = m_trace.thread(m_firstStep);
        return;
    }
    SliceId firstOperator;
    std::vector<bool> worked(m_trace.threads().size()); // has operators, regions or calls
    m_trace.forEachSlice([&](SliceId s, SliceKind kind) {
        const bool first = !firstOperator.valid() || m_trace.start(s) < m_trace.start(firstOperator);
        if (kind == SliceKind::Operator && first)
            firstOperator = s;
        if (isNamed(kind) || kind == SliceKind::RuntimeCall)
            worked[m_trace.thread(s).value] = true;
    });
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
    linker.look();
    linker.linkLaunches();
    linker.countLaunched();
    if (stop.stop_requested())
        return nullptr;
    linker.findOperators();
    linker.findStoppingThread();
    return stop.stop_requested() ? nullptr : links;
}

} // namespace stepglass
