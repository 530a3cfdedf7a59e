// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/host_tree.h"

#include "model/analysis/device_sums.h"
#include "model/analysis/memory_share.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

namespace stepglass {
namespace {

// Names of Intel's runtime: urEnqueueKernelLaunch and its like.
bool isXpuCall(std::string_view name)
{
    return name.size() > 2 && name.starts_with("ur") && name[2] >= 'A' && name[2] <= 'Z';
}

bool isAsyncOperator(const Trace& trace, SliceId s)
{
    const std::string_view category = trace.text(trace.detail(s));
    return category == "cpu_op" || category == "Operator" || category == "user_annotation";
}

} // namespace

// Builds a HostTree, in the order of its functions.
class HostTreeMaker
{
public:
    HostTreeMaker(const Trace& trace, HostTree& tree)
        : m_trace(trace)
        , m_tree(tree)
    {
    }
    void findProducer();
    void collect();
    void collectDevice();
    void setLinks(const Links& links) { m_links = &links; }
    void sumDevice();
    void findParents();
    void merge();
    void addShares();
    void addUpDevice();
    void sortMemory();
    void addUpMemory();
    void findLooseMemory();

private:
    void addDeviceTime(std::size_t first, std::size_t last);
    bool takesPart(SliceId s, SliceKind kind) const;
    ThreadId threadOfCall(SliceId call) const;
    ThreadId threadOf(const OrderedSlice& node) const
    {
        const SliceId s(node.id);
        const bool call = node.kind == SliceKind::RuntimeCall || node.kind == SliceKind::Overhead;
        return call ? threadOfCall(s) : m_trace.thread(s);
    }

