// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/row_texts.h"

#include "views/format/format.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace stepglass {
namespace {

const QString kDot = QStringLiteral(" \u00B7 ");

// Kineto writes "thread 748 (python)", torch_npu "Thread 3096504": the number is the tid, said in the second line.
QString withoutTid(const QString& name)
{
    static const QRegularExpression pattern(QStringLiteral("^[Tt]hread\\s+\\d+\\s*(?:\\((.*)\\))?$"));
    const QRegularExpressionMatch match = pattern.match(name);
    return match.hasMatch() ? match.captured(1) : name;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() < 6 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

const ProcessInfo* processOfPid(const Trace& trace, StringId pid)
{
    const auto it = std::find_if(trace.processes().begin(), trace.processes().end(),
                                 [pid](const ProcessInfo& p) { return p.pid == pid; });
    return it == trace.processes().end() ? nullptr : &*it;
}

QString streamText(const Trace& trace, const Track& track)
{
    if (!track.stream.valid())
        return {};
    const QString stream = QString::fromStdString(trace.text(track.stream));
    return stream.contains(QLatin1String("tream")) ? stream : QStringLiteral("stream ") + stream;
}

// "pinned", "pageable" or both, by the copies themselves; nothing where names do not say, or too many would be asked.
QString memoryText(const Trace& trace, const Track& track)
{
    constexpr std::uint32_t kMost = 4096;
    if (track.sliceCount > kMost)
        return {};
    bool pinned = false;
    bool pageable = false;
    for (const Lane& lane : track.lanes) {
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            const DeviceWork* work = trace.deviceWork(lane.slice(i));
            pinned |= work != nullptr && work->pinned;
            pageable |= work != nullptr && work->pageable;
        }
    }
    QStringList words;
    if (pinned)
        words << QStringLiteral("pinned");
    if (pageable)
        words << QStringLiteral("pageable");
    return words.join(QStringLiteral(", "));
}

} // namespace

bool isMainThread(const Trace& trace, ThreadId thread)
{
    const ThreadInfo& info = trace.thread(thread);
    return info.tid == trace.process(info.process).pid;
}

RowText threadText(const Trace& trace, ThreadId thread)
{
    const ThreadInfo& info = trace.thread(thread);
    const QString tid = toQString(trace.text(info.tid));
    const QString tidText = tid.contains(QLatin1String("hread")) ? tid : QStringLiteral("tid ") + tid;
    const QString name = withoutTid(toQString(trace.text(info.name)));
    const QString named = name.isEmpty() || name == tid ? tidText : name + kDot + tidText;
    if (name.startsWith(QLatin1String("pt_autograd")))
        return {QStringLiteral("autograd"), named};
    if (isMainThread(trace, thread))
        return {QStringLiteral("main thread"), tidText};
    if (name.isEmpty() || name == tid) {
        bool number = false;
        tid.toLongLong(&number);
        return {number ? QStringLiteral("thread ") + tid : tid, {}};
    }
    return {name, tidText};
}

QString processTitle(const Trace& trace, ProcessId process)
{
    const ProcessInfo& info = trace.process(process);
    const QString pid = toQString(trace.text(info.pid));
    const QString name = toQString(trace.text(info.name));
    if (name.isEmpty())
        return isNumber(trace.text(info.pid)) ? QStringLiteral("process ") + pid : pid;
    return name == pid ? name : name + QLatin1Char(' ') + pid;
}

QString deviceTitle(const Trace& trace, StringId device)
{
    const std::string_view id = trace.text(device);
    for (const DeviceProperties& properties : trace.info().devices) {
        if (properties.id == id && !properties.name.empty())
            return QStringLiteral("GPU %1  %2").arg(toQString(id), QString::fromStdString(properties.name));
    }
    if (isNumber(id))
        return QStringLiteral("GPU ") + toQString(id);
    const ProcessInfo* process = processOfPid(trace, device);
    if (process == nullptr)
        return toQString(id);
    const QString label = toQString(trace.text(process->labels));
    const QString name = toQString(trace.text(process->name));
    if (name.isEmpty())
        return label.isEmpty() ? toQString(id) : label;
    return label.isEmpty() || name.contains(label) ? name : label + QStringLiteral("  ") + name;
}

RowText deviceTrackText(const Trace& trace, const Track& track)
{
    switch (track.kind) {
    case TrackKind::Compute:
        return {QStringLiteral("compute"), streamText(trace, track)};
    case TrackKind::Communication:
        return {QStringLiteral("communication"), streamText(trace, track)};
    case TrackKind::GpuRegions:
        return {QStringLiteral("regions"), streamText(trace, track)};
    case TrackKind::CopyHtoD:
        return {QStringLiteral("HtoD"), memoryText(trace, track)};
    case TrackKind::CopyDtoH:
        return {QStringLiteral("DtoH"), memoryText(trace, track)};
    case TrackKind::CopyDtoD:
        return {QStringLiteral("DtoD"), {}};
    case TrackKind::CopyPtoP:
        return {QStringLiteral("PtoP"), {}};
    case TrackKind::CopyOther:
        return {QStringLiteral("copies"), {}};
    case TrackKind::Memset:
        return {QStringLiteral("memset"), {}};
    case TrackKind::Sync:
        return {QStringLiteral("sync"), {}};
    default:
        return {QStringLiteral("other"), {}};
    }
}

RowText counterText(const Trace& trace, const CounterCurve& curve)
{
    if (curve.source == CounterCurve::Source::Memory)
        return {QStringLiteral("memory"), QStringLiteral("peak ") + formatBytes(curve.highest)};
    const EventBatch::Series& series = trace.series()[curve.series.value];
    const QString name = toQString(trace.text(series.name));
    const QString key = toQString(trace.text(series.key));
    const QString title = key.isEmpty() || key == name || key == QLatin1String("value") ? name : name + kDot + key;
    return {title, QStringLiteral("max ") + formatValue(curve.highest)};
}

} // namespace stepglass
