// SPDX-License-Identifier: GPL-3.0-or-later
// The call tree for the window: region, operator, kernel; the heaviest child first, or by the column that was clicked.
#pragma once

#include "model/core/call_tree.h"
#include "model/core/trace.h"
#include "views/document/selection.h"

#include <QAbstractItemModel>

#include <memory>
#include <set>
#include <vector>

namespace stepglass {

class TreeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    explicit TreeModel(QObject* parent = nullptr);

    void setTree(std::shared_ptr<const Trace> trace, std::shared_ptr<const CallTree> tree, const QString& deviceWord);
    RowName nameOf(const QModelIndex& index) const;
    int sortColumn() const { return m_sortColumn; }
    // All nodes, or those of `only` (one index a node), from the top down in the order shown: a line each with its
    // depth, times in us, and the headings above.
    QString asText(QChar separator, const QModelIndexList* only = nullptr) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

    enum Column
    {
        Name,
        Total,
        Self,
        Device,
        Calls
    };

private:
    const CallTreeNode& node(std::uint32_t n) const { return m_tree->nodes[n]; }
    std::uint32_t nodeOf(const QModelIndex& index) const;
    std::int64_t figure(const CallTreeNode& node, int column) const;
    QString text(const CallTreeNode& node, int column) const;
    void order();
    void appendText(std::uint32_t n, int depth, QChar separator, const std::set<std::uint32_t>* only,
                    QString& out) const;

    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const CallTree> m_tree;
    std::vector<std::vector<std::uint32_t>> m_children; // of every node, in the order shown
    std::vector<std::uint32_t> m_row;                   // place of every node among its siblings
    QString m_deviceWord;
    int m_sortColumn = Total;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace stepglass
