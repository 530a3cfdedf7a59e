// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/info_json.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "app/commands/text.h"
#include "model/analysis/links.h"

#include <algorithm>

namespace stepglass {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string headText(const Trace& trace, const TraceSummary& summary, const Health& health)
{
    const std::string& producer = trace.info().producer;
    Rows rows{{"File", trace.info().path}, {"Producer", producer.empty() ? "unknown" : producer}};
    rows.push_back({"Span", summary.span ? timeText(summary.span->second - summary.span->first) : "–"});
    rows.push_back({"Records", countText(health.read) + " read = " + countText(health.shown) + " shown + " +
                                   countText(health.setAside) + " set aside"});
    for (const DeviceProperties& device : trace.info().devices) {
        std::string text = device.name;
        if (device.totalMemory >= 0)
            text += ", " + bytesText(static_cast<std::uint64_t>(device.totalMemory));
        if (device.smCount >= 0)
            text += ", " + std::to_string(device.smCount) + " multiprocessors";
        rows.push_back({"Device " + device.id, text});
    }
    return columnsText(rows, {});
}

std::string kindsText(const TraceSummary& summary)
{
    Rows rows;
    const auto add = [&rows](std::string name, std::uint64_t count) {
        if (count != 0)
            rows.push_back({std::move(name), countText(count)});
    };
    for (int k = 0; k < kSummaryKindCount; ++k) {
        add(std::string(summaryKindName(static_cast<SummaryKind>(k))), summary.byKind[static_cast<std::size_t>(k)]);
        if (static_cast<SummaryKind>(k) == SummaryKind::Kernel)
            add("  of these communication", summary.communication);
        if (static_cast<SummaryKind>(k) == SummaryKind::Memcpy) {
            for (const auto& [direction, count] : summary.copiesByDirection)
                add("  of these " + direction, count);
        }
    }
    add("async", summary.asyncSlices);
    add("instants", summary.instants);
    add("memory records", summary.memoryRecords);
    add("counter series", summary.counterSeries);
    add("arrows", summary.flows.arrows);
    if (rows.empty())
        return {};
    return "\nEvents by kind\n" + columnsText(rows, {Align::Left, Align::Right}, 2);
}

std::string nameAndId(std::string_view name, const std::string& id)
{
    return name.empty() ? id : name == id ? id : std::string(name) + " (" + id + ")";
}

std::string tracksText(const Trace& trace)
{
    Rows rows;
    for (const Track& track : trace.tracks()) {
        const ThreadInfo& thread = trace.thread(track.thread);
        const ProcessInfo& process = trace.process(thread.process);
        std::string where = nameAndId(trace.text(thread.name), std::string(trace.text(thread.tid)));
        if (track.onDevice()) {
            where = "device " + std::string(trace.text(track.device));
            if (track.stream.valid())
                where += ", stream " + trace.text(track.stream);
        }
        rows.push_back({std::string(trackKindName(track.kind)), where,
                        nameAndId(trace.text(process.name), std::string(trace.text(process.pid))),
                        countText(track.sliceCount)});
    }
    if (rows.empty())
        return {};
    std::sort(rows.begin(), rows.end());
    rows.insert(rows.begin(), {"kind", "name", "process", "slices"});
    return "\nTracks\n" + columnsText(rows, {Align::Left, Align::Left, Align::Left, Align::Right}, 2);
}

std::string stepsText(const TraceSummary& summary)
{
    if (summary.steps.empty())
        return "\nSteps: none marked (no ProfilerStep#N)\n";
    Rows rows{{"step", "starts at", "takes"}};
    for (const StepSummary& step : summary.steps)
        rows.push_back({step.name, timeText(step.start), timeText(step.duration)});
    return "\nSteps\n" + columnsText(rows, {Align::Left, Align::Right, Align::Right}, 2);
}

std::string healthText(const Health& health)
{
    if (health.reasons.empty())
        return "\nTrace health: nothing odd\n";
    Rows rows{{"reason", "", "count", "first at byte", "example"}};
    for (const HealthReason& r : health.reasons) {
        std::string example = r.example;
        std::replace_if(
            example.begin(), example.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
        rows.push_back({std::string(issueName(r.reason)), r.setAside ? "set aside" : "shown", countText(r.count),
                        countText(r.firstOffset), example});
    }
    return "\nTrace health\n" +
           columnsText(rows, {Align::Left, Align::Left, Align::Right, Align::Right, Align::Left}, 2);
}

} // namespace

int runInfo(const InfoOptions& options)
{
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    const auto links = linkTrace(*trace);
    const TraceSummary summary = summarize(*trace, *links);
    const Health health = traceHealth(*trace, *links);
    if (options.json) {
        print(infoJson(*trace, summary, health));
    } else {
        print(headText(*trace, summary, health));
        print(kindsText(summary));
        print(tracksText(*trace));
        print(stepsText(summary));
        print(healthText(health));
    }
    return kDone;
}

} // namespace stepglass
