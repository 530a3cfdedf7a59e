// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/benchmark/overhead.h"
#include "capture/benchmark/statistics.h"
#include "capture/recorder/recorder.h"
#include "capture/workload/training_step.h"

#include <functional>
#include <string>
#include <vector>

namespace stepglass::capture {

struct BenchmarkOptions
{
    int warmup = 5;
    int steps = 20; // measured, of each kind
    int blocks = 5; // at least 5
    // Where given, pairs of blocks follow, one of each pair recorded: the profiler's own cost. The trace of the
    // recorded ones goes here.
    std::string overheadTrace;
    int overheadPairs = 0; // 0: as many as there are measured steps
};

// Step times in ns. A block's figure is its time divided by its steps.
struct BenchmarkResult
{
    struct Block
    {
        int steps = 0;
        double wallNs = 0;           // a step, device synchronised at both ends of the block
        double deviceNs = 0;         // a step, between device events around the block
        double unsynchronisedNs = 0; // a step, clock stopped before the device was: a trap, shown as one
        std::vector<double> perStepSynchronisedNs;
    };
    std::int64_t batch = 0;
    int steps = 0;
    Summary wall;
    Summary perStepSynchronised;
    Summary device;
    Summary unsynchronised;
    double throughputPerS = 0; // samples a second, by the median wall time
    double lossFirst = 0;
    double lossLast = 0;
    bool drift = false;
    Overhead overhead; // no pairs: not measured
    std::vector<Block> blocks;
    std::string backend;
    std::string deviceName;
    std::string preset;
};

struct BenchmarkRun
{
    BenchmarkResult result;
    Status status;
};

// Times the step in blocks, the kinds of measurement in turn, their order turned from block to block. progress(done,
// all) is called after each block and each pair of the overhead; a true from stop ends the run with a failure.
BenchmarkRun runBenchmark(Device& device, Recorder& recorder, TrainingStep& step, const WorkloadOptions& workload,
                          const BenchmarkOptions& options, const std::function<void(int, int)>& progress,
                          const std::function<bool()>& stop);

// COMMANDS: the object of `benchmark --json`.
std::string toJson(const BenchmarkResult& result);

} // namespace stepglass::capture
