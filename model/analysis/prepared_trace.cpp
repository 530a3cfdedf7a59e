// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/prepared_trace.h"

#include <thread>

namespace stepglass {

std::shared_ptr<const PreparedTrace> PreparedTrace::make(std::shared_ptr<const Trace> trace, std::stop_token stop)
{
    auto prepared = std::make_shared<PreparedTrace>();
    prepared->m_trace = std::move(trace);
    std::jthread linking([&] { prepared->m_links = linkTrace(*prepared->m_trace, stop); });
    const auto links = [&] {
        linking.join();
        return prepared->m_links.get();
    };
    prepared->m_tree = HostTree::make(*prepared->m_trace, links, stop);
    if (linking.joinable())
        linking.join();
    if (!prepared->m_links || !prepared->m_tree)
        return nullptr;
    prepared->m_rows = std::make_shared<const RowNumbers>(*prepared->m_trace, *prepared->m_tree, false);
    return stop.stop_requested() ? nullptr : prepared;
}

} // namespace stepglass
