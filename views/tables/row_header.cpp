// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/row_header.h"

#include "views/theme/fonts.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>

namespace stepglass {

namespace {

constexpr int kTitlePadding = 8;
constexpr int kTriangle = 9; // px that it takes beside the text

} // namespace

RowHeader::RowHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_theme(&Theme::of(ThemeName::Light))
{
    setSectionsClickable(true);
    setHighlightSections(false);
    setFixedHeight(28);
    setMinimumSectionSize(36);
}

void RowHeader::setTheme(const Theme& theme)
{
    m_theme = &theme;
    viewport()->update();
}

void RowHeader::setSorted(int column, Qt::SortOrder order)
{
    m_column = column;
    m_order = order;
    viewport()->update();
}

void RowHeader::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        painter.fillRect(viewport()->rect(), m_theme->panel);
        painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->border);
    }
    QHeaderView::paintEvent(event);
}

void RowHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    painter->save();
    painter->fillRect(rect, m_theme->panel);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), m_theme->border);
    const bool sorted = section == m_column;
    const auto alignment =
        static_cast<Qt::Alignment>(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    const bool right = alignment.testFlag(Qt::AlignRight);
    QFont font = uiFont(FontRole::Secondary);
    if (sorted)
        font.setWeight(QFont::DemiBold);
    QRect text = rect.adjusted(kTitlePadding + (section == 0 ? 3 : 0), 0, -kTitlePadding, 0);
    if (sorted && right)
        text.setRight(text.right() - kTriangle);
    painter->setFont(font);
    painter->setPen(sorted ? m_theme->text : m_theme->soft);
    const QString title = QFontMetrics(font).elidedText(
        model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString(), Qt::ElideRight, text.width());
    painter->drawText(text, static_cast<int>(alignment) | Qt::TextSingleLine, title);
    if (sorted) {
        const double x = right ? text.right() + 3.0 : text.left() + QFontMetrics(font).horizontalAdvance(title) + 4.0;
        const double y = rect.center().y() + 0.5, d = m_order == Qt::DescendingOrder ? 2.0 : -2.0;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_theme->text);
        painter->drawPolygon(QPolygonF({{x, y - d}, {x + 7, y - d}, {x + 3.5, y + 1.5 * d}}));
    }
    painter->restore();
}

} // namespace stepglass
