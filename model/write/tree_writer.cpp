// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/write/tree_writer.h"

#include "model/write/torch_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stepglass {
namespace {

constexpr std::size_t kNameWidth = 60;

bool isDevice(const CallTreeNode& node)
{
    return node.kind == RowKind::Kernel || node.kind == RowKind::Copy;
}

// One node of a walk: explicit, because a trace may nest deeper than a call stack reaches.
struct Visit
{
    std::uint32_t node;
    int depth;
    bool leaving;
};

// Calls enter(node, depth) before and leave(node, depth) after its children, down to `depth` levels (-1: all).
template<class Enter, class Leave>
void walk(const CallTree& tree, const std::vector<std::uint32_t>& roots, int depth, Enter enter, Leave leave)
{
    std::vector<Visit> stack;
    for (auto it = roots.rbegin(); it != roots.rend(); ++it)
        stack.push_back({*it, 0, false});
    while (!stack.empty()) {
        const Visit visit = stack.back();
        stack.pop_back();
        if (depth >= 0 && visit.depth >= depth)
            continue;
        if (visit.leaving) {
            leave(visit.node, visit.depth);
            continue;
        }
        enter(visit.node, visit.depth);
        stack.push_back({visit.node, visit.depth, true});
        const std::vector<std::uint32_t>& children = tree.nodes[visit.node].children;
        for (auto it = children.rbegin(); it != children.rend(); ++it)
            stack.push_back({*it, visit.depth + 1, false});
    }
}

std::string padded(std::string text, std::size_t width, bool right)
{
    const std::size_t length = codePoints(text);
    const std::string blanks(length < width ? width - length : 0, ' ');
    return right ? blanks + text : text + blanks;
}

std::string lineOf(const std::string& name, const std::vector<std::string>& figures)
{
    std::string line = padded(name, kNameWidth, false);
    for (const std::string& figure : figures)
        line += "  " + padded(figure, 12, true);
    return line + "\n";
}

std::string nameCell(const CallTreeNode& node, int depth)
{
    const std::string name = std::string(static_cast<std::size_t>(std::min(depth, 20)) * 2, ' ') + node.name;
    return codePoints(name) > kNameWidth ? std::string(firstCodePoints(name, kNameWidth - 3)) + "..." : name;
}

} // namespace

std::vector<std::uint32_t> treeRoots(const CallTree& tree, std::string_view name)
{
    if (name.empty())
        return tree.nodes.front().children;
    std::vector<std::uint32_t> roots;
    std::vector<bool> inside(tree.nodes.size(), false); // of a root; parents come before children
    for (std::uint32_t i = 1; i < tree.nodes.size(); ++i) {
        inside[i] = inside[tree.nodes[i].parent];
        if (!inside[i] && tree.nodes[i].name == name) {
            inside[i] = true;
            roots.push_back(i);
        }
    }
    return roots;
}

std::string treeText(const CallTree& tree, const std::vector<std::uint32_t>& roots, int depth)
{
    std::string text = lineOf("Name", {"Calls", "Total", "Self", "Device"});
    walk(
        tree, roots, depth,
        [&](std::uint32_t i, int level) {
            const CallTreeNode& node = tree.nodes[i];
            text +=
                lineOf(nameCell(node, level), {std::to_string(node.count), torchTime(node.total),
                                               isDevice(node) ? "–" : torchTime(node.self), torchTime(node.device)});
        },
        [](std::uint32_t, int) {});
    return text;
}

std::string treeJson(const CallTree& tree, const std::vector<std::uint32_t>& roots, int depth)
{
    std::string text = "{\"version\":1,\"nodes\":[";
    bool first = true; // of its parent's children
    walk(
        tree, roots, depth,
        [&](std::uint32_t i, int) {
            const CallTreeNode& node = tree.nodes[i];
            const std::string name =
                nlohmann::json(node.name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            text += (first ? "" : ",") + std::string("{\"name\":") + name + ",\"kind\":\"";
            text += toText(node.kind);
            text += "\",\"count\":" + std::to_string(node.count) + ",\"total_ns\":" + std::to_string(node.total);
            text += ",\"self_ns\":" + std::to_string(node.self) + ",\"device_ns\":" + std::to_string(node.device);
            text += ",\"children\":[";
            first = true;
        },
        [&](std::uint32_t, int) {
            text += "]}";
            first = false;
        });
    return text + "]}\n";
}

} // namespace stepglass
