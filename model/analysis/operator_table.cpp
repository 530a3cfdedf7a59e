// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/operator_table.h"

#include "model/analysis/lower_median.h"
#include "model/analysis/row_kinds.h"
#include "model/analysis/scope_walk.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <thread>

namespace stepglass {
namespace {

// Where something stands in the order of first appearance.
struct Place
{
    Ns start = std::numeric_limits<Ns>::max();
    Ns duration = 0;
    std::uint64_t source = 0;
    bool before(const Place& other) const
    {
        if (start != other.start)
            return start < other.start;
        return duration != other.duration ? duration > other.duration : source < other.source;
    }
};

struct RowSums
{
    OperatorRow row;
    Place first;
};

class TableFiller
{
public:
    TableFiller(const PreparedTrace& prepared, const RowNumbers& numbers, const ScopeClock& clock,
                const TableRequest& request)
        : m_prepared(prepared)
        , m_trace(prepared.trace())
        , m_tree(prepared.tree())
        , m_numbers(numbers)
        , m_clock(clock)
        , m_request(request)
        , m_sums(numbers.size())
        , m_medians(numbers.size(), 0)
    {
    }
    void addHost();
    void addDevice();
    void addLooseMemory();
    void findMedians();
    std::vector<OperatorRow> rows();

private:
    bool listed(std::uint32_t node) const
    {
        if (m_tree.merged[node] != 0)
            return false;
        return m_request.includePythonFunctions || m_tree.isGeneric() || m_tree.nodes[node].kind != SliceKind::Python;
    }
    void addNode(std::uint32_t node);
    std::uint64_t kernelsOf(std::uint32_t node) const;
    void count(RowSums& sums, SliceId slice, const OrderedSlice& entry);
    template<class Visit>
    void forEachDuration(Visit visit) const;
    template<class Number>
    void findMediansAs();

    const PreparedTrace& m_prepared;
    const Trace& m_trace;
    const HostTree& m_tree;
    const RowNumbers& m_numbers;
    const ScopeClock& m_clock;
    const TableRequest& m_request;
    std::vector<RowSums> m_sums;
    std::vector<Ns> m_medians;
};

void TableFiller::count(RowSums& sums, SliceId slice, const OrderedSlice& entry)
{
    OperatorRow& row = sums.row;
    if (row.calls++ == 0) {
        sums.first = {entry.start, entry.duration, m_trace.source(slice)};
        row.first = slice;
        row.kind = rowKindOf(entry.kind);
        row.async = entry.kind == SliceKind::Async;
        row.min = row.max = entry.duration;
        return;
    }
    row.min = std::min(row.min, entry.duration);
    row.max = std::max(row.max, entry.duration);
}

// Launched by a node and what is inside it; of a call those that carry its correlation.
std::uint64_t TableFiller::kernelsOf(std::uint32_t node) const
{
    const SliceId slice(m_tree.nodes[node].id);
    if (m_tree.nodes[node].kind != SliceKind::RuntimeCall)
        return m_tree.kernels[node];
    const auto launched = m_prepared.links().launchedBy(slice);
    return static_cast<std::uint64_t>(
        std::count_if(launched.begin(), launched.end(), [&](SliceId s) { return isKernel(m_trace.kind(s)); }));
}

void TableFiller::addNode(std::uint32_t node)
{
    const OrderedSlice& entry = m_tree.nodes[node];
    RowSums& sums = m_sums[m_numbers.ofNode(node)];
    const SliceId slice(entry.id);
    count(sums, slice, entry);
    OperatorRow& row = sums.row;
    row.cpu += entry.duration;
    if (!m_tree.bytes.empty()) {
        row.cpuBytes += m_tree.bytes[node].host;
        row.deviceBytes += m_tree.bytes[node].device;
    }
    if (entry.kind == SliceKind::Async)
        return;
    row.selfCpu += m_tree.self[node];
    row.selfDevice += m_tree.ownDevice[node];
    row.device += m_tree.totalDevice[node];
    row.kernels += kernelsOf(node);
    if (!m_tree.bytes.empty()) {
        row.selfCpuBytes += m_tree.selfBytes[node].host;
        row.selfDeviceBytes += m_tree.selfBytes[node].device;
    }
}

void TableFiller::addHost()
{
    forEachRangeInside(m_tree.nodes, m_clock, [&](std::size_t first, std::size_t last) {
        for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
            if (listed(i))
                addNode(i);
        }
    });
}

void TableFiller::addDevice()
{
    forEachDeviceInside(m_prepared, m_clock, m_request.scope, [&](std::size_t i) {
        const OrderedSlice& entry = m_tree.device[i];
        RowSums& sums = m_sums[m_numbers.ofDevice(i)];
        count(sums, m_trace.deviceWork()[entry.id].slice, entry);
        sums.row.onDevice = true;
        sums.row.selfDevice += entry.duration;
        sums.row.device += entry.duration;
    });
}

void TableFiller::addLooseMemory()
{
    RowSums& sums = m_sums[m_numbers.ofMemory()];
    for (const std::uint32_t record : m_tree.looseMemory) {
        const MemoryRecord& memory = m_trace.memory()[record];
        if (!m_clock.holds(memory.time))
            continue;
        if (sums.row.calls++ == 0)
            sums.first = {memory.time, 0, std::numeric_limits<std::uint64_t>::max()};
        sums.row.kind = RowKind::Memory;
        const HostTree::Bytes bytes = bytesOf(memory);
        sums.row.cpuBytes += bytes.host;
        sums.row.selfCpuBytes += bytes.host;
        sums.row.deviceBytes += bytes.device;
        sums.row.selfDeviceBytes += bytes.device;
    }
}

// Calls visit(row number, duration) for every counted slice.
template<class Visit>
void TableFiller::forEachDuration(Visit visit) const
{
    forEachRangeInside(m_tree.nodes, m_clock, [&](std::size_t first, std::size_t last) {
        for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
            if (listed(i))
                visit(m_numbers.ofNode(i), m_tree.nodes[i].duration);
        }
    });
    forEachDeviceInside(m_prepared, m_clock, m_request.scope,
                        [&](std::size_t i) { visit(m_numbers.ofDevice(i), m_tree.device[i].duration); });
}

