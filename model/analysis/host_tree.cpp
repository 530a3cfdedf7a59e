// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/host_tree.h"

#include "model/analysis/device_sums.h"
#include "model/analysis/memory_share.h"

#include <algorithm>
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
    void setLinks(const Links& links);
    void findParents();
    void addDeviceTime();
    void merge();
    void shareMemory();
    void addUp();

private:
    bool takesPart(SliceId s) const;
    ThreadId threadOf(SliceId s) const;

    const Trace& m_trace;
    const Links* m_links = nullptr;
    HostTree& m_tree;
    ScratchArray<std::uint32_t> m_callAt;   // of runtime calls and overhead: their place in links.calls(); else unset
    ScratchArray<std::uint32_t> m_children; // number of direct children
};

void HostTreeMaker::findProducer()
{
    bool known = false;
    for (std::uint32_t i = 0; i < m_trace.sliceCount(); ++i) {
        const SliceKind kind = m_trace.kind(SliceId(i));
        known |= kind <= SliceKind::RuntimeCall || isOnDevice(kind);
        if (kind == SliceKind::RuntimeCall && isXpuCall(m_trace.name(SliceId(i)))) {
            m_tree.m_xpu = true;
            break;
        }
    }
    m_tree.m_generic = !known;
}

bool HostTreeMaker::takesPart(SliceId s) const
{
    switch (m_trace.kind(s)) {
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
    m_tree.nodes = sortedSlices(m_trace, [this](SliceId s) { return takesPart(s); });
    const ColumnView<DeviceWork>& work = m_trace.deviceWork();
    ScratchArray<OrderedSlice> device(work.size());
    std::size_t n = 0;
    for (std::uint32_t row = 0; row < work.size(); ++row) {
        const SliceId s = work[row].slice;
        if (isOnDevice(m_trace.kind(s)))
            device[n++] = {m_trace.start(s), m_trace.duration(s), row};
    }
    device.shrink(n);
    sortSlices(device, [&](std::uint32_t row) { return m_trace.source(work[row].slice); });
    m_tree.device = std::move(device);
}

void HostTreeMaker::setLinks(const Links& links)
{
    m_links = &links;
    m_callAt = ScratchArray<std::uint32_t>(m_trace.sliceCount());
    for (std::uint32_t i = 0; i < links.calls().size(); ++i)
        m_callAt[links.calls()[i].value] = i;
}

// The thread whose stack a node goes on. Calls of other threads nest into what they belong to.
ThreadId HostTreeMaker::threadOf(SliceId s) const
{
    const ThreadId own = m_trace.thread(s);
    const SliceKind kind = m_trace.kind(s);
    if (kind != SliceKind::RuntimeCall && kind != SliceKind::Overhead)
        return own;
    const SliceId op = m_links->operatorOfCallAt(m_callAt[s.value]);
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
    const std::size_t count = m_tree.nodes.size();
    m_tree.parent = ScratchArray<std::uint32_t>(count, HostTree::kNone);
    m_tree.merged = ScratchArray<std::uint8_t>(count, 0);
    m_tree.self = ScratchArray<Ns>(count);
    m_children = ScratchArray<std::uint32_t>(count, 0);
    std::vector<std::vector<std::uint32_t>> stacks(m_trace.threads().size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const OrderedSlice node = m_tree.nodes[i];
        m_tree.self[i] = node.duration;
        if (m_trace.kind(SliceId(node.id)) == SliceKind::Async)
            continue;
        std::vector<std::uint32_t>& stack = stacks[threadOf(SliceId(node.id)).value];
        while (!stack.empty()) {
            const OrderedSlice& candidate = m_tree.nodes[stack.back()];
            const Ns end = candidate.start + candidate.duration;
            if (node.start < end && node.start + node.duration <= end)
                break;
            stack.pop_back();
        }
        if (!stack.empty()) {
            m_tree.parent[i] = stack.back();
            ++m_children[stack.back()];
        }
        stack.push_back(i);
    }
}

void HostTreeMaker::addDeviceTime()
{
    const DeviceSums sums(m_trace, *m_links, m_tree.m_xpu);
    const std::size_t count = m_tree.nodes.size();
    m_tree.ownDevice = ScratchArray<Ns>(count, 0);
    m_tree.kernels = ScratchArray<std::uint32_t>(count, 0);
    if (sums.empty())
        return;
    for (std::uint32_t i = 0; i < count; ++i) {
        const SliceId s(m_tree.nodes[i].id);
        const SliceKind kind = m_trace.kind(s);
        if (kind != SliceKind::Operator && !isRegion(kind))
            continue;
        const DeviceSums::Sum sum = sums.of(s);
        m_tree.ownDevice[i] = sum.time;
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
    // Where a node stands in the merged tree: itself, or the ancestor it was merged into.
    ScratchArray<std::uint32_t> standsFor(m_tree.nodes.size());
    for (std::uint32_t i = 0; i < m_tree.nodes.size(); ++i) {
        standsFor[i] = i;
        if (m_tree.parent[i] == HostTree::kNone)
            continue;
        const std::uint32_t parent = standsFor[m_tree.parent[i]];
        m_tree.parent[i] = parent;
        if (m_children[parent] != 1 || nameOf(parent) != nameOf(i))
            continue;
        m_children[parent] = m_children[i];
        m_tree.ownDevice[parent] = m_tree.ownDevice[i];
        m_tree.kernels[parent] = m_tree.kernels[i];
        m_tree.merged[i] = 1;
        standsFor[i] = parent;
    }
}

void HostTreeMaker::shareMemory()
{
    if (m_trace.memory().empty())
        return;
    const MemoryShare share(m_trace);
    m_tree.bytes = share.inside(m_tree.nodes);
    m_tree.looseMemory = share.outside(m_tree.nodes);
    m_tree.selfBytes = ScratchArray<HostTree::Bytes>(m_tree.nodes.size());
    std::copy(m_tree.bytes.begin(), m_tree.bytes.end(), m_tree.selfBytes.begin());
}

void HostTreeMaker::addUp()
{
    const std::size_t count = m_tree.nodes.size();
    m_tree.totalDevice = ScratchArray<Ns>(count);
    std::copy(m_tree.ownDevice.begin(), m_tree.ownDevice.end(), m_tree.totalDevice.begin());
    for (std::size_t i = count; i-- > 0;) {
        const std::uint32_t parent = m_tree.parent[i];
        if (m_tree.merged[i] != 0 || parent == HostTree::kNone)
            continue;
        m_tree.totalDevice[parent] += m_tree.totalDevice[i];
        m_tree.kernels[parent] += m_tree.kernels[i];
        m_tree.self[parent] -= m_tree.nodes[i].duration;
        if (!m_tree.bytes.empty()) {
            m_tree.selfBytes[parent].host -= m_tree.bytes[i].host;
            m_tree.selfBytes[parent].device -= m_tree.bytes[i].device;
        }
    }
}

std::shared_ptr<const HostTree> HostTree::make(const Trace& trace, const LinksNow& links, std::stop_token stop)
{
    const std::shared_ptr<HostTree> tree(new HostTree(trace));
    HostTreeMaker maker(trace, *tree);
    maker.findProducer();
    maker.collect();
    const Links* known = stop.stop_requested() ? nullptr : links();
    if (known == nullptr)
        return nullptr;
    maker.setLinks(*known);
    {
        const std::jthread memory([&maker] { maker.shareMemory(); }); // needs the nodes only
        maker.findParents();
        maker.addDeviceTime();
        maker.merge();
    }
    maker.addUp();
    return stop.stop_requested() ? nullptr : tree;
}

} // namespace stepglass
