// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say about a slice, as plain texts.
#pragma once

#include "model/core/trace.h"

#include <QString>

#include <utility>
#include <vector>

namespace stepglass {

class Links;

struct SliceFacts
{
    QString name;
    QString duration;
    QString place;  // "stream 7", or the thread
    QString launch; // "grid 7×32×1, block 128"
    QString origin; // "launched by aten::mm 1228 µs earlier"; empty where nothing is known
    SliceId launchCall;
};

// `links` may be null: then nothing is said of the launch.
SliceFacts factsOf(const Trace& trace, const Links* links, SliceId slice);

// Name and value of all that is known of a slice but its args.
std::vector<std::pair<QString, QString>> factTable(const Trace& trace, const Links* links, SliceId slice);

// The same of an instant, and the slices of its thread around it, outermost first.
std::vector<std::pair<QString, QString>> instantFacts(const Trace& trace, const InstantRecord& instant);
std::vector<SliceId> slicesAround(const Trace& trace, const InstantRecord& instant);

// Slices of the same thread that enclose it, outermost first; of a device slice those of its launch, the launch itself
// last.
std::vector<SliceId> parentsOf(const Trace& trace, const Links* links, SliceId slice);

// The direct children's time taken off: what the slice did itself. Device slices: their duration.
Ns selfTime(const Trace& trace, SliceId slice);

QString threadTitle(const Trace& trace, ThreadId thread);

} // namespace stepglass
