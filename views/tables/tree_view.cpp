// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/tree_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kTimeWidth = 84;
constexpr int kNameWidth = 160; // at least
constexpr int kOpenDepth = 6;

} // namespace

TreeView::TreeView(QWidget* parent)
    : QTreeView(parent)
{
    setModel(&m_tree);
    setItemDelegate(&m_delegate);
    setHeader(&m_header);
    setIndentation(14);
    setUniformRowHeights(true);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setAllColumnsShowFocus(true);
    setSelectionMode(ExtendedSelection);
    connect(&m_header, &QHeaderView::sectionClicked, this, &TreeView::headingClicked);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        const RowName name = m_tree.nameOf(index);
        if (!name.empty())
            Q_EMIT namePicked(name);
    });
    m_header.setSorted(m_tree.sortColumn(), m_order);
}

void TreeView::setTree(std::shared_ptr<const Trace> trace, std::shared_ptr<const CallTree> tree,
                       const QString& deviceWord)
{
    m_tree.setTree(std::move(trace), std::move(tree), deviceWord);
    openHeaviestPath();
}

void TreeView::setTheme(const Theme& theme)
{
    m_delegate.setTheme(theme);
    m_header.setTheme(theme);
    viewport()->update();
}

void TreeView::openHeaviestPath()
{
    QModelIndex at = m_tree.index(0, 0);
    for (int depth = 0; at.isValid() && depth < kOpenDepth; ++depth) {
        expand(at);
        at = m_tree.index(0, 0, at);
    }
}

void TreeView::headingClicked(int column)
{
    const bool again = column == m_tree.sortColumn();
    m_order = again && m_order == Qt::DescendingOrder ? Qt::AscendingOrder : Qt::DescendingOrder;
    m_tree.sort(column, m_order);
    m_header.setSorted(column, m_order);
}

void TreeView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    const int rest = kTimeWidth * 3 + 60;
    setColumnWidth(0, std::max(kNameWidth, viewport()->width() - rest));
    for (const int column : {TreeModel::Total, TreeModel::Self, TreeModel::Device})
        setColumnWidth(column, kTimeWidth);
    setColumnWidth(TreeModel::Calls, 60);
}

void TreeView::copySelection() const
{
    const QModelIndexList selected = selectionModel()->selectedRows();
    if (!selected.isEmpty())
        QGuiApplication::clipboard()->setText(m_tree.asText('\t', &selected));
}

// Letters are the window's keys, not a search by the first letter.
void TreeView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copySelection();
    else if (!event->text().isEmpty() && event->text().at(0).isPrint())
        event->ignore();
    else
        QTreeView::keyPressEvent(event);
}

} // namespace stepglass
