// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/actions.h"

#include <QKeySequence>
#include <QStringList>

namespace stepglass {

namespace {

struct Entry
{
    ActionId id;
    Menu menu;
    const char* text;
    const char* keys; // several: by blanks
};

const Entry kEntries[] = {
    {ActionId::Open, Menu::File, "Open…", "Ctrl+O"},
    {ActionId::OpenSample, Menu::File, "Open the sample", ""},
    {ActionId::Reload, Menu::File, "Read the file again", "F5"},
    {ActionId::Compare, Menu::File, "Compare two runs…", "Ctrl+D"},
    {ActionId::SaveTable, Menu::File, "Save the table as CSV…", "Ctrl+S"},
    {ActionId::ExportPicture, Menu::File, "Export picture…", "Ctrl+E"},
    {ActionId::CopyPicture, Menu::File, "Copy picture", "Ctrl+Shift+C"},
    {ActionId::CloseTab, Menu::File, "Close the tab", "Ctrl+W"},
    {ActionId::Quit, Menu::File, "Quit", "Ctrl+Q"},
    {ActionId::Capture, Menu::Capture, "Capture a training step", "Ctrl+R"},
    {ActionId::CaptureOptions, Menu::Capture, "Capture with options…", "Ctrl+Shift+R"},
    {ActionId::StopCapture, Menu::Capture, "Stop the capture", "Ctrl+."},
    {ActionId::Follow, Menu::Capture, "Follow the end", "Ctrl+Shift+F"},
    {ActionId::Benchmark, Menu::Capture, "Benchmark the training step", "Ctrl+B"},
    {ActionId::PreviousStep, Menu::Go, "Previous step", "Ctrl+Left"},
    {ActionId::NextStep, Menu::Go, "Next step", "Ctrl+Right"},
    {ActionId::ThisStep, Menu::Go, "Only this step", "Ctrl+Down"},
    {ActionId::AllSteps, Menu::Go, "All steps", "Ctrl+0"},
    {ActionId::NextInRow, Menu::Go, "Next slice of the row", ""},
    {ActionId::PreviousInRow, Menu::Go, "Previous slice of the row", ""},
    {ActionId::Find, Menu::Go, "Search names and args", "/ Ctrl+F"},
    {ActionId::FindNext, Menu::Go, "Next hit", "F3"},
    {ActionId::FindPrevious, Menu::Go, "Previous hit", "Shift+F3"},
    {ActionId::NextTab, Menu::Go, "Next tab", "Ctrl+Tab"},
    {ActionId::PreviousTab, Menu::Go, "Previous tab", "Ctrl+Shift+Tab"},
    {ActionId::WholeTrace, Menu::View, "Whole trace", ""},
    {ActionId::FitSelection, Menu::View, "Fit the selection", ""},
    {ActionId::UndoZoom, Menu::View, "Undo the zoom", ""},
    {ActionId::RangeFromSelection, Menu::View, "Range from the selection", ""},
    {ActionId::ClearSelection, Menu::View, "Clear selection, search or range", ""},
    {ActionId::PyTorchMode, Menu::View, "Figures as PyTorch counts them", ""},
    {ActionId::WallMode, Menu::View, "Figures as the clock saw them", ""},
    {ActionId::ShowAllTracks, Menu::View, "Show hidden tracks", ""},
    {ActionId::ToggleTheme, Menu::View, "Light or dark", "Ctrl+Shift+L"},
    {ActionId::Preferences, Menu::View, "Preferences…", "Ctrl+,"},
    {ActionId::Palette, Menu::Help, "Command palette", "Ctrl+Shift+P"},
    {ActionId::Keys, Menu::Help, "Keys", "? F1"},
    {ActionId::About, Menu::Help, "About Stepglass", ""},
};

} // namespace

QString menuTitle(Menu menu)
{
    switch (menu) {
    case Menu::File:
        return QStringLiteral("File");
    case Menu::Capture:
        return QStringLiteral("Capture");
    case Menu::Go:
        return QStringLiteral("Go");
    case Menu::View:
        return QStringLiteral("View");
    case Menu::Help:
        return QStringLiteral("Help");
    }
    return {};
}

Actions::Actions(QObject* parent)
    : QObject(parent)
{
    for (const Entry& entry : kEntries) {
        auto* action = new QAction(QString::fromUtf8(entry.text), this);
        QList<QKeySequence> keys;
        for (const QString& key : QString::fromUtf8(entry.keys).split(' ', Qt::SkipEmptyParts))
            keys << QKeySequence(key);
        action->setShortcuts(keys);
        m_actions.insert(static_cast<int>(entry.id), action);
        m_order.push_back(action);
        m_menus.push_back(entry.menu);
    }
    for (const ActionId id : {ActionId::PyTorchMode, ActionId::WallMode, ActionId::Follow})
        (*this)[id]->setCheckable(true);
}

std::vector<QAction*> Actions::of(Menu menu) const
{
    std::vector<QAction*> found;
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        if (m_menus[i] == menu)
            found.push_back(m_order[i]);
    }
    return found;
}

} // namespace stepglass
