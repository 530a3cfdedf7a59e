// SPDX-License-Identifier: GPL-3.0-or-later
// Panels behind a strip of tabs: the right lower pane.
#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace stepglass {

class PanelStack : public QWidget
{
    Q_OBJECT

public:
    explicit PanelStack(QWidget* parent = nullptr);
    void add(const QString& title, QWidget* panel);
    void setTitle(QWidget* panel, const QString& title);
    void show(QWidget* panel);
    QWidget* current() const;

private:
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
};

} // namespace stepglass
