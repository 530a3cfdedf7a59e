// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers, times and names are written everywhere in the window and in pictures.
#pragma once

#include "model/core/ids.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <string_view>

namespace stepglass {

// A length: "640 ns", "654.8 µs", "7.143 ms", "2.105 s". Rounded half away from zero.
QString formatDuration(Ns ns);
// The same with every digit: "7.143201 ms", "1.000000001 s", "640 ns".
QString formatExact(Ns ns);
// A point in time for an axis whose ticks lie `step` ns apart: all ticks get one unit and no digit too many.
QString formatTick(Ns time, Ns step);
// 1234567 as "1 234 567", the gaps being no-break spaces (the interface's face has no thin space).
QString formatCount(std::uint64_t n);
// "512 B", "1.5 KB", "205 MB": powers of 1000, up to 3 digits.
QString formatBytes(double bytes);
// Three significant digits, for values of counters without a unit.
QString formatValue(double value);
// 0.314 as "31 %"; below 10 % with one decimal.
QString formatPercent(double share);

// `text` within `width`: as it is, or with its middle cut out for an ellipsis, keeping a little more of the head.
// `advance` gives the width of a text. Empty where not even one character and the ellipsis fit.
QString elideMiddle(const QString& text, double width, const std::function<double(const QString&)>& advance);

// "data loading" as "Data loading".
QString sentenceCase(std::string_view text);

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace stepglass
