// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/stretches.h"

namespace stepglass {
namespace {

bool belongs(SliceKind kind, ActivityClass activity)
{
    switch (activity) {
    case ActivityClass::Compute:
        return kind == SliceKind::Kernel;
    case ActivityClass::Communication:
        return kind == SliceKind::Communication;
    case ActivityClass::Set:
        return kind == SliceKind::Memset;
    default: // a device's work is one of the four
        return kind != SliceKind::Kernel && kind != SliceKind::Communication && kind != SliceKind::Memset;
    }
}

SliceId workIn(const Trace& trace, const DeviceActivity& device, ActivityClass activity, Interval at)
{
    for (std::size_t i = firstWorkReaching(device, at.begin); i < device.work.size(); ++i) {
        const SliceId slice = device.work[i];
        if (trace.start(slice) >= at.end)
            break;
        if (trace.end(slice) > at.begin && belongs(trace.kind(slice), activity))
            return slice;
    }
    return {};
}

// Parts of one cause that touch are one stretch.
void addCause(std::vector<Stretch>& stretches, const Gap& gap, IdleCause cause)
{
    Ns most = -1;
    for (std::size_t i = 0; i < gap.parts.size(); ++i) {
        const GapPart& part = gap.parts[i];
        if (part.cause != cause)
            continue;
        const bool joins = i > 0 && gap.parts[i - 1].cause == cause;
        if (!joins) {
            stretches.push_back({part.at, part.slice});
            most = part.at.length();
            continue;
        }
        stretches.back().at.end = part.at.end;
        if (part.at.length() > most) {
            most = part.at.length();
            stretches.back().slice = part.slice;
        }
    }
}

} // namespace

std::vector<Stretch> stretchesOf(const DeviceAnalysis& analysis, const DeviceActivity& device, const Intervals& moments,
                                 ActivityClass activity)
{
    std::vector<Stretch> stretches;
    for (const Interval& moment : moments) {
        if (activity == ActivityClass::Idle) {
            for (const Gap& gap : analysis.gaps().gapsOf(device, moment))
                stretches.push_back({gap.at, gap.next});
            continue;
        }
        for (const Interval& at : intervalsOf(device, activity, moment))
            stretches.push_back({at, workIn(analysis.trace(), device, activity, at)});
    }
    return stretches;
}

std::vector<Stretch> stretchesOf(const DeviceAnalysis& analysis, const DeviceActivity& device, const Intervals& moments,
                                 IdleCause cause)
{
    std::vector<Stretch> stretches;
    for (const Interval& moment : moments) {
        for (const Gap& gap : analysis.gaps().gapsOf(device, moment))
            addCause(stretches, gap, cause);
    }
    return stretches;
}

} // namespace stepglass
