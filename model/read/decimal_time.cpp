// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/decimal_time.h"

#include "model/read/byte_loads.h"
#include "model/read/json_scan.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stepglass {
namespace {

using scan::isDigit;

constexpr std::uint64_t kLimit = std::uint64_t{1} << 61;

// A decimal text taken apart: sign, digits without the point, and where the point stands.
struct Decimal
{
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;
};

std::string_view takeDigits(std::string_view& text)
{
    std::size_t n = 0;
    while (n < text.size() && isDigit(text[n]))
        ++n;
    const std::string_view digits = text.substr(0, n);
    text.remove_prefix(n);
    return digits;
}

bool takeExponent(std::string_view text, std::int64_t& exponent)
{
    text.remove_prefix(1);
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+'))
        text.remove_prefix(1);
    const std::string_view digits = takeDigits(text);
    if (digits.empty() || !text.empty())
        return false;
    exponent = 0;
    for (const char c : digits)
        exponent = std::min<std::int64_t>(exponent * 10 + (c - '0'), 1'000'000);
    exponent = negative ? -exponent : exponent;
    return true;
}

std::optional<Decimal> takeApart(std::string_view text)
{
    Decimal d;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        d.negative = text[0] == '-';
        text.remove_prefix(1);
    }
    d.whole = takeDigits(text);
    if (!text.empty() && text[0] == '.') {
        text.remove_prefix(1);
        d.fraction = takeDigits(text);
    }
    if (d.whole.empty() && d.fraction.empty())
        return std::nullopt;
    if (!text.empty() && ((text[0] | 0x20) != 'e' || !takeExponent(text, d.exponent)))
        return std::nullopt;
    return d;
}

// |d| * 10^shift, rounded halves up; none beyond 2^61.
std::optional<std::uint64_t> scaled(const Decimal& d, std::int64_t shift)
{
    // Digit i of the number stands at 10^(units - 1 - i) of the result.
    const auto digits = static_cast<std::int64_t>(d.whole.size() + d.fraction.size());
    const std::int64_t units = static_cast<std::int64_t>(d.whole.size()) + d.exponent + shift;
    const auto digit = [&](std::int64_t i) -> unsigned {
        if (i < 0 || i >= digits)
            return 0;
        const auto k = static_cast<std::size_t>(i);
        return static_cast<unsigned>((k < d.whole.size() ? d.whole[k] : d.fraction[k - d.whole.size()]) - '0');
    };
    std::uint64_t value = 0;
    for (std::int64_t i = 0; i < units; ++i) {
        if (i >= digits && value == 0)
            break; // 0e999
        value = value * 10 + digit(i);
        if (value > kLimit)
            return std::nullopt;
    }
    return units >= 0 && digit(units) >= 5 ? value + 1 : value;
}

} // namespace

namespace {

constexpr std::uint64_t kZeros = 0x3030303030303030ull;

// Of 8 characters, the first in the lowest byte: whether all are digits, and their number.
bool areDigits(std::uint64_t eight)
{
    constexpr std::uint64_t kUpper = 0xF0F0F0F0F0F0F0F0ull;
    return ((eight & kUpper) | (((eight + 0x0606060606060606ull) & kUpper) >> 4)) == 0x3333333333333333ull;
}
std::uint64_t numberOf(std::uint64_t eight)
{
    eight -= kZeros;
    eight = eight * 10 + (eight >> 8);
    constexpr std::uint64_t kMask = 0x000000FF000000FFull;
    constexpr std::uint64_t kFirst = 0x000F424000000064ull;  // 1000000, 100
    constexpr std::uint64_t kSecond = 0x0000271000000001ull; // 10000, 1
    return ((eight & kMask) * kFirst + ((eight >> 16) & kMask) * kSecond) >> 32;
}

// The number that `n` digits write, 1 <= n <= 16; false where one is no digit.
bool takeNumber(const char* p, std::size_t n, std::uint64_t& value)
{
    constexpr std::array<std::uint64_t, 9> kPowers{1,       10,        100,        1'000,      10'000,
                                                   100'000, 1'000'000, 10'000'000, 100'000'000};
    value = 0;
    if (n < 8) {
        for (std::size_t i = 0; i < n; ++i) {
            if (!isDigit(p[i]))
                return false;
            value = value * 10 + static_cast<std::uint64_t>(p[i] - '0');
        }
        return true;
    }
    const std::uint64_t first = load8(p);
    const std::uint64_t last = load8(p + n - 8); // overlaps with the first
    if (!areDigits(first) || !areDigits(last))
        return false;
    value = numberOf(first);
    const std::size_t more = n - 8;
    if (more > 0) {
        const std::uint64_t seen = more == 8 ? 0 : ~std::uint64_t{0} >> (8 * more);
        value = value * kPowers[more] + numberOf((last & ~seen) | (kZeros & seen));
    }
    return true;
}

} // namespace

std::optional<Ns> decimalMicros(std::string_view text)
{
    // The usual form, up to 15 digits before the point and exactly 3 behind it or none: all of it fits into 64 bits.
    constexpr std::size_t kMostDigits = 15;
    const char* p = text.data();
    const bool point = text.size() > 4 && p[text.size() - 4] == '.';
    const std::size_t whole = text.size() - (point ? 4 : 0);
    std::uint64_t micros = 0;
    std::uint64_t nanos = 0;
    if (whole > 0 && whole <= kMostDigits && takeNumber(p, whole, micros) &&
        (!point || takeNumber(p + whole + 1, 3, nanos)))
        return static_cast<Ns>(micros * 1000 + nanos);
    const std::optional<Decimal> d = takeApart(text);
    const std::optional<std::uint64_t> ns = d ? scaled(*d, 3) : std::nullopt;
    if (!ns)
        return std::nullopt;
    return d->negative ? -static_cast<Ns>(*ns) : static_cast<Ns>(*ns);
}

std::optional<double> decimalNumber(std::string_view text)
{
    if (!takeApart(text))
        return std::nullopt;
    if (text[0] == '+')
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<std::uint64_t> plainDigits(std::string_view text)
{
    std::uint64_t value = 0;
    if (text.empty() || text.size() > 16 || !takeNumber(text.data(), text.size(), value))
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> decimalInteger(std::string_view text)
{
    if (const std::optional<std::uint64_t> plain = plainDigits(text))
        return static_cast<std::int64_t>(*plain);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size())
        return value;
    std::optional<Decimal> d = takeApart(text);
    if (!d)
        return std::nullopt;
    if (d->exponent == 0)
        d->fraction = {};
    const std::optional<std::uint64_t> n = scaled(*d, 0);
    if (!n)
        return std::nullopt;
    return d->negative ? -static_cast<std::int64_t>(*n) : static_cast<std::int64_t>(*n);
}

} // namespace stepglass
