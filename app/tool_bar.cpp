// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tool_bar.h"

#include "app/icons.h"
#include "views/theme/fonts.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace stepglass {

namespace {

// A button whose press opens a menu: Qt's own sign for it does not go with the style sheet.
class MenuButton : public QPushButton
{
public:
    using QPushButton::QPushButton;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPushButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(QPalette::ButtonText));
        const double x = width() - 19, y = height() / 2.0 - 1.5;
        painter.drawPolygon(QPolygonF({{x, y}, {x + 7, y}, {x + 3.5, y + 4}}));
    }
};

} // namespace

ToolBar::ToolBar(const Actions& actions, QWidget* parent)
    : QWidget(parent)
{
    setObjectName("bar");
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(kHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 1);
    row->setSpacing(0);
    m_left = new QWidget(this);
    auto* left = new QHBoxLayout(m_left);
    left->setContentsMargins(12, 0, 12, 0);
    left->setSpacing(8);
    buildLeft(actions, left);
    buildSearch(left);
    row->addWidget(m_left);
    buildRight(actions, row);
    setDivider(-1);
    setCapturing(false);
}

QPushButton* ToolBar::button(const Actions& actions, ActionId id, const QString& text, const char* name)
{
    QAction* action = actions[id];
    auto* made = new QPushButton(text, this);
    made->setObjectName(name);
    made->setAccessibleName(action->text().remove(QChar(0x2026)));
    made->setToolTip(action->toolTip());
    made->setFocusPolicy(Qt::TabFocus);
    connect(made, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, made, [action, made] {
        made->setEnabled(action->isEnabled());
        if (action->isCheckable())
            made->setChecked(action->isChecked());
    });
    made->setEnabled(action->isEnabled());
    return made;
}

void ToolBar::buildLeft(const Actions& actions, QHBoxLayout* row)
{
    row->addWidget(button(actions, ActionId::Open, tr("Open"), "open"));
    m_capture = new MenuButton(tr("Capture"), this);
    m_capture->setObjectName("primary");
    m_capture->setProperty("menu", true);
    m_capture->setFocusPolicy(Qt::TabFocus);
    m_capture->setAccessibleName(tr("Capture a training step"));
    row->addWidget(m_capture);
    m_stop = button(actions, ActionId::StopCapture, tr("Stop"), "stop");
    row->addWidget(m_stop);
    m_stepBox = new QWidget(m_left);
    auto* steps = new QHBoxLayout(m_stepBox);
    steps->setContentsMargins(8, 0, 0, 0);
    steps->setSpacing(8);
    m_previous = button(actions, ActionId::PreviousStep, {}, "arrow");
    m_next = button(actions, ActionId::NextStep, {}, "arrow");
    for (QPushButton* arrow : {m_previous, m_next})
        arrow->setFixedWidth(30);
    m_step = button(actions, ActionId::ThisStep, {}, "step");
    m_step->setMinimumWidth(98);
    steps->addWidget(m_previous);
    steps->addWidget(m_step);
    steps->addWidget(m_next);
    steps->addWidget(button(actions, ActionId::AllSteps, tr("All"), "all"));
    row->addWidget(m_stepBox);
}

void ToolBar::buildSearch(QHBoxLayout* row)
{
    m_search = new QLineEdit(m_left);
    m_search->setObjectName("search");
    m_search->setPlaceholderText(tr("Search names, args …"));
    m_search->setAccessibleName(tr("Search names and args"));
    m_search->setToolTip(tr("Names are found at once, args by a scan in the background.\n"
                            "Enter and Shift+Enter walk the hits, Esc leaves."));
    m_search->setMaximumWidth(330);
    m_search->setMinimumWidth(110);
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_searchIcon = m_search->addAction(QIcon(), QLineEdit::LeadingPosition);
    m_searchNote = new QLabel(m_left);
    m_searchNote->setObjectName("soft");
    connect(m_search, &QLineEdit::textEdited, this, &ToolBar::searchEdited);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            Q_EMIT searchEdited(text);
    });
    row->addSpacing(8);
    row->addWidget(m_search, 4);
    row->addWidget(m_searchNote);
    row->addStretch(1);
}

