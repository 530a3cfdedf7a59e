// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands. Each is in a file of its name, prints to stdout through output.h and returns an exit code.
#pragma once

#include "app/commands/options.h"

namespace stepglass {

// The window (app/window.cpp). Needs a display.
int runWindow(const WindowOptions& options);

int runInfo(const InfoOptions& options);
int runTable(const TableOptions& options);
int runTree(const TreeOptions& options);
int runSteps(const StepsCommandOptions& options);
int runFindings(const FindingsOptions& options);
int runCompare(const CompareOptions& options);
int runRender(const RenderOptions& options);
int runCapture(const CaptureCommandOptions& options);
int runBenchmark(const BenchmarkCommandOptions& options);
int runDoctor();

} // namespace stepglass
