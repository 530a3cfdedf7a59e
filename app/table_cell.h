// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidgetItem>

namespace stepglass {

// A cell of a small table: numbers stand at the right, names at the left. The table owns it.
inline QTableWidgetItem* tableCell(const QString& text, bool number = true, const QString& tip = {})
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    item->setToolTip(tip);
    return item;
}

} // namespace stepglass
