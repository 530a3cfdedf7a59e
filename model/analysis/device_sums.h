// SPDX-License-Identifier: GPL-3.0-or-later
// Device time by the operator that asked for it, as PyTorch sums it: plainly, one level, by External id (every operator
// with that id receives all of it), or by operator where External ids name nothing.
#pragma once

#include "model/analysis/key_index.h"
#include "model/analysis/links.h"

namespace stepglass {

class DeviceSums
{
public:
    struct Sum
    {
        Ns time = 0;
        std::uint32_t kernels = 0;
    };
    // Kernels, copies, sets and synchronisation rows; the device-side copies of regions only with `withRegions` (XPU,
    // whose profiler links them to the host's).
    DeviceSums(const Trace& trace, const Links& links, bool withRegions);
    bool empty() const { return m_count == 0; }
    Sum of(SliceId operatorOrRegion) const;

private:
    const Trace& m_trace;
    bool m_byId;
    KeyIndex m_index;
    ScratchArray<Sum> m_sums; // the first m_count
    std::uint32_t m_count = 0;
};

} // namespace stepglass
