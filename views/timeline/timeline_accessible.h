// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline for those who do not see it: a list of rows, each with its name and how much it holds; the selected
// slice is the child of its row and what has the focus.
#pragma once

namespace stepglass {

class TimelineView;

// Makes QAccessible know TimelineView; once is enough, more does no harm.
void installTimelineAccessibility();

// Says that another slice is selected, if anyone listens.
void announceSelection(TimelineView& view);

} // namespace stepglass
