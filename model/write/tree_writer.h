// SPDX-License-Identifier: GPL-3.0-or-later
// The call tree as text and JSON.
#pragma once

#include "model/core/call_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

// The outermost nodes of that name (a step's too: `ProfilerStep*`); the root's children for an empty one.
std::vector<std::uint32_t> treeRoots(const CallTree& tree, std::string_view name);

// A line a node: name (indented), calls, total, self, device time. `depth`: levels to print, -1 for all.
std::string treeText(const CallTree& tree, const std::vector<std::uint32_t>& roots, int depth);

// {"version":1, "nodes":[{"name", "kind", "count", "total_ns", "self_ns", "device_ns", "children":[...]}]}
std::string treeJson(const CallTree& tree, const std::vector<std::uint32_t>& roots, int depth);

} // namespace stepglass
