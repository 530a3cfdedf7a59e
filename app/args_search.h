// SPDX-License-Identifier: GPL-3.0-or-later
// The args of records, read back from the file: of one record for the details, of all for a search. Off the UI thread.
#pragma once

#include "model/core/trace.h"

#include <QString>

#include <stop_token>
#include <string>
#include <vector>

namespace stepglass {

// A line a member, as the file has them; one sentence if they cannot be read back.
QString argsText(const Trace& trace, std::uint64_t source);

// Slices whose record holds `text` (case ignored, ASCII), found by one pass over the file's text.
std::vector<SliceId> slicesWithText(const Trace& trace, const std::string& text, std::stop_token stop);

} // namespace stepglass
