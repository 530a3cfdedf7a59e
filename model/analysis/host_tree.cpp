// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/host_tree.h"

#include "model/analysis/device_sums.h"
#include "model/analysis/memory_share.h"

#include <algorithm>
#include <optional>
#include <thread>

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
    void setLinks(const Links& links);
    void findParents();
    void addDeviceTime();
    void merge();
    void sortMemory();
    void shareMemory();
    void addUp();
    void addUpMemory();

private:
    bool takesPart(SliceId s, SliceKind kind) const;
    ThreadId threadOfCall(std::size_t call) const;
    ThreadId threadOf(const OrderedSlice& node) const
    {
        const SliceId s(node.id);
        const bool call = node.kind == SliceKind::RuntimeCall || node.kind == SliceKind::Overhead;
        return call ? m_callThreads[m_links->placeOfCall(s)] : m_trace.thread(s);
    }

    const Trace& m_trace;
    const Links* m_links = nullptr;
    HostTree& m_tree;
    ScratchArray<ThreadId> m_callThreads; // of links.calls(): whose stack they go on
    std::optional<DeviceSums> m_sums;
    std::optional<MemoryShare> m_memory;
    ScratchArray<std::uint8_t> m_children; // number of direct children, 2 for more
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
    TimeOrder order(work.size(), m_trace.spanStart(), m_trace.spanEnd());
    for (std::uint32_t row = 0; row < work.size(); ++row) {
        if (isOnDevice(m_trace.kind(work[row].slice)))
            order.add(m_trace.start(work[row].slice), row);
    }
    const auto entryOf = [&](std::uint32_t row) {
        const SliceId s = work[row].slice;
        return OrderedSlice{m_trace.start(s), m_trace.duration(s), row, m_trace.kind(s)};
    };
    m_tree.device = entriesInOrder(order, entryOf, [&](std::uint32_t row) { return m_trace.source(work[row].slice); });
}

void HostTreeMaker::setLinks(const Links& links)
{
    m_links = &links;
    m_callThreads = ScratchArray<ThreadId>(links.calls().size());
    for (std::size_t i = 0; i < links.calls().size(); ++i)
        m_callThreads[i] = threadOfCall(i);
    m_sums.emplace(m_trace, links, m_tree.m_xpu);
}

// The thread whose stack a call goes on. Calls of other threads nest into what they belong to.
ThreadId HostTreeMaker::threadOfCall(std::size_t call) const
{
    const SliceId s = m_links->calls()[call];
    const ThreadId own = m_trace.thread(s);
    const SliceId op = m_links->operatorOfCallAt(call);
    const bool named = op.valid() && !m_tree.m_names.hidden(m_trace.nameId(op));
    const ThreadId stopping = m_links->stoppingThread().valid() ? m_links->stoppingThread() : own;
    if (m_links->externalIdsNameNothing())
        return named ? own : stopping;
    if (!m_trace.externalId(s).valid())
        return stopping;
    return named ? m_trace.thread(op) : own;
}

void HostTreeMaker::findParents()
{
    struct Open
    {
        Ns end;
        std::uint32_t node;
    };
    const std::size_t count = m_tree.nodes.size();
    m_tree.parent = ScratchArray<std::uint32_t>(count);
    m_tree.merged = ScratchArray<std::uint8_t>(count);
    m_tree.self = ScratchArray<Ns>(count);
    m_children = ScratchArray<std::uint8_t>(count);
    std::vector<std::vector<Open>> stacks(m_trace.threads().size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const OrderedSlice& node = m_tree.nodes[i];
        m_tree.parent[i] = HostTree::kNone;
        m_tree.merged[i] = 0;
        m_tree.self[i] = node.duration;
        m_children[i] = 0;
        if (node.kind == SliceKind::Async)
            continue;
        std::vector<Open>& stack = stacks[threadOf(node).value];
        const Ns end = node.start + node.duration;
        while (!stack.empty() && (node.start >= stack.back().end || end > stack.back().end))
            stack.pop_back();
        if (!stack.empty()) {
            m_tree.parent[i] = stack.back().node;
            m_children[stack.back().node] = m_children[stack.back().node] == 0 ? 1 : 2;
        }
        stack.push_back({end, i});
    }
}

