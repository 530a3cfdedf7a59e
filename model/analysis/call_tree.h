// SPDX-License-Identifier: GPL-3.0-or-later
// Sums the host tree by path. Python frames, driver calls and the profiler's overhead are no levels of it: what they
// hold belongs to what is around them.
#pragma once

#include "model/analysis/prepared_trace.h"
#include "model/analysis/scope_clock.h"
#include "model/core/call_tree.h"

#include <memory>
#include <stop_token>

namespace stepglass {

// Counts as the PyTorch table does: calls that start in the scope, whole; device work by its launch for steps, by its
// own start for a range. Kernels stand below their operator; without one below the region around their launch call,
// else below the root. Null when stopped.
std::shared_ptr<const CallTree> callTree(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                         const Scope& scope, std::stop_token stop = {});

} // namespace stepglass
