// SPDX-License-Identifier: GPL-3.0-or-later
// The headings of a flat table: the sorted one is strong and has a small triangle.
#pragma once

#include "views/theme/theme.h"

#include <QHeaderView>

namespace stepglass {

class RowHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit RowHeader(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void setSorted(int column, Qt::SortOrder order);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    int m_column = -1;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

} // namespace stepglass
