// SPDX-License-Identifier: GPL-3.0-or-later
// A column of durations in 32 bits each: nearly all are shorter than 4 s. Longer ones stand in a column beside it.
#pragma once

#include "model/core/append_column.h"
#include "model/core/ids.h"

#include <cstdint>

namespace stepglass {

struct LongDuration
{
    std::uint32_t row = 0; // ascending
    Ns duration = 0;
};

// Shared by both sides: a row of `column`, or where it is too long for that, what `longer` has for it.
template<class Column, class Longer>
Ns durationAt(const Column& column, const Longer& longer, std::uint32_t row)
{
    constexpr std::uint32_t kLong = 0xFFFFFFFFu;
    const std::uint32_t d = column[row];
    if (d != kLong)
        return Ns{d};
    std::uint32_t low = 0;
    for (std::uint32_t n = longer.size(); n > 1;) {
        const std::uint32_t half = n / 2;
        low += longer[low + half].row <= row ? half : 0;
        n -= half;
    }
    return longer[low].duration;
}

class DurationView
{
public:
    DurationView() = default;
    DurationView(ColumnView<std::uint32_t> column, ColumnView<LongDuration> longer)
        : m_column(std::move(column))
        , m_longer(std::move(longer))
    {
    }
    Ns operator[](std::uint32_t row) const { return durationAt(m_column, m_longer, row); }

private:
    ColumnView<std::uint32_t> m_column;
    ColumnView<LongDuration> m_longer;
};

class DurationColumn
{
public:
    void push(Ns duration) // >= 0
    {
        constexpr Ns kLong = 0xFFFFFFFF;
        if (duration >= kLong)
            m_longer.push({m_column.size(), duration});
        m_column.push(static_cast<std::uint32_t>(duration < kLong ? duration : kLong));
    }
    std::uint32_t size() const { return m_column.size(); }
    Ns operator[](std::uint32_t row) const { return durationAt(m_column, m_longer, row); }
    DurationView snapshot() const { return {m_column.snapshot(), m_longer.snapshot()}; }

private:
    AppendColumn<std::uint32_t> m_column;
    AppendColumn<LongDuration> m_longer;
};

} // namespace stepglass