// Needs nothing of the sums, so that it can run beside them.
void TableFiller::findMedians()
{
    if (m_numbers.longest() <= std::numeric_limits<std::uint32_t>::max())
        findMediansAs<std::uint32_t>();
    else
        findMediansAs<Ns>();
}

// The durations of each row stand together, with room for all that the whole trace has of it.
template<class Number>
void TableFiller::findMediansAs()
{
    std::vector<std::size_t> begin(m_sums.size() + 1, 0);
    for (std::uint32_t r = 0; r < m_sums.size(); ++r)
        begin[r + 1] = begin[r] + m_numbers.countOf(r);
    std::vector<std::size_t> end = begin;
    ScratchArray<Number> durations(begin.back());
    forEachDuration([&](std::uint32_t row, Ns duration) { durations[end[row]++] = static_cast<Number>(duration); });
    for (std::size_t r = 0; r < m_sums.size(); ++r) {
        if (begin[r] == end[r])
            continue;
        const std::span<Number> all(durations.begin() + begin[r], durations.begin() + end[r]);
        m_medians[r] = static_cast<Ns>(lowerMedian(all));
    }
}

std::vector<OperatorRow> TableFiller::rows()
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t r = 0; r < m_sums.size(); ++r) {
        if (m_sums[r].row.calls > 0)
            order.push_back(r);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return m_sums[a].first.before(m_sums[b].first); });
    std::vector<OperatorRow> rows;
    rows.reserve(order.size());
    for (const std::uint32_t r : order) {
        OperatorRow& row = rows.emplace_back(std::move(m_sums[r].row));
        const RowKey& key = m_numbers.key(r);
        row.name = m_tree.names().text(m_trace, key.name);
        if (m_request.groupByInputShape)
            row.shapes = key.shapes.empty() ? "[]" : m_trace.text(key.shapes);
        row.onDevice = key.onDevice;
        row.region = key.region;
        row.median = m_medians[r];
        row.key = r;
    }
    return rows;
}

void finishTable(const PreparedTrace& prepared, OperatorTable& table)
{
    for (const OperatorRow& row : table.rows) {
        table.selfCpuTotal += row.selfCpu;
        table.selfDeviceTotal += row.onDevice && !row.region ? row.selfDevice : 0;
    }
    table.hasMemory = !prepared.trace().memory().empty();
    table.deviceWord = deviceWord(prepared);
    if (prepared.links().externalIdsNameNothing() && prepared.links().linkedCount() > 0)
        table.remarks.emplace_back("External ids name no operator in this trace: device time goes to the innermost "
                                   "operator around the launch call.");
}

} // namespace

std::shared_ptr<const OperatorTable> pytorchTable(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                                  const TableRequest& request, std::stop_token stop)
{
    std::optional<RowNumbers> byShape;
    if (request.groupByInputShape)
        byShape.emplace(prepared.trace(), prepared.tree(), true);
    const ScopeClock clock(prepared.trace(), steps, request.scope);
    TableFiller filler(prepared, byShape ? *byShape : prepared.rowNumbers(), clock, request);
    {
        const std::jthread other([&filler] { filler.findMedians(); });
        filler.addHost();
        filler.addDevice();
        filler.addLooseMemory();
    }
    auto table = std::make_shared<OperatorTable>();
    table->mode = CountingMode::PyTorch;
    table->scope = request.scope;
    table->groupedByShape = request.groupByInputShape;
    table->hasPythonRows = request.includePythonFunctions;
    table->rows = filler.rows();
    table->stepTime = clock.stepTime();
    table->scopeLength = clock.length();
    table->origin = prepared.trace().spanStart();
    finishTable(prepared, *table);
    return stop.stop_requested() ? nullptr : table;
}

std::vector<SliceId> occurrences(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                 const OperatorTable& table, std::size_t row)
{
    const bool python = table.hasPythonRows || prepared.tree().isGeneric();
    std::optional<RowNumbers> byShape;
    if (table.groupedByShape)
        byShape.emplace(prepared.trace(), prepared.tree(), true);
    const RowNumbers& numbers = byShape ? *byShape : prepared.rowNumbers();
    const HostTree& tree = prepared.tree();
    const ScopeClock clock(prepared.trace(), steps, table.scope);
    const std::uint32_t key = table.rows[row].key;
    std::vector<SliceId> slices;
    forEachRangeInside(tree.nodes, clock, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const SliceId s(tree.nodes[i].id);
            if (numbers.ofNode(i) == key && tree.merged[i] == 0 &&
                (python || prepared.trace().kind(s) != SliceKind::Python))
                slices.push_back(s);
        }
    });
    forEachDeviceInside(prepared, clock, table.scope, [&](std::size_t i) {
        if (numbers.ofDevice(i) == key)
            slices.push_back(prepared.trace().deviceWork()[tree.device[i].id].slice);
    });
    return slices;
}

} // namespace stepglass
