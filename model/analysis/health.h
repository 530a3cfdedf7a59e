// SPDX-License-Identifier: GPL-3.0-or-later
// Trace health: what was odd about a trace, the reader's remarks and those that need to know which launch belongs to
// which work. read = shown + setAside.
#pragma once

#include "model/core/trace.h"

#include <string>
#include <vector>

namespace stepglass {

class Links;

struct HealthReason
{
    IssueReason reason = IssueReason::BadEvent;
    std::uint64_t count = 0;
    std::uint64_t firstOffset = 0; // byte offset in the (decompressed) input
    std::string example;
    bool setAside = false; // else shown and flagged
};

struct Health
{
    std::uint64_t read = 0;
    std::uint64_t shown = 0;
    std::uint64_t setAside = 0;
    std::vector<HealthReason> reasons; // those that occurred; first what was set aside
};

// Dangling flows are normal and no reason: each call without device work writes an end.
Health traceHealth(const Trace& trace, const Links& links);

} // namespace stepglass
