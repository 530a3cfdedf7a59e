// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of --steps, --range and durations.
#pragma once

#include "app/commands/options.h"
#include "model/core/status.h"

#include <string_view>

namespace stepglass {

// "1.2ms", "350us", "2s", "17ns" -> ns, exact to the ns (further digits are an error), 0 or more. The error says what
// was expected.
Result<std::int64_t> parseDuration(std::string_view text);

// "1.2ms..3ms"; the end is after the start.
Result<RangeOption> parseRange(std::string_view text);

// "2..5" or "3"; the end is not before the start.
Result<StepsOption> parseSteps(std::string_view text);

} // namespace stepglass
