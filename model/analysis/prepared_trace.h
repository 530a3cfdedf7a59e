// SPDX-License-Identifier: GPL-3.0-or-later
// What analysis keeps of a trace, whatever the scope: computed once, off the UI thread, so that another scope or
// another order of the table costs little.
#pragma once

#include "model/analysis/host_tree.h"
#include "model/analysis/links.h"
#include "model/analysis/row_numbers.h"
#include "model/core/trace.h"

#include <memory>
#include <stop_token>

namespace stepglass {

class PreparedTrace
{
public:
    // Null when stopped. Without `links` the trace is linked as well, beside the rest.
    static std::shared_ptr<const PreparedTrace> make(std::shared_ptr<const Trace> trace, std::stop_token stop = {},
                                                     std::shared_ptr<const Links> links = {});

    const Trace& trace() const { return *m_trace; }
    const std::shared_ptr<const Trace>& sharedTrace() const { return m_trace; }
    const Links& links() const { return *m_links; }
    const std::shared_ptr<const Links>& sharedLinks() const { return m_links; }
    const HostTree& tree() const { return *m_tree; }
    const RowNumbers& rowNumbers() const { return *m_rows; } // without shapes

private:
    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const Links> m_links;
    std::shared_ptr<const HostTree> m_tree;
    std::shared_ptr<const RowNumbers> m_rows;
};

} // namespace stepglass
