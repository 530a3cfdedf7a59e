// SPDX-License-Identifier: GPL-3.0-or-later
// The interface's type: 12 px, 11 px for what is secondary, semibold for what heads.
#pragma once

#include <QFont>

namespace stepglass {

// Adds the faces of the resources to the font database, once. Needs a QGuiApplication.
void registerFonts();

enum class FontRole
{
    Body,      // 12 px
    Heading,   // 12 px, semibold
    Secondary, // 11 px
    Small      // 10 px
};

// In px times `scale`, painted without shaping: shaping turns "128x128" and "->" into other characters, and a PDF's
// text could not be searched.
QFont uiFont(FontRole role, double scale = 1.0);

} // namespace stepglass
