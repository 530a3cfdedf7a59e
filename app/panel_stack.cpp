// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panel_stack.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace stepglass {

PanelStack::PanelStack(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QTabBar)
    , m_stack(new QStackedWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QWidget(this);
    head->setObjectName("panelStrip");
    head->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QVBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 1);
    row->addWidget(m_tabs);
    m_tabs->setObjectName("panelTabs");
    m_tabs->setFixedHeight(33);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Panels"));
    column->addWidget(head);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
}

void PanelStack::add(const QString& title, QWidget* panel)
{
    m_stack->addWidget(panel);
    m_tabs->addTab(title);
}

void PanelStack::setTitle(QWidget* panel, const QString& title)
{
    const int at = m_stack->indexOf(panel);
    if (at >= 0 && m_tabs->tabText(at) != title)
        m_tabs->setTabText(at, title);
}

void PanelStack::show(QWidget* panel)
{
    m_tabs->setCurrentIndex(m_stack->indexOf(panel));
}

QWidget* PanelStack::current() const
{
    return m_stack->currentWidget();
}

} // namespace stepglass