void ToolBar::buildRight(const Actions& actions, QHBoxLayout* row)
{
    auto* right = new QHBoxLayout;
    right->setContentsMargins(12, 0, 12, 0);
    right->setSpacing(8);
    m_modeBox = new QWidget(this);
    auto* modes = new QHBoxLayout(m_modeBox);
    modes->setContentsMargins(0, 0, 0, 0);
    modes->setSpacing(2);
    for (const auto& [id, text] :
         {std::pair(ActionId::PyTorchMode, "PyTorch"), std::pair(ActionId::WallMode, "Wall")}) {
        QPushButton* mode = button(actions, id, QString::fromLatin1(text), "segment");
        mode->setCheckable(true);
        mode->setChecked(actions[id]->isChecked());
        mode->setMinimumWidth(82); // the checked one is semibold, which its size hint does not know
        modes->addWidget(mode);
    }
    right->addWidget(m_modeBox);
    right->addStretch();
    m_themeButton = new QToolButton(this);
    m_themeButton->setAccessibleName(tr("Light or dark"));
    m_themeButton->setToolTip(tr("Light or dark"));
    connect(m_themeButton, &QToolButton::clicked, actions[ActionId::ToggleTheme], &QAction::trigger);
    m_menuButton = new QToolButton(this);
    m_menuButton->setAccessibleName(tr("Menu"));
    m_menuButton->setToolTip(tr("Menu (F10)"));
    m_menuButton->setShortcut(QKeySequence(Qt::Key_F10));
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    right->addWidget(m_themeButton);
    right->addWidget(m_menuButton);
    row->addLayout(right, 1);
}

void ToolBar::setTheme(const Theme& theme)
{
    m_themeButton->setIcon(icon(theme.dark() ? IconName::Sun : IconName::Moon, theme.soft));
    m_menuButton->setIcon(icon(IconName::Menu, theme.soft));
    m_previous->setIcon(icon(IconName::ChevronLeft, theme.text));
    m_next->setIcon(icon(IconName::ChevronRight, theme.text));
    m_capture->setIcon(icon(IconName::Record, theme.dark() ? theme.ink : QColor(Qt::white)));
    m_stop->setIcon(icon(IconName::Stop, theme.high));
    m_searchIcon->setIcon(icon(IconName::Search, theme.soft));
    m_searchNote->setFont(uiFont(FontRole::Secondary));
}

void ToolBar::setDivider(int x)
{
    const bool hasTrace = x >= 0;
    m_stepBox->setVisible(hasTrace);
    m_search->setVisible(hasTrace);
    m_searchNote->setVisible(hasTrace);
    m_modeBox->setVisible(hasTrace);
    // Beside a narrow timeline the controls keep their width, and what stands behind the divider moves.
    const int width = hasTrace ? std::max(x, m_left->layout()->minimumSize().width()) : 0;
    m_left->setMinimumWidth(width);
    m_left->setMaximumWidth(hasTrace ? width : QWIDGETSIZE_MAX);
}

void ToolBar::setStep(const QString& text, bool hasSteps)
{
    m_step->setText(text);
    m_step->setAccessibleName(text);
    for (QPushButton* control : {m_step, m_previous, m_next})
        control->setEnabled(hasSteps);
}

void ToolBar::setCapturing(bool capturing)
{
    m_capture->setVisible(!capturing);
    m_stop->setVisible(capturing);
}

void ToolBar::setSearchNote(const QString& text)
{
    m_searchNote->setText(text);
}

void ToolBar::setCaptureMenu(QMenu* menu)
{
    m_capture->setMenu(menu);
}

void ToolBar::setMainMenu(QMenu* menu)
{
    m_menuButton->setMenu(menu);
}

bool ToolBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
        Q_EMIT searchLeft();
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (key->modifiers().testFlag(Qt::ShiftModifier))
            Q_EMIT searchPrevious();
        else
            Q_EMIT searchNext();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace stepglass
