// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as PyTorch prints them, rounded from integers, halves to even.
#pragma once

#include "model/core/wide_int.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stepglass {

// numerator / denominator with `digits` decimals; a negative value keeps its sign even where it rounds to 0, as in
// Python. The denominator is positive.
std::string decimalText(WideInt numerator, WideInt denominator, int digits);

// (ns / count) as s from 1 s on, as ms from 1 ms on, else as us, with three decimals; `unit` ("s", "ms", "us")
// overrides.
std::string torchTime(std::int64_t ns, std::uint64_t count = 1, std::string_view unit = {});

// Part of a whole in percent with two decimals; NaN over a zero whole.
std::string torchPercent(std::int64_t part, std::int64_t whole);

// B, KB, MB, GB in 1024, with two decimals from KB on.
std::string torchBytes(std::int64_t bytes);

// Code points of UTF-8 text, which is what Python counts; and the first `count` of them.
std::size_t codePoints(std::string_view text);
std::string_view firstCodePoints(std::string_view text, std::size_t count);

} // namespace stepglass
