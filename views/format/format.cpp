// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/format/format.h"

#include <QChar>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace stepglass {
namespace {

struct Unit
{
    Ns size;
    const char16_t* name;
};
constexpr Unit kUnits[] = {{1'000'000'000, u"s"}, {1'000'000, u"ms"}, {1'000, u"\u00B5s"}, {1, u"ns"}};

constexpr QChar kGap(0x00A0);
constexpr QChar kMinus(0x2212);

const Unit& unitOf(Ns magnitude)
{
    for (const Unit& unit : kUnits) {
        if (magnitude >= unit.size)
            return unit;
    }
    return kUnits[3];
}

QString grouped(std::uint64_t n)
{
    QString digits = QString::number(n);
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3)
        digits.insert(i, kGap);
    return digits;
}

std::uint64_t magnitudeOf(Ns ns)
{
    return ns < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
}

// `ns` in `unit` with `decimals` digits behind the point, rounded in whole numbers.
QString fixed(Ns ns, const Unit& unit, int decimals)
{
    std::uint64_t quantum = static_cast<std::uint64_t>(unit.size);
    std::uint64_t scale = 1;
    for (int i = 0; i < decimals && quantum > 1; ++i) {
        quantum /= 10;
        scale *= 10;
    }
    const std::uint64_t rounded = (magnitudeOf(ns) + quantum / 2) / quantum;
    QString text = grouped(rounded / scale);
    if (scale > 1)
        text += QLatin1Char('.') +
                QString::number(rounded % scale)
                    .rightJustified(static_cast<qsizetype>(QString::number(scale).size() - 1), QLatin1Char('0'));
    if (ns < 0 && rounded > 0)
        text.prepend(kMinus);
    return text + kGap + QString::fromUtf16(unit.name);
}

} // namespace

QString formatDuration(Ns ns)
{
    // What would round up to 1000 of a unit is written in the next one.
    const auto magnitude = static_cast<Ns>(magnitudeOf(ns));
    if (magnitude < 1'000)
        return fixed(ns, kUnits[3], 0);
    if (magnitude < 999'950)
        return fixed(ns, kUnits[2], 1);
    return fixed(ns, magnitude < 999'999'500 ? kUnits[1] : kUnits[0], 3);
}

QString formatExact(Ns ns)
{
    const Unit& unit = unitOf(static_cast<Ns>(magnitudeOf(ns)));
    int decimals = 0;
    for (Ns quantum = unit.size; quantum > 1; quantum /= 10)
        ++decimals;
    QString text = fixed(ns, unit, decimals);
    const qsizetype end = text.lastIndexOf(kGap);
    qsizetype keep = end;
    while (text.contains(QLatin1Char('.')) &&
           (text[keep - 1] == QLatin1Char('0') || text[keep - 1] == QLatin1Char('.'))) {
        --keep;
        if (text[keep] == QLatin1Char('.'))
            break;
    }
    return text.remove(keep, end - keep);
}

QString formatTick(Ns time, Ns step)
{
    // The unit that needs at most three decimals.
    const Unit& unit = step >= 100'000'000 ? kUnits[0] : step >= 1'000 ? kUnits[1] : kUnits[2];
    int decimals = 0;
    for (Ns quantum = unit.size; quantum > step; quantum /= 10)
        ++decimals;
    return fixed(time, unit, decimals);
}

QString formatCount(std::uint64_t n)
{
    return grouped(n);
}

namespace {

// Three digits: 1.5, 20.5, 205.
QString threeDigits(double value)
{
    const double magnitude = std::abs(value);
    const int decimals = magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;
    QString text = QString::number(magnitude, 'f', decimals);
    if (decimals > 0) {
        while (text.endsWith(QLatin1Char('0')))
            text.chop(1);
        if (text.endsWith(QLatin1Char('.')))
            text.chop(1);
    }
    return value < 0 && text != QLatin1String("0") ? kMinus + text : text;
}

QString withPrefix(double value, const std::array<const char*, 6>& units)
{
    if (!std::isfinite(value))
        return QStringLiteral("\u2013");
    std::size_t unit = 0;
    while (std::abs(value) >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    const QString text = threeDigits(value);
    return *units[unit] == '\0' ? text : text + kGap + QLatin1String(units[unit]);
}

} // namespace

QString formatBytes(double bytes)
{
    return withPrefix(bytes, {"B", "KB", "MB", "GB", "TB", "PB"});
}

QString formatValue(double value)
{
    if (std::abs(value) < 0.01 && value != 0)
        return QString::number(value, 'g', 3);
    return withPrefix(value, {"", "k", "M", "G", "T", "P"});
}

QString formatPercent(double share)
{
    if (!std::isfinite(share))
        return QStringLiteral("\u2013");
    const double percent = share * 100;
    const bool small = percent > 0 && percent < 9.95;
    return QString::number(percent, 'f', small ? 1 : 0) + kGap + QLatin1Char('%');
}

QString elideMiddle(const QString& text, double width, const std::function<double(const QString&)>& advance)
{
    // Measuring takes time for each character: of a very long text only its ends can be seen.
    constexpr qsizetype kLongest = 4000;
    if (text.size() > kLongest)
        return elideMiddle(text.left(kLongest / 2) + text.right(kLongest / 2 - 1), width, advance);
    if (advance(text) <= width)
        return text;
    const QChar ellipsis(0x2026);
    const auto cut = [&](qsizetype kept) {
        const qsizetype tail = kept * 2 / 5;
        return text.left(kept - tail) + ellipsis + text.right(tail);
    };
    qsizetype low = 0;
    qsizetype high = text.size() - 1;
    while (low < high) { // the most characters that fit
        const qsizetype middle = (low + high + 1) / 2;
        if (advance(cut(middle)) <= width)
            low = middle;
        else
            high = middle - 1;
    }
    return low > 0 ? cut(low) : QString();
}

QString sentenceCase(std::string_view text)
{
    QString words = toQString(text);
    words.replace(0, 1, words.left(1).toUpper());
    return words;
}

} // namespace stepglass
