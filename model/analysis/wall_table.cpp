// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/wall_table.h"

#include "model/analysis/operator_table.h"
#include "model/analysis/row_kinds.h"
#include "model/analysis/wall_sweep.h"

#include <algorithm>
#include <map>
#include <optional>

namespace stepglass {
namespace {

class WallFiller
{
public:
    WallFiller(const PreparedTrace& prepared, const ScopeClock& clock)
        : m_prepared(prepared)
        , m_trace(prepared.trace())
        , m_tree(prepared.tree())
        , m_numbers(prepared.rowNumbers())
        , m_clock(clock)
        , m_rows(m_numbers.size())
        , m_unions(m_numbers.size())
        , m_durations(m_numbers.size())
    {
        if (!clock.intervals().empty()) {
            m_begin = std::min(m_trace.spanStart(), clock.intervals().front().from);
            m_end = std::max(m_trace.spanEnd(), clock.intervals().back().to);
        }
    }
    void sweepDevices();
    void sweepHost();
    std::vector<OperatorRow> rows();

private:
    void meet(std::uint32_t number, SliceId slice, const OrderedSlice& entry);
    bool reachesIn(const OrderedSlice& e) const;
    Ns busyWithin(Ns from, Ns to) const;
    void addHostNode(std::size_t i);
    void addRemainder(RowKind kind, std::string name, Ns time);
    std::string threadLabel(ThreadId thread) const;

