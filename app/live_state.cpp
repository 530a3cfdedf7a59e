// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live_state.h"

#include "app/preset_choices.h"
#include "views/format/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>

namespace stepglass {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("LiveState", text);
}

QString phaseWord(SchedulePhase phase)
{
    return phase == SchedulePhase::Active   ? tr("Recording")
           : phase == SchedulePhase::WarmUp ? tr("Warm-up")
                                            : tr("Wait");
}

QString stepWords(const ScheduleShape& shape, qint64 step)
{
    const int cycle = shape.wait + shape.warmup + shape.active;
    if (shape.repeat == 0)
        return tr("step %1, until stopped").arg(step + 1);
    return tr("step %1 of %2").arg(step + 1).arg(shape.skipFirst + cycle * shape.repeat);
}

QString inHome(const QString& path)
{
    const QString home = QDir::homePath() + "/";
    return path.startsWith(home) ? "~/" + path.mid(home.size()) : path;
}

} // namespace

ScheduleShape shapeOf(const CaptureOptions& options)
{
    return {options.skipFirst.value_or(0), options.wait.value_or(1), options.warmup.value_or(3),
            options.active.value_or(presetActive(options.preset)), options.repeat.value_or(1)};
}

LiveState liveState(const CaptureOptions& options, CaptureState state, const CaptureProgress& progress)
{
    LiveState live;
    live.shape = shapeOf(options);
    live.lost = progress.dropped > 0;
    QStringList words;
    if (state == CaptureState::Starting) {
        live.phase = tr("Starting");
        words << tr("the training step is being set up");
    } else if (state == CaptureState::Stopping) {
        live.phase = tr("Stopping");
        words << tr("the file is being closed");
    } else {
        const qint64 running = progress.step + 1;
        const int cycle = std::max(1, live.shape.wait + live.shape.warmup + live.shape.active);
        const qint64 last = live.shape.skipFirst + static_cast<qint64>(cycle) * live.shape.repeat - 1;
        const qint64 shown = live.shape.repeat == 0 ? running : std::min(running, last);
        const SchedulePhase phase = phaseAt(live.shape, shown);
        live.phase = phaseWord(phase);
        live.recording = phase == SchedulePhase::Active;
        words << stepWords(live.shape, shown);
        live.step =
            shown < live.shape.skipFirst ? shown : live.shape.skipFirst + (shown - live.shape.skipFirst) % cycle;
    }
    if (progress.stepMs >= 0)
        words << tr("%1 a step").arg(formatDuration(static_cast<Ns>(progress.stepMs * 1e6)));
    if (live.lost)
        words << tr("%1 records lost").arg(formatCount(static_cast<std::uint64_t>(progress.dropped)));
    if (!progress.backend.isEmpty())
        words << progress.backend;
    live.words = words.join(QStringLiteral("  ·  "));
    live.shape.repeat = std::min(live.shape.repeat, 1); // one cycle is drawn
    return live;
}

QString endSentence(const CaptureProgress& progress)
{
    QStringList files = progress.files.isEmpty() ? QStringList{progress.file} : progress.files;
    files.removeAll(QString());
    if (files.isEmpty())
        return tr("The capture ended before anything was recorded.");
    if (files.size() == 1)
        return tr("The capture has ended and is saved as %1").arg(inHome(files.first()));
    return tr("The capture has ended: %1 files, the last saved as %2").arg(files.size()).arg(inHome(files.last()));
}

} // namespace stepglass
