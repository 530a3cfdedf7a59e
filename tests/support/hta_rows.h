// SPDX-License-Identifier: GPL-3.0-or-later
// HolisticTraceAnalysis 0.5.0's view of a trace: which records it takes, which it calls device rows, what it links and
// which steps it keeps. Its rules, not ours: golden/hta/README.md has them in full.
#pragma once

#include "model/analysis/intervals.h"
#include "tests/support/file_records.h"

#include <optional>
#include <string>
#include <vector>

namespace stepglass::test {

enum class HtaClass
{
    Computation,
    Communication,
    Memory,
    Other
};
// By the name alone, letters as written.
HtaClass htaClass(const std::string& name);

struct HtaRow
{
    SliceId slice;
    Ns start = 0;
    Ns duration = 0;
    std::string name;
    std::string category;
    std::string thread;                      // pid and tid as written
    std::optional<std::int64_t> stream;      // set and not -1: a device row, whatever the category
    std::optional<std::int64_t> correlation; // none: not there
    double bandwidth = 0;                    // args `memory bandwidth (GB/s)`
    std::int64_t link = -1;                  // index in all(); 0 without a partner, -1 without a correlation
    std::size_t index = 0;                   // in all()

    Ns end() const { return start + duration; }
    bool onDevice() const { return stream.has_value(); }
};

class HtaRows
{
public:
    // `narrowed`: to whole us as the tool does out of the box where a time has a fraction: start = ceil, end = floor; a
    // row inside one microsecond gets the duration -1 us.
    explicit HtaRows(const FileRecords& file, bool narrowed = false);

    // Every record with `dur` and `cat`, but category Trace; in file order.
    const std::vector<HtaRow>& all() const { return m_all; }
    // The record that `row` is linked to, or null. A link of 0 points at the first record of the file, if that is here.
    const HtaRow* linked(const HtaRow& row) const
    {
        if (row.link < 0 || (row.link == 0 && !m_firstKept))
            return nullptr;
        return &m_all[static_cast<std::size_t>(row.link)];
    }
    // With `lastStep` false: rows of hosts that start before the last step's start; device rows once for each kept host
    // row of their correlation. With fewer than two step names everything.
    std::vector<HtaRow> kept(bool lastStep) const;
    // The earliest start of the file, where its time axis begins.
    Ns begin() const;

private:
    void link();
    std::vector<HtaRow> m_all;
    std::vector<bool> m_isG; // by position in m_all
    bool m_firstKept = false;
};

} // namespace stepglass::test
