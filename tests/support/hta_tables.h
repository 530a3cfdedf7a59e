// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' tables of kernels and of aten operators, by its definitions. Times in us.
#pragma once

#include "tests/support/hta_figures.h"

namespace stepglass::test {

// "COMPUTATION", "COMMUNICATION", "MEMORY"; null for the rest.
const char* htaClassName(HtaClass c);

using HtaKernelKey = std::pair<std::string, std::string>; // class, name
// Durations of device rows of the three classes.
std::map<HtaKernelKey, HtaSummary> htaKernels(const std::vector<HtaRow>& kept);
// The default grouping: of a class with more than ten names those past the tenth, and those past the 0.8 quantile of
// the running totals, are "others"; and every figure is then one of the sums per name.
std::map<HtaKernelKey, HtaSummary> htaGroupedKernels(const std::vector<HtaRow>& kept);

struct HtaAtenCalls
{
    HtaSummary launchDelay, runtimeDelay; // of the first launch of each call
};
// (operator, "kernel -> kernel") -> calls.
std::map<std::pair<std::string, std::string>, HtaAtenCalls> htaAtenCalls(const std::vector<HtaRow>& kept);

// Largest and smallest of any order of changes at one time, which the tool leaves open.
struct HtaBounds
{
    double low = 0, high = 0;
};
struct HtaQueueBounds
{
    std::size_t count = 0;
    HtaBounds mean, deviation, min, lowerQuartile, median, upperQuartile, max;
    Ns first = 0, last = 0;
};
// From the two extreme orders (device rows first, launches first): values of any other order lie between them.
HtaQueueBounds htaQueueBounds(const std::vector<HtaQueuePoint>& deviceFirst,
                              const std::vector<HtaQueuePoint>& launchFirst);

} // namespace stepglass::test
