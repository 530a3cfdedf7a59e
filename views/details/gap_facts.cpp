// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/gap_facts.h"

#include "views/document/diagnosis.h"
#include "views/format/format.h"

#include <QObject>
#include <QStringList>

#include <algorithm>
#include <numeric>

namespace stepglass {

std::optional<Gap> gapOfSelection(const TraceDocument& document)
{
    const Selection& selection = document.selection();
    const auto& diagnosis = document.diagnosis();
    if (selection.kind != Selection::Kind::Gap || !diagnosis || diagnosis->sharedTrace() != document.trace())
        return std::nullopt;
    const int device = diagnosis->deviceIndex(selection.device);
    if (device < 0 || diagnosis->trace().text(diagnosis->device(device).device) != selection.device)
        return std::nullopt;
    Gap gap = diagnosis->devices().gaps().gapAt(diagnosis->device(device), diagnosis->devices().whole(),
                                                selection.range.from);
    return gap.at.length() > 0 ? std::optional(std::move(gap)) : std::nullopt;
}

QString causesText(const Gap& gap)
{
    const IdleTimes times = idleTimes({gap});
    std::vector<int> order(kIdleCauseCount);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return times[static_cast<IdleCause>(a)] > times[static_cast<IdleCause>(b)]; });
    QStringList words;
    for (const int c : order) {
        const auto cause = static_cast<IdleCause>(c);
        if (times[cause] > 0)
            words << toQString(idleCauseName(cause)) + ' ' +
                         formatPercent(static_cast<double>(times[cause]) / static_cast<double>(gap.at.length()));
    }
    return words.join(QStringLiteral(", "));
}

IdleCause mainCause(const Gap& gap)
{
    const IdleTimes times = idleTimes({gap});
    const auto most = std::max_element(times.ns.begin(), times.ns.end());
    return static_cast<IdleCause>(most - times.ns.begin());
}

QString causeSentence(IdleCause cause)
{
    switch (cause) {
    case IdleCause::AfterLastWork:
        return QObject::tr("No further work of this device is in the trace.");
    case IdleCause::LaunchNotRecorded:
        return QObject::tr("The call that launched what follows is not in the trace.");
    case IdleCause::WaitingOnDevice:
        return QObject::tr("What follows had been launched before: the device waited for something of its own.");
    case IdleCause::LaunchLatency:
        return QObject::tr("The time from the launch call to the first work.");
    case IdleCause::Profiler:
        return QObject::tr("The profiler itself kept the host.");
    case IdleCause::DataLoading:
        return QObject::tr("The host was loading data and had asked for nothing yet.");
    case IdleCause::BlockingCopy:
        return QObject::tr("The host was in a copy that blocks it and had asked for nothing yet.");
    case IdleCause::InBlockingCall:
        return QObject::tr("The host waited for the device and had asked for nothing yet.");
    case IdleCause::AfterSync:
        return QObject::tr("The host had waited for the device, and began to ask for work only then.");
    case IdleCause::HostWork:
        return QObject::tr("The host was busy and had asked for nothing yet.");
    default:
        return QObject::tr("The host had asked for nothing yet, and no slice says what it did.");
    }
}

} // namespace stepglass
