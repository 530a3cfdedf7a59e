// SPDX-License-Identifier: GPL-3.0-or-later
// Counters that the file does not hold but that follow from it.
#pragma once

#include "model/analysis/device_analysis.h"
#include "model/core/device_rows.h"

#include <vector>

namespace stepglass {

// Busy share of each device, over `buckets` equal parts of the trace.
std::vector<DerivedSeries> utilisationSeries(const DeviceAnalysis& analysis, std::size_t buckets = 1000);

// Work launched and not yet started, a series a (device, stream): +1 at the start of its launch call, -1 where it
// starts itself (a start before its launch, by clock skew, comes after it). Work without a recorded launch does not
// count.
std::vector<DerivedSeries> launchQueueSeries(const DeviceAnalysis& analysis);

// Allocated bytes of each device, from PyTorch's memory records: their running total, or what they say themselves.
std::vector<DerivedSeries> memorySeries(const Trace& trace);

// All of these.
std::vector<DerivedSeries> derivedSeries(const DeviceAnalysis& analysis);

} // namespace stepglass
