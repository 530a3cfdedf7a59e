// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/row_groups.h"

#include "views/format/device_title.h"
#include "views/format/format.h"
#include "views/timeline/row_texts.h"

#include <QStringList>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace stepglass {
namespace {

// Numbers before texts, numbers by value.
using NaturalRank = std::tuple<int, std::int64_t, std::string_view>;
NaturalRank natural(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return {whole ? 0 : 1, whole ? number : 0, text};
}

std::string threadKey(const Trace& trace, ThreadId thread)
{
    const ThreadInfo& info = trace.thread(thread);
    return "p" + std::string(trace.text(trace.process(info.process).pid)) + "/t" + std::string(trace.text(info.tid));
}

const char* suffix(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Steps:
        return "/steps";
    case TrackKind::Regions:
        return "/regions";
    case TrackKind::Python:
        return "/python";
    default:
        return "";
    }
}

Row trackRow(const Track& track, TrackId id, std::string key, const RowText& text)
{
    Row row;
    row.key = std::move(key);
    row.title = text.title;
    row.detail = text.detail;
    row.track = id;
    row.laneCount = static_cast<int>(track.lanes.size());
    const bool kernels = track.kind == TrackKind::Compute || track.kind == TrackKind::Communication;
    row.laneHeight = kernels ? measure::kKernelLane : measure::kLane;
    return row;
}

class Finder
{
public:
    Finder(const Trace& trace, const CounterIndex& counters)
        : m_trace(trace)
        , m_counters(counters)
    {
    }

    std::vector<RowGroup> groups() const
    {
        std::vector<RowGroup> all = hostGroups();
        mergeDevices(all, deviceGroups());
        return all;
    }

    // Steps of all threads, then regions of all threads.
    std::vector<Row> topRows() const
    {
        std::vector<std::size_t> found;
        for (std::size_t t = 0; t < m_trace.tracks().size(); ++t) {
            if ((track(t).kind == TrackKind::Steps || track(t).kind == TrackKind::Regions) && track(t).sliceCount > 0)
                found.push_back(t);
        }
        std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
            return std::tuple(track(a).kind, processRank(m_trace.thread(track(a).thread).process),
                              threadRank(track(a).thread)) <
                   std::tuple(track(b).kind, processRank(m_trace.thread(track(b).thread).process),
                              threadRank(track(b).thread));
        });
        std::vector<Row> rows;
        for (const std::size_t t : found) {
            const Track& its = track(t);
            const auto alike = std::count_if(found.begin(), found.end(),
                                             [&](std::size_t other) { return track(other).kind == its.kind; });
            RowText text{its.kind == TrackKind::Steps ? QStringLiteral("Steps") : QStringLiteral("Regions"), {}};
            if (alike > 1)
                text.detail = threadText(m_trace, its.thread).title;
            rows.push_back(trackRow(its, id(t), threadKey(m_trace, its.thread) + suffix(its.kind), text));
        }
        return rows;
    }

