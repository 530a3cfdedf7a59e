// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the trace that a subcommand is about, and which part of it.
#pragma once

#include "app/commands/options.h"
#include "model/core/scope.h"
#include "model/core/status.h"
#include "model/core/trace.h"

#include <memory>
#include <string>

namespace stepglass {

// The whole trace of `path` ("-": standard input). Null after one line on stderr; the command then returns
// kUnreadable.
std::shared_ptr<const Trace> loadOrSay(const std::string& path);

// What --steps and --range mean in this trace: a range counts from its first record. Steps that it does not have, and a
// range that begins behind its end, are errors; the command then returns kBadUsage.
Result<Scope> scopeOf(const Trace& trace, const ScopeOptions& options);

} // namespace stepglass
