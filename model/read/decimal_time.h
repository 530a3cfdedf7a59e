// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal texts to integers, exactly: NUMBERS §1.
#pragma once

#include "model/core/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepglass {

// Decimal microseconds, `[+-]digits[.digits][e±digits]`, to the nearest ns, halves away from zero. None for what is no
// such text, and beyond 2^61 ns either way (so that starts and durations can be added).
std::optional<Ns> decimalMicros(std::string_view text);

// The number that a text of that form is; none for other texts.
std::optional<double> decimalNumber(std::string_view text);

// The number that up to 16 digits and nothing else write.
std::optional<std::uint64_t> plainDigits(std::string_view text);

// A whole number (fractions cut off); none if it is none or does not fit.
std::optional<std::int64_t> decimalInteger(std::string_view text);

} // namespace stepglass
