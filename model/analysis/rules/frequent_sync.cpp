// SPDX-License-Identifier: GPL-3.0-or-later
// The host waits for the device inside the step, and the device then waits for the host.
#include "model/analysis/blocking_calls.h"
#include "model/analysis/rules/rule.h"

#include <algorithm>

namespace stepglass {
namespace {

// Blocking calls and waiting operators of one thread, by start, the longer first; the capture's own left out.
std::vector<BlockingCall> waitsOf(const RuleInput& input, std::size_t thread)
{
    const HostTimelines& host = input.analysis.host();
    std::vector<BlockingCall> waits;
    for (const BlockingCall& call : host.threads()[thread].blocking) {
        if (call.slice != host.ownSynchronisation())
            waits.push_back(call);
    }
    return waits;
}

// Nested ones (`aten::item` > `_local_scalar_dense` > copy > synchronise) count once.
std::uint64_t callsInSteps(const RuleInput& input)
{
    const Trace& trace = input.trace();
    std::vector<std::vector<BlockingCall>> waits;
    for (std::size_t t = 0; t < input.analysis.host().threads().size(); ++t)
        waits.push_back(waitsOf(input, t));
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        if (trace.kind(s) == SliceKind::Operator && isWaitingOperator(trace.name(s)))
            waits[static_cast<std::size_t>(input.analysis.host().indexOf(trace.thread(s)))].push_back(
                {{trace.start(s), trace.end(s)}, s, false});
    }
    std::uint64_t count = 0;
    for (auto& ofThread : waits) {
        std::stable_sort(ofThread.begin(), ofThread.end(), [](const BlockingCall& a, const BlockingCall& b) {
            return std::pair(a.at.begin, -a.at.end) < std::pair(b.at.begin, -b.at.end);
        });
        Interval outer{0, -1};
        for (const BlockingCall& wait : ofThread) {
            if (wait.at.begin >= outer.begin && wait.at.end <= outer.end)
                continue;
            outer = wait.at;
            count += std::any_of(input.steps.begin(), input.steps.end(),
                                 [&](const JudgedStep& step) {
                                     return step.step.start <= wait.at.begin && wait.at.begin < step.step.end;
                                 })
                         ? 1
                         : 0;
        }
    }
    return count;
}

} // namespace

Finding frequentSync(const RuleInput& input)
{
    Finding finding;
    finding.id = "frequent-sync";
    const Trace& trace = input.trace();
    Ns waiting = 0;
    Ns after = 0;
    for (const JudgedStep& step : input.steps) {
        waiting += step.times.idle[IdleCause::InBlockingCall];
        after += step.times.idle[IdleCause::AfterSync];
        for (const Gap& gap : step.gaps) {
            for (const GapPart& part : gap.parts) {
                const bool counts = part.cause == IdleCause::AfterSync || part.cause == IdleCause::InBlockingCall;
                if (counts)
                    finding.evidence.push_back(
                        {part.at.begin, part.at.length(), std::string(trace.name(part.slice)), part.slice});
            }
        }
    }
    const double calls = static_cast<double>(callsInSteps(input)) / static_cast<double>(input.steps.size());
    const FindingSettings& s = input.settings;
    std::string number = std::to_string(calls);
    number.resize(number.find('.') + 2);
    judge(finding, input.share(waiting + after), s.syncWarn, s.syncHigh,
          calls >= s.syncCalls ? std::string() : "only " + number + " such calls a step");
    finding.what = number + " calls a step wait for the device or read a value back; the device is then idle " +
                   durationWords(input.aStep(waiting + after)) + " a step (" +
                   percentWords(input.share(waiting + after)) + "), " + durationWords(input.aStep(after)) +
                   " of it after the wait is over.";
    finding.why =
        "While the host waits it launches nothing, so the device runs dry and stays idle until the next launch.";
    finding.suggestion =
        "Read values back (.item(), .cpu(), print) once in many steps; keep losses on the device and sum "
        "them there; wait for an event later instead of the whole device now.";
    if (finding.severity == Severity::None) {
        finding.evidence.clear();
        return finding;
    }
    setCeiling(finding, input, waiting + after);
    keepLongest(finding.evidence);
    return finding;
}

} // namespace stepglass
