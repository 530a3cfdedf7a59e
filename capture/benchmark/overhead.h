// SPDX-License-Identifier: GPL-3.0-or-later
// The profiler's own cost: the step while it is recorded against the step alone.
#pragma once

#include "capture/benchmark/statistics.h"
#include "capture/recorder/recorder.h"
#include "capture/workload/training_step.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stepglass::capture {

struct OverheadOptions
{
    std::string trace; // where the recorded steps go, each time anew
    int pairs = 20;
    // A block is as many steps as take this long: the writer's turns, every 100 ms, are then a part of what is timed.
    double leastBlockNs = 250e6;
};

// Pair i: a block of steps alone and one recorded, one right after the other; which is first turns from pair to pair
// (A B, B A, A B ...), so that a machine which grows slower or faster favours neither.
struct Overhead
{
    int steps = 0;                  // of a block
    std::vector<double> plainNs;    // a step
    std::vector<double> recordedNs; // a step
    PairedRatio ratio;              // recorded / plain
    double eventsAStep = 0;         // that were written
};

// Runs pairs after some blocks that are not counted. progress is called after each; a true from stop ends it with a
// failure.
Status measureOverhead(Device& device, Recorder& recorder, TrainingStep& step, const OverheadOptions& options,
                       const std::function<void(int)>& progress, const std::function<bool()>& stop, Overhead& result);

} // namespace stepglass::capture
