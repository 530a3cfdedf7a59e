// SPDX-License-Identifier: GPL-3.0-or-later
// Limits: a trace of 1 M events analysed whole in 1 s, one step of it in 100 ms.
#include "model/analysis/analyze.h"
#include "model/core/trace_builder.h"

#include <benchmark/benchmark.h>

#include <string>

using namespace stepglass;

namespace {

// About a million slices: 50 steps of 5,000 operators two deep, each with a launch and a kernel.
std::shared_ptr<const Trace> millionEvents()
{
    EventBatch batch;
    std::uint64_t source = 0;
    const ThreadId main = batch.thread("1", "1");
    const ThreadId stream = batch.thread("0", "7");
    std::vector<StringId> operators, kernels;
    for (int i = 0; i < 200; ++i) {
        operators.push_back(batch.strings.intern("aten::op" + std::to_string(i)));
        kernels.push_back(batch.strings.intern("kernel" + std::to_string(i)));
    }
    const StringId launch = batch.strings.intern("cudaLaunchKernel");
    const auto add = [&](SliceKind kind, StringId name, ThreadId thread, Ns start, Ns duration, IdKey correlation) {
        SliceRecord slice;
        slice.kind = kind;
        slice.name = name;
        slice.thread = thread;
        slice.start = start;
        slice.duration = duration;
        slice.source = source++;
        slice.correlation = correlation;
        ++batch.records;
        batch.slices.push_back(slice);
    };
    for (Ns step = 0; step < 50; ++step) {
        const Ns begin = step * 50'000'000;
        add(SliceKind::Step, batch.strings.intern("ProfilerStep#" + std::to_string(step)), main, begin, 49'900'000, {});
        for (Ns i = 0; i < 5000; ++i) {
            const Ns at = begin + i * 9'900;
            const IdKey id = IdKey::ofNumber(static_cast<std::uint32_t>(step * 5000 + i));
            add(SliceKind::Operator, operators[static_cast<std::size_t>(i % 200)], main, at, 9'000, {});
            add(SliceKind::Operator, operators[static_cast<std::size_t>((i + 7) % 200)], main, at + 500, 8'000, {});
            add(SliceKind::RuntimeCall, launch, main, at + 2'000, 4'000, id);
            add(SliceKind::Kernel, kernels[static_cast<std::size_t>(i % 200)], stream, at + 7'000, 5'000 + i % 3'000,
                id);
            DeviceWork work;
            work.slice = SliceId(static_cast<std::uint32_t>(batch.slices.size() - 1));
            work.device = batch.strings.intern("0");
            work.stream = IdKey::ofNumber(7);
            batch.deviceWork.push_back(work);
        }
    }
    TraceBuilder builder;
    builder.append(batch);
    return builder.finish();
}

const std::shared_ptr<const PreparedTrace>& prepared()
{
    static const auto kPrepared = PreparedTrace::make(millionEvents());
    return kPrepared;
}

void devicesWhole(benchmark::State& state)
{
    const auto& trace = prepared();
    const auto steps = listSteps(trace->trace());
    for (auto _ : state)
        benchmark::DoNotOptimize(deviceResults(*trace, steps, Scope::whole(), {}));
}

void devicesOneStep(benchmark::State& state)
{
    const auto& trace = prepared();
    const auto steps = listSteps(trace->trace());
    const DeviceResults whole = deviceResults(*trace, steps, Scope::whole(), {});
    for (auto _ : state)
        benchmark::DoNotOptimize(deviceResults(*trace, steps, Scope::steps(20, 20), {}, &whole));
}

void linksAndTree(benchmark::State& state)
{
    const auto trace = prepared()->sharedTrace();
    for (auto _ : state)
        benchmark::DoNotOptimize(PreparedTrace::make(trace));
}

void everythingWhole(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(analyze(prepared(), Scope::whole()));
}

void everythingOneStep(benchmark::State& state)
{
    AnalysisOptions options;
    options.previous = analyze(prepared(), Scope::whole());
    for (auto _ : state)
        benchmark::DoNotOptimize(analyze(prepared(), Scope::steps(20, 20), options));
}

BENCHMARK(linksAndTree)->Unit(benchmark::kMillisecond);
BENCHMARK(devicesWhole)->Unit(benchmark::kMillisecond);
BENCHMARK(devicesOneStep)->Unit(benchmark::kMillisecond);
BENCHMARK(everythingWhole)->Unit(benchmark::kMillisecond);
BENCHMARK(everythingOneStep)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
