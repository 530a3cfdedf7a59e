// SPDX-License-Identifier: GPL-3.0-or-later
// Which of two runs is faster, and where. NUMBERS §8.
#pragma once

#include "model/analysis/run_figures.h"
#include "model/core/comparison.h"

#include <vector>

namespace stepglass {

struct CompareSettings
{
    double noiseFloor = 0.05;  // where no side has 3 repeated blocks or files
    double leastChange = 0.01; // below it nothing is called faster or slower
    double sameWithin = 0.02;  // an interval within +- the larger of this and the noise floor: the same
};

// B against A; each side one or several runs. The noise floor is what two sides exceed by chance alone once in 50:
// Student's t, by the pooled standard deviation of the medians of each side's files (or, with fewer than 3 of them, of
// its blocks) and their number. Without repetitions it is the setting, and a difference must exceed what the scatter of
// the steps explains as well, and the setting by as much as the same kernels changed: the machine's own speed.
Comparison compare(const std::vector<RunFigures>& a, const std::vector<RunFigures>& b,
                   const CompareSettings& settings = {});

} // namespace stepglass
