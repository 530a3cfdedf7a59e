// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/write/torch_text.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr std::int64_t kUs = 1'000;
constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

std::string digitsOf(WideInt value)
{
    std::string text;
    do {
        text += static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
    } while (value > 0);
    std::reverse(text.begin(), text.end());
    return text;
}

bool continues(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

} // namespace

std::string decimalText(WideInt numerator, WideInt denominator, int digits)
{
    const bool negative = numerator < 0;
    WideInt scaled = negative ? -numerator : numerator;
    for (int i = 0; i < digits; ++i)
        scaled *= 10;
    WideInt value = scaled / denominator;
    const WideInt twice = (scaled % denominator) * 2;
    if (twice > denominator || (twice == denominator && value % 2 != 0))
        ++value;
    std::string text = digitsOf(value);
    const auto decimals = static_cast<std::size_t>(digits);
    if (text.size() <= decimals)
        text.insert(0, decimals + 1 - text.size(), '0');
    if (digits > 0)
        text.insert(text.size() - decimals, ".");
    if (negative)
        text.insert(text.begin(), '-');
    return text;
}

std::string torchTime(std::int64_t ns, std::uint64_t count, std::string_view unit)
{
    const auto divisor = static_cast<WideInt>(std::max<std::uint64_t>(count, 1));
    const auto reaches = [&](std::int64_t limit) { return static_cast<WideInt>(ns) >= divisor * limit; };
    if (unit.empty())
        unit = reaches(kSecond) ? "s" : reaches(kMs) ? "ms" : "us";
    const std::int64_t scale = unit == "s" ? kSecond : unit == "ms" ? kMs : kUs;
    return decimalText(ns, divisor * scale, 3) + std::string(unit);
}

std::string torchPercent(std::int64_t part, std::int64_t whole)
{
    if (whole == 0)
        return "NaN";
    const WideInt sign = whole < 0 ? -1 : 1;
    return decimalText(sign * part * 100, sign * whole, 2) + "%";
}

std::string torchBytes(std::int64_t bytes)
{
    constexpr std::int64_t kKilo = 1024;
    const WideInt size = bytes < 0 ? -static_cast<WideInt>(bytes) : bytes;
    if (size < kKilo)
        return std::to_string(bytes) + " B";
    if (size < kKilo * kKilo)
        return decimalText(bytes, kKilo, 2) + " KB";
    if (size < kKilo * kKilo * kKilo)
        return decimalText(bytes, kKilo * kKilo, 2) + " MB";
    return decimalText(bytes, kKilo * kKilo * kKilo, 2) + " GB";
}

std::size_t codePoints(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string_view firstCodePoints(std::string_view text, std::size_t count)
{
    std::size_t i = 0;
    while (i < text.size() && (count > 0 || continues(text[i]))) {
        if (!continues(text[i]))
            --count;
        ++i;
    }
    return text.substr(0, i);
}

} // namespace stepglass
