// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/benchmark/step_benchmark.h"

#include "capture/recorder/clock.h"

#include <algorithm>
#include <memory>

namespace stepglass::capture {
namespace {

// One run of the benchmark. Failures of a step are kept and end it.
class Runner
{
public:
    Runner(Device& device, TrainingStep& step)
        : m_device(device)
        , m_step(step)
        , m_from(device.createEvent())
        , m_to(device.createEvent())
    {
    }

    const Status& status() const { return m_status; }

    void run(int steps)
    {
        for (int i = 0; i < steps && m_status; ++i)
            m_status = m_step.run();
    }

    void wall(BenchmarkResult::Block& block)
    {
        m_device.synchronize();
        const std::int64_t start = nowNs();
        run(block.steps);
        m_device.synchronize();
        block.wallNs = perStep(nowNs() - start, block.steps);
    }

    void synchronised(BenchmarkResult::Block& block)
    {
        m_device.synchronize();
        for (int i = 0; i < block.steps && m_status; ++i) {
            const std::int64_t start = nowNs();
            run(1);
            m_device.synchronize();
            block.perStepSynchronisedNs.push_back(static_cast<double>(nowNs() - start));
        }
    }

    void deviceEvents(BenchmarkResult::Block& block)
    {
        m_device.synchronize();
        m_device.record(m_from, m_device.defaultStream());
        run(block.steps);
        m_device.record(m_to, m_device.defaultStream());
        m_device.synchronize();
        block.deviceNs = m_device.elapsedMs(m_from, m_to) * 1e6 / block.steps;
    }

    void unsynchronised(BenchmarkResult::Block& block)
    {
        m_device.synchronize();
        const std::int64_t start = nowNs();
        run(block.steps);
        block.unsynchronisedNs = perStep(nowNs() - start, block.steps);
        m_device.synchronize();
    }

    double readLoss()
    {
        if (m_status)
            m_status = m_step.readLoss();
        return static_cast<double>(m_step.loss());
    }

private:
    static double perStep(std::int64_t ns, int steps) { return static_cast<double>(ns) / steps; }

    Device& m_device;
    TrainingStep& m_step;
    EventId m_from;
    EventId m_to;
    Status m_status;
};

void runBlock(Runner& runner, BenchmarkResult::Block& block, int index)
{
    using Measure = void (Runner::*)(BenchmarkResult::Block&);
    std::vector<Measure> kinds = {&Runner::wall, &Runner::synchronised, &Runner::deviceEvents, &Runner::unsynchronised};
    std::rotate(kinds.begin(), kinds.begin() + index % 4, kinds.end());
    for (const Measure kind : kinds)
        if (runner.status())
            (runner.*kind)(block);
}

void summariseBlocks(BenchmarkResult& result)
{
    std::vector<double> wall, device, unsynchronised, perStep;
    for (const BenchmarkResult::Block& block : result.blocks) {
        wall.push_back(block.wallNs);
        device.push_back(block.deviceNs);
        unsynchronised.push_back(block.unsynchronisedNs);
        perStep.insert(perStep.end(), block.perStepSynchronisedNs.begin(), block.perStepSynchronisedNs.end());
        result.steps += block.steps;
    }
    result.wall = summarise(wall);
    result.device = summarise(device);
    result.unsynchronised = summarise(unsynchronised);
    result.perStepSynchronised = summarise(perStep);
    result.throughputPerS = static_cast<double>(result.batch) * 1e9 / result.wall.median;
    result.drift = drifts(perStep);
}

} // namespace

BenchmarkRun runBenchmark(Device& device, Recorder& recorder, TrainingStep& step, const WorkloadOptions& workload,
                          const BenchmarkOptions& options, const std::function<void(int, int)>& progress,
                          const std::function<bool()>& stop)
{
    BenchmarkRun run;
    BenchmarkResult& result = run.result;
    result.batch = workload.batch;
    result.preset = workload.preset;
    result.backend = device.info().backend;
    result.deviceName = device.info().name;
    Runner runner(device, step);
    runner.run(1);
    result.lossFirst = runner.readLoss();
    runner.run(std::max(0, options.warmup - 1));
    // A read-back each step would synchronise each step; a preset that is about read-backs keeps them.
    if (workload.readBack == ReadBack::OncePerStep)
        step.setReadBack(ReadBack::Never);
    const int blocks = std::max(5, options.blocks);
    const int all = std::max(options.steps, blocks);
    const int pairs = options.overheadTrace.empty() ? 0 : options.overheadPairs > 0 ? options.overheadPairs : all;
    for (int i = 0; i < blocks && runner.status(); ++i) {
        if (stop()) {
            run.status = Status::failure("the benchmark was stopped before it was done");
            return run;
        }
        BenchmarkResult::Block& block = result.blocks.emplace_back();
        block.steps = all * (i + 1) / blocks - all * i / blocks;
        runBlock(runner, block, i);
        progress(i + 1, blocks + pairs);
    }
    if (pairs > 0 && runner.status())
        run.status = measureOverhead(
            device, recorder, step, {options.overheadTrace, pairs},
            [&](int done) { progress(blocks + done, blocks + pairs); }, stop, result.overhead);
    if (!run.status)
        return run;
    result.lossLast = runner.readLoss();
    step.setReadBack(workload.readBack);
    run.status = runner.status();
    if (run.status)
        summariseBlocks(result);
    return run;
}

} // namespace stepglass::capture
