// SPDX-License-Identifier: GPL-3.0-or-later
// Region -> operator -> kernel, calls of the same path summed: what the tree command prints and the window shows.
#pragma once

#include "model/core/ids.h"
#include "model/core/operator_rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepglass {

struct CallTreeNode
{
    std::string name;
    RowKind kind = RowKind::Other;
    std::uint64_t count = 0;
    Ns total = 0;  // durations of the calls; of a kernel or copy: on the device
    Ns self = 0;   // less the durations of direct children; 0 for kernels and copies
    Ns device = 0; // of the node's kernels, copies and sets and those of all below, plainly summed
    SliceId first; // first call in the scope; none where only something below lies in it
    std::uint32_t parent = 0;
    std::vector<std::uint32_t> children; // by first appearance
};

// Node 0 is the root: it has no name and no call, and its device time is that of the whole scope.
struct CallTree
{
    Scope scope;
    Ns origin = 0; // start of the trace
    std::vector<CallTreeNode> nodes;
};

} // namespace stepglass
