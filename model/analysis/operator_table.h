// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table in PyTorch mode: key_averages() to the last digit. NUMBERS §3, §3a.
#pragma once

#include "model/analysis/prepared_trace.h"
#include "model/analysis/scope_clock.h"
#include "model/core/operator_rows.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stepglass {

struct TableRequest
{
    Scope scope;
    bool groupByInputShape = false;
    bool includePythonFunctions = false; // rows for Python frames
};

// A row sums the calls that start inside the scope, whole, not clipped; device slices follow their launch for steps
// (without one: their own start) and their own start for a range. Null when stopped.
std::shared_ptr<const OperatorTable> pytorchTable(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                                  const TableRequest& request, std::stop_token stop = {});

// How PyTorch calls the trace's device: CUDA (ROCm too), XPU, MTIA or NPU.
std::string deviceWord(const PreparedTrace& prepared);

// The slices that a row of this table counts, by start.
std::vector<SliceId> occurrences(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                 const OperatorTable& table, std::size_t row);

} // namespace stepglass
