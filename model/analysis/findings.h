// SPDX-License-Identifier: GPL-3.0-or-later
// The five findings of a trace: what holds the step back, with evidence. NUMBERS §6.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/analysis/finding_settings.h"
#include "model/core/finding.h"
#include "model/core/scope.h"

#include <vector>

namespace stepglass {

// All five, most severe first, then the largest ceiling; of several devices each finding is that of the device where it
// weighs most. Judges the whole steps (not the first and last, if two others exist); of a scope those steps that it
// names or holds. Fewer than two, or no device work: not enough data.
std::vector<Finding> findings(const DeviceAnalysis& analysis, const FindingSettings& settings = {},
                              const Scope& scope = Scope::whole());

// The steps that findings() judges.
std::vector<Step> judgedSteps(const std::vector<Step>& steps, const Scope& scope);

// The steps of the scope that it leaves out as the first or last of the trace.
std::vector<Step> boundaryLeftOut(const std::vector<Step>& steps, const Scope& scope);

} // namespace stepglass
