// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a trace and what belongs to them. NUMBERS §2.
#pragma once

#include "model/analysis/links.h"
#include "model/core/scope.h"
#include "model/core/trace.h"

#include <string_view>
#include <vector>

namespace stepglass {

struct Step
{
    SliceId slice;  // on the host
    int number = 0; // N of ProfilerStep#N; of a region that was made a step: its place in time, from 0
    Ns start = 0;
    Ns end = 0;
    bool boundary =
        false; // the first or the last of the trace: marked, and left out of averages where two others exist
    Ns duration() const { return end - start; }
};

// The `ProfilerStep#N` slices of the host by start. With `stepRegion`, the outermost regions (or operators) of that
// name instead. Empty where there are none: nothing is picked silently.
std::vector<Step> listSteps(const Trace& trace, std::string_view stepRegion = {});

// The steps without the boundary ones, if at least two others exist; else all.
std::vector<Step> wholeSteps(const std::vector<Step>& steps);

// The regions of the host that occur at least twice, the most frequent first: what could be made a step.
std::vector<StringId> repeatingRegions(const Trace& trace);

// Index of the step that covers t (start <= t < end; of several the latest), or -1. `steps` are by start.
int stepAt(const std::vector<Step>& steps, Ns t);

// Index of the step that device work belongs to **by launch**: in which its launch call started, without a launch the
// one that covers its start; -1: outside any step.
int stepOfLaunch(const Trace& trace, const Links& links, const std::vector<Step>& steps, SliceId deviceSlice);

} // namespace stepglass
