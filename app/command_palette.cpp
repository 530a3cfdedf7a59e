// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_palette.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kWidth = 520;
constexpr int kHeight = 380;

QString withoutDots(QString text)
{
    return text.remove(QChar(0x2026));
}

} // namespace

CommandPalette::CommandPalette(std::vector<QAction*> actions, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_actions(std::move(actions))
    , m_text(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setAccessibleName(tr("Command palette"));
    setWindowTitle(tr("Commands"));
    setObjectName("card");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    m_text->setPlaceholderText(tr("What is to be done?"));
    m_text->setAccessibleName(tr("Filter the commands"));
    m_list->setAccessibleName(tr("Commands"));
    m_text->installEventFilter(this);
    column->addWidget(m_text);
    column->addWidget(m_list);
    connect(m_text, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::choose);
    resize(kWidth, kHeight);
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - kWidth) / 2, 60)));
    filter({});
}

void CommandPalette::filter(const QString& text)
{
    m_list->clear();
    m_shown.clear();
    const QStringList words = text.split(' ', Qt::SkipEmptyParts);
    for (QAction* action : m_actions) {
        const QString name = withoutDots(action->text());
        if (!action->isEnabled() || !std::all_of(words.begin(), words.end(), [&](const QString& word) {
                return name.contains(word, Qt::CaseInsensitive);
            }))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        m_list->addItem(keys.isEmpty() ? name : name + "    " + keys);
        m_shown.push_back(action);
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
}

void CommandPalette::choose()
{
    const int row = m_list->currentRow();
    if (row >= 0 && row < static_cast<int>(m_shown.size()))
        m_chosen = m_shown[static_cast<std::size_t>(row)];
    accept();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_text || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down) {
        QApplication::sendEvent(m_list, event);
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        choose();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace stepglass
