// SPDX-License-Identifier: GPL-3.0-or-later
// What every subcommand says and how it ends: results to stdout, messages to stderr, one line each.
#pragma once

#include <string_view>

namespace stepglass {

// Exit codes; scripts rely on them.
constexpr int kDone = 0;
constexpr int kJudgedBad = 1;     // a finding or a regression, where the command was asked to judge
constexpr int kBadUsage = 2;      // options, or a picture or a text that could not be written where it was asked for
constexpr int kUnreadable = 3;    // the input could not be read
constexpr int kCaptureFailed = 4; // the capture or the benchmark failed, or its file could not be written

// Says `stepglass: message` on stderr, as one line whatever the message holds, and returns `code`.
int fail(int code, std::string_view message);

// A remark that changes no result, on stderr.
void remark(std::string_view message);

// Writes to stdout. What cannot be written is reported once, by finishOutput().
void print(std::string_view text);

// Flushes stdout. Returns `code`, or kBadUsage with a message if stdout did not take everything. A reader that went
// away (`| head`) is no error: the rest is dropped in silence.
int finishOutput(int code);

} // namespace stepglass