void HostTreeMaker::addDeviceTime()
{
    const std::size_t count = m_tree.nodes.size();
    m_tree.ownDevice = ScratchArray<Ns>(count);
    m_tree.totalDevice = ScratchArray<Ns>(count);
    m_tree.kernels = ScratchArray<std::uint32_t>(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const OrderedSlice& node = m_tree.nodes[i];
        const bool takes = node.kind == SliceKind::Operator || isRegion(node.kind);
        const DeviceSums::Sum sum = takes ? m_sums->of(SliceId(node.id)) : DeviceSums::Sum{};
        m_tree.ownDevice[i] = sum.time;
        m_tree.totalDevice[i] = 0;
        m_tree.kernels[i] = sum.kernels;
    }
}

// An only child with its parent's name goes: its children and device slices become the parent's. Parents come before
// children in the order of nodes, so one pass finds whole chains.
void HostTreeMaker::merge()
{
    const auto nameOf = [&](std::uint32_t i) {
        return m_tree.m_names.number(m_trace.nameId(SliceId(m_tree.nodes[i].id)));
    };
    for (std::uint32_t i = 0; i < m_tree.nodes.size(); ++i) {
        std::uint32_t parent = m_tree.parent[i];
        if (parent == HostTree::kNone)
            continue;
        if (m_tree.merged[parent] != 0) // into its own parent, which stands for itself
            m_tree.parent[i] = parent = m_tree.parent[parent];
        if (m_children[parent] != 1 || nameOf(parent) != nameOf(i))
            continue;
        m_children[parent] = m_children[i];
        m_tree.ownDevice[parent] = m_tree.ownDevice[i];
        m_tree.kernels[parent] = m_tree.kernels[i];
        m_tree.merged[i] = 1;
    }
}

void HostTreeMaker::sortMemory()
{
    if (!m_trace.memory().empty())
        m_memory.emplace(m_trace);
}

void HostTreeMaker::shareMemory()
{
    if (!m_memory)
        return;
    m_tree.bytes = m_memory->inside(m_tree.nodes);
    m_tree.looseMemory = m_memory->outside(m_tree.nodes);
    m_tree.selfBytes = ScratchArray<HostTree::Bytes>(m_tree.nodes.size());
    std::copy(m_tree.bytes.begin(), m_tree.bytes.end(), m_tree.selfBytes.begin());
}

// Both add from the last node to the first, so that children are complete before they are added.
void HostTreeMaker::addUp()
{
    for (std::size_t i = m_tree.nodes.size(); i-- > 0;) {
        m_tree.totalDevice[i] += m_tree.ownDevice[i];
        const std::uint32_t parent = m_tree.parent[i];
        if (m_tree.merged[i] != 0 || parent == HostTree::kNone)
            continue;
        m_tree.totalDevice[parent] += m_tree.totalDevice[i];
        m_tree.kernels[parent] += m_tree.kernels[i];
        m_tree.self[parent] -= m_tree.nodes[i].duration;
    }
}

void HostTreeMaker::addUpMemory()
{
    for (std::size_t i = m_tree.bytes.size(); i-- > 0;) {
        const std::uint32_t parent = m_tree.parent[i];
        if (m_tree.merged[i] != 0 || parent == HostTree::kNone)
            continue;
        m_tree.selfBytes[parent].host -= m_tree.bytes[i].host;
        m_tree.selfBytes[parent].device -= m_tree.bytes[i].device;
    }
}

std::shared_ptr<const HostTree> HostTree::make(const Trace& trace, const Beside& beside, std::stop_token stop)
{
    const std::shared_ptr<HostTree> tree(new HostTree(trace));
    HostTreeMaker maker(trace, *tree);
    maker.findProducer();
    const Links* links = nullptr;
    {
        const std::jthread other([&] {
            links = beside.links();
            if (links != nullptr)
                maker.setLinks(*links);
            maker.collectDevice();
            maker.sortMemory();
        });
        maker.collect();
    }
    if (links == nullptr || stop.stop_requested())
        return nullptr;
    {
        const std::jthread other([&maker] {
            maker.addDeviceTime();
            maker.shareMemory();
        });
        maker.findParents();
    }
    {
        const std::jthread other([&] { beside.ordered(*tree); });
        maker.merge();
        maker.addUp();
        maker.addUpMemory();
    }
    return stop.stop_requested() ? nullptr : tree;
}

} // namespace stepglass
