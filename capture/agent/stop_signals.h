// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stepglass::capture {

// From now on SIGINT and SIGTERM ask for a clean end (stopRequested()) instead of ending the process. One request may
// arrive twice, from the terminal and from the program that started this one: what follows within kSameRequestMs
// changes nothing. A later one ends the process at once.
void takeStopSignals();
// Signals that the starting program held back until this process could take them arrive from now on.
void letStopSignalsIn();
bool stopRequested();

inline constexpr int kSameRequestMs = 2000;

} // namespace stepglass::capture
