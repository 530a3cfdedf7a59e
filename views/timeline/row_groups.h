// SPDX-License-Identifier: GPL-3.0-or-later
// All rows that a trace has, in their natural order, before a person's choices: what layoutRows() picks from. Rows have
// no height and no place yet.
#pragma once

#include "views/timeline/row_layout.h"

#include <vector>

namespace stepglass {

struct RowGroup // one header and the rows below it
{
    Row header;
    std::vector<Row> rows;
    double sortIndex = 0; // of the process; of a device that of the process the file keeps it in
};

// Steps of all threads, then regions of all threads.
std::vector<Row> topRows(const Trace& trace, const CounterIndex& counters);
// Processes with their threads and counters, main thread first; then devices with their streams, copies and counters.
std::vector<RowGroup> rowGroups(const Trace& trace, const CounterIndex& counters);

} // namespace stepglass
