// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/row_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScopedValueRollback>

#include <algorithm>

namespace stepglass {

namespace {

// What the name keeps at least: beside the columns that are always there, and beside others.
constexpr int kNarrowName = 124;
constexpr int kNameWidth = 150;

} // namespace

RowView::RowView(QWidget* parent)
    : QTableView(parent)
{
    setModel(&m_rows);
    setItemDelegate(&m_delegate);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(RowDelegate::kRowHeight);
    verticalHeader()->setMinimumSectionSize(RowDelegate::kRowHeight);
    setHorizontalHeader(&m_header);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &RowView::headingClicked);
}

void RowView::setTheme(const Theme& theme)
{
    m_delegate.setTheme(theme);
    m_header.setTheme(theme);
    viewport()->update();
}

void RowView::setSource(std::shared_ptr<const RowSource> source)
{
    const QScopedValueRollback showing(m_showing, true);
    const int columns = m_rows.columnCount();
    m_rows.setSource(std::move(source));
    m_header.setSorted(m_rows.sortColumn(), m_rows.sortOrder());
    if (columns != m_rows.columnCount() || m_rows.sortColumn() < 0)
        layOutColumns();
}

void RowView::sortBy(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= m_rows.columnCount())
        return;
    m_rows.sort(column, order);
    m_header.setSorted(column, order);
    layOutColumns();
    Q_EMIT sorted(column, order);
}

void RowView::headingClicked(int column)
{
    const bool again = column == m_rows.sortColumn() && m_rows.sortOrder() == Qt::DescendingOrder;
    const auto type = m_rows.source()->columns()[static_cast<std::size_t>(column)].type;
    const bool text = type == Column::Type::Name || type == Column::Type::Text;
    if (column == m_rows.sortColumn())
        sortBy(column, again ? Qt::AscendingOrder : Qt::DescendingOrder);
    else
        sortBy(column, text ? Qt::AscendingOrder : Qt::DescendingOrder);
}

// The name takes what is left; columns go, those wanted least first, where it would become too narrow. The column that
// the table is sorted by stays.
void RowView::layOutColumns()
{
    if (!m_rows.source())
        return;
    const auto& columns = m_rows.source()->columns();
    const auto always = [&](std::size_t c) {
        return columns[c].wanted == Column::Wanted::Always || static_cast<int>(c) == m_rows.sortColumn();
    };
    int room = viewport()->width();
    std::vector<bool> shown(columns.size(), false);
    for (std::size_t c = 1; c < columns.size(); ++c) {
        shown[c] = always(c);
        room -= shown[c] ? columns[c].width : 0;
    }
    for (const auto wanted : {Column::Wanted::Usually, Column::Wanted::WhereRoom}) {
        for (std::size_t c = 1; c < columns.size(); ++c) {
            if (shown[c] || columns[c].wanted != wanted || room < kNameWidth + columns[c].width)
                continue;
            shown[c] = true;
            room -= columns[c].width;
        }
    }
    for (std::size_t c = 1; c < columns.size(); ++c) {
        setColumnHidden(static_cast<int>(c), !shown[c]);
        setColumnWidth(static_cast<int>(c), columns[c].width);
    }
    setColumnWidth(0, std::max(room, kNarrowName));
}

void RowView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layOutColumns();
}

void RowView::showSelected(const RowName& key)
{
    const QScopedValueRollback showing(m_showing, true);
    const int row = m_rows.rowOfKey(key);
    if (row < 0) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    if (currentIndex().row() == row && selectionModel()->isRowSelected(row, {}))
        return;
    selectRow(row);
    scrollTo(m_rows.index(row, 0));
}

void RowView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_showing && current.isValid() && current.row() != previous.row())
        Q_EMIT rowPicked(m_rows.sourceRow(current.row()));
}

// A click on the current row picks it anew: the selection may have moved on to one of its slices.
void RowView::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex before = currentIndex();
    QTableView::mousePressEvent(event);
    if (before.isValid() && currentIndex().row() == before.row() && event->button() == Qt::LeftButton)
        Q_EMIT rowPicked(m_rows.sourceRow(before.row()));
}

void RowView::copySelection() const
{
    std::vector<int> rows;
    const QModelIndexList selected = selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        rows.push_back(index.row());
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(m_rows.asText(std::move(rows), '\t'));
}

// Letters are the window's keys, not a search by the first letter.
void RowView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    if (!event->text().isEmpty() && event->text().at(0).isPrint()) {
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace stepglass
