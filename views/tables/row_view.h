// SPDX-License-Identifier: GPL-3.0-or-later
// A flat table: sort by a click on a heading (the largest first), select, copy the selected rows as TSV.
#pragma once

#include "views/tables/row_delegate.h"
#include "views/tables/row_header.h"
#include "views/tables/row_model.h"

#include <QTableView>

namespace stepglass {

class RowView : public QTableView
{
    Q_OBJECT

public:
    explicit RowView(QWidget* parent = nullptr);

    RowModel& rows() { return m_rows; }
    const RowModel& rows() const { return m_rows; }
    void setSource(std::shared_ptr<const RowSource> source);
    void setTheme(const Theme& theme);
    void sortBy(int column, Qt::SortOrder order);
    // Shows `key` as selected without saying so; an empty one or one that is not here clears the selection.
    void showSelected(const RowName& key);
    void copySelection() const;

Q_SIGNALS:
    void rowPicked(int sourceRow); // by the person
    void sorted(int column, Qt::SortOrder order);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void headingClicked(int column);
    void layOutColumns();

    RowModel m_rows;
    RowDelegate m_delegate;
    RowHeader m_header;
    bool m_showing = false; // a selection that comes from outside
};

} // namespace stepglass
