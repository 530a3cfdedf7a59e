// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of a flat table: the square of the kind, names elided in the middle, a bar behind the sorted column.
#pragma once

#include "views/theme/theme.h"

#include <QHash>
#include <QStyledItemDelegate>

namespace stepglass {

class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit RowDelegate(QObject* parent = nullptr);
    void setTheme(const Theme& theme) { m_theme = &theme; }

    static constexpr int kRowHeight = 24;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintBackground(QPainter& painter, const QStyleOptionViewItem& option) const;
    void paintName(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const;
    const QString& elided(const QString& text, int width, const QFont& font) const;

    const Theme* m_theme;
    mutable QHash<std::pair<QString, int>, QString> m_elided;
};

} // namespace stepglass
