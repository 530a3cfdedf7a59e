// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_table.h"

#include "app/table_cell.h"
#include "views/format/format.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace stepglass {

namespace {

constexpr int kRowHeight = 24;
constexpr std::size_t kMostRows = 2000;
const char* const kMinus = "−";
const char* const kNone = "–";

// The difference over a bar that grows from the middle: to the right where B takes longer.
class DifferenceDelegate : public QStyledItemDelegate
{
public:
    explicit DifferenceDelegate(CompareTable* table)
        : QStyledItemDelegate(table)
        , m_table(table)
    {
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const double share = m_table->share(index.row());
        const double half = option.rect.width() / 2.0;
        QColor color = share > 0 ? m_table->theme().high : m_table->theme().ok;
        color.setAlphaF(0.22);
        const QRectF bar(option.rect.left() + half + std::min(0.0, share * half), option.rect.top() + 4,
                         std::abs(share) * half, option.rect.height() - 8);
        painter->fillRect(bar, color);
        QStyledItemDelegate::paint(painter, option, index);
    }

private:
    CompareTable* m_table;
};

QString whereText(FigureKind kind)
{
    return kind == FigureKind::Class    ? QStringLiteral("class")
           : kind == FigureKind::Host   ? QStringLiteral("host")
           : kind == FigureKind::Device ? QStringLiteral("device")
                                        : QString();
}

QTableWidgetItem* timeCell(double ns, std::size_t samples)
{
    return tableCell(ns == 0 || samples == 0 ? QString::fromUtf8(kNone) : formatDuration(std::llround(ns)), true,
                     formatExact(std::llround(ns)));
}

} // namespace

QString differenceText(double ns)
{
    return (ns < 0 ? QString::fromUtf8(kMinus) : QStringLiteral("+")) + formatDuration(std::llround(std::abs(ns)));
}

QString changeText(double share)
{
    return (share < 0 ? QString::fromUtf8(kMinus) : QStringLiteral("+")) +
           QString::number(std::abs(share) * 100, 'f', 1) + QString::fromUtf8("\u00A0%");
}

CompareTable::CompareTable(QWidget* parent)
    : QTableWidget(0, Columns, parent)
    , m_theme(&Theme::of(ThemeName::Light))
{
    setAccessibleName(tr("What differs"));
    setHorizontalHeaderLabels({tr("Time a step"),
                               {},
                               tr("A"),
                               tr("B"),
                               QString::fromUtf8("Δ"),
                               QString::fromUtf8("Δ %"),
                               tr("95 % interval"),
                               tr("n")});
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    horizontalHeader()->setFixedHeight(28);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(36);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (int c = 0; c < Columns; ++c)
        horizontalHeaderItem(c)->setTextAlignment((c <= Where ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    setItemDelegateForColumn(Difference, new DifferenceDelegate(this));
    connect(this, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (row >= 0)
            Q_EMIT rowPicked(m_rows[static_cast<std::size_t>(row)].key);
    });
}

void CompareTable::setTheme(const Theme& theme)
{
    m_theme = &theme;
    colour();
}

void CompareTable::setRows(const std::vector<ComparedRow>& rows)
{
    m_rows.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), kMostRows)));
    m_largest = 0;
    setRowCount(static_cast<int>(m_rows.size()));
    for (int r = 0; r < rowCount(); ++r) {
        const ComparedRow& row = m_rows[static_cast<std::size_t>(r)];
        m_largest = std::max(m_largest, std::abs(row.difference()));
        setItem(r, Name, tableCell(toQString(row.key.name), false, rowName(r)));
        setItem(r, Where, tableCell(whereText(row.key.kind), false));
        setItem(r, A, timeCell(row.a, row.samplesA));
        setItem(r, B, timeCell(row.b, row.samplesB));
        setItem(r, Difference,
                tableCell(row.bothSides() ? differenceText(row.difference()) : QString::fromUtf8(kNone)));
        setItem(r, Change, tableCell(row.change ? changeText(*row.change) : QString::fromUtf8(kNone)));
        setItem(r, Interval,
                tableCell(row.interval
                              ? changeText(row.interval->first).chopped(2) + " … " + changeText(row.interval->second)
                              : QString::fromUtf8(kNone)));
        setItem(r, Samples,
                tableCell(row.samplesA == row.samplesB ? QString::number(row.samplesA)
                                                       : QString("%1, %2").arg(row.samplesA).arg(row.samplesB)));
    }
    colour();
}

// Only a difference that its interval tells from none is coloured.
void CompareTable::colour()
{
    for (int r = 0; r < rowCount(); ++r) {
        const ComparedRow& row = m_rows[static_cast<std::size_t>(r)];
        const bool told = row.interval && (row.interval->first > 0 || row.interval->second < 0);
        const QColor color = !told ? m_theme->text : row.difference() > 0 ? m_theme->high : m_theme->ok;
        item(r, Change)->setForeground(color);
        item(r, Where)->setForeground(m_theme->soft);
        item(r, Interval)->setForeground(m_theme->soft);
        item(r, Samples)->setForeground(m_theme->soft);
    }
    viewport()->update();
}

void CompareTable::setFilter(const QString& text)
{
    for (int r = 0; r < rowCount(); ++r)
        setRowHidden(r, !text.isEmpty() && !rowName(r).contains(text, Qt::CaseInsensitive));
}

double CompareTable::share(int row) const
{
    return m_largest == 0 ? 0 : m_rows[static_cast<std::size_t>(row)].difference() / m_largest;
}

} // namespace stepglass
