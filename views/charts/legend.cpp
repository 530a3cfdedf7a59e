// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/legend.h"

#include "views/theme/fonts.h"

#include <QFontMetrics>
#include <QPainter>

namespace stepglass {

Legend::Legend(QWidget* parent)
    : QWidget(parent)
    , m_theme(&Theme::of(ThemeName::Light))
{
    setFixedHeight(18);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void Legend::setEntries(std::vector<std::pair<QString, QColor>> entries)
{
    m_entries = std::move(entries);
    QStringList words;
    for (const auto& [text, color] : m_entries)
        words << text;
    setAccessibleName(words.join(QStringLiteral(", ")));
    update();
}

void Legend::setTheme(const Theme& theme)
{
    m_theme = &theme;
    update();
}

void Legend::paintEvent(QPaintEvent*)
{
    constexpr int kSquare = 8, kPad = 5, kBetween = 14;
    QPainter painter(this);
    painter.setFont(uiFont(FontRole::Secondary));
    const QFontMetrics metrics(painter.font());
    int x = 0;
    for (const auto& [text, color] : m_entries) {
        const int advance = kSquare + kPad + metrics.horizontalAdvance(text);
        if (x + advance > width())
            return;
        painter.fillRect(x, (height() - kSquare) / 2, kSquare, kSquare, color);
        painter.setPen(m_theme->soft);
        painter.drawText(QRect(x + kSquare + kPad, 0, advance, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += advance + kBetween;
    }
}

} // namespace stepglass