    const PreparedTrace& m_prepared;
    const Trace& m_trace;
    const HostTree& m_tree;
    const RowNumbers& m_numbers;
    const ScopeClock& m_clock;
    Ns m_begin = 0;
    Ns m_end = 0;
    std::vector<OperatorRow> m_rows; // by row number
    std::vector<UnionSweep> m_unions;
    std::vector<std::vector<Ns>> m_durations;
    std::vector<std::uint32_t> m_order; // row numbers by first appearance
    std::vector<OperatorRow> m_remainders;
    std::vector<ScopeClock::Interval> m_busy; // of all devices, disjoint, by time
    std::vector<Ns> m_busyBefore;             // within the scope, of each of m_busy
};

bool WallFiller::reachesIn(const OrderedSlice& e) const
{
    return m_clock.measure(e.start, e.start + e.duration) > 0 || m_clock.holds(e.start);
}

void WallFiller::meet(std::uint32_t number, SliceId slice, const OrderedSlice& entry)
{
    OperatorRow& row = m_rows[number];
    if (row.calls++ == 0) {
        m_order.push_back(number);
        row.first = slice;
        row.kind = rowKindOf(m_trace.kind(slice));
    }
    m_durations[number].push_back(entry.duration);
}

void WallFiller::sweepDevices()
{
    std::map<std::string_view, DeviceSweep> sweeps; // few; by name, so that the rows stand in order
    const auto give = [this](std::uint32_t row, Ns time) { m_rows[row].selfDevice += time; };
    UnionSweep anyDevice;
    for (std::size_t i = 0; i < m_tree.device.size(); ++i) {
        const OrderedSlice& e = m_tree.device[i];
        const DeviceWork& work = m_trace.deviceWork()[e.id];
        const std::uint32_t number = m_numbers.ofDevice(i);
        const Ns end = e.start + e.duration;
        if (reachesIn(e))
            meet(number, work.slice, e);
        const ScopeClock::Interval fresh = m_unions[number].add(e.start, end);
        m_rows[number].device += m_clock.measure(fresh.from, fresh.to);
        if (!isDeviceWork(m_trace.kind(work.slice)))
            continue;
        sweeps.try_emplace(m_trace.text(work.device), m_clock, m_begin).first->second.add(e.start, end, number, give);
        if (const auto busy = anyDevice.add(e.start, end); busy.from < busy.to)
            m_busy.push_back(busy);
    }
    Ns sum = 0;
    for (const ScopeClock::Interval& busy : m_busy) {
        m_busyBefore.push_back(sum);
        sum += m_clock.measure(busy.from, busy.to);
    }
    for (auto& [device, sweep] : sweeps)
        addRemainder(RowKind::Idle, "[idle] device " + std::string(device), sweep.finish(m_end, give));
}

// How long devices worked within [from, to) and the scope.
Ns WallFiller::busyWithin(Ns from, Ns to) const
{
    const auto before = [this](Ns t) -> Ns {
        const auto it = std::upper_bound(m_busy.begin(), m_busy.end(), t,
                                         [](Ns time, const ScopeClock::Interval& b) { return time < b.from; });
        if (it == m_busy.begin())
            return 0;
        const auto i = static_cast<std::size_t>(it - m_busy.begin()) - 1;
        return m_busyBefore[i] + m_clock.measure(m_busy[i].from, std::min(t, m_busy[i].to));
    };
    return before(to) - before(from);
}

void WallFiller::addHostNode(std::size_t i)
{
    const OrderedSlice& e = m_tree.nodes[i];
    const std::uint32_t number = m_numbers.ofNode(i);
    OperatorRow& row = m_rows[number];
    if (reachesIn(e)) {
        meet(number, SliceId(e.id), e);
        row.kernels += m_tree.merged[i] == 0 ? m_tree.kernels[i] : 0;
    }
    const ScopeClock::Interval fresh = m_unions[number].add(e.start, e.start + e.duration);
    const Ns time = m_clock.measure(fresh.from, fresh.to);
    row.cpu += time;
    if (isRegion(m_trace.kind(SliceId(e.id))) && !m_busy.empty())
        row.idleInside = std::max<Ns>(row.idleInside, 0) + (time > 0 ? time - busyWithin(fresh.from, fresh.to) : 0);
}

void WallFiller::sweepHost()
{
    std::vector<std::optional<ThreadSweep>> sweeps(m_trace.threads().size());
    const auto give = [this](std::uint32_t row, Ns time) { m_rows[row].selfCpu += time; };
    for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
        const OrderedSlice& e = m_tree.nodes[i];
        const SliceId s(e.id);
        if (m_trace.kind(s) == SliceKind::Async)
            continue;
        addHostNode(i);
        std::optional<ThreadSweep>& sweep = sweeps[m_trace.thread(s).value];
        if (!sweep)
            sweep.emplace(m_clock, m_begin);
        sweep->add(e.start, e.start + e.duration, m_numbers.ofNode(i), give);
    }
    for (std::uint32_t t = 0; t < sweeps.size(); ++t) {
        if (sweeps[t])
            addRemainder(RowKind::NotCovered, "[not covered] " + threadLabel(ThreadId(t)),
                         sweeps[t]->finish(m_end, give));
    }
}

void WallFiller::addRemainder(RowKind kind, std::string name, Ns time)
{
    OperatorRow row;
    row.name = std::move(name);
    row.kind = kind;
    row.onDevice = kind == RowKind::Idle;
    (row.onDevice ? row.selfDevice : row.selfCpu) = time;
    (row.onDevice ? row.device : row.cpu) = time;
    m_remainders.push_back(std::move(row));
}

std::string WallFiller::threadLabel(ThreadId thread) const
{
    const ThreadInfo& info = m_trace.thread(thread);
    const std::string tid(m_trace.text(info.tid));
    const std::string name(m_trace.text(info.name));
    if (name.find(tid) != std::string::npos)
        return name;
    return name.empty() ? "thread " + tid : name + " (" + tid + ")";
}

std::vector<OperatorRow> WallFiller::rows()
{
    const auto place = [this](std::uint32_t number) {
        const SliceId s = m_rows[number].first;
        return std::tuple(m_trace.start(s), -m_trace.duration(s), m_trace.source(s));
    };
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
    std::vector<OperatorRow> rows;
    for (const std::uint32_t number : m_order) {
        OperatorRow& row = rows.emplace_back(std::move(m_rows[number]));
        const RowKey& key = m_numbers.key(number);
        row.name = m_tree.names().text(m_trace, key.name);
        row.onDevice = key.onDevice;
        row.region = key.region;
        row.key = number;
        std::vector<Ns>& durations = m_durations[number];
        const auto middle = durations.begin() + static_cast<std::ptrdiff_t>((durations.size() - 1) / 2);
        std::nth_element(durations.begin(), middle, durations.end());
        row.median = *middle;
        const auto [low, high] = std::minmax_element(durations.begin(), durations.end());
        row.min = *low;
        row.max = *high;
    }
    std::move(m_remainders.begin(), m_remainders.end(), std::back_inserter(rows));
    return rows;
}

} // namespace

std::shared_ptr<const OperatorTable> wallTable(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                               const Scope& scope, std::stop_token stop)
{
    const ScopeClock clock(prepared.trace(), steps, scope);
    WallFiller filler(prepared, clock);
    filler.sweepDevices();
    if (stop.stop_requested())
        return nullptr;
    filler.sweepHost();
    auto table = std::make_shared<OperatorTable>();
    table->mode = CountingMode::Wall;
    table->scope = scope;
    table->rows = filler.rows();
    table->hasPythonRows = true;
    table->deviceWord = deviceWord(prepared);
    table->scopeLength = clock.length();
    table->origin = prepared.trace().spanStart();
    table->stepTime = clock.stepTime();
    for (const OperatorRow& row : table->rows) {
        table->selfCpuTotal += row.selfCpu;
        table->selfDeviceTotal += row.selfDevice;
    }
    return stop.stop_requested() ? nullptr : table;
}

} // namespace stepglass
