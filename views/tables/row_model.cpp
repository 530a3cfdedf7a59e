// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/row_model.h"

#include <QStringList>

#include <algorithm>
#include <limits>
#include <numeric>

namespace stepglass {

namespace {

bool sameColumns(const RowSource& a, const RowSource& b)
{
    return std::equal(a.columns().begin(), a.columns().end(), b.columns().begin(), b.columns().end(),
                      [](const Column& x, const Column& y) { return x.title == y.title; });
}

} // namespace

RowModel::RowModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void RowModel::setSource(std::shared_ptr<const RowSource> source)
{
    beginResetModel();
    const bool same = m_source && source && sameColumns(*m_source, *source);
    m_source = std::move(source);
    if (!same)
        m_sortColumn = -1;
    rebuild();
    endResetModel();
}

void RowModel::setFilter(const QString& text)
{
    if (text == m_filter)
        return;
    beginResetModel();
    m_filter = text;
    rebuild();
    endResetModel();
}

void RowModel::rebuild()
{
    m_shown.clear();
    m_largest = 0;
    if (!m_source)
        return;
    const QStringList words = m_filter.split(' ', Qt::SkipEmptyParts);
    for (int row = 0; row < m_source->rowCount(); ++row) {
        const QString name = words.isEmpty() ? QString() : m_source->text(row, 0);
        if (std::all_of(words.begin(), words.end(),
                        [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); }))
            m_shown.push_back(row);
    }
    applySort();
}

bool RowModel::isText(int c) const
{
    return column(c).type == Column::Type::Name || column(c).type == Column::Type::Text;
}

void RowModel::sort(int column, Qt::SortOrder order)
{
    if (!m_source || column < 0 || column >= columnCount())
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    const std::vector<int> rowsBefore = m_shown;
    applySort();
    if (!before.isEmpty()) {
        std::vector<int> place(static_cast<std::size_t>(m_source->rowCount()), -1);
        for (std::size_t i = 0; i < m_shown.size(); ++i)
            place[static_cast<std::size_t>(m_shown[i])] = static_cast<int>(i);
        QModelIndexList after;
        for (const QModelIndex& old : before) {
            const int row = rowsBefore[static_cast<std::size_t>(old.row())];
            after << index(place[static_cast<std::size_t>(row)], old.column());
        }
        changePersistentIndexList(before, after);
    }
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

// Rows without the figure stand last in either order; equal ones keep the source's order.
void RowModel::applySort()
{
    m_largest = 0;
    std::sort(m_shown.begin(), m_shown.end());
    if (m_sortColumn < 0)
        return;
    const bool down = m_sortOrder == Qt::DescendingOrder;
    if (isText(m_sortColumn)) {
        std::vector<QString> keys(static_cast<std::size_t>(m_source->rowCount()));
        for (const int row : m_shown)
            keys[static_cast<std::size_t>(row)] = m_source->text(row, m_sortColumn);
        std::stable_sort(m_shown.begin(), m_shown.end(), [&](int a, int b) {
            const int order =
                keys[static_cast<std::size_t>(a)].compare(keys[static_cast<std::size_t>(b)], Qt::CaseInsensitive);
            return down ? order > 0 : order < 0;
        });
        return;
    }
    std::vector<std::int64_t> keys(static_cast<std::size_t>(m_source->rowCount()));
    const std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (const int row : m_shown) {
        const std::optional<std::int64_t> value = m_source->number(row, m_sortColumn);
        keys[static_cast<std::size_t>(row)] = !value ? last : down ? -*value : *value;
        m_largest = std::max(m_largest, value.value_or(0));
    }
    std::stable_sort(m_shown.begin(), m_shown.end(), [&](int a, int b) {
        return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
}

int RowModel::rowOfKey(const RowName& key) const
{
    for (std::size_t i = 0; i < m_shown.size() && !key.empty(); ++i) {
        if (m_source->key(m_shown[i]) == key)
            return static_cast<int>(i);
    }
    return -1;
}

QString RowModel::asText(std::vector<int> rows, QChar separator) const
{
    if (!m_source)
        return {};
    std::sort(rows.begin(), rows.end());
    QString out;
    const auto append = [&](const QString& cell, int c) {
        out += quotedCell(cell, separator) + (c + 1 < columnCount() ? separator : QChar('\n'));
    };
    for (int c = 0; c < columnCount(); ++c) {
        const QString unit = numberUnit(column(c).type);
        append(unit.isEmpty() ? column(c).title : column(c).title + " (" + unit + ")", c);
    }
    for (const int shown : rows) {
        const int row = sourceRow(shown);
        for (int c = 0; c < columnCount(); ++c) {
            const std::optional<std::int64_t> value = isText(c) ? std::nullopt : m_source->number(row, c);
            append(isText(c) ? m_source->text(row, c) : value ? plainNumber(column(c).type, *value) : QString(), c);
        }
    }
    return out;
}

int RowModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int RowModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_source ? 0 : static_cast<int>(m_source->columns().size());
}

QString RowModel::shownText(int row, int c) const
{
    if (isText(c))
        return m_source->text(row, c);
    const std::optional<std::int64_t> value = m_source->number(row, c);
    return value ? displayNumber(column(c).type, *value) : QStringLiteral("–");
}

QString RowModel::toolTip(int row, int c) const
{
    QStringList lines;
    if (isText(c)) {
        lines << m_source->text(row, c);
    } else {
        const std::optional<std::int64_t> value = m_source->number(row, c);
        lines << column(c).title + ": " + (value ? exactNumber(column(c).type, *value) : QStringLiteral("–"));
        lines << column(c).tip;
    }
    lines << m_source->note(row, c);
    lines.removeAll(QString());
    return lines.join('\n').toHtmlEscaped().replace('\n', QLatin1String("<br>"));
}

QVariant RowModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_source)
        return {};
    const int row = sourceRow(index.row()), c = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return shownText(row, c);
    case Qt::ToolTipRole:
        return toolTip(row, c);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isText(c) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case KindRole:
        return static_cast<int>(m_source->kind(row));
    case MissingRole:
        return !isText(c) && !m_source->number(row, c);
    case FlaggedRole:
        return m_source->flagged(row, c);
    case ShareRole: {
        if (c != m_sortColumn || isText(c) || m_largest <= 0 || !column(c).additive)
            return -1.0;
        return static_cast<double>(m_source->number(row, c).value_or(0)) / static_cast<double>(m_largest);
    }
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_source || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole)
        return column(section).title;
    if (role == Qt::ToolTipRole)
        return column(section).tip.toHtmlEscaped();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

} // namespace stepglass
