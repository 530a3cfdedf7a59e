// SPDX-License-Identifier: GPL-3.0-or-later
// One lane of a frame. While a pixel covers whole buckets of the lane's summary, the summary is read, a few cells a
// pixel; below that the slices themselves are walked. Either way the cost depends on the pixels, not on the slices.
#pragma once

#include "views/timeline/timeline_geometry.h"

#include <limits>

namespace stepglass {

class LaneGeometry
{
public:
    LaneGeometry(const GeometryRequest& request, TimelineGeometry& out);
    // Appends what `lane` shows and returns which parts of the arrays that is.
    LanePart add(const Lane& lane);

private:
    static constexpr Ns kNever = std::numeric_limits<Ns>::min();
    static constexpr std::uint32_t kBeyond = 0xFFFFFFFFu;
    // Slices that share a pixel column, until the next column begins.
    struct Column
    {
        int x = -1;
        Ns end = kNever; // of its pixel
        int count = 0;
        Ns covered = 0;
        Ns longest = -1;
        LaneClass look; // of the longest
        SliceId slice;  // the longest, where something is lit
    };
    void addFromSummary(const Lane& lane, int level);
    void addFromSlices(const Lane& lane);
    std::uint32_t addFromChunk(const LaneChunk& chunk, std::uint32_t k);
    std::uint32_t gather(const LaneChunk& chunk, std::uint32_t k);
    void openColumn(Ns start);
    bool addWideBeginningIn(const Lane& lane, int x);
    bool addWide(Ns start, Ns end, SliceId slice, LaneClass look);
    bool addWide(const Lane& lane, std::uint32_t i);
    void closeColumn();
    void pushCell(int x, ThinCell cell);
    bool isDim(SliceId slice) const { return m_request.lit != nullptr && !(*m_request.lit)(slice); }

    const GeometryRequest& m_request;
    TimelineGeometry& m_out;
    TimeScale m_scale;
    std::vector<Ns> m_times; // of the left edge of each pixel, and of the right edge of the last
    Ns m_thin = 0;           // what is no longer than this never fills a pixel and a gap
    double m_coverPerNs = 0; // of 255
    int m_gap = 1;
    int m_minLabel = 1;
    int m_labelPad = 1;
    Column m_column;
    int m_nextX = 0;   // first pixel that a cell may take
    int m_runEnd = -1; // pixel after the last cell
};

} // namespace stepglass
