// SPDX-License-Identifier: GPL-3.0-or-later
// What bench_live and bench_live_window follow: operators, recorded and written as a capture does, at a given rate.
#pragma once

#include "capture/recorder/clock.h"
#include "capture/recorder/scope.h"
#include "capture/recorder/trace_writer.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace stepglass::capture {

struct Recorded
{
    std::int64_t events = 0;
    std::uint64_t dropped = 0;
    double took = 0; // seconds
    bool status = false;
};

// Steps of 20 ms of operators, one in the other, again and again: some at once, then a pause, as a workload has it.
// After each step, `stepped` is called with its number.
inline Recorded recordAtRate(
    const std::string& path, std::int64_t rate, std::int64_t seconds,
    const std::function<void(std::int64_t)>& stepped = [](std::int64_t) {})
{
    constexpr std::int64_t kBurstNs = 2'000'000;
    constexpr std::int64_t kBurstsAStep = 10;
    static constexpr const char* kNames[] = {"mlp::add_", "mlp::mul_", "mlp::lerp_", "mlp::sqrt", "mlp::addcdiv_"};
    Recorded recorded;
    Recorder recorder;
    TraceWriter writer(recorder, {});
    if (!writer.beginCycle(path, recorder.nextEpoch()))
        return recorded;
    recorder.startKeeping();
    const std::int64_t inBurst = rate * kBurstNs / 1'000'000'000;
    const std::int64_t start = nowNs();
    for (std::int64_t step = 0; step < seconds * 1'000'000'000 / kBurstNs / kBurstsAStep; ++step) {
        const RegionScope region(recorder, recorder.intern("ProfilerStep#" + std::to_string(step)), true);
        for (std::int64_t burst = step * kBurstsAStep; burst < (step + 1) * kBurstsAStep; ++burst) {
            for (std::int64_t i = 0; i < inBurst; i += 2) {
                const OperatorScope outer(recorder, "mlp::step");
                const OperatorScope inner(recorder, kNames[static_cast<std::size_t>(i / 2) % 5]);
            }
            recorded.events += (inBurst + 1) / 2 * 2;
            const std::int64_t ahead = start + (burst + 1) * kBurstNs - nowNs();
            if (ahead > 0)
                std::this_thread::sleep_for(std::chrono::nanoseconds(ahead));
        }
        ++recorded.events; // the step itself
        stepped(step);
    }
    recorded.took = static_cast<double>(nowNs() - start) / 1e9;
    recorder.stop();
    recorded.status = writer.endCycle().ok();
    recorded.dropped = recorder.dropped();
    return recorded;
}

} // namespace stepglass::capture
