// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepglass {
namespace {

// Shown width: code points, not bytes. Wide and combining characters are not worth a table of their own here.
std::size_t widthOf(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

std::string timeText(Ns ns)
{
    struct Unit
    {
        std::uint64_t ns;
        const char* name;
    };
    constexpr std::array<Unit, 3> kUnits{{{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}}};
    const std::uint64_t size = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    const auto unit = std::find_if(kUnits.begin(), kUnits.end() - 1, [size](const Unit& u) { return size >= u.ns; });
    // Rounded to a thousandth of the unit in whole numbers.
    std::uint64_t thousandths = size / (unit->ns / 1000);
    thousandths += size % (unit->ns / 1000) >= (unit->ns / 1000 + 1) / 2 && unit->ns > 1000 ? 1 : 0;
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%s%llu.%03llu %s", ns < 0 ? "-" : "",
                  static_cast<unsigned long long>(thousandths / 1000),
                  static_cast<unsigned long long>(thousandths % 1000), unit->name);
    return buffer;
}

std::string countText(std::uint64_t count)
{
    std::string digits = std::to_string(count);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

std::string bytesText(std::uint64_t bytes)
{
    constexpr std::array<const char*, 5> kUnits{"kB", "MB", "GB", "TB", "PB"};
    if (bytes < 1000)
        return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    while (value >= 999.95 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.1f %s", value, kUnits[unit]);
    return buffer;
}

std::string columnsText(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& alignments,
                        int indent)
{
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], widthOf(row[c]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line(static_cast<std::size_t>(indent), ' ');
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string padding(widths[c] - widthOf(row[c]), ' ');
            const bool right = c < alignments.size() && alignments[c] == Align::Right;
            line += (c > 0 ? "  " : "") + (right ? padding + row[c] : row[c] + padding);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

} // namespace stepglass
