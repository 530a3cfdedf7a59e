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
    double spreadFactor = 3;   // of the standard deviation of the medians of repetitions
};

// B against A; each side one or several runs. The noise floor is `spreadFactor` times the sample standard deviation of
// the medians of a side's files (or, with fewer than 3 of them, of its blocks), relative to their mean: of two medians
// that differ by chance alone the difference exceeds it about once in 30. Of both sides the larger.
Comparison compare(const std::vector<RunFigures>& a, const std::vector<RunFigures>& b,
                   const CompareSettings& settings = {});

} // namespace stepglass
