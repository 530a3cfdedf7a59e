// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of kernels and of copies, and the durations of one name.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/core/device_rows.h"
#include "model/core/scope.h"

#include <vector>

namespace stepglass {

enum class KernelGrouping
{
    ByName,  // a row a (device, name)
    ByLaunch // a row a (device, name, operator, launch configuration)
};

// Kernels, communication included, largest total first. Slices are whole, in the scope by their launch (steps) or
// start.
std::vector<KernelRow> kernelRows(const DeviceAnalysis& analysis, const Scope& scope, KernelGrouping grouping);

// Copies and sets by (device, name), largest total first.
std::vector<CopyRow> copyRows(const DeviceAnalysis& analysis, const Scope& scope);

// The durations of all slices of that name: at most `buckets` of equal width, of equal ratio where the longest is over
// 100 times the shortest.
DurationHistogram durationHistogram(const Trace& trace, StringId name, std::size_t buckets = 40);

enum class HistogramBins
{
    ByRange, // as above
    Ratio    // always of equal ratio
};
// The same of any durations, in ns. The median is the lower one of an even number; p95 is the value at 95 % of the way.
DurationHistogram durationHistogram(std::vector<Ns> durations, std::size_t buckets, HistogramBins bins);

} // namespace stepglass
