// SPDX-License-Identifier: GPL-3.0-or-later
// Which row marks which instant.
#include "views/timeline/row_layout.h"

#include <algorithm>
#include <map>

namespace stepglass {
namespace {

constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

// The row of a thread's own slices comes before those of its Python frames, regions and steps.
int rank(TrackKind kind)
{
    return kind == TrackKind::Host ? 0 : kind == TrackKind::Python ? 1 : 2;
}

// Of what belongs to a thread; kNoRow where none of its rows is shown.
std::size_t rowOfThread(const Trace& trace, const RowLayout& layout, ThreadId thread)
{
    std::size_t best = kNoRow;
    for (std::size_t r = 0; r < layout.rows.size(); ++r) {
        const Row& row = layout.rows[r];
        if (row.type != Row::Type::Lanes)
            continue;
        const Track& track = trace.track(row.track);
        if (track.onDevice() || track.kind == TrackKind::Async || track.thread != thread)
            continue;
        if (best == kNoRow || rank(track.kind) < rank(trace.track(layout.rows[best].track).kind))
            best = r;
    }
    return best;
}

std::size_t rowFor(const Trace& trace, const RowLayout& layout, const InstantRecord& instant)
{
    const std::size_t own = instant.scope == InstantScope::Thread ? rowOfThread(trace, layout, instant.thread) : kNoRow;
    if (own != kNoRow)
        return own;
    std::string header = "p";
    header += trace.text(trace.process(trace.thread(instant.thread).process).pid);
    const auto found =
        std::find_if(layout.rows.begin(), layout.rows.end(), [&](const Row& row) { return row.key == header; });
    return found == layout.rows.end() ? kNoRow : static_cast<std::size_t>(found - layout.rows.begin());
}

} // namespace

void placeInstants(const Trace& trace, RowLayout& layout)
{
    std::map<std::pair<std::uint32_t, InstantScope>, std::size_t> rows; // by thread and scope
    for (std::uint32_t i = 0; i < trace.instants().size(); ++i) {
        const InstantRecord& instant = trace.instants()[i];
        const auto [known, fresh] = rows.try_emplace({instant.thread.value, instant.scope}, kNoRow);
        if (fresh)
            known->second = rowFor(trace, layout, instant);
        if (known->second != kNoRow)
            layout.rows[known->second].instants.push_back(i);
    }
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
        return trace.instants()[a].time < trace.instants()[b].time;
    };
    for (Row& row : layout.rows) {
        if (!std::is_sorted(row.instants.begin(), row.instants.end(), earlier))
            std::stable_sort(row.instants.begin(), row.instants.end(), earlier);
    }
}

} // namespace stepglass
