// SPDX-License-Identifier: GPL-3.0-or-later
// The few signs of the toolbar, drawn: the interface's font has no glyphs for them.
#pragma once

#include <QColor>
#include <QIcon>

namespace stepglass {

enum class IconName
{
    Search,
    Moon,
    Sun,
    ChevronLeft,
    ChevronRight,
    ChevronDown,
    Record,
    Stop,
    Menu,
    Close,
    App
};

// 16 x 16 px, at one, two and three times that.
QIcon icon(IconName name, const QColor& color);

} // namespace stepglass
