// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/slice_facts.h"

#include "model/analysis/links.h"
#include "views/format/format.h"

#include <algorithm>

namespace stepglass {

namespace {

QString times(const std::array<std::uint32_t, 3>& size)
{
    QString text = QString::number(size[0]);
    if (size[1] > 1 || size[2] > 1)
        text += QString("×%1×%2").arg(size[1]).arg(size[2]);
    return text;
}

QString placeOf(const Trace& trace, SliceId slice)
{
    const DeviceWork* work = isOnDevice(trace.kind(slice)) ? trace.deviceWork(slice) : nullptr;
    if (!work)
        return threadTitle(trace, trace.thread(slice));
    if (work->stream.valid())
        return "stream " + QString::fromStdString(trace.text(work->stream));
    return "device " + toQString(trace.text(work->device));
}

QString launchText(const Trace& trace, SliceId slice)
{
    const DeviceWork* work = isOnDevice(trace.kind(slice)) ? trace.deviceWork(slice) : nullptr;
    if (!work)
        return {};
    if (work->hasBytes) {
        const QString rate =
            trace.duration(slice) > 0
                ? QString(", %1 GB/s")
                      .arg(static_cast<double>(work->bytes) / static_cast<double>(trace.duration(slice)), 0, 'f', 2)
                : QString();
        return formatBytes(static_cast<double>(work->bytes)) + rate + (work->pageable ? ", pageable" : "") +
               (work->pinned ? ", pinned" : "");
    }
    if (!work->config.valid())
        return {};
    const LaunchConfig& config = trace.config(work->config);
    if (config.grid[0] == 0)
        return {};
    return "grid " + times(config.grid) + ", block " + times(config.block);
}

bool isHostTrack(const Track& track)
{
    return track.kind == TrackKind::Steps || track.kind == TrackKind::Regions || track.kind == TrackKind::Host ||
           track.kind == TrackKind::Python;
}

QString optional(IdKey key, const Trace& trace)
{
    return key.valid() ? QString::fromStdString(trace.text(key)) : QString();
}

} // namespace

QString threadTitle(const Trace& trace, ThreadId thread)
{
    if (!thread.valid())
        return {};
    const ThreadInfo& info = trace.thread(thread);
    const QString tid = "tid " + toQString(trace.text(info.tid));
    return info.name.empty() ? tid : toQString(trace.text(info.name));
}

SliceFacts factsOf(const Trace& trace, const Links* links, SliceId slice)
{
    SliceFacts facts;
    facts.name = toQString(trace.name(slice));
    facts.duration = formatDuration(trace.duration(slice));
    facts.place = placeOf(trace, slice);
    facts.launch = launchText(trace, slice);
    if (!links || !isOnDevice(trace.kind(slice)))
        return facts;
    facts.launchCall = links->launchOf(slice);
    const SliceId op = links->operatorOf(slice);
    const SliceId named = op.valid() ? op : facts.launchCall;
    if (!named.valid())
        return facts;
    facts.origin = "launched by " + toQString(trace.name(named));
    if (facts.launchCall.valid()) {
        const Ns lead = trace.start(slice) - trace.start(facts.launchCall);
        facts.origin += "  " + formatDuration(lead < 0 ? -lead : lead) + (lead < 0 ? " later" : " earlier");
    }
    return facts;
}

std::vector<std::pair<QString, QString>> factTable(const Trace& trace, const Links* links, SliceId slice)
{
    const SliceFacts facts = factsOf(trace, links, slice);
    const Ns begin = trace.start(slice) - trace.spanStart();
    std::vector<std::pair<QString, QString>> rows{
        {"Kind", toQString(kindName(trace.kind(slice)))},
        {"Start", formatExact(begin)},
        {"Duration", formatExact(trace.duration(slice))},
        {"Self", isOnDevice(trace.kind(slice)) ? QString() : formatExact(selfTime(trace, slice))},
        {"Where", facts.place},
        {"Launch", facts.launch},
        {"From", facts.origin},
        {"Correlation", optional(trace.correlation(slice), trace)},
        {"External id", optional(trace.externalId(slice), trace)},
        {trace.kind(slice) == SliceKind::Other ? "Category" : "Shapes", toQString(trace.text(trace.detail(slice)))},
        {"Byte", formatCount(trace.source(slice))},
    };
    const std::uint8_t flags = trace.flags(slice);
    const QString odd = flags & kNegativeDuration  ? QStringLiteral("negative duration, shown with length 0")
                        : flags & kMissingDuration ? QStringLiteral("no duration, shown with length 0")
                        : flags & kHugeDuration    ? QStringLiteral("too long to be added up, shown with length 0")
                        : flags & kUnclosedBegin   ? QStringLiteral("never ended, shown to the end")
                                                   : QString();
    rows.emplace_back("Odd", odd);
    std::erase_if(rows, [](const auto& row) { return row.second.isEmpty(); });
    return rows;
}

std::vector<SliceId> parentsOf(const Trace& trace, const Links* links, SliceId slice)
{
    if (isOnDevice(trace.kind(slice))) {
        const SliceId launch = links ? links->launchOf(slice) : SliceId();
        if (!launch.valid())
            return {};
        std::vector<SliceId> parents = parentsOf(trace, links, launch);
        parents.push_back(launch);
        return parents;
    }
    std::vector<SliceId> parents;
    for (const Track& track : trace.tracks()) {
        if (!isHostTrack(track) || track.thread != trace.thread(slice))
            continue;
        for (const Lane& lane : track.lanes) {
            const std::uint32_t i = lane.at(trace.start(slice));
            if (i < lane.size() && lane.slice(i) != slice && lane.end(i) >= trace.end(slice) &&
                trace.duration(lane.slice(i)) > 0)
                parents.push_back(lane.slice(i));
        }
    }
    // Of equal ones the earlier in the file encloses the later; what follows it is inside.
    const auto order = [&](SliceId s) { return std::tuple(trace.start(s), -trace.duration(s), trace.source(s)); };
    std::erase_if(parents, [&](SliceId p) { return order(p) > order(slice); });
    std::sort(parents.begin(), parents.end(), [&](SliceId a, SliceId b) { return order(a) < order(b); });
    return parents;
}

std::vector<std::pair<QString, QString>> instantFacts(const Trace& trace, const InstantRecord& instant)
{
    const ProcessInfo& process = trace.process(trace.thread(instant.thread).process);
    const QString processTitle = "process " + toQString(trace.text(process.name.empty() ? process.pid : process.name));
    const bool global = instant.scope == InstantScope::Global;
    const bool ofThread = instant.scope == InstantScope::Thread;
    return {{"Name", toQString(trace.text(instant.name))},
            {"Kind", "instant"},
            {"Time", formatExact(instant.time - trace.spanStart())},
            {"Where", global     ? "whole trace"
                      : ofThread ? threadTitle(trace, instant.thread)
                                 : processTitle},
            {"Byte", formatCount(instant.source)}};
}

std::vector<SliceId> slicesAround(const Trace& trace, const InstantRecord& instant)
{
    std::vector<SliceId> around;
    if (instant.scope != InstantScope::Thread)
        return around;
    for (const Track& track : trace.tracks()) {
        if (!isHostTrack(track) || track.thread != instant.thread)
            continue;
        for (const Lane& lane : track.lanes) {
            const std::uint32_t i = lane.at(instant.time);
            if (i < lane.size() && lane.end(i) > lane.start(i))
                around.push_back(lane.slice(i));
        }
    }
    const auto order = [&](SliceId s) { return std::tuple(trace.start(s), -trace.duration(s), trace.source(s)); };
    std::sort(around.begin(), around.end(), [&](SliceId a, SliceId b) { return order(a) < order(b); });
    return around;
}

Ns selfTime(const Trace& trace, SliceId slice)
{
    const Ns from = trace.start(slice), to = trace.end(slice);
    const Track& track = trace.track(trace.track(slice));
    // The next nested lane below that of the slice holds its children.
    for (std::uint32_t l = 0; l + 1 < track.nestedLanes; ++l) {
        const std::uint32_t i = track.lanes[l].at(from);
        if (i >= track.lanes[l].size() || track.lanes[l].slice(i) != slice)
            continue;
        const Lane& below = track.lanes[l + 1];
        Ns children = 0;
        for (std::uint32_t c = below.firstStartingFrom(from); c < below.size() && below.start(c) < to; ++c)
            children += std::min(below.end(c), to) - below.start(c);
        return to - from - children;
    }
    return to - from;
}

} // namespace stepglass
