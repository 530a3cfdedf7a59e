// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above everything: files, capture, steps and search over the timeline; the counting mode over the tables.
#pragma once

#include "app/actions.h"
#include "views/theme/theme.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace stepglass {

class ToolBar : public QWidget
{
    Q_OBJECT

public:
    ToolBar(const Actions& actions, QWidget* parent = nullptr);

    static constexpr int kHeight = 44;

    void setTheme(const Theme& theme);
    // Where the tables begin, px from the left; below 0: there is no trace, and only files and capture are offered.
    void setDivider(int x);
    void setStep(const QString& text, bool hasSteps);
    void setCapturing(bool capturing);
    void setSearchNote(const QString& text); // "3 of 40"
    QLineEdit* search() const { return m_search; }
    void setCaptureMenu(QMenu* menu);
    void setMainMenu(QMenu* menu);

Q_SIGNALS:
    void searchEdited(const QString& text);
    void searchNext();
    void searchPrevious();
    void searchLeft(); // Esc

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPushButton* button(const Actions& actions, ActionId id, const QString& text, const char* name);
    void buildLeft(const Actions& actions, QHBoxLayout* row);
    void buildSearch(QHBoxLayout* row);
    void buildRight(const Actions& actions, QHBoxLayout* row);

    QWidget* m_left = nullptr;
    QWidget* m_stepBox = nullptr;
    QWidget* m_modeBox = nullptr;
    QPushButton* m_capture = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_previous = nullptr;
    QPushButton* m_next = nullptr;
    QPushButton* m_step = nullptr;
    QLineEdit* m_search = nullptr;
    QAction* m_searchIcon = nullptr;
    QLabel* m_searchNote = nullptr;
    QToolButton* m_themeButton = nullptr;
    QToolButton* m_menuButton = nullptr;
};

} // namespace stepglass
