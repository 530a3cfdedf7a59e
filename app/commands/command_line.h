// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stepglass {

// Reads the command line and does what it says; the program's exit code (output.h).
int runCommandLine(int argc, char** argv);

} // namespace stepglass
