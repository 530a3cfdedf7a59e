// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/key_bindings.h"

#include <algorithm>

namespace stepglass {
namespace {

struct Default
{
    TimelineCommand command;
    int key;
    int modifiers;
    quint32 scanCode; // as X11 counts: evdev's code and 8
    const char* description;
};

constexpr int kShift = Qt::ShiftModifier;

constexpr Default kDefaults[] = {
    {TimelineCommand::ZoomIn, Qt::Key_W, 0, 25, "Zoom in at the pointer"},
    {TimelineCommand::ZoomOut, Qt::Key_S, 0, 39, "Zoom out"},
    {TimelineCommand::PanLeft, Qt::Key_A, 0, 38, "Move left"},
    {TimelineCommand::PanRight, Qt::Key_D, 0, 40, "Move right"},
    {TimelineCommand::PanLeft, Qt::Key_Left, 0, 0, "Move left"},
    {TimelineCommand::PanRight, Qt::Key_Right, 0, 0, "Move right"},
    {TimelineCommand::ScrollUp, Qt::Key_Up, 0, 0, "Scroll the tracks up"},
    {TimelineCommand::ScrollDown, Qt::Key_Down, 0, 0, "Scroll the tracks down"},
    {TimelineCommand::FitSelection, Qt::Key_F, 0, 41, "Fit the selection into the window"},
    {TimelineCommand::ShowWhole, Qt::Key_0, 0, 0, "Show the whole trace"},
    {TimelineCommand::UndoZoom, Qt::Key_Backspace, 0, 0, "Undo a zoom"},
    {TimelineCommand::ToggleMark, Qt::Key_M, 0, 58, "Set or remove a mark at the pointer"},
    {TimelineCommand::RangeFromSelection, Qt::Key_R, 0, 27, "Restrict the tables to the selection's range"},
    {TimelineCommand::NextSlice, Qt::Key_Period, 0, 60, "Next slice of the lane"},
    {TimelineCommand::PreviousSlice, Qt::Key_Comma, 0, 59, "Previous slice of the lane"},
    {TimelineCommand::NextOfName, Qt::Key_Right, kShift, 0, "Next slice of the same name on the track"},
    {TimelineCommand::PreviousOfName, Qt::Key_Left, kShift, 0, "Previous slice of the same name on the track"},
    {TimelineCommand::NextOfRow, Qt::Key_N, 0, 57, "Next slice of the selected row"},
    {TimelineCommand::PreviousOfRow, Qt::Key_N, kShift, 57, "Previous slice of the selected row"},
    {TimelineCommand::FollowBack, Qt::Key_BracketLeft, 0, 34,
     "Follow the arrow back: kernel, launch, operator, forward"},
    {TimelineCommand::FollowOn, Qt::Key_BracketRight, 0, 35,
     "Follow the arrow on: launch to kernel, forward to backward"},
    {TimelineCommand::Clear, Qt::Key_Escape, 0, 0, "Clear the selection, then the range"},
};

// Arrow keys and digits of the number pad count as the others.
Qt::KeyboardModifiers relevant(Qt::KeyboardModifiers modifiers)
{
    return modifiers & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
}

} // namespace

KeyBindings::KeyBindings()
{
    for (const Default& d : kDefaults)
        m_bindings.push_back(
            {d.command, d.key, Qt::KeyboardModifiers(d.modifiers), d.scanCode, QString::fromLatin1(d.description)});
    for (int n = 1; n <= 9; ++n) {
        const QString number = QString::number(n);
        m_bindings.push_back({TimelineCommand::SaveView, Qt::Key_0 + n, Qt::ControlModifier, 0,
                              QStringLiteral("Keep this view as number ") + number});
        m_bindings.push_back(
            {TimelineCommand::RecallView, Qt::Key_0 + n, {}, 0, QStringLiteral("Go to view number ") + number});
    }
}

TimelineCommand KeyBindings::commandOf(const QKeyEvent& event, int* number) const
{
    const Qt::KeyboardModifiers modifiers = relevant(event.modifiers());
    const auto found = std::find_if(m_bindings.begin(), m_bindings.end(), [&](const KeyBinding& b) {
        const bool byPlace = b.scanCode != 0 && event.nativeScanCode() != 0;
        return b.modifiers == modifiers && (byPlace ? b.scanCode == event.nativeScanCode() : b.key == event.key());
    });
    if (found == m_bindings.end())
        return TimelineCommand::None;
    if (number != nullptr &&
        (found->command == TimelineCommand::SaveView || found->command == TimelineCommand::RecallView))
        *number = found->key - Qt::Key_0;
    return found->command;
}

void KeyBindings::bind(TimelineCommand command, int key, Qt::KeyboardModifiers modifiers, bool keepOthers)
{
    QString description;
    for (const KeyBinding& b : m_bindings) {
        if (b.command == command)
            description = b.description;
    }
    std::erase_if(m_bindings, [&](const KeyBinding& b) {
        return (b.command == command && !keepOthers) || (b.key == key && b.modifiers == modifiers);
    });
    m_bindings.push_back({command, key, modifiers, 0, description});
}

} // namespace stepglass
