// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tb_operators.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace stepglass::test {
namespace {

struct Node
{
    const TbRow* row = nullptr;
    std::vector<Node*> children;
    std::vector<const TbRow*> calls;
    double deviceSelf = 0, deviceTotal = 0;
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
    explicit Tree(const TbRows& rows)
        : m_rows(rows)
    {
        std::map<std::string, std::vector<Node*>> threads;
        std::unordered_map<std::string, Node*> byExternal;
        for (const TbRow& row : rows.all()) {
            if (!inTree(row))
                continue;
            m_nodes.push_back({&row, {}, {}, 0, 0});
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
    }
    TbOperators result()
    {
        for (Node* root : m_roots)
            visit(*root);
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
    void visit(Node& node)
    {
        merge(node);
        double hostSelf = micros(node.row->duration());
        for (const TbRow* call : node.calls) {
            hostSelf -= micros(call->duration());
            for (const TbRow* work : m_rows.launched(*call))
                node.deviceSelf += micros(work->duration());
        }
        node.deviceTotal = node.deviceSelf;
        for (Node* child : node.children) {
            visit(*child);
            hostSelf -= micros(child->row->duration());
            node.deviceTotal += child->deviceTotal;
        }
        if (!inTable(*node.row))
            return;
        for (TbOperator* row :
             {&m_result.rows[node.row->name], &m_result.byShape[{node.row->name, node.row->shapes}]}) {
            ++row->calls;
            row->hostSelf += hostSelf;
            row->hostTotal += micros(node.row->duration());
            row->deviceSelf += node.deviceSelf;
            row->deviceTotal += node.deviceTotal;
        }
    }

    const TbRows& m_rows;
    std::deque<Node> m_nodes;
    std::vector<Node*> m_roots;
    TbOperators m_result;
};

} // namespace

TbOperators tbOperators(const TbRows& rows)
{
    return Tree(rows).result();
}

} // namespace stepglass::test
