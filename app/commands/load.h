// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the trace that a subcommand is about.
#pragma once

#include "model/core/trace.h"

#include <memory>
#include <string>

namespace stepglass {

// The whole trace of `path` ("-": standard input). Null after one line on stderr; the command then returns
// kUnreadable.
std::shared_ptr<const Trace> loadOrSay(const std::string& path);

} // namespace stepglass
