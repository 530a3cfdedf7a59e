// SPDX-License-Identifier: GPL-3.0-or-later
// What of a trace belongs to a scope: moments for figures on the clock, slices for tables.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/core/scope.h"

namespace stepglass {

// The moments of a scope: the whole trace, the union of the steps, the range.
Intervals momentsOf(const DeviceAnalysis& analysis, const Scope& scope);

// One device over several stretches of time as one scope; `start` is that of the first.
DeviceBreakdown breakdownOver(const DeviceAnalysis& analysis, const DeviceActivity& device, const Intervals& moments);

// Whether device.work[i] is in the scope: by its launch for steps, by its own start for a range. NUMBERS §3.
bool workInScope(const DeviceAnalysis& analysis, const Scope& scope, const DeviceActivity& device, std::size_t i);

} // namespace stepglass
