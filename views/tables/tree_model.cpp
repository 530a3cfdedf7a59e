// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/tree_model.h"

#include "views/format/format.h"
#include "views/tables/row_model.h"

#include <algorithm>

namespace stepglass {

namespace {

const QString kNone = QStringLiteral("–"); // a figure that the row does not have

} // namespace

TreeModel::TreeModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

void TreeModel::setTree(std::shared_ptr<const Trace> trace, std::shared_ptr<const CallTree> tree,
                        const QString& deviceWord)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_tree = std::move(tree);
    m_deviceWord = deviceWord;
    order();
    endResetModel();
}

void TreeModel::order()
{
    m_children.clear();
    m_row.clear();
    if (!m_tree || m_tree->nodes.empty())
        return;
    m_children.resize(m_tree->nodes.size());
    m_row.resize(m_tree->nodes.size());
    const bool down = m_sortOrder == Qt::DescendingOrder;
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        if (m_sortColumn == Name)
            return down ? node(b).name < node(a).name : node(a).name < node(b).name;
        const std::int64_t x = figure(node(a), m_sortColumn), y = figure(node(b), m_sortColumn);
        return down ? x > y : x < y;
    };
    for (std::size_t n = 0; n < m_children.size(); ++n) {
        m_children[n] = m_tree->nodes[n].children;
        std::stable_sort(m_children[n].begin(), m_children[n].end(), before);
        for (std::size_t i = 0; i < m_children[n].size(); ++i)
            m_row[m_children[n][i]] = static_cast<std::uint32_t>(i);
    }
}

void TreeModel::sort(int column, Qt::SortOrder order)
{
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    m_sortColumn = column;
    m_sortOrder = order;
    this->order();
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& index : before) {
        const std::uint32_t n = nodeOf(index);
        after << createIndex(static_cast<int>(m_row[n]), index.column(), n);
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

std::uint32_t TreeModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : 0;
}

QModelIndex TreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, m_children[nodeOf(parent)][static_cast<std::size_t>(row)]);
}

QModelIndex TreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const std::uint32_t above = node(nodeOf(child)).parent;
    return above == 0 ? QModelIndex() : createIndex(static_cast<int>(m_row[above]), 0, above);
}

int TreeModel::rowCount(const QModelIndex& parent) const
{
    if (m_children.empty() || parent.column() > 0)
        return 0;
    return static_cast<int>(m_children[nodeOf(parent)].size());
}

int TreeModel::columnCount(const QModelIndex&) const
{
    return Calls + 1;
}

std::int64_t TreeModel::figure(const CallTreeNode& node, int column) const
{
    switch (column) {
    case Total:
        return node.total;
    case Self:
        return node.self;
    case Device:
        return node.device;
    default:
        return static_cast<std::int64_t>(node.count);
    }
}

QString TreeModel::text(const CallTreeNode& node, int column) const
{
    if (column == Name)
        return QString::fromStdString(node.name);
    if (column == Calls)
        return formatCount(node.count);
    const bool onDevice = node.kind == RowKind::Kernel || node.kind == RowKind::Copy;
    const Ns ns = figure(node, column);
    return (column == Self && onDevice) || (column == Device && ns == 0) ? kNone : formatDuration(ns);
}

void TreeModel::appendText(std::uint32_t n, int depth, QChar separator, const std::set<std::uint32_t>* only,
                           QString& out) const
{
    for (const std::uint32_t child : m_children[n]) {
        if (!only || only->contains(child)) {
            out += QString::number(depth) + separator + quotedCell(QString::fromStdString(node(child).name), separator);
            for (const int column : {Total, Self, Device})
                out += separator + (text(node(child), column) == kNone
                                        ? QString()
                                        : plainNumber(stepglass::Column::Type::Time, figure(node(child), column)));
            out += separator + QString::number(node(child).count) + '\n';
        }
        appendText(child, depth + 1, separator, only, out);
    }
}

QString TreeModel::asText(QChar separator, const QModelIndexList* only) const
{
    if (m_children.empty())
        return {};
    std::set<std::uint32_t> chosen;
    for (const QModelIndex& index : only ? *only : QModelIndexList())
        chosen.insert(nodeOf(index));
    QString out = QStringLiteral("Depth");
    for (int column = 0; column < columnCount(); ++column)
        out += separator + headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() +
               (column == Name || column == Calls ? QString() : QStringLiteral(" (us)"));
    out += '\n';
    appendText(0, 0, separator, only ? &chosen : nullptr, out);
    return out;
}

QVariant TreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const CallTreeNode& n = node(nodeOf(index));
    switch (role) {
    case Qt::DisplayRole:
        return text(n, index.column());
    case Qt::ToolTipRole:
        return (index.column() == Name || index.column() == Calls ? text(n, index.column())
                                                                  : formatExact(figure(n, index.column())))
            .toHtmlEscaped();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case RowModel::KindRole:
        return static_cast<int>(m_trace && n.first.valid() && n.first.value < m_trace->sliceCount()
                                    ? m_trace->kind(n.first)
                                    : SliceKind::Operator);
    case RowModel::MissingRole:
        return text(n, index.column()) == kNone;
    case RowModel::ShareRole:
        return -1.0;
    default:
        return {};
    }
}

QVariant TreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const QString titles[] = {"Name", "Total", "Self", m_deviceWord + " total", "Calls"};
    const QString tips[] = {{},
                            "Durations of the calls on this path; of kernels and copies, on the device.",
                            "Less the durations of the direct children.",
                            "Device work of the path and of all below it.",
                            "Calls on this path."};
    if (role == Qt::DisplayRole)
        return titles[section];
    if (role == Qt::ToolTipRole)
        return tips[section];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

RowName TreeModel::nameOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const CallTreeNode& n = node(nodeOf(index));
    return n.first.valid() ? RowName{n.name, n.kind == RowKind::Kernel || n.kind == RowKind::Copy} : RowName();
}

} // namespace stepglass
