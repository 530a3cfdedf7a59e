// SPDX-License-Identifier: GPL-3.0-or-later
// The presets as the window offers them, at once: the capture process knows more of them, and takes a while to be
// asked.
#pragma once

#include <QString>

#include <vector>

namespace stepglass {

struct PresetChoice
{
    const char* name;
    const char* shows;
    int active = 20; // steps it records where nothing is said
};

// Pairs of problem and remedy side by side.
const std::vector<PresetChoice>& presetChoices();

// Of the preset of that name; empty: of baseline.
int presetActive(const QString& preset);

} // namespace stepglass