    const Trace& m_trace;
    const Links* m_links = nullptr;
    HostTree& m_tree;
    std::optional<DeviceSums> m_sums;
    std::optional<MemoryShare> m_memory;
    // Of each node: number of direct children, 2 for more; or that it is merged.
    ScratchArray<std::uint8_t> m_children;
    static constexpr std::uint8_t kMerged = 3;
    std::vector<std::uint32_t> m_merged; // nodes, ascending
};

void HostTreeMaker::findProducer()
{
    bool mayBeXpu = false;
    for (std::uint32_t i = 0; i < m_trace.strings().size(); ++i)
        mayBeXpu |= isXpuCall(m_trace.text(StringId(i)));
    bool known = false;
    for (std::uint32_t i = 0; i < m_trace.sliceCount() && (mayBeXpu || !known) && !m_tree.m_xpu; ++i) {
        const SliceKind kind = m_trace.kind(SliceId(i));
        known |= kind <= SliceKind::RuntimeCall || isOnDevice(kind);
        m_tree.m_xpu = kind == SliceKind::RuntimeCall && isXpuCall(m_trace.name(SliceId(i)));
    }
    m_tree.m_generic = !known;
}

bool HostTreeMaker::takesPart(SliceId s, SliceKind kind) const
{
    switch (kind) {
    case SliceKind::Operator:
    case SliceKind::Step:
    case SliceKind::Region:
    case SliceKind::RuntimeCall:
    case SliceKind::Python:
    case SliceKind::Overhead:
        return !m_tree.m_names.hidden(m_trace.nameId(s));
    case SliceKind::Async:
        return isAsyncOperator(m_trace, s);
    case SliceKind::Other:
        // clang writes its sums as slices, each on a thread of its own: no time that passed.
        return m_tree.m_generic && !m_trace.name(s).starts_with("Total ");
    default:
        return false;
    }
}

void HostTreeMaker::collect()
{
    m_tree.nodes = sortedSlices(m_trace, [this](SliceId s, SliceKind kind) { return takesPart(s, kind); });
}

void HostTreeMaker::collectDevice()
{
    const ColumnView<DeviceWork>& work = m_trace.deviceWork();
    ScratchArray<OrderedSlice> inFile(work.size());
    TimeOrder order(work.size(), m_trace.spanStart(), m_trace.spanEnd());
    TimeOrder::Part all = order.newPart();
    for (std::uint32_t row = 0; row < work.size(); ++row) {
        const SliceId s = work[row].slice;
        inFile[row] = {m_trace.start(s), m_trace.duration(s), row, m_trace.kind(s)};
        if (isOnDevice(inFile[row].kind))
            all.add(inFile[row].start, row);
    }
    order.setPart(0, all);
    m_tree.device = entriesInOrder(
        order, [&](std::uint32_t row) { return inFile[row]; },
        [&](std::uint32_t row) { return m_trace.source(work[row].slice); });
}

void HostTreeMaker::sumDevice()
{
    m_sums.emplace(m_trace, *m_links, m_tree.m_xpu);
}

// The thread whose stack a call goes on. Calls of other threads nest into what they belong to.
ThreadId HostTreeMaker::threadOfCall(SliceId call) const
{
    const ThreadId own = m_trace.thread(call);
    const ThreadId stopping = m_links->stoppingThread().valid() ? m_links->stoppingThread() : own;
    if (m_links->callsStayOnTheirThreads() && !m_links->externalIdsNameNothing())
        return m_trace.externalId(call).valid() ? own : stopping;
    const SliceId op = m_links->operatorOfCallAt(m_links->placeOfCall(call));
    const bool named = op.valid() && !m_tree.m_names.hidden(m_trace.nameId(op));
    if (m_links->externalIdsNameNothing())
        return named ? own : stopping;
    if (!m_trace.externalId(call).valid())
        return stopping;
    return named ? m_trace.thread(op) : own;
}

// (The arrays are named once: a store of bytes could otherwise change any pointer, for all the compiler knows.)
void HostTreeMaker::findParents()
{
    struct Open
    {
        Ns end;
        std::uint32_t node;
    };
    const std::size_t count = m_tree.nodes.size();
    m_tree.parent = ScratchArray<std::uint32_t>(count);
    m_tree.self = ScratchArray<Ns>(count);
    m_children = ScratchArray<std::uint8_t>(count);
    const OrderedSlice* nodes = m_tree.nodes.begin();
    std::uint32_t* parents = m_tree.parent.begin();
    Ns* self = m_tree.self.begin();
    std::uint8_t* children = m_children.begin();
    std::vector<std::vector<Open>> stacks(m_trace.threads().size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const OrderedSlice node = nodes[i];
        parents[i] = HostTree::kNone;
        self[i] = node.duration;
        children[i] = 0;
        if (node.kind == SliceKind::Async)
            continue;
        std::vector<Open>& stack = stacks[threadOf(node).value];
        const Ns end = node.start + node.duration;
        while (!stack.empty() && (node.start >= stack.back().end || end > stack.back().end))
            stack.pop_back();
        if (!stack.empty()) {
            const std::uint32_t parent = stack.back().node;
            parents[i] = parent;
            self[parent] -= node.duration;
            children[parent] = children[parent] == 0 ? 1 : 2;
        }
        stack.push_back({end, i});
    }
}

// An only child with its parent's name goes: its children and device slices become the parent's. Parents come before
// children in the order of nodes, so one pass finds whole chains.
void HostTreeMaker::merge()
{
    const auto nameOf = [&](std::uint32_t i) {
        return m_tree.m_names.number(m_trace.nameId(SliceId(m_tree.nodes[i].id)));
    };
    m_tree.merged = ScratchArray<std::uint8_t>(m_tree.nodes.size(), 0);
    std::uint32_t* parents = m_tree.parent.begin();
    std::uint8_t* children = m_children.begin();
    for (std::uint32_t i = 0; i < m_tree.nodes.size(); ++i) {
        std::uint32_t parent = parents[i];
        if (parent == HostTree::kNone)
            continue;
        if (children[parent] == kMerged) // into its own parent, which stands for itself
            parents[i] = parent = parents[parent];
        if (children[parent] != 1 || nameOf(parent) != nameOf(i))
            continue;
        m_tree.self[parent] = m_tree.nodes[parent].duration - m_tree.nodes[i].duration + m_tree.self[i];
        children[parent] = std::exchange(children[i], kMerged);
        m_tree.merged[i] = 1;
        m_merged.push_back(i);
    }
}

// What each node has of its own: device time, memory.
void HostTreeMaker::addShares()
{
    const std::size_t count = m_tree.nodes.size();
    m_tree.ownDevice = ScratchArray<Ns>(count);
    m_tree.totalDevice = ScratchArray<Ns>(count);
    m_tree.kernels = ScratchArray<std::uint32_t>(count);
    if (m_memory) {
        m_tree.bytes = ScratchArray<HostTree::Bytes>(count);
        m_tree.selfBytes = ScratchArray<HostTree::Bytes>(count);
    }
    inParts(count, partsFor(count), [this](std::size_t, std::size_t first, std::size_t last) {
        addDeviceTime(first, last);
        if (!m_memory)
            return;
        m_memory->inside(m_tree.nodes, first, last, [this](std::size_t i, const HostTree::Bytes& bytes) {
            m_tree.bytes[i] = bytes;
            m_tree.selfBytes[i] = bytes;
        });
    });
}

void HostTreeMaker::addDeviceTime(std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i < last; ++i) {
        const OrderedSlice& node = m_tree.nodes[i];
        const bool takes = node.kind == SliceKind::Operator || isRegion(node.kind);
        const DeviceSums::Sum sum = takes ? m_sums->of(SliceId(node.id)) : DeviceSums::Sum{};
        m_tree.ownDevice[i] = sum.time;
        m_tree.totalDevice[i] = sum.time;
        m_tree.kernels[i] = sum.kernels;
    }
}

