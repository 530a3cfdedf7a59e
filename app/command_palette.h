// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be done, found by typing.
#pragma once

#include <QDialog>

#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace stepglass {

class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    CommandPalette(std::vector<QAction*> actions, QWidget* parent);
    // What was picked, or null. To be done after the palette has closed.
    QAction* chosen() const { return m_chosen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void choose();

    std::vector<QAction*> m_actions;
    std::vector<QAction*> m_shown;
    QLineEdit* m_text;
    QListWidget* m_list;
    QAction* m_chosen = nullptr;
};

} // namespace stepglass
