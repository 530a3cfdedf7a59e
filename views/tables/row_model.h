// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's view of a RowSource: filtered and sorted here, on plain numbers, so that a click re-sorts within a frame.
#pragma once

#include "views/tables/row_source.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace stepglass {

class RowModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        KindRole = Qt::UserRole, // SliceKind as int; Name columns
        ShareRole,               // of the sorted column's largest figure, 0 to 1; -1: no bar
        MissingRole,             // true: there is no such figure
        FlaggedRole
    };

    explicit RowModel(QObject* parent = nullptr);

    // Keeps sort and filter where the columns are the same.
    void setSource(std::shared_ptr<const RowSource> source);
    const RowSource* source() const { return m_source.get(); }
    void setFilter(const QString& text); // rows whose name contains it, case ignored; several words: all of them
    const QString& filter() const { return m_filter; }

    int sortColumn() const { return m_sortColumn; } // -1: as the source has them
    Qt::SortOrder sortOrder() const { return m_sortOrder; }
    int sourceRow(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    int rowOfKey(const RowName& key) const; // -1: not shown

    // The given rows with headings: tabs for a spreadsheet, or CSV. Numbers plain, in the unit that the heading says.
    QString asText(std::vector<int> rows, QChar separator) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    const Column& column(int c) const { return m_source->columns()[static_cast<std::size_t>(c)]; }
    bool isText(int c) const;
    QString shownText(int row, int c) const;
    QString toolTip(int row, int c) const;
    void rebuild();
    void applySort();

    std::shared_ptr<const RowSource> m_source;
    std::vector<int> m_shown; // rows of the source
    QString m_filter;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    std::int64_t m_largest = 0; // of the sorted column
};

} // namespace stepglass
