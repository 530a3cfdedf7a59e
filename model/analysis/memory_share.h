// SPDX-License-Identifier: GPL-3.0-or-later
// Which memory records fall into which host slice. PyTorch counts a record for every slice whose closed interval holds
// its time, whatever the thread.
#pragma once

#include "model/analysis/host_tree.h"

#include <vector>

namespace stepglass {

class MemoryShare
{
public:
    explicit MemoryShare(const Trace& trace);
    // The sum for each of `nodes`, which are by start.
    ScratchArray<HostTree::Bytes> inside(const ScratchArray<OrderedSlice>& nodes) const;
    // Rows of the records that no node holds, by time.
    std::vector<std::uint32_t> outside(const ScratchArray<OrderedSlice>& nodes) const;

private:
    std::vector<std::uint32_t> m_rows;     // by time
    std::vector<Ns> m_times;               // of m_rows
    std::vector<HostTree::Bytes> m_before; // sums of the first i records
};

} // namespace stepglass
