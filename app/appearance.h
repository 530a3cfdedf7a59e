// SPDX-License-Identifier: GPL-3.0-or-later
// Dresses the widgets of Qt in a theme: palette, type and one style sheet. Views that paint take the Theme itself.
#pragma once

#include "views/theme/theme.h"

#include <QPalette>
#include <QString>

namespace stepglass {

QPalette paletteOf(const Theme& theme);
QString styleSheetOf(const Theme& theme);
// To the whole application.
void applyTheme(const Theme& theme);

} // namespace stepglass
