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

QString counterValue(const CounterCurve& curve, double value)
{
    switch (curve.source) {
    case CounterCurve::Source::Memory:
        return formatBytes(value);
    case CounterCurve::Source::Utilisation:
        return QString::number(value * 100, 'f', 1) + QStringLiteral(" %");
    case CounterCurve::Source::LaunchQueue:
        return formatCount(static_cast<std::uint64_t>(value + 0.5));
    default:
        return formatValue(value);
    }
}

RowText counterText(const Trace& trace, const CounterCurve& curve)
{
    if (curve.source == CounterCurve::Source::Memory)
        return {QStringLiteral("memory"), QStringLiteral("peak ") + counterValue(curve, curve.highest)};
    if (curve.source == CounterCurve::Source::Utilisation) {
        const QString mean = curve.times.size() > 1 ? formatDuration(curve.times[1] - curve.times[0]) : QString();
        return {QStringLiteral("utilisation"), mean.isEmpty() ? mean : QStringLiteral("means of ") + mean};
    }
    if (curve.source == CounterCurve::Source::LaunchQueue)
        return {QStringLiteral("launch queue"), QStringLiteral("max ") + counterValue(curve, curve.highest)};
    const EventBatch::Series& series = trace.series()[curve.series.value];
    const QString name = toQString(trace.text(series.name));
    const QString key = toQString(trace.text(series.key));
    const QString title = key.isEmpty() || key == name || key == QLatin1String("value") ? name : name + kDot + key;
    return {title, QStringLiteral("max ") + counterValue(curve, curve.highest)};
}

} // namespace stepglass
