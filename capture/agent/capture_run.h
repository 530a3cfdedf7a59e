// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/agent/agent_options.h"

namespace stepglass::capture {

// Captures by the options and reports on standard output. Returns the exit code.
int runCapture(const AgentOptions& options);

// Set by SIGINT and SIGTERM: end cleanly at the next step.
void installSignals();
bool stopRequested();

} // namespace stepglass::capture
