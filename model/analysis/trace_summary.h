// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace holds, counted: the figures of `info`. Times are ns. One pass over the slices and one sort a thread.
#pragma once

#include "model/core/trace.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stepglass {

class Links;

// Names of kinds as the counts group them: steps are regions, communication is a kernel, the directions one memcpy.
enum class SummaryKind : std::uint8_t
{
    Operator,
    Region,
    GpuRegion,
    RuntimeCall,
    Kernel,
    Memcpy,
    Memset,
    Sync,
    Python,
    Overhead,
    Other
};
constexpr int kSummaryKindCount = static_cast<int>(SummaryKind::Other) + 1;
std::string_view summaryKindName(SummaryKind kind);
// None for async slices, which are slices of no thread.
std::optional<SummaryKind> summaryKindOf(SliceKind kind);

struct NamedTotal
{
    std::string name;
    std::uint64_t count = 0;
    Ns total = 0;
};

struct StepSummary
{
    std::string name;
    Ns start = 0; // from the start of the span
    Ns duration = 0;
};

// How slices nest: sorted by (start, longer first, file order), a slice ends its predecessors on the stack whose end
// <= its start; if it then outlives the top it half overlaps it and is left out, else it is one level deeper.
struct Nesting
{
    std::uint64_t maxDepth = 0; // a flat row has 1
    std::uint64_t partialOverlaps = 0;
};

// All slices of one (pid, tid), whatever their kind.
struct ThreadSummary
{
    std::string pid, tid, process, thread;
    std::uint64_t slices = 0;
    Nesting all;
    Nesting withoutPython;
};

// How much device work finds its launch call and its operator.
struct LinkSummary
{
    bool hasCorrelation = false;                   // some device work carries one
    std::uint64_t linked = 0;                      // correlation equals that of a runtime call
    std::uint64_t launchedInOperator = 0;          // ... whose earliest call starts inside an operator of its thread
    std::uint64_t startsBeforeLaunch = 0;          // ... that starts before that call
    std::optional<std::uint64_t> linkedToOperator; // by External id; none where External id names no operator
};

struct FlowSummary
{
    std::uint64_t arrows = 0; // t and f records that a start of the same (cat, name, id) exists for
    std::map<std::string, std::uint64_t> byCategory;
    std::uint64_t danglingStarts = 0;
    std::uint64_t danglingFinishes = 0;
};

struct TraceSummary
{
    std::uint64_t events = 0; // elements of the array
    std::map<std::string, std::uint64_t> byPhase;
    std::map<std::string, std::uint64_t> setAside; // by reason, without zeros
    std::optional<std::pair<Ns, Ns>> span;
    std::uint64_t slices = 0;
    std::array<std::uint64_t, kSummaryKindCount> byKind{};
    std::map<std::string, std::uint64_t> otherByCategory;
    std::uint64_t communication = 0;
    std::map<std::string, std::uint64_t> copiesByDirection; // HtoD, DtoH, DtoD, PtoP, other
    std::map<std::string, std::uint64_t> bytesByDirection;
    Ns kernelTime = 0; // overlaps count twice
    std::vector<NamedTotal> topKernels, topOperators;
    std::uint64_t negativeDurations = 0, zeroDurations = 0, unclosedBegins = 0, asyncSlices = 0;
    std::vector<StepSummary> steps;
    std::vector<std::string> devices;
    LinkSummary links;
    FlowSummary flows;
    std::uint64_t counterSeries = 0, instants = 0, memoryRecords = 0;
    std::vector<ThreadSummary> threads; // those with slices, sorted by (pid, tid) as text
};

TraceSummary summarize(const Trace& trace, const Links& links);

// The parts of it that have files of their own.
std::vector<ThreadSummary> summarizeThreads(const Trace& trace);
LinkSummary summarizeLinks(const Trace& trace, const Links& links);
FlowSummary summarizeFlows(const Trace& trace);

} // namespace stepglass
