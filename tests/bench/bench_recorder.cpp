// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs the workload: ns a scope (its begin and end), with the writer running beside it.
#include "capture/recorder/scope.h"
#include "capture/recorder/trace_writer.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <unistd.h>

using namespace stepglass::capture;

namespace {

std::string scratchFile()
{
    return "/tmp/bench_recorder." + std::to_string(::getpid()) + ".json";
}

void scopeWhenOff(benchmark::State& state)
{
    Recorder recorder;
    for (auto _ : state)
        OperatorScope scope(recorder, "mlp::mm");
}

// Records into the ring, thrown away by the writer as in warm-up, faster than any workload would: where the ring is
// full, the record is thrown away at once.
void scopeInWarmup(benchmark::State& state)
{
    Recorder recorder;
    TraceWriter writer(recorder, {});
    recorder.startWarmup();
    for (auto _ : state)
        OperatorScope scope(recorder, "mlp::mm");
    state.counters["dropped"] = static_cast<double>(recorder.dropped());
}

// As an active step sees it: bursts of 20,000 scopes, and the writer has time to write them in between.
void scopeKept(benchmark::State& state)
{
    Recorder recorder;
    TraceWriter writer(recorder, {});
    const std::string path = scratchFile();
    if (!writer.beginCycle(path, recorder.nextEpoch()))
        state.SkipWithError("cannot write");
    recorder.startKeeping();
    std::int64_t inBurst = 0;
    for (auto _ : state) {
        OperatorScope scope(recorder, "mlp::mm");
        if (++inBurst == 20'000) {
            state.PauseTiming();
            ::usleep(100'000);
            inBurst = 0;
            state.ResumeTiming();
        }
    }
    recorder.stop();
    writer.endCycle();
    state.counters["dropped"] = static_cast<double>(recorder.dropped());
    std::remove(path.c_str());
}

void formatOneEvent(benchmark::State& state)
{
    const EventFormat format(0, 1);
    Record record{};
    record.name = "mlp::mm";
    record.externalId = 12345;
    record.startNs = 1'234'567'890;
    record.durationNs = 4'321;
    TextBuffer text;
    std::size_t bytes = 0;
    for (auto _ : state) {
        format.record(text, record, 17);
        bytes += text.size();
        text.clear();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

} // namespace

BENCHMARK(scopeWhenOff);
BENCHMARK(scopeInWarmup)->Iterations(2'000'000);
BENCHMARK(scopeKept)->Iterations(200'000);
BENCHMARK(formatOneEvent);
BENCHMARK_MAIN();