private:
    const Track& track(std::size_t t) const { return m_trace.tracks()[t]; }
    static TrackId id(std::size_t t) { return TrackId(static_cast<std::uint32_t>(t)); }

    // Devices come after the processes, but before those that the file sorts behind its devices ("Spans").
    static void mergeDevices(std::vector<RowGroup>& groups, std::vector<RowGroup> devices)
    {
        double last = 0;
        for (const RowGroup& device : devices)
            last = std::max(last, device.sortIndex);
        const auto behind = std::stable_partition(
            groups.begin(), groups.end(), [last](const RowGroup& g) { return last <= 0 || g.sortIndex <= last; });
        groups.insert(behind, std::make_move_iterator(devices.begin()), std::make_move_iterator(devices.end()));
    }

    std::tuple<int, double, NaturalRank> threadRank(ThreadId thread) const
    {
        const ThreadInfo& info = m_trace.thread(thread);
        return {isMainThread(m_trace, thread) ? 0 : 1, info.sortIndex, natural(m_trace.text(info.tid))};
    }
    std::tuple<double, NaturalRank> processRank(ProcessId process) const
    {
        const ProcessInfo& info = m_trace.process(process);
        return {info.sortIndex, natural(m_trace.text(info.pid))};
    }

    std::vector<RowGroup> hostGroups() const
    {
        std::map<std::uint32_t, std::vector<std::size_t>> byProcess;
        for (std::size_t t = 0; t < m_trace.tracks().size(); ++t) {
            const TrackKind kind = track(t).kind;
            const bool host = kind == TrackKind::Host || kind == TrackKind::Python || kind == TrackKind::Async;
            if (host && track(t).sliceCount > 0)
                byProcess[m_trace.thread(track(t).thread).process.value].push_back(t);
        }
        std::map<std::uint32_t, std::vector<std::size_t>> counters;
        for (std::size_t c = 0; c < m_counters.curves().size(); ++c) {
            if (const std::optional<ProcessId> process = hostOf(m_counters[c]))
                counters[process->value].push_back(c);
        }
        std::vector<ProcessId> processes;
        for (std::uint32_t p = 0; p < m_trace.processes().size(); ++p) {
            if (byProcess.contains(p) || counters.contains(p))
                processes.emplace_back(p);
        }
        std::stable_sort(processes.begin(), processes.end(),
                         [&](ProcessId a, ProcessId b) { return processRank(a) < processRank(b); });
        std::vector<RowGroup> groups;
        for (const ProcessId process : processes)
            groups.push_back(hostGroup(process, byProcess[process.value], counters[process.value]));
        return groups;
    }

    RowGroup hostGroup(ProcessId process, std::vector<std::size_t> tracks,
                       const std::vector<std::size_t>& counters) const
    {
        std::stable_sort(tracks.begin(), tracks.end(), [&](std::size_t a, std::size_t b) {
            const bool asyncA = track(a).kind == TrackKind::Async, asyncB = track(b).kind == TrackKind::Async;
            return std::tuple(asyncA, threadRank(track(a).thread), track(a).kind) <
                   std::tuple(asyncB, threadRank(track(b).thread), track(b).kind);
        });
        RowGroup group;
        group.header.type = Row::Type::Header;
        group.header.key = "p" + std::string(m_trace.text(m_trace.process(process).pid));
        group.header.title = processTitle(m_trace, process);
        std::set<std::uint32_t> threads;
        for (const std::size_t t : tracks) {
            group.rows.push_back(hostRow(t));
            if (track(t).kind != TrackKind::Async)
                threads.insert(track(t).thread.value);
        }
        for (const std::size_t c : counters)
            group.rows.push_back(counterRow(c, group.header.key));
        group.header.detail = hostDetail(process, threads.size());
        group.sortIndex = m_trace.process(process).sortIndex;
        return group;
    }

    // "host · 3 threads"; of a process that the file labels, "NPU".
    QString hostDetail(ProcessId process, std::size_t threads) const
    {
        const bool devices =
            std::any_of(m_trace.tracks().begin(), m_trace.tracks().end(), [](const Track& t) { return t.onDevice(); });
        const QString label = toQString(m_trace.text(m_trace.process(process).labels));
        QStringList words;
        // In a container the process may be number 1, and Kineto labels number 1 as a device.
        const bool namesake = label == QLatin1String("GPU ") + toQString(m_trace.text(m_trace.process(process).pid));
        if (!label.isEmpty() && label != QLatin1String("CPU") && !namesake)
            words << label;
        else if (devices && threads > 0)
            words << QStringLiteral("host");
        if (threads > 0)
            words << (threads == 1 ? QStringLiteral("1 thread") : formatCount(threads) + QStringLiteral(" threads"));
        return words.join(QStringLiteral(" \u00B7 "));
    }

    Row hostRow(std::size_t t) const
    {
        const Track& its = track(t);
        std::string key = threadKey(m_trace, its.thread) + suffix(its.kind);
        RowText text = threadText(m_trace, its.thread);
        if (its.kind == TrackKind::Python)
            text = {text.title, QStringLiteral("Python frames")};
        if (its.kind == TrackKind::Async) {
            const QString category = toQString(m_trace.text(m_trace.detail(its.lanes.front().slice(0))));
            text = {category.isEmpty() ? QStringLiteral("async") : category, QStringLiteral("async")};
            key = "p" + std::string(m_trace.text(m_trace.process(m_trace.thread(its.thread).process).pid)) + "/async/" +
                  category.toStdString();
        }
        return trackRow(its, id(t), std::move(key), text);
    }

    std::vector<RowGroup> deviceGroups() const
    {
        std::map<std::uint32_t, std::vector<std::size_t>> byDevice;
        for (std::size_t t = 0; t < m_trace.tracks().size(); ++t) {
            if (track(t).onDevice() && track(t).sliceCount > 0)
                byDevice[track(t).device.value].push_back(t);
        }
        std::vector<StringId> devices;
        for (const auto& [device, tracks] : byDevice)
            devices.emplace_back(device);
        std::sort(devices.begin(), devices.end(),
                  [&](StringId a, StringId b) { return natural(m_trace.text(a)) < natural(m_trace.text(b)); });
        std::vector<RowGroup> groups;
        for (const StringId device : devices)
            groups.push_back(deviceGroup(device, byDevice[device.value]));
        return groups;
    }

    // Regions of a device come after all that is work.
    static int deviceRank(TrackKind kind) { return kind == TrackKind::GpuRegions ? 100 : static_cast<int>(kind); }

    RowGroup deviceGroup(StringId device, std::vector<std::size_t> tracks) const
    {
        const auto rank = [&](std::size_t t) {
            return std::pair(deviceRank(track(t).kind), m_trace.text(track(t).stream));
        };
        std::stable_sort(tracks.begin(), tracks.end(), [&](std::size_t a, std::size_t b) {
            const auto x = rank(a), y = rank(b);
            return x.first != y.first ? x.first < y.first : natural(x.second) < natural(y.second);
        });
        RowGroup group;
        group.header.type = Row::Type::Header;
        group.header.key = "d" + std::string(m_trace.text(device));
        group.header.title = deviceTitle(m_trace, device);
        for (const ProcessInfo& process : m_trace.processes())
            group.sortIndex = process.pid == device ? process.sortIndex : group.sortIndex;
        for (const std::size_t t : tracks) {
            const RowText text = deviceTrackText(m_trace, track(t));
            const std::string key =
                group.header.key + "/" + text.title.toStdString() + "/" + m_trace.text(track(t).stream);
            group.rows.push_back(trackRow(track(t), id(t), key, text));
        }
        for (std::size_t c = 0; c < m_counters.curves().size(); ++c) {
            if (belongsTo(m_counters[c], device))
                group.rows.push_back(counterRow(c, group.header.key));
        }
        return group;
    }

    bool isDevice(std::string_view text) const
    {
        return std::any_of(m_trace.tracks().begin(), m_trace.tracks().end(), [&](const Track& t) {
            return t.onDevice() && t.sliceCount > 0 && m_trace.text(t.device) == text;
        });
    }
    bool belongsTo(const CounterCurve& curve, StringId device) const
    {
        if (curve.derived())
            return curve.device == device;
        if (curve.source == CounterCurve::Source::Series)
            return m_trace.series()[curve.series.value].process == device;
        return !curve.onHost() && std::to_string(curve.deviceId) == m_trace.text(device);
    }
    // The process below which a counter stands; none for one of a device that has rows of its own.
    std::optional<ProcessId> hostOf(const CounterCurve& curve) const
    {
        if (curve.derived())
            return std::nullopt;
        if (curve.source == CounterCurve::Source::Series) {
            const StringId pid = m_trace.series()[curve.series.value].process;
            if (isDevice(m_trace.text(pid)))
                return std::nullopt;
            return processWith([&](std::uint32_t p) { return m_trace.process(ProcessId(p)).pid == pid; });
        }
        if (!curve.onHost() && isDevice(std::to_string(curve.deviceId)))
            return std::nullopt;
        const ThreadId thread = m_trace.memory()[0].thread;
        return m_trace.thread(thread).process;
    }
    template<class Test>
    std::optional<ProcessId> processWith(Test test) const
    {
        for (std::uint32_t p = 0; p < m_trace.processes().size(); ++p) {
            if (test(p))
                return ProcessId(p);
        }
        return std::nullopt;
    }

    Row counterRow(std::size_t c, const std::string& group) const
    {
        const CounterCurve& curve = m_counters[c];
        const RowText text = counterText(m_trace, curve);
        Row row;
        row.type = Row::Type::Counter;
        row.counter = c;
        row.title = text.title;
        row.detail = text.detail;
        row.key = group + "/counter/" + counterKey(curve);
        return row;
    }

    static std::string counterKey(const CounterCurve& curve)
    {
        switch (curve.source) {
        case CounterCurve::Source::Memory:
            return std::to_string(curve.deviceType);
        case CounterCurve::Source::Utilisation:
            return "utilisation";
        case CounterCurve::Source::LaunchQueue:
            return "queue";
        default:
            return std::to_string(curve.series.value);
        }
    }

    const Trace& m_trace;
    const CounterIndex& m_counters;
};

} // namespace

std::vector<Row> topRows(const Trace& trace, const CounterIndex& counters)
{
    return Finder(trace, counters).topRows();
}

std::vector<RowGroup> rowGroups(const Trace& trace, const CounterIndex& counters)
{
    return Finder(trace, counters).groups();
}

} // namespace stepglass
