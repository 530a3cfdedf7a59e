// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/scope_text.h"

#include <charconv>
#include <limits>
#include <utility>

namespace stepglass {
namespace {

struct Unit
{
    std::string_view suffix;
    std::int64_t ns;
    int digits; // behind the point that a whole ns allows
};
constexpr Unit kUnits[] = {{"ns", 1, 0}, {"us", 1'000, 3}, {"ms", 1'000'000, 6}, {"s", 1'000'000'000, 9}};

Status badDuration(std::string_view text)
{
    return Status::error("'" + std::string(text) + "' is no time: a number with ns, us, ms or s was expected");
}

bool readNumber(std::string_view text, std::int64_t& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 0 && text.front() != '-';
}

// Halves of "a..b", or the whole twice.
std::pair<std::string_view, std::string_view> halves(std::string_view text)
{
    const auto dots = text.find("..");
    return dots == std::string_view::npos ? std::pair(text, text)
                                          : std::pair(text.substr(0, dots), text.substr(dots + 2));
}

} // namespace

Result<std::int64_t> parseDuration(std::string_view text)
{
    for (const Unit& unit : kUnits) { // "s" last: the others end in it too
        if (!text.ends_with(unit.suffix))
            continue;
        std::string_view number = text.substr(0, text.size() - unit.suffix.size());
        while (number.ends_with(' '))
            number.remove_suffix(1);
        const auto point = number.find('.');
        const std::string_view whole = number.substr(0, point);
        std::string fraction(point == std::string_view::npos ? std::string_view() : number.substr(point + 1));
        if (whole.empty() || (point != std::string_view::npos && fraction.empty()) ||
            fraction.size() > static_cast<std::size_t>(unit.digits))
            return badDuration(text);
        fraction.append(static_cast<std::size_t>(unit.digits) - fraction.size(), '0');
        std::int64_t high = 0;
        std::int64_t low = 0;
        if (!readNumber(whole, high) || (!fraction.empty() && !readNumber(fraction, low)) ||
            high > std::numeric_limits<std::int64_t>::max() / unit.ns - 1)
            return badDuration(text);
        return high * unit.ns + low;
    }
    return badDuration(text);
}

Result<RangeOption> parseRange(std::string_view text)
{
    if (text.find("..") == std::string_view::npos)
        return Status::error("'" + std::string(text) + "' is no range: FROM..TO was expected, such as 1.2ms..3ms");
    const auto [first, second] = halves(text);
    const auto from = parseDuration(first);
    if (!from.ok())
        return from.status();
    const auto to = parseDuration(second);
    if (!to.ok())
        return to.status();
    if (to.value() <= from.value())
        return Status::error("'" + std::string(text) + "' ends before it begins");
    return RangeOption{from.value(), to.value()};
}

Result<StepsOption> parseSteps(std::string_view text)
{
    const auto [first, last] = halves(text);
    StepsOption steps;
    if (first.empty() || last.empty() || !readNumber(first, steps.first) || !readNumber(last, steps.last))
        return Status::error("'" + std::string(text) + "' names no steps: N or N..M was expected, such as 2..5");
    if (steps.last < steps.first)
        return Status::error("'" + std::string(text) + "' ends before it begins");
    return steps;
}

} // namespace stepglass
