// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table in wall mode: what the clock saw, no moment counted twice. NUMBERS §3b.
//
// Additive: `selfCpu` of host rows is the time in which that name was the innermost slice of a thread; with a row "[not
// covered]" for each thread, every thread adds up to the scope. `selfDevice` of device rows is the device share: each
// busy moment of a device split equally among kernels, copies and sets that run then; with a row "[idle]" each device
// adds up to the scope. Beside them, not additive: `cpu` and `device` are the union of the row's slices within the
// scope, and `idleInside` is the time within a region's union in which no device worked.
#pragma once

#include "model/analysis/prepared_trace.h"
#include "model/analysis/steps.h"
#include "model/core/operator_rows.h"

#include <memory>
#include <stop_token>

namespace stepglass {

// All times are clipped to the scope; `calls` counts the slices that reach into it, `min`, `median` and `max` are of
// their whole durations. Null when stopped.
std::shared_ptr<const OperatorTable> wallTable(const PreparedTrace& prepared, const std::vector<Step>& steps,
                                               const Scope& scope, std::stop_token stop = {});

} // namespace stepglass
