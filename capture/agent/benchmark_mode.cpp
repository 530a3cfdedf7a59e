// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/other_modes.h"
#include "capture/agent/stop_signals.h"
#include "capture/benchmark/step_benchmark.h"
#include "capture/device/backends.h"
#include "capture/recorder/trace_file.h"

#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace stepglass::capture {
namespace {

int fail(const std::string& message)
{
    std::fprintf(stderr, "stepglass-capture: %s\n", message.c_str());
    return 4;
}

std::string temporaryFolder()
{
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    return error ? "." : folder.string();
}

Status deliver(const std::string& json, const std::string& output)
{
    if (output.empty()) {
        std::fputs(json.c_str(), stdout);
        return std::fflush(stdout) == 0 ? Status() : Status::failure("cannot write to standard output");
    }
    TraceFile file;
    Status status = file.open(output);
    if (status)
        status = file.write(json);
    const Status closed = file.close();
    return status ? closed : status;
}

} // namespace

int runBenchmarkMode(const AgentOptions& options)
{
    if (!options.output.empty())
        if (const Status writable = checkWritable(options.output); !writable)
            return fail(writable.message());
    Recorder recorder(options.recorder);
    OpenedDevice opened = openDevice(options.backend, recorder);
    if (!opened.device)
        return fail(opened.status.message());
    TrainingStep::Created created = TrainingStep::create(*opened.device, recorder, options.workload);
    if (!created.status)
        return fail(created.status.message());
    if (!opened.notice.empty())
        std::fprintf(stderr, "stepglass-capture: %s\n", opened.notice.c_str());
    created.step->setStop(stopRequested);
    BenchmarkOptions benchmark;
    if (options.warmup >= 0)
        benchmark.warmup = static_cast<int>(options.warmup);
    if (options.steps > 0)
        benchmark.steps = static_cast<int>(options.steps);
    if (options.pairs > 0)
        benchmark.overheadPairs = static_cast<int>(options.pairs);
    if (options.overhead)
        benchmark.overheadTrace = temporaryFolder() + "/stepglass-overhead." + std::to_string(::getpid()) + ".json";
    const BenchmarkRun run = runBenchmark(
        *opened.device, recorder, *created.step, options.workload, benchmark,
        [](int done, int all) {
            if (!stopRequested()) // a block that was cut short is none
                std::fprintf(stderr, "stepglass-capture: block %d of %d\n", done, all);
        },
        stopRequested);
    if (options.overhead)
        ::unlink(benchmark.overheadTrace.c_str());
    created.step.reset();
    if (!run.status && stopRequested())
        return fail("the benchmark was stopped before it was done");
    if (!run.status)
        return fail(run.status.message());
    const Status delivered = deliver(toJson(run.result), options.output);
    return delivered ? 0 : fail(delivered.message());
}

} // namespace stepglass::capture
