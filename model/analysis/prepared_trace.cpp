// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/prepared_trace.h"

namespace stepglass {

std::shared_ptr<const PreparedTrace> PreparedTrace::make(std::shared_ptr<const Trace> trace, std::stop_token stop,
                                                         std::shared_ptr<const Links> links)
{
    auto prepared = std::make_shared<PreparedTrace>();
    prepared->m_trace = std::move(trace);
    HostTree::Beside beside;
    beside.links = [&] {
        prepared->m_links = links ? std::move(links) : linkTrace(*prepared->m_trace, stop);
        return prepared->m_links.get();
    };
    beside.ordered = [&](const HostTree& tree) {
        prepared->m_rows = std::make_shared<const RowNumbers>(*prepared->m_trace, tree, false);
    };
    prepared->m_tree = HostTree::make(*prepared->m_trace, beside, stop);
    return prepared->m_tree && !stop.stop_requested() ? prepared : nullptr;
}

} // namespace stepglass
