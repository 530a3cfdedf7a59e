// SPDX-License-Identifier: GPL-3.0-or-later
// What a rule judges: the whole steps of one device. A rule is a pure function in a file of its own. NUMBERS §6.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/analysis/finding_settings.h"
#include "model/core/finding.h"

#include <vector>

namespace stepglass {

struct JudgedStep
{
    Step step;
    DeviceBreakdown times;
    std::vector<Gap> gaps;
    Interval scope() const { return {step.start, step.end}; }
};

struct RuleInput
{
    const DeviceAnalysis& analysis;
    const DeviceActivity& device;
    const FindingSettings& settings;
    std::vector<JudgedStep> steps; // at least 2

    const Trace& trace() const { return analysis.trace(); }
    Ns total() const; // of the steps
    // Of a part summed over the steps: its share of them, 0..1, and its mean a step.
    double share(Ns part) const;
    Ns aStep(Ns part) const { return part / static_cast<Ns>(steps.size()); }
};

using Rule = Finding (*)(const RuleInput&);

Finding dominantKernel(const RuleInput& input);
Finding launchBound(const RuleInput& input);
Finding inputBound(const RuleInput& input);
Finding serialCopy(const RuleInput& input);
Finding frequentSync(const RuleInput& input);

// Sets severity and threshold of a share that is judged by two limits. `unmet`, a clause, says what else the finding
// takes and does not have: none, whatever the share.
void judge(Finding& finding, double share, double warn, double high, const std::string& unmet = {});
// Sets the ceiling from a time summed over the steps.
void setCeiling(Finding& finding, const RuleInput& input, Ns sum);
// Keeps the longest.
constexpr std::size_t kMostEvidence = 10;
void keepLongest(std::vector<Evidence>& evidence);

// "12.3 %" of a fraction; "1.234 ms" of ns; of a number and what it counts: "1 call", "3 calls".
std::string percentWords(double fraction);
std::string durationWords(Ns ns);
std::string countWords(std::uint64_t count, const char* one, const char* many);
// The name cut to what a sentence bears.
std::string shortName(std::string_view name);

} // namespace stepglass
