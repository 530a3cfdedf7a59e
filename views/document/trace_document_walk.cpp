// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/document/trace_document.h"

#include <algorithm>

namespace stepglass {

void TraceDocument::startWalk(std::shared_ptr<const Walk> walk)
{
    if (!m_trace || !walk || walk->stops.empty())
        return;
    const auto longest = std::max_element(walk->stops.begin(), walk->stops.end(),
                                          [](const Stop& a, const Stop& b) { return a.at.length() < b.at.length(); });
    const auto place = static_cast<std::size_t>(longest - walk->stops.begin());
    m_walk = std::move(walk);
    walkToStop(place);
}

void TraceDocument::walkToStop(std::size_t place)
{
    if (!m_walk || place >= m_walk->stops.size())
        return;
    m_walkPlace = place;
    const Stop& stop = m_walk->stops[place];
    const Batch batch(*this);
    const Ns around = std::max<Ns>(stop.at.length(), kMinVisible / 2);
    setVisible({stop.at.from - around, stop.at.to + around}, History::Step);
    if (!stop.idle && stop.slice.valid()) {
        applyInWalk(ofSlice(stop.slice), Change::Reveal);
        return;
    }
    Selection gap;
    gap.kind = Selection::Kind::Gap;
    gap.device = m_walk->device;
    gap.range = stop.at;
    applyInWalk(gap, {});
}

void TraceDocument::walkBy(int direction)
{
    if (!m_walk)
        return;
    const auto count = static_cast<std::ptrdiff_t>(m_walk->stops.size());
    walkToStop(static_cast<std::size_t>((static_cast<std::ptrdiff_t>(m_walkPlace) + direction + count) % count));
}

void TraceDocument::selectFromWalk(SliceId slice)
{
    const std::shared_ptr<const Walk> walk = m_walk;
    const Batch batch(*this);
    select(slice, Reveal::Yes);
    m_walk = walk;
}

} // namespace stepglass
