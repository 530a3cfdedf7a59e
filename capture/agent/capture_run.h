// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/agent/agent_options.h"

namespace stepglass::capture {

// Captures by the options and reports on standard output. Returns the exit code.
int runCapture(const AgentOptions& options);

} // namespace stepglass::capture
