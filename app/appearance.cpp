// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance.h"

#include "views/theme/fonts.h"

#include <QApplication>
#include <QHash>
#include <QStyleFactory>
#include <QToolTip>

namespace stepglass {

namespace {

// $name stands for a colour of the theme.
constexpr const char* kStyleSheet = R"(
* { font-family: "Stepglass Sans"; }
QLabel#code, QPlainTextEdit { font-family: monospace; }
QWidget#bar, QWidget#statusLine, QWidget#detailsLine, QWidget#panelHead { background: $panel; }
QWidget#bar { border-bottom: 1px solid $border; }
QWidget#statusLine, QWidget#detailsLine { border-top: 1px solid $border; }
QWidget#sheet, QWidget#page { background: $canvas; }
QLabel#soft, QLabel#status { color: $soft; }
QLabel#warn { color: $warn; }
QPushButton, QToolButton { background: $raised; border: 1px solid $border; border-radius: 6px; padding: 0 13px;
  min-height: 26px; color: $text; }
QPushButton:hover, QToolButton:hover { border-color: $soft; }
QPushButton:pressed, QToolButton:pressed { background: $line; }
QPushButton:disabled, QToolButton:disabled { color: $soft; border-color: $line; background: $panel; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QToolButton { padding: 0 6px; }
QToolButton::menu-indicator { image: none; }
QPushButton#primary, QToolButton#primary { background: $accent; border-color: $accent; color: $onAccent; font-weight: 600; }
QPushButton#primary:hover, QToolButton#primary:hover { background: $accentHover; }
QPushButton#primary[menu="true"] { padding-right: 28px; }
QPushButton#primary:disabled { background: $line; border-color: $line; color: $soft; }
QPushButton#segment { min-width: 34px; padding: 0 12px; background: $raised; }
QPushButton#segment:checked { background: $accentSoft; color: $accent; border-color: $accentSoft; font-weight: 600; }
QPushButton#chip { background: $accentSoft; color: $accent; border: 0; border-radius: 11px; font-weight: 600;
  min-height: 22px; max-height: 22px; padding: 0 14px; font-size: 11px; }
QPushButton#flat, QToolButton#flat { background: transparent; border: 0; padding: 0 6px; color: $soft; }
QPushButton#flat:hover, QToolButton#flat:hover { color: $text; }
QPushButton#flatStatus { background: transparent; border: 0; padding: 0; color: $soft; min-height: 16px; }
QPushButton#flatStatus:hover, QPushButton#flatStatus:focus { color: $accent; }
QPushButton#step { background: transparent; border-color: transparent; padding: 0 4px; font-weight: 600; }
QPushButton#step:hover { color: $accent; }
QPushButton#arrow { padding: 0; }
QPushButton#all { padding: 0 11px; }
QPushButton::menu-indicator { image: none; }
QPushButton#link { background: transparent; border: 0; padding: 0; color: $accent; text-align: left; min-height: 20px; }
QPushButton#link:hover, QPushButton#link:focus { text-decoration: underline; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { background: $raised; border: 1px solid $border; border-radius: 6px;
  padding: 0 9px; min-height: 26px; color: $text; selection-background-color: $accent;
  selection-color: $onAccent; }
QLineEdit#filter { min-height: 24px; }
QLineEdit QToolButton { background: transparent; border: 0; padding: 0; min-height: 0; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border-color: $accent; }
QComboBox::drop-down { border: 0; width: 24px; }
QComboBox::down-arrow { image: url(:/icons/down.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border; selection-background-color: $accentSoft;
  selection-color: $text; }
QTabBar#panelTabs { background: transparent; border: 0; }
QTabBar#panelTabs::tab { background: transparent; border: 0; border-bottom: 2px solid transparent; color: $soft;
  padding: 0 2px; margin: 0 12px; height: 32px; }
QTabBar#panelTabs::tab:selected { color: $accent; border-bottom-color: $accent; font-weight: 600; }
QTabBar#panelTabs::tab:hover:!selected { color: $text; }
QTabBar#panelTabs::tab:focus { color: $accent; }
QWidget#panelStrip { background: $panel; border-bottom: 1px solid $border; }
QTabBar#fileTabs { background: $panel; border: 0; }
QTabBar#fileTabs::tab { background: transparent; border: 0; border-right: 1px solid $border; color: $soft; padding: 0 12px;
  height: 28px; }
