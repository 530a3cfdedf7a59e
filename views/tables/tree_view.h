// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/row_delegate.h"
#include "views/tables/row_header.h"
#include "views/tables/tree_model.h"

#include <QTreeView>

namespace stepglass {

// The call tree, its heaviest path open.
class TreeView : public QTreeView
{
    Q_OBJECT

public:
    explicit TreeView(QWidget* parent = nullptr);
    TreeModel& tree() { return m_tree; }
    void setTree(std::shared_ptr<const Trace> trace, std::shared_ptr<const CallTree> tree, const QString& deviceWord);
    void setTheme(const Theme& theme);
    void copySelection() const;

Q_SIGNALS:
    void namePicked(const stepglass::RowName& name);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void openHeaviestPath();
    void headingClicked(int column);

    TreeModel m_tree;
    RowDelegate m_delegate;
    RowHeader m_header;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

} // namespace stepglass
