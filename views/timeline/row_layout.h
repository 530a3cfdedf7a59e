// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows the timeline has, in which order and how high: a pure function of the trace and of what a person has
// collapsed, hidden, pinned or moved. Steps and regions on top, then processes with their threads, then devices with
// their streams, copies by direction, and counters. Measures are px at scale 1; a painter multiplies them.
#pragma once

#include "model/core/trace.h"
#include "views/timeline/counter_index.h"

#include <QString>

#include <set>
#include <string>
#include <vector>

namespace stepglass {

namespace measure {
constexpr int kLane = 18;
constexpr int kKernelLane = 24;
constexpr int kLaneGap = 2;
constexpr int kRowPad = 4; // above the first and below the last lane
constexpr int kHeader = 22;
constexpr int kTwoLines = 38; // least height of a row with a second line of text
constexpr int kCounter = 50;
constexpr int kOverview = 40;
constexpr int kRuler = 24;
constexpr int kLabelColumn = 176;
} // namespace measure

struct Row
{
    enum class Type
    {
        Header, // of a group: `title`, and `detail` beside it
        Lanes,  // a track
        Counter
    };
    Type type = Type::Lanes;
    std::string key;   // names the row in every snapshot
    std::string group; // key of its header; empty for steps and regions
    QString title;
    QString detail; // second line
    TrackId track;
    int laneCount = 0; // lanes shown
    int laneHeight = measure::kLane;
    std::size_t counter = 0; // of CounterIndex
    bool collapsed = false;
    bool pinned = false; // stays above the rows that scroll
    int top = 0;         // pinned rows count from the top of the pinned part
    int height = 0;
    std::vector<std::uint32_t> instants; // rows of trace.instants() that are marked here, by time

    int laneTop(int lane) const { return top + measure::kRowPad + lane * (laneHeight + measure::kLaneGap); }
};

struct RowChoices
{
    std::set<std::string> collapsed, hidden, pinned;
    std::vector<std::string> order; // keys that were moved: they come first among their like, in this order
    int mostLanes = 0;              // of a row; 0: all. A row that has more says so
    QString filter;                 // only rows whose group, title or detail matches this pattern (* and ?), if any
};

struct RowLayout
{
    std::vector<Row> rows; // pinned ones first
    int pinnedHeight = 0;
    int height = 0; // of the rows that scroll

    const Row* row(const std::string& key) const;
    // The row that shows a track, or null.
    const Row* rowOf(TrackId track) const;
};

RowLayout layoutRows(const Trace& trace, const CounterIndex& counters, const RowChoices& choices);

// Gives each instant a row: that of its thread, else the header of its process. Part of layoutRows().
void placeInstants(const Trace& trace, RowLayout& layout);

// For tests and bug reports: a line a row, `top height key "title" "detail" lanes`.
std::string toText(const RowLayout& layout);

} // namespace stepglass
