// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/row_delegate.h"

#include "views/format/format.h"
#include "views/tables/row_model.h"
#include "views/theme/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kPadding = 8;
constexpr int kSquare = 8;
constexpr int kNameIndent = 14; // from the square to the name
constexpr int kCacheLength = 4000;

} // namespace

RowDelegate::RowDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(&Theme::of(ThemeName::Light))
{
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {60, kRowHeight};
}

void RowDelegate::paintBackground(QPainter& painter, const QStyleOptionViewItem& option) const
{
    if (option.state & QStyle::State_Selected)
        painter.fillRect(option.rect, m_theme->accentSoft);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), m_theme->line);
}

const QString& RowDelegate::elided(const QString& text, int width, const QFont& font) const
{
    const std::pair<QString, int> key(text, font.weight() > QFont::Normal ? -width : width);
    const auto found = m_elided.constFind(key);
    if (found != m_elided.constEnd())
        return *found;
    if (m_elided.size() > kCacheLength)
        m_elided.clear();
    const QFontMetricsF metrics(font);
    const auto advance = [&](const QString& part) { return metrics.horizontalAdvance(part); };
    return *m_elided.insert(key, elideMiddle(text, width, advance));
}

void RowDelegate::paintName(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const
{
    const auto kind = static_cast<SliceKind>(index.data(RowModel::KindRole).toInt());
    const QRect square(cell.left() + kPadding + 3, cell.center().y() - kSquare / 2 + 1, kSquare, kSquare);
    painter.fillRect(square, m_theme->kindColor(kind));
    const QFont font = uiFont(selected ? FontRole::Heading : FontRole::Body);
    const QRect text = cell.adjusted(kPadding + 3 + kNameIndent, 0, -kPadding, 0);
    painter.setFont(font);
    painter.setPen(m_theme->text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(index.data().toString(), text.width(), font));
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    paintBackground(*painter, option);
    const bool selected = option.state & QStyle::State_Selected;
    const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    if (index.column() == 0 && alignment.testFlag(Qt::AlignLeft)) {
        paintName(*painter, option.rect, index, selected);
        painter->restore();
        return;
    }
    const double share = index.data(RowModel::ShareRole).toDouble();
    if (share > 0) {
        QColor bar = m_theme->kindColor(static_cast<SliceKind>(index.data(RowModel::KindRole).toInt()));
        bar.setAlpha(m_theme->dark() ? 100 : 90);
        const int width = std::max(2, static_cast<int>(share * (option.rect.width() - kPadding)));
        painter->fillRect(QRect(option.rect.right() + 1 - kPadding / 2 - width, option.rect.top() + 3, width,
                                option.rect.height() - 7),
                          bar);
    }
    const bool missing = index.data(RowModel::MissingRole).toBool();
    const bool flagged = index.data(RowModel::FlaggedRole).toBool();
    const QFont font = uiFont(FontRole::Body);
    const QRect text = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    painter->setFont(font);
    painter->setPen(missing ? m_theme->soft : flagged ? m_theme->warn : m_theme->text);
    painter->drawText(text, static_cast<int>(alignment) | Qt::TextSingleLine,
                      elided(index.data().toString(), text.width(), font));
    painter->restore();
}

} // namespace stepglass
