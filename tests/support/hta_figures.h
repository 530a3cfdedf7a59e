// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis' figures by its definitions, from rows that it would take. Times in us.
#pragma once

#include "tests/support/hta_rows.h"

#include <map>
#include <string>
#include <vector>

namespace stepglass::test {

// Sum, extremes, mean and sample standard deviation (n - 1) of a group.
struct HtaSummary
{
    std::vector<double> values;
    double sum() const;
    double min() const;
    double max() const;
    double mean() const { return sum() / static_cast<double>(values.size()); }
    double deviation() const;
    double quantile(double q) const; // linear
};

// By start; touching rows join. A narrowed row of -1 us may stay an interval of that length, which the tool counts.
Intervals htaMerged(const std::vector<HtaRow>& rows);
std::vector<HtaRow> htaDeviceRows(const std::vector<HtaRow>& rows);
std::vector<HtaRow> htaOfClass(const std::vector<HtaRow>& deviceRows, HtaClass c);

struct HtaTemporal
{
    double kernelTime = 0, idle = 0, compute = 0, nonCompute = 0;
};
HtaTemporal htaTemporal(const std::vector<HtaRow>& kept);

// Share of communication under computation, percent; below 0 without communication.
double htaOverlap(const std::vector<HtaRow>& kept);

// Every moment booked to the classes active then: "COMPUTATION overlapping COMMUNICATION" -> us. The state is one
// number (1, 2, 4 added and taken away), so an interval of -1 us books that microsecond to a wrong combination, as
// there.
std::map<std::string, double> htaTypeTable(const std::vector<HtaRow>& kept, bool withMemory);

// (stream, "host_wait" | "kernel_wait" | "other") -> gaps before device rows; the first row of a stream has none.
std::map<std::pair<std::int64_t, std::string>, HtaSummary> htaIdle(const HtaRows& rows,
                                                                   const std::vector<HtaRow>& kept);

struct HtaQueuePoint
{
    Ns at = 0;
    int value = 0;
};
// stream -> queue length after each change. `deviceFirst`: of equal times the device rows come first.
std::map<std::int64_t, std::vector<HtaQueuePoint>> htaQueue(const std::vector<HtaRow>& kept, bool deviceFirst);

// "Memcpy HtoD" -> GB/s after each change, where above 0.
std::map<std::string, HtaSummary> htaBandwidth(const std::vector<HtaRow>& kept);

struct HtaLaunches
{
    HtaSummary cpu, gpu, delay;
    int shortKernels = 0, runtimeOutliers = 0, delayOutliers = 0;
};
HtaLaunches htaLaunches(const std::vector<HtaRow>& kept, bool withMemory);

} // namespace stepglass::test
