// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/row_layout.h"

#include "views/timeline/row_groups.h"

#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace stepglass {
namespace {

// Applies a person's choices to the rows of a trace and gives them their places.
class Builder
{
public:
    Builder(const Trace& trace, const CounterIndex& counters, const RowChoices& choices)
        : m_trace(trace)
        , m_counters(counters)
        , m_choices(choices)
    {
        if (choices.filter.isEmpty())
            return;
        const QString wildcards = QRegularExpression::wildcardToRegularExpression(
            QLatin1Char('*') + choices.filter + QLatin1Char('*'), QRegularExpression::UnanchoredWildcardConversion);
        m_filter = QRegularExpression(wildcards, QRegularExpression::CaseInsensitiveOption);
        if (!m_filter->isValid()) // "[" alone is no set of characters: it stands for itself
            m_filter->setPattern(QRegularExpression::escape(choices.filter));
    }

    RowLayout build()
    {
        std::vector<Row> top = topRows(m_trace, m_counters);
        std::vector<RowGroup> groups = rowGroups(m_trace, m_counters);
        moveToOrder(top, [](const Row& row) -> const std::string& { return row.key; });
        moveToOrder(groups, [](const RowGroup& g) -> const std::string& { return g.header.key; });
        for (Row& row : top)
            add(std::move(row));
        for (RowGroup& group : groups)
            addGroup(group);
        return finish();
    }

private:
    template<class T, class Key>
    void moveToOrder(std::vector<T>& items, Key keyOf) const
    {
        const auto rank = [&](const T& item) {
            return std::find(m_choices.order.begin(), m_choices.order.end(), keyOf(item)) - m_choices.order.begin();
        };
        if (!m_choices.order.empty())
            std::stable_sort(items.begin(), items.end(), [&](const T& a, const T& b) { return rank(a) < rank(b); });
    }

    bool shown(const Row& row, const QString& groupTitle) const
    {
        if (m_choices.hidden.contains(row.key))
            return false;
        return !m_filter ||
               m_filter->match(groupTitle + QLatin1Char(' ') + row.title + QLatin1Char(' ') + row.detail).hasMatch();
    }

    void add(Row row, const QString& groupTitle = {})
    {
        if (!shown(row, groupTitle))
            return;
        row.pinned = m_choices.pinned.contains(row.key);
        row.collapsed = m_choices.collapsed.contains(row.key);
        if (row.type == Row::Type::Header) {
            row.height = measure::kHeader;
        } else if (row.type == Row::Type::Counter) {
            row.height = row.collapsed ? measure::kLane + 2 * measure::kRowPad : measure::kCounter;
        } else {
            if (row.collapsed) {
                row.laneCount = std::min(row.laneCount, 1);
            } else if (m_choices.mostLanes > 0 && row.laneCount > m_choices.mostLanes) {
                row.detail += (row.detail.isEmpty() ? QString() : QStringLiteral(" \u00B7 ")) +
                              QStringLiteral("%1 of %2 levels").arg(m_choices.mostLanes).arg(row.laneCount);
                row.laneCount = m_choices.mostLanes;
            }
            const int lanes = row.laneCount * (row.laneHeight + measure::kLaneGap) - measure::kLaneGap;
            row.height = std::max(lanes + 2 * measure::kRowPad, row.detail.isEmpty() ? 0 : measure::kTwoLines);
        }
        (row.pinned ? m_pinned : m_rows).push_back(std::move(row));
    }

    void addGroup(RowGroup& group)
    {
        const bool hidden = m_choices.hidden.contains(group.header.key);
        const bool any = std::any_of(group.rows.begin(), group.rows.end(),
                                     [&](const Row& row) { return shown(row, group.header.title); });
        if (hidden || !any)
            return;
        const QString title = group.header.title;
        const std::string key = group.header.key;
        const bool collapsed = m_choices.collapsed.contains(key);
        m_rows.push_back(group.header);
        m_rows.back().collapsed = collapsed;
        m_rows.back().height = measure::kHeader;
        moveToOrder(group.rows, [](const Row& row) -> const std::string& { return row.key; });
        for (Row& row : group.rows) {
            row.group = key;
            if (!collapsed || m_choices.pinned.contains(row.key))
                add(std::move(row), title);
        }
    }

    RowLayout finish()
    {
        RowLayout layout;
        for (Row& row : m_pinned) {
            row.top = layout.pinnedHeight;
            layout.pinnedHeight += row.height;
            layout.rows.push_back(std::move(row));
        }
        for (Row& row : m_rows) {
            row.top = layout.height;
            layout.height += row.height;
            layout.rows.push_back(std::move(row));
        }
        placeInstants(m_trace, layout);
        return layout;
    }

    const Trace& m_trace;
    const CounterIndex& m_counters;
    const RowChoices& m_choices;
    std::optional<QRegularExpression> m_filter;
    std::vector<Row> m_rows, m_pinned;
};

} // namespace

RowLayout layoutRows(const Trace& trace, const CounterIndex& counters, const RowChoices& choices)
{
    return Builder(trace, counters, choices).build();
}

const Row* RowLayout::row(const std::string& key) const
{
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.key == key; });
    return it == rows.end() ? nullptr : &*it;
}

const Row* RowLayout::rowOf(TrackId track) const
{
    const auto it = std::find_if(rows.begin(), rows.end(),
                                 [&](const Row& r) { return r.type == Row::Type::Lanes && r.track == track; });
    return it == rows.end() ? nullptr : &*it;
}

std::string toText(const RowLayout& layout)
{
    std::string text;
    for (const Row& row : layout.rows) {
        text += (row.pinned ? "^" : "") + std::to_string(row.top) + " " + std::to_string(row.height) + " " + row.key +
                " \"" + row.title.toStdString() + "\" \"" + row.detail.toStdString() + "\"";
        if (row.type == Row::Type::Lanes)
            text += " " + std::to_string(row.laneCount);
        text += "\n";
    }
    return text;
}

} // namespace stepglass
