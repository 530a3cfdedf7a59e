// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be asked of the window, in one table: menus, toolbar, command palette and the list of keys are
// made from it.
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

#include <vector>

namespace stepglass {

enum class ActionId
{
    Open,
    OpenSample,
    CloseTab,
    NextTab,
    PreviousTab,
    Reload,
    Compare,
    SaveTable,
    ExportPicture,
    CopyPicture,
    Quit,
    Capture,
    CaptureOptions,
    StopCapture,
    Follow,
    Benchmark,
    PreviousStep,
    NextStep,
    ThisStep,
    AllSteps,
    WholeTrace,
    FitSelection,
    UndoZoom,
    RangeFromSelection,
    NextInRow,
    PreviousInRow,
    ClearSelection,
    Find,
    FindNext,
    FindPrevious,
    PyTorchMode,
    WallMode,
    ToggleTheme,
    ShowAllTracks,
    Preferences,
    Palette,
    Keys,
    About
};

enum class Menu
{
    File,
    Capture,
    Go,
    View,
    Help
};

class Actions : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QObject* parent);
    QAction* operator[](ActionId id) const { return m_actions.value(static_cast<int>(id)); }
    // In the order of the table.
    std::vector<QAction*> all() const { return m_order; }
    std::vector<QAction*> of(Menu menu) const;

private:
    QHash<int, QAction*> m_actions;
    std::vector<QAction*> m_order;
    std::vector<Menu> m_menus;
};

QString menuTitle(Menu menu);

} // namespace stepglass
