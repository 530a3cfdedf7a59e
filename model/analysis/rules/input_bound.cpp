// SPDX-License-Identifier: GPL-3.0-or-later
// The device waits long for a host that loads data or does other work before it launches anything.
#include "model/analysis/rules/rule.h"

#include <algorithm>
#include <map>

namespace stepglass {
namespace {

struct HostWait
{
    Ns loading = 0;
    Ns other = 0;
    std::map<StringId, Ns> byName;
    std::vector<Evidence> parts;
};

HostWait hostWait(const RuleInput& input)
{
    HostWait wait;
    const Trace& trace = input.trace();
    for (const JudgedStep& step : input.steps) {
        for (const Gap& gap : step.gaps) {
            if (gap.isMicro(input.settings.launchMicroGap))
                continue;
            for (const GapPart& part : gap.parts) {
                if (part.cause != IdleCause::DataLoading && part.cause != IdleCause::HostWork)
                    continue;
                (part.cause == IdleCause::DataLoading ? wait.loading : wait.other) += part.at.length();
                // The steps have a name each, but what they hold of themselves is one thing.
                wait.byName[trace.kind(part.slice) == SliceKind::Step ? StringId() : trace.nameId(part.slice)] +=
                    part.at.length();
                wait.parts.push_back(
                    {part.at.begin, part.at.length(), std::string(trace.name(part.slice)), part.slice});
            }
        }
    }
    return wait;
}

} // namespace

Finding inputBound(const RuleInput& input)
{
    Finding finding;
    finding.id = "input-bound";
    HostWait wait = hostWait(input);
    const Ns sum = wait.loading + wait.other;
    judge(finding, input.share(sum), input.settings.inputWarn, input.settings.inputHigh);
    finding.what = "The device waits " + durationWords(input.aStep(sum)) + " a step (" +
                   percentWords(input.share(sum)) +
                   ") for a host that has not launched yet: " + durationWords(input.aStep(wait.loading)) +
                   " data loading, " + durationWords(input.aStep(wait.other)) + " other host work.";
    finding.why = wait.loading >= wait.other
                      ? "The next batch is not ready when the device is: it is loaded on the way of the step."
                      : "The host is busy with something else when the device has nothing left to do.";
    finding.suggestion =
        wait.loading >= wait.other
            ? "Load ahead in workers (num_workers, prefetch_factor, pin_memory), decode and augment less on "
              "the step's thread, or cache prepared batches."
            : "Move this work out of the step, make it cheaper, or do it while the device is busy.";
    if (finding.severity == Severity::None)
        return finding;
    const auto top = std::max_element(wait.byName.begin(), wait.byName.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
    finding.what += " Most of it in " +
                    (top->first.empty() ? std::string("the steps themselves, under no other slice")
                                        : shortName(input.trace().text(top->first))) +
                    " (" + durationWords(input.aStep(top->second)) + " a step).";
    setCeiling(finding, input, sum);
    finding.evidence = std::move(wait.parts);
    keepLongest(finding.evidence);
    return finding;
}

} // namespace stepglass