QTabBar#fileTabs::tab:selected { background: $canvas; color: $text; }
QTabBar#fileTabs::close-button { image: url(:/icons/close.svg); border-radius: 4px; }
QTabBar#fileTabs::close-button:hover { background: $line; }
QTableWidget::item { border: 0; padding: 0 8px; }
QWidget#fileTabsHolder { background: $panel; border-bottom: 1px solid $border; }
QTableView, QTreeView, QListView { background: $canvas; border: 0; color: $text; selection-background-color: $accentSoft;
  selection-color: $text; outline: 0; }
QHeaderView { background: $panel; border: 0; }
QHeaderView::section { background: $panel; border: 0; border-bottom: 1px solid $border; color: $soft; padding: 0 8px;
  font-size: 11px; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; color: $text; }
QMenu::item { padding: 5px 24px 5px 14px; border-radius: 4px; }
QMenu::item:selected { background: $accentSoft; }
QMenu::item:disabled { color: $soft; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $border; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: $soft; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $border; }
QProgressBar { background: $line; border: 0; border-radius: 2px; max-height: 4px; min-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QPlainTextEdit, QTextBrowser { background: $panel; border: 1px solid $border; border-radius: 6px; color: $text;
  selection-background-color: $accent; selection-color: $onAccent; }
QDialog { background: $canvas; }
QCheckBox { color: $text; spacing: 8px; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $soft; border-radius: 4px; background: $raised; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url(:/icons/check.svg); }
QCheckBox::indicator:focus { border-color: $accent; }
QLabel#code { background: $panel; border: 1px solid $line; border-radius: 8px; color: $text; }
QWidget#card { background: $raised; border: 1px solid $border; border-radius: 8px; }
)";

QString css(const QColor& color)
{
    return color.alpha() == 255 ? color.name() : color.name(QColor::HexArgb);
}

} // namespace

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.canvas);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.canvas);
    palette.setColor(QPalette::AlternateBase, theme.panel);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.soft);
    palette.setColor(QPalette::Button, theme.raised);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.high);
    palette.setColor(QPalette::Highlight, theme.accentSoft);
    palette.setColor(QPalette::HighlightedText, theme.text);
    palette.setColor(QPalette::ToolTipBase, theme.raised);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Midlight, theme.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.soft);
    return palette;
}

QString styleSheetOf(const Theme& theme)
{
    const std::pair<const char*, QColor> names[] = {
        {"$accentHover", theme.dark() ? theme.accent.lighter(112) : theme.accent.darker(112)},
        {"$accentSoft", theme.accentSoft},
        {"$onAccent", theme.dark() ? theme.ink : QColor(Qt::white)},
        {"$accent", theme.accent},
        {"$canvas", theme.canvas},
        {"$panel", theme.panel},
        {"$raised", theme.raised},
        {"$line", theme.line},
        {"$border", theme.border},
        {"$text", theme.text},
        {"$soft", theme.soft},
        {"$warn", theme.warn},
    };
    QString sheet = QString::fromLatin1(kStyleSheet);
    for (const auto& [name, color] : names) // longer names stand before those that they begin with
        sheet.replace(QLatin1String(name), css(color));
    return sheet;
}

void applyTheme(const Theme& theme)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(uiFont(FontRole::Body));
    QApplication::setPalette(paletteOf(theme));
    QToolTip::setFont(uiFont(FontRole::Secondary));
    qApp->setStyleSheet(styleSheetOf(theme));
}

} // namespace stepglass
