// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of the timeline is called: names of the file where it has any, said the way a person would.
#pragma once

#include "model/core/trace.h"
#include "views/timeline/counter_index.h"

#include <QString>

namespace stepglass {

struct RowText
{
    QString title;
    QString detail;
};

// Of a thread's rows: "main thread", "autograd", or the name; detail "pt_autograd_0 · tid 892".
RowText threadText(const Trace& trace, ThreadId thread);
bool isMainThread(const Trace& trace, ThreadId thread);
// "python 748"
QString processTitle(const Trace& trace, ProcessId process);
// Of a track on a device: "compute", "stream 7"; "HtoD", "pinned".
RowText deviceTrackText(const Trace& trace, const Track& track);
// A value of the curve, in its unit.
QString counterValue(const CounterCurve& curve, double value);
RowText counterText(const Trace& trace, const CounterCurve& curve);

} // namespace stepglass
