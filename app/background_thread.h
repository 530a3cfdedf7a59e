// SPDX-License-Identifier: GPL-3.0-or-later
// How the window's thread is kept free: what works behind it yields, and memory is seldom asked of the system.
#pragma once

namespace stepglass {

enum class Background
{
    Reading, // a third of the share of the window's thread: what is read late is seen late
    Analysis // a thirtieth: nobody waits for the figures of a moment ago
};

// Lets the window's thread go first where all processors are busy: for this thread and those that it starts from now
// on. Where the system does not allow it nothing changes.
void yieldToWindow(Background work);

// For the whole process, before its window is made: what is given back to the system is asked of it anew, and that
// waits while another thread gives back much. So the allocator asks seldom and for more at once, and keeps up to 128
// MiB and what lies between pieces in use.
void keepMemory();

} // namespace stepglass