// From the last node to the first, so that children are complete before they are added.
void HostTreeMaker::addUpDevice()
{
    if (m_sums->empty())
        return;
    for (const std::uint32_t i : m_merged) {
        const std::uint32_t parent = m_tree.parent[i];
        m_tree.ownDevice[parent] = m_tree.totalDevice[parent] = m_tree.ownDevice[i];
        m_tree.kernels[parent] = m_tree.kernels[i];
    }
    for (std::size_t i = m_tree.nodes.size(); i-- > 0;) {
        const std::uint32_t parent = m_tree.parent[i];
        if (m_tree.kernels[i] == 0 && m_tree.totalDevice[i] == 0)
            continue;
        if (m_tree.merged[i] != 0 || parent == HostTree::kNone)
            continue;
        m_tree.totalDevice[parent] += m_tree.totalDevice[i];
        m_tree.kernels[parent] += m_tree.kernels[i];
    }
}

void HostTreeMaker::sortMemory()
{
    if (!m_trace.memory().empty())
        m_memory.emplace(m_trace);
}

void HostTreeMaker::findLooseMemory()
{
    if (m_memory)
        m_tree.looseMemory = m_memory->outside(m_tree.nodes);
}

void HostTreeMaker::addUpMemory()
{
    for (std::size_t i = 0; i < m_tree.bytes.size(); ++i) {
        const HostTree::Bytes bytes = m_tree.bytes[i];
        const std::uint32_t parent = m_tree.parent[i];
        if ((bytes.host == 0 && bytes.device == 0) || m_tree.merged[i] != 0 || parent == HostTree::kNone)
            continue;
        m_tree.selfBytes[parent].host -= bytes.host;
        m_tree.selfBytes[parent].device -= bytes.device;
    }
}

std::shared_ptr<const HostTree> HostTree::make(const Trace& trace, const Beside& beside, std::stop_token stop)
{
    const std::shared_ptr<HostTree> tree(new HostTree(trace));
    HostTreeMaker maker(trace, *tree);
    maker.findProducer();
    const Links* links = nullptr;
    {
        const std::jthread other([&] { links = beside.links(); });
        maker.collect();
    }
    if (links == nullptr || stop.stop_requested())
        return nullptr;
    maker.setLinks(*links);
    {
        const std::jthread other([&] {
            maker.collectDevice();
            beside.ordered(*tree);
            maker.sumDevice();
            maker.sortMemory();
        });
        maker.findParents();
        maker.merge();
    }
    maker.addShares();
    {
        const std::jthread other([&maker] { maker.addUpMemory(); });
        maker.addUpDevice();
        maker.findLooseMemory();
    }
    return stop.stop_requested() ? nullptr : tree;
}

} // namespace stepglass
