// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/health.h"

#include "model/analysis/blocking_calls.h"
#include "model/analysis/links.h"

#include <cstdio>

namespace stepglass {
namespace {

std::string microseconds(Ns ns)
{
    char text[48];
    std::snprintf(text, sizeof text, "%lld.%03lld µs", static_cast<long long>(ns / 1000),
                  static_cast<long long>(ns % 1000));
    return text;
}

// Device work that starts before its launch call, and device work whose launch call is not in the file. Silent in a
// trace whose calls carry no correlation at all: nothing could be linked there.
void flagDeviceWork(const Trace& trace, const Links& links, Issues& issues)
{
    if (links.linkedCount() == 0)
        return;
    for (std::uint32_t row = 0; row < trace.deviceWork().size(); ++row) {
        const SliceId work = trace.deviceWork()[row].slice;
        if (!isDeviceWork(trace.kind(work)))
            continue;
        const SliceId launch = links.launchOfRow(row);
        const std::string name(trace.name(work));
        if (!launch.valid()) {
            issues.add(IssueReason::DeviceWorkWithoutLaunch, trace.source(work), name);
        } else if (trace.start(work) < trace.start(launch)) {
            const Ns lead = trace.start(launch) - trace.start(work);
            issues.add(IssueReason::KernelBeforeLaunch, trace.source(work),
                       name + " starts " + microseconds(lead) + " before " + std::string(trace.name(launch)) +
                           " (at most " + microseconds(links.longestLead()) + ")");
        }
    }
}

// Launches of one kernel that no device slice answers. Copies, sets and graphs need not leave one; and a trace without
// any linked work recorded no device, so that none is due.
void flagLaunches(const Trace& trace, const Links& links, Issues& issues)
{
    if (links.linkedCount() == 0)
        return;
    for (const SliceId call : links.calls()) {
        if (trace.correlation(call).valid() && isKernelLaunch(trace.name(call)) && links.launchedBy(call).empty())
            issues.add(IssueReason::LaunchWithoutKernel, trace.source(call),
                       std::string(trace.name(call)) + ", correlation " + trace.text(trace.correlation(call)));
    }
}

} // namespace

Health traceHealth(const Trace& trace, const Links& links)
{
    Issues issues = trace.issues();
    flagDeviceWork(trace, links, issues);
    flagLaunches(trace, links, issues);
    Health health{trace.recordsRead(), trace.recordsShown(), issues.setAside(), {}};
    for (int i = 0; i < kIssueReasonCount; ++i) {
        const auto reason = static_cast<IssueReason>(i);
        const Issue& issue = issues[reason];
        if (issue.count != 0)
            health.reasons.push_back({reason, issue.count, issue.firstOffset, issue.example, isSetAside(reason)});
    }
    return health;
}

} // namespace stepglass
