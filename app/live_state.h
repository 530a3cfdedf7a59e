// SPDX-License-Identifier: GPL-3.0-or-later
// What a person is told while a capture runs, and after it.
#pragma once

#include "app/schedule_strip.h"
#include "capture/session/capture_session.h"

#include <QString>

namespace stepglass {

struct LiveState
{
    QString phase; // "Warm-up"
    QString words; // "step 3 of 9 · 512.0 ms a step"
    ScheduleShape shape;
    qint64 step = -1; // of the shape: the one that runs
    bool recording = false;
    bool lost = false; // records were dropped
};

// The schedule that `options` ask for, with what the capture process takes where nothing is said.
ScheduleShape shapeOf(const CaptureOptions& options);

// The process speaks after each step, so the one that runs is the next.
LiveState liveState(const CaptureOptions& options, CaptureState state, const CaptureProgress& progress);

// One sentence about a capture that ended well.
QString endSentence(const CaptureProgress& progress);

} // namespace stepglass
