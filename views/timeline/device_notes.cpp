// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/device_notes.h"

#include "views/format/format.h"

namespace stepglass {

QString noteWords(const Scope& scope)
{
    switch (scope.kind) {
    case Scope::Kind::Whole:
        return QStringLiteral("the trace");
    case Scope::Kind::Steps:
        return scope.firstStep == scope.lastStep
                   ? QStringLiteral("step %1").arg(scope.firstStep)
                   : QStringLiteral("steps %1\u2013%2").arg(scope.firstStep).arg(scope.lastStep);
    case Scope::Kind::Range:
        break;
    }
    return QStringLiteral("the range");
}

std::map<std::string, QString> deviceNotes(const Trace& trace, const std::vector<DeviceActivity>& devices,
                                           std::span<const Interval> scope, const QString& words)
{
    std::map<std::string, QString> notes;
    for (const DeviceActivity& device : devices) {
        Ns length = 0;
        Ns idle = 0;
        for (const Interval& interval : scope) {
            length += interval.length();
            idle += activityWithin(device, interval)[ActivityClass::Idle];
        }
        if (length <= 0)
            continue;
        QString note =
            QStringLiteral("busy ") + formatPercent(static_cast<double>(length - idle) / static_cast<double>(length));
        if (!words.isEmpty())
            note += QStringLiteral(" of ") + words;
        std::string key = "d";
        key += trace.text(device.device);
        notes[key] = note + QStringLiteral(" \u00B7 idle ") + formatDuration(idle);
    }
    return notes;
}

} // namespace stepglass
