// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that the device does while nothing computes.
#include "model/analysis/blocking_calls.h"
#include "model/analysis/rules/rule.h"

namespace stepglass {
namespace {

struct ExposedCopies
{
    std::uint64_t count = 0, pageable = 0, blocking = 0;
    std::uint64_t bytes = 0;
    std::vector<Evidence> slices;
};

bool isBlockingCopy(const RuleInput& input, SliceId copy, const DeviceWork& work)
{
    const SliceId call = input.analysis.links().launchOf(copy);
    if (!call.valid())
        return false;
    const Blocking blocking = blockingKind(input.trace().name(call));
    return blocking == Blocking::Copy ||
           (blocking == Blocking::CopyIfPageable && work.pageable && input.trace().kind(copy) == SliceKind::MemcpyDtoH);
}

// Copies that are exposed at least in part; their evidence lasts as long as they are exposed.
ExposedCopies exposedCopies(const RuleInput& input)
{
    ExposedCopies result;
    const Trace& trace = input.trace();
    const Intervals& exposed = input.device.exclusive[static_cast<std::size_t>(ActivityClass::Copy)];
    for (const JudgedStep& step : input.steps) {
        for (std::size_t i = firstWorkReaching(input.device, step.step.start); i < input.device.work.size(); ++i) {
            const SliceId s = input.device.work[i];
            if (trace.start(s) >= step.step.end)
                break;
            if (!isMemcpy(trace.kind(s)))
                continue;
            const Interval at{std::max(trace.start(s), step.step.start), std::min(trace.end(s), step.step.end)};
            const Ns alone = lengthWithin(exposed, at);
            if (at.length() <= 0 || alone == 0)
                continue;
            const DeviceWork& work = *trace.deviceWork(s);
            ++result.count;
            result.bytes += work.bytes;
            result.pageable += work.pageable ? 1 : 0;
            result.blocking += isBlockingCopy(input, s, work) ? 1 : 0;
            result.slices.push_back({trace.start(s), alone, std::string(trace.name(s)), s});
        }
    }
    return result;
}

} // namespace

Finding serialCopy(const RuleInput& input)
{
    Finding finding;
    finding.id = "serial-copy";
    Ns exposed = 0;
    for (const JudgedStep& step : input.steps)
        exposed += step.times.activity[ActivityClass::Copy];
    judge(finding, input.share(exposed), input.settings.copyWarn, input.settings.copyHigh);
    ExposedCopies copies = exposedCopies(input);
    finding.what = "Copies that nothing computes under take " + durationWords(input.aStep(exposed)) + " a step (" +
                   percentWords(input.share(exposed)) + "): " + std::to_string(copies.count) + " in " +
                   countWords(input.steps.size(), "step", "steps") + ", " + std::to_string(copies.pageable) +
                   " from or to pageable memory, " + std::to_string(copies.blocking) + " by blocking calls.";
    finding.why = copies.pageable > 0
                      ? "Pageable memory must be staged through a pinned buffer, so the copy cannot run beside compute."
                      : "The copy is in the way: what computes is ordered after it, on the same stream or by waiting.";
    finding.suggestion =
        "Pinned memory (pin_memory=True) and non_blocking=True, on a stream of its own, for the next batch "
        "while this one computes; copy less, or keep it on the device.";
    if (finding.severity == Severity::None)
        return finding;
    setCeiling(finding, input, exposed);
    finding.evidence = std::move(copies.slices);
    keepLongest(finding.evidence);
    return finding;
}

} // namespace stepglass
