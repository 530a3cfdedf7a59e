// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the timeline, in one table that can be changed. A key means its place on the keyboard, so that WASD lie
// together on every layout; where the place is unknown, the character counts.
#pragma once

#include <QKeyEvent>
#include <QString>

#include <vector>

namespace stepglass {

enum class TimelineCommand
{
    None,
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    ScrollUp,
    ScrollDown,
    FitSelection,
    ShowWhole,
    UndoZoom,
    ToggleMark,
    RangeFromSelection,
    NextSlice,
    PreviousSlice,
    NextOfName,
    PreviousOfName,
    NextOfRow,
    PreviousOfRow,
    FollowBack,
    FollowOn,
    Clear,
    SaveView,  // with the number of the key
    RecallView //
};

struct KeyBinding
{
    TimelineCommand command = TimelineCommand::None;
    int key = 0; // Qt::Key
    Qt::KeyboardModifiers modifiers;
    quint32 scanCode = 0; // of the key's place under X11 and Wayland; 0: by character
    QString description;
};

class KeyBindings
{
public:
    KeyBindings();
    const std::vector<KeyBinding>& all() const { return m_bindings; }
    // The command of a key event, None if it has none. `number` is set for views 1 to 9.
    TimelineCommand commandOf(const QKeyEvent& event, int* number = nullptr) const;
    // Gives a command another key, by character; its other keys stay only if `keepOthers`.
    void bind(TimelineCommand command, int key, Qt::KeyboardModifiers modifiers, bool keepOthers = false);

private:
    std::vector<KeyBinding> m_bindings;
};

} // namespace stepglass
