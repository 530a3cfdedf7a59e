// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/agent_options.h"
#include "capture/agent/capture_run.h"

#include <cstdio>

using namespace stepglass::capture;

int main(int argc, char** argv)
{
    const ParsedOptions parsed = parseOptions(argc, argv);
    if (!parsed.error.empty()) {
        std::fprintf(stderr, "stepglass-capture: %s\n", parsed.error.c_str());
        return 2;
    }
    installSignals();
    return runCapture(parsed.options);
}
