// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/pairs_table.h"

#include "views/theme/fonts.h"

#include <QHeaderView>

namespace stepglass {

namespace {

constexpr int kRowHeight = 20;
constexpr int kNameWidth = 88;

} // namespace

PairsTable::PairsTable(const QString& accessibleName, QWidget* parent)
    : QTableWidget(0, 2, parent)
{
    setAccessibleName(accessibleName);
    setShowGrid(false);
    setFont(uiFont(FontRole::Secondary));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(NoSelection);
    horizontalHeader()->hide();
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    horizontalHeader()->setStretchLastSection(true);
    setColumnWidth(0, kNameWidth);
    setTabKeyNavigation(false);
    const auto follow = [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_pairs.size()) && m_pairs[static_cast<std::size_t>(row)].link.valid())
            Q_EMIT linkPicked(m_pairs[static_cast<std::size_t>(row)].link);
    };
    connect(this, &QTableWidget::cellClicked, this, follow);
    connect(this, &QTableWidget::cellActivated, this, follow);
}

void PairsTable::setPairs(std::vector<Pair> pairs)
{
    m_pairs = std::move(pairs);
    setRowCount(static_cast<int>(m_pairs.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const Pair& pair = m_pairs[static_cast<std::size_t>(row)];
        auto* key = new QTableWidgetItem(pair.name);
        key->setForeground(palette().brush(QPalette::PlaceholderText));
        auto* cell = new QTableWidgetItem(pair.value);
        cell->setToolTip(pair.value.toHtmlEscaped());
        if (pair.link.valid()) {
            cell->setForeground(palette().brush(QPalette::Link));
            cell->setToolTip(pair.value.toHtmlEscaped() + "<br>" + tr("A click goes there"));
        }
        setItem(row, 0, key);
        setItem(row, 1, cell);
    }
}

} // namespace stepglass
