// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/benchmark/step_benchmark.h"
#include "capture/recorder/text_buffer.h"

#include <cmath>
#include <cstdio>

namespace stepglass::capture {
namespace {

std::int64_t whole(double ns)
{
    return std::llround(ns);
}

std::string number(double value)
{
    if (!std::isfinite(value))
        return "null";
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

void write(TextBuffer& out, const char* key, const Summary& s)
{
    out << ", \"" << key << "\": {\"median\": " << whole(s.median) << ", \"mean\": " << whole(s.mean)
        << ", \"min\": " << whole(s.min) << ", \"p5\": " << whole(s.p5) << ", \"p95\": " << whole(s.p95)
        << ", \"mad\": " << whole(s.mad) << ", \"interval\": [" << whole(s.low) << ", " << whole(s.high) << "]}";
}

void write(TextBuffer& out, const BenchmarkResult::Block& block)
{
    out << "{\"steps\": " << block.steps << ", \"wall_ns\": " << whole(block.wallNs)
        << ", \"device_ns\": " << whole(block.deviceNs) << ", \"unsynchronised_ns\": " << whole(block.unsynchronisedNs)
        << ", \"per_step_synchronised_ns\": [";
    for (std::size_t i = 0; i < block.perStepSynchronisedNs.size(); ++i)
        out << (i ? ", " : "") << whole(block.perStepSynchronisedNs[i]);
    out << "]}";
}

void write(TextBuffer& out, const Overhead& overhead)
{
    const PairedRatio& paired = overhead.ratio;
    out << ", \"overhead\": {\"ratio\": " << number(paired.ratio) << ", \"interval\": [" << number(paired.interval.low)
        << ", " << number(paired.interval.high) << "], \"steps\": " << overhead.steps
        << ", \"events_a_step\": " << number(overhead.eventsAStep) << ", \"pairs\": [";
    for (std::size_t i = 0; i < overhead.plainNs.size(); ++i)
        out << (i ? ", [" : "[") << whole(overhead.plainNs[i]) << ", " << whole(overhead.recordedNs[i]) << ']';
    out << "]}";
}

} // namespace

std::string toJson(const BenchmarkResult& result)
{
    TextBuffer out;
    out << "{\"version\": 1, \"backend\": ";
    out.quoted(result.backend);
    out << ", \"device\": ";
    out.quoted(result.deviceName);
    out << ", \"preset\": ";
    out.quoted(result.preset);
    out << ", \"batch\": " << result.batch << ", \"steps\": " << result.steps;
    write(out, "wall_ns", result.wall);
    write(out, "per_step_synchronised_ns", result.perStepSynchronised);
    write(out, "device_ns", result.device);
    write(out, "unsynchronised_ns", result.unsynchronised);
    out << ", \"throughput_per_s\": " << number(result.throughputPerS)
        << ", \"loss_first\": " << number(result.lossFirst) << ", \"loss_last\": " << number(result.lossLast)
        << ", \"drift\": " << (result.drift ? "true" : "false");
    if (!result.overhead.plainNs.empty())
        write(out, result.overhead);
    out << ", \"blocks\": [";
    for (std::size_t i = 0; i < result.blocks.size(); ++i) {
        out << (i ? ", " : "");
        write(out, result.blocks[i]);
    }
    out << "]}\n";
    return out.text();
}

} // namespace stepglass::capture
