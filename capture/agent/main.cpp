// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/agent_options.h"
#include "capture/agent/capture_run.h"
#include "capture/agent/other_modes.h"
#include "capture/agent/stop_signals.h"

#include <csignal>
#include <cstdio>

using namespace stepglass::capture;

int main(int argc, char** argv)
{
    const ParsedOptions parsed = parseOptions(argc, argv);
    if (!parsed.error.empty()) {
        std::fprintf(stderr, "stepglass-capture: %s\n", parsed.error.c_str());
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a write then fails with a reason that can be told
    if (parsed.options.mode <= AgentMode::Benchmark)
        takeStopSignals();
    letStopSignalsIn();
    switch (parsed.options.mode) {
    case AgentMode::Help:
        std::fputs(usage().c_str(), stdout);
        return 0;
    case AgentMode::Version:
        std::puts("stepglass-capture 0.1.0");
        return 0;
    case AgentMode::Doctor:
        return runDoctor();
    case AgentMode::Presets:
        return runPresets();
    case AgentMode::Benchmark:
        return runBenchmarkMode(parsed.options);
    case AgentMode::Capture:
        break;
    }
    return runCapture(parsed.options);
}
