// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tb_operators.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>

namespace stepglass::test {
namespace {

struct Node
{
    const TbRow* row = nullptr;
    std::vector<Node*> children;
    std::vector<const TbRow*> calls;
    double deviceSelf = 0, deviceTotal = 0, tensorSelf = 0, tensorTotal = 0;
    std::map<std::string, TbMemory> memory; // by device
};

double micros(Ns ns)
{
    return static_cast<double>(ns) / 1000;
}

bool inTree(const TbRow& row)
{
    if (row.type == TbType::Annotation)
        return row.collective || row.name.rfind("Optimizer.step", 0) == 0;
    return row.type == TbType::Operator || row.type == TbType::Step || row.type == TbType::DataLoader ||
           row.type == TbType::Module;
}

bool inTable(const TbRow& row)
{
    return row.type == TbType::Operator && row.name != "DataParallel.forward" &&
           row.name != "DistributedDataParallel.forward" && row.name.rfind("Optimizer.", 0) != 0;
}

class Tree
{
public:
    Tree(const TbRows& rows, const Trace& trace)
        : m_rows(rows)
        , m_trace(trace)
    {
        std::map<std::string, std::vector<Node*>> threads;
        std::unordered_map<std::string, Node*> byExternal;
        for (const TbRow& row : rows.all()) {
            if (!inTree(row))
                continue;
            m_nodes.emplace_back().row = &row;
            threads[row.tid].push_back(&m_nodes.back());
            if (row.type == TbType::Operator || row.type == TbType::DataLoader || row.type == TbType::Step)
                byExternal.emplace(row.external, &m_nodes.back());
        }
        for (const TbRow& row : rows.all()) {
            const auto owner = byExternal.find(row.external);
            if (row.type == TbType::Runtime && row.external != "0" && owner != byExternal.end())
                owner->second->calls.push_back(&row);
        }
        for (auto& [tid, nodes] : threads)
            build(nodes);
        m_result.threads = threads.size();
        for (const TbRow& row : rows.all()) {
            if (row.type == TbType::Runtime && row.external == "0" && threads.contains(row.tid))
                addKernels(row, "CallTreeRoot");
        }
    }
    TbOperators result()
    {
        for (Node* root : m_roots)
            mergeAll(*root);
        addMemory();
        for (Node* root : m_roots)
            visit(*root);
        addUnlaunched();
        return std::move(m_result);
    }

private:
    void build(std::vector<Node*>& nodes)
    {
        std::stable_sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) {
            return std::pair(a->row->start, -a->row->end) < std::pair(b->row->start, -b->row->end);
        });
        std::vector<Node*> open;
        for (Node* node : nodes) {
            while (!open.empty() && node->row->start >= open.back()->row->end)
                open.pop_back();
            if (open.empty()) {
                m_roots.push_back(node);
            } else if (node->row->end > open.back()->row->end) {
                ++m_result.dropped;
                continue;
            } else {
                open.back()->children.push_back(node);
            }
            open.push_back(node);
        }
    }
    // An operator whose only child is one of its name takes the child's place.
    static void merge(Node& node)
    {
        while (node.children.size() == 1 && node.children[0]->row->name == node.row->name &&
               node.row->type == TbType::Operator && node.children[0]->row->type == TbType::Operator) {
            Node* child = node.children[0];
            node.calls = child->calls;
            node.children = child->children;
        }
    }
    static void mergeAll(Node& node)
    {
        merge(node);
        for (Node* child : node.children)
            mergeAll(*child);
    }
    void addKernel(const TbRow& kernel, const std::string& owner)
    {
        TbKernel& sum =
            m_result.kernels[{kernel.name, owner, kernel.grid, kernel.block, kernel.registers, kernel.sharedMemory}];
        const double us = micros(kernel.duration());
        ++sum.calls;
        sum.total += us;
        sum.min = std::min(sum.min, us);
        sum.max = std::max(sum.max, us);
        sum.blocks += kernel.blocksPerSm.value_or(0) * us;
        sum.occupancy += kernel.occupancy.value_or(0) * us;
        sum.tensorCores = kernel.usesTensorCores();
    }
    void addKernels(const TbRow& call, const std::string& owner)
    {
        for (const TbRow* work : m_rows.launched(call)) {
            if (work->type == TbType::Kernel)
                addKernel(*work, owner);
        }
    }
    // Kernels without a call hang on the root of the thread with the steps, where there is one.
    void addUnlaunched()
    {
        std::set<std::string> called;
        bool steps = false;
        for (const TbRow& row : m_rows.all()) {
            steps = steps || row.type == TbType::Step;
            if (row.type == TbType::Runtime)
                called.insert(row.correlation);
        }
        for (const TbRow& row : m_rows.all()) {
            if (steps && row.type == TbType::Kernel && !called.contains(row.correlation))
                addKernel(row, "CallTreeRoot");
        }
    }
    void addMemory()
    {
        std::map<std::string, std::vector<Node*>> roots; // of a thread by start
        for (Node* root : m_roots)
            roots[root->row->tid].push_back(root);
        for (std::size_t i = 0; i < m_trace.memory().size(); ++i) {
            const MemoryRecord record = m_trace.memory()[i];
            const std::string device = tbMemoryDevice(record);
            Node* deepest = nullptr;
            const std::vector<Node*>* level = &roots[std::string(m_trace.text(m_trace.thread(record.thread).tid))];
            while (level != nullptr) {
                auto at = std::upper_bound(level->begin(), level->end(), record.time,
                                           [](Ns t, const Node* n) { return t < n->row->start; });
                if (at == level->begin() || (*--at)->row->end <= record.time)
                    break;
                deepest = *at;
                level = &deepest->children;
            }
            if (device.empty() || deepest == nullptr || deepest->row->type != TbType::Operator)
                continue;
            TbMemory& own = deepest->memory[device];
            own.selfIncrease += record.bytes;
            own.selfAllocation += std::max<std::int64_t>(0, record.bytes);
            own.selfCount += record.bytes > 0;
        }
    }
    // The subtree's sums; then the row of an operator.
    void sumMemory(Node& node)
    {
        for (auto& [device, own] : node.memory) {
            own.increase += own.selfIncrease;
            own.allocation += own.selfAllocation;
            own.count += own.selfCount;
        }
        for (const Node* child : node.children) {
            for (const auto& [device, below] : child->memory) {
                TbMemory& own = node.memory[device];
                own.increase += below.increase;
                own.allocation += below.allocation;
                own.count += below.count;
            }
        }
        if (!inTable(*node.row))
            return;
        for (const auto& [device, own] : node.memory) {
            TbMemory& row = m_result.memory[device][node.row->name];
            row.selfIncrease += own.selfIncrease;
            row.selfAllocation += own.selfAllocation;
            row.selfCount += own.selfCount;
            row.increase += own.increase;
            row.allocation += own.allocation;
            row.count += own.count;
        }
    }
    void visit(Node& node)
    {
        double hostSelf = micros(node.row->duration());
        for (const TbRow* call : node.calls) {
            hostSelf -= micros(call->duration());
            addKernels(*call, node.row->name);
            for (const TbRow* work : m_rows.launched(*call)) {
                node.deviceSelf += micros(work->duration());
                if (work->type == TbType::Kernel && work->usesTensorCores())
                    node.tensorSelf += micros(work->duration());
            }
        }
        node.deviceTotal = node.deviceSelf;
        node.tensorTotal = node.tensorSelf;
        for (Node* child : node.children) {
            visit(*child);
            hostSelf -= micros(child->row->duration());
            node.deviceTotal += child->deviceTotal;
            node.tensorTotal += child->tensorTotal;
        }
        sumMemory(node);
        if (!inTable(*node.row))
            return;
        for (TbOperator* row :
             {&m_result.rows[node.row->name], &m_result.byShape[{node.row->name, node.row->shapes}]}) {
            ++row->calls;
            row->hostSelf += hostSelf;
            row->hostTotal += micros(node.row->duration());
            row->deviceSelf += node.deviceSelf;
            row->deviceTotal += node.deviceTotal;
            row->tensorSelf += node.tensorSelf;
            row->tensorTotal += node.tensorTotal;
        }
    }

    const TbRows& m_rows;
    const Trace& m_trace;
    std::deque<Node> m_nodes;
    std::vector<Node*> m_roots;
    TbOperators m_result;
};

} // namespace

std::string tbMemoryDevice(const MemoryRecord& record)
{
    if (record.deviceType == 0)
        return "CPU";
    return record.deviceType == 1 ? "GPU" + std::to_string(record.deviceId) : std::string();
}

TbOperators tbOperators(const TbRows& rows, const Trace& trace)
{
    return Tree(rows, trace).result();
}

} // namespace stepglass::test
