// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/call_tree.h"

#include "model/analysis/row_kinds.h"
#include "model/analysis/scope_walk.h"

#include <unordered_map>

namespace stepglass {
namespace {

class TreeFiller
{
public:
    TreeFiller(const PreparedTrace& prepared, const ScopeClock& clock, const Scope& scope, CallTree& tree)
        : m_prepared(prepared)
        , m_trace(prepared.trace())
        , m_host(prepared.tree())
        , m_clock(clock)
        , m_scope(scope)
        , m_tree(tree)
        , m_level(m_host.nodes.size())
        , m_pathOf(m_host.nodes.size())
    {
        m_tree.nodes.emplace_back();
    }
    void addHost();
    void addDevice();
    void addUp();
    void prune();

private:
    bool isLevel(std::uint32_t node) const;
    std::uint32_t child(std::uint32_t parent, std::uint32_t row, SliceKind kind);
    std::uint32_t pathOfDevice(std::uint32_t row, const ScratchArray<std::uint32_t>& nodeOfSlice) const;

    const PreparedTrace& m_prepared;
    const Trace& m_trace;
    const HostTree& m_host;
    const ScopeClock& m_clock;
    const Scope& m_scope;
    CallTree& m_tree;
    // Of each host node: the nearest node around it (itself) that is a level, HostTree::kNone without; and its path.
    ScratchArray<std::uint32_t> m_level;
    ScratchArray<std::uint32_t> m_pathOf;
    std::unordered_map<std::uint64_t, std::uint32_t> m_children; // (parent, row number) -> path
};

bool TreeFiller::isLevel(std::uint32_t node) const
{
    const SliceKind kind = m_trace.kind(SliceId(m_host.nodes[node].id));
    const bool shown = kind == SliceKind::Operator || isRegion(kind) || kind == SliceKind::Async || m_host.isGeneric();
    return shown && m_host.merged[node] == 0;
}

std::uint32_t TreeFiller::child(std::uint32_t parent, std::uint32_t row, SliceKind kind)
{
    const auto fresh = static_cast<std::uint32_t>(m_tree.nodes.size());
    const auto [it, inserted] = m_children.try_emplace((std::uint64_t{parent} << 32) | row, fresh);
    if (inserted) {
        CallTreeNode& node = m_tree.nodes.emplace_back();
        node.name = m_host.names().text(m_trace, m_prepared.rowNumbers().key(row).name);
        node.kind = rowKindOf(kind);
        node.parent = parent;
        m_tree.nodes[parent].children.push_back(fresh);
    }
    return it->second;
}

void TreeFiller::addHost()
{
    for (std::uint32_t i = 0; i < m_host.nodes.size(); ++i) {
        const std::uint32_t parent = m_host.parent[i];
        const std::uint32_t around = parent == HostTree::kNone ? HostTree::kNone : m_level[parent];
        const std::uint32_t aroundPath = parent == HostTree::kNone ? 0 : m_pathOf[parent];
        if (!isLevel(i)) {
            m_level[i] = around;
            m_pathOf[i] = aroundPath;
            continue;
        }
        const OrderedSlice& entry = m_host.nodes[i];
        const std::uint32_t path =
            child(aroundPath, m_prepared.rowNumbers().ofNode(i), m_trace.kind(SliceId(entry.id)));
        m_level[i] = i;
        m_pathOf[i] = path;
        if (!m_clock.holds(entry.start))
            continue;
        CallTreeNode& node = m_tree.nodes[path];
        if (node.count++ == 0)
            node.first = SliceId(entry.id);
        node.total += entry.duration;
        node.self += entry.duration;
        if (around != HostTree::kNone && m_clock.holds(m_host.nodes[around].start))
            m_tree.nodes[aroundPath].self -= entry.duration;
    }
}

// Where a device slice hangs: below its operator, else below what is around its launch call.
std::uint32_t TreeFiller::pathOfDevice(std::uint32_t row, const ScratchArray<std::uint32_t>& nodeOfSlice) const
{
    for (const SliceId s : {m_prepared.links().operatorOfRow(row), m_prepared.links().launchOfRow(row)}) {
        if (s.valid() && nodeOfSlice[s.value] != HostTree::kNone)
            return m_pathOf[nodeOfSlice[s.value]];
    }
    return 0;
}

void TreeFiller::addDevice()
{
    if (m_host.device.empty())
        return;
    ScratchArray<std::uint32_t> nodeOfSlice(m_trace.sliceCount(), HostTree::kNone);
    for (std::uint32_t i = 0; i < m_host.nodes.size(); ++i)
        nodeOfSlice[m_host.nodes[i].id] = i;
    forEachDeviceInside(m_prepared, m_clock, m_scope, [&](std::size_t i) {
        const OrderedSlice& entry = m_host.device[i];
        const SliceId slice = m_trace.deviceWork()[entry.id].slice;
        const SliceKind kind = m_trace.kind(slice);
        if (!isDeviceWork(kind))
            return;
        const std::uint32_t path =
            child(pathOfDevice(entry.id, nodeOfSlice), m_prepared.rowNumbers().ofDevice(i), kind);
        CallTreeNode& node = m_tree.nodes[path];
        if (node.count++ == 0)
            node.first = slice;
        node.total += entry.duration;
        node.device += entry.duration;
    });
}

void TreeFiller::addUp()
{
    // Children were made after their parents.
    for (std::size_t i = m_tree.nodes.size(); i-- > 1;)
        m_tree.nodes[m_tree.nodes[i].parent].device += m_tree.nodes[i].device;
}

// Leaves out the paths without a call in the scope.
void TreeFiller::prune()
{
    std::vector<std::uint32_t> kept(m_tree.nodes.size(), 0); // then: the new number
    for (std::size_t i = m_tree.nodes.size(); i-- > 0;) {
        kept[i] |= m_tree.nodes[i].count > 0 || i == 0 ? 1 : 0;
        kept[m_tree.nodes[i].parent] |= kept[i];
    }
    std::vector<CallTreeNode> nodes;
    for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
        if (kept[i] == 0)
            continue;
        kept[i] = static_cast<std::uint32_t>(nodes.size());
        CallTreeNode& node = nodes.emplace_back(std::move(m_tree.nodes[i]));
        node.children.clear();
        node.parent = kept[node.parent];
        if (i > 0)
            nodes[node.parent].children.push_back(kept[i]);
    }
    m_tree.nodes = std::move(nodes);
}

} // namespace

std::shared_ptr<const CallTree> callTree(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                         const Scope& scope, std::stop_token stop)
{
    const ScopeClock clock(prepared.trace(), steps, scope);
    auto tree = std::make_shared<CallTree>();
    tree->scope = scope;
    tree->origin = prepared.trace().spanStart();
    TreeFiller filler(prepared, clock, scope, *tree);
    filler.addHost();
    if (stop.stop_requested())
        return nullptr;
    filler.addDevice();
    filler.addUp();
    filler.prune();
    return stop.stop_requested() ? nullptr : tree;
}

} // namespace stepglass
