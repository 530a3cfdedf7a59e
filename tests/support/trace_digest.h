// SPDX-License-Identifier: GPL-3.0-or-later
// All that a trace holds as text, to compare two readings of one input.
#pragma once

#include "model/core/trace.h"

#include <string>

namespace stepglass::test {

// A line for each slice, flow, instant, sample ..., names instead of numbers. Leaves out what depends on how a file was
// read: its path, and late events, which only following knows.
std::string traceDigest(const Trace& trace);

// The first line in which the two differ, or an empty text.
std::string firstDifference(const std::string& a, const std::string& b);

} // namespace stepglass::test
