// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stepglass {

// Lets the window's thread go first where all processors are busy: this thread, and those that it starts from now on,
// get a third of the share of one that has not asked for it. Where the system does not allow it nothing changes.
void yieldToWindow();

} // namespace stepglass
