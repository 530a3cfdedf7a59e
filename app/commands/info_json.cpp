// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/info_json.h"

#include <nlohmann/json.hpp>

namespace stepglass {
namespace {

using Json = nlohmann::ordered_json;

// {} for an empty map, where a plain conversion would write null.
Json objectOf(const std::map<std::string, std::uint64_t>& counts)
{
    Json json = Json::object();
    for (const auto& [key, count] : counts)
        json[key] = count;
    return json;
}

Json kindsOf(const TraceSummary& summary)
{
    Json json = Json::object();
    for (int k = 0; k < kSummaryKindCount; ++k) {
        if (const auto count = summary.byKind[static_cast<std::size_t>(k)]; count != 0)
            json[std::string(summaryKindName(static_cast<SummaryKind>(k)))] = count;
    }
    return json;
}

Json totalsOf(const std::vector<NamedTotal>& totals)
{
    Json json = Json::array();
    for (const NamedTotal& t : totals)
        json.push_back(Json::array({t.name, t.count, t.total}));
    return json;
}

Json stepsOf(const TraceSummary& summary)
{
    Json json = Json::array();
    for (const StepSummary& s : summary.steps)
        json.push_back(Json::array({s.name, s.start, s.duration}));
    return json;
}

Json tracksOf(const TraceSummary& summary)
{
    Json json = Json::array();
    for (const ThreadSummary& t : summary.threads) {
        json.push_back({{"pid", t.pid},
                        {"tid", t.tid},
                        {"process", t.process},
                        {"thread", t.thread},
                        {"slices", t.slices},
                        {"max_depth", t.all.maxDepth},
                        {"partial_overlaps", t.all.partialOverlaps},
                        {"depth_no_python", t.withoutPython.maxDepth},
                        {"overlaps_no_python", t.withoutPython.partialOverlaps}});
    }
    return json;
}

void addLinks(Json& counts, const LinkSummary& links)
{
    if (links.hasCorrelation) {
        counts["linked"] = links.linked;
        counts["launched_in_operator"] = links.launchedInOperator;
        counts["starts_before_launch"] = links.startsBeforeLaunch;
    }
    if (links.linkedToOperator)
        counts["linked_to_operator"] = *links.linkedToOperator;
}

Json countsOf(const Trace& trace, const TraceSummary& s)
{
    Json counts;
    counts["valid_json"] = trace.info().validJson;
    if (!trace.info().validJson)
        counts["unparsable_objects"] = trace.info().unparsableObjects;
    counts["events"] = s.events;
    counts["by_phase"] = objectOf(s.byPhase);
    counts["set_aside"] = objectOf(s.setAside);
    counts["span_ns"] = s.span ? Json::array({s.span->first, s.span->second}) : Json();
    counts["slices"] = s.slices;
    counts["by_kind"] = kindsOf(s);
    counts["other_by_cat"] = objectOf(s.otherByCategory);
    counts["communication"] = s.communication;
    counts["memcpy_by_direction"] = objectOf(s.copiesByDirection);
    counts["memcpy_bytes"] = objectOf(s.bytesByDirection);
    counts["kernel_time_ns"] = s.kernelTime;
    counts["top_kernels"] = totalsOf(s.topKernels);
    counts["top_operators"] = totalsOf(s.topOperators);
    counts["negative_durations"] = s.negativeDurations;
    counts["unclosed_begins"] = s.unclosedBegins;
    counts["zero_durations"] = s.zeroDurations;
    counts["async_slices"] = s.asyncSlices;
    counts["steps"] = stepsOf(s);
    counts["devices"] = s.devices;
    addLinks(counts, s.links);
    counts["flows"] = {{"arrows", s.flows.arrows},
                       {"by_cat", objectOf(s.flows.byCategory)},
                       {"dangling_starts", s.flows.danglingStarts},
                       {"dangling_finishes", s.flows.danglingFinishes}};
    counts["counter_series"] = s.counterSeries;
    counts["instants"] = s.instants;
    counts["memory_records"] = s.memoryRecords;
    counts["tracks"] = tracksOf(s);
    return counts;
}

Json healthOf(const Health& health)
{
    Json reasons = Json::array();
    for (const HealthReason& r : health.reasons) {
        reasons.push_back({{"reason", std::string(issueName(r.reason))},
                           {"count", r.count},
                           {"first_offset", r.firstOffset},
                           {"example", r.example}});
    }
    return {{"read", health.read}, {"shown", health.shown}, {"set_aside", health.setAside}, {"reasons", reasons}};
}

} // namespace

std::string infoJson(const Trace& trace, const TraceSummary& summary, const Health& health)
{
    const Json json = {{"version", 1},
                       {"producer", trace.info().producer},
                       {"counts", countsOf(trace, summary)},
                       {"health", healthOf(health)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepglass
