// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel takes most of the kernel time of a device that is busy: faster only if that kernel is.
#include "model/analysis/rules/rule.h"

#include <algorithm>
#include <unordered_map>

namespace stepglass {
namespace {

struct KernelTime
{
    StringId name;
    Ns sum = 0;
    std::uint64_t count = 0;
    Intervals at;
    std::vector<Evidence> slices;
};

// Kernel time inside the steps, on the clock, by name.
std::vector<KernelTime> kernelTimes(const RuleInput& input)
{
    std::unordered_map<StringId, std::size_t> index;
    std::vector<KernelTime> times;
    const Trace& trace = input.trace();
    for (const JudgedStep& step : input.steps) {
        for (std::size_t i = firstWorkReaching(input.device, step.step.start); i < input.device.work.size(); ++i) {
            const SliceId s = input.device.work[i];
            if (trace.start(s) >= step.step.end)
                break;
            const Interval at{std::max(trace.start(s), step.step.start), std::min(trace.end(s), step.step.end)};
            if (at.length() <= 0 || !isKernel(trace.kind(s)))
                continue;
            const auto [found, isNew] = index.emplace(trace.nameId(s), times.size());
            if (isNew)
                times.push_back({trace.nameId(s), 0, 0, {}, {}});
            KernelTime& kernel = times[found->second];
            kernel.sum += at.length();
            ++kernel.count;
            kernel.at.push_back(at);
            kernel.slices.push_back({trace.start(s), trace.duration(s), std::string(), s});
        }
    }
    return times;
}

} // namespace

Finding dominantKernel(const RuleInput& input)
{
    Finding finding;
    finding.id = "dominant-kernel";
    std::vector<KernelTime> times = kernelTimes(input);
    Ns all = 0;
    for (const KernelTime& kernel : times)
        all += kernel.sum;
    const auto top = std::max_element(times.begin(), times.end(),
                                      [](const KernelTime& a, const KernelTime& b) { return a.sum < b.sum; });
    const double share = all > 0 ? static_cast<double>(top->sum) / static_cast<double>(all) : 0;
    Ns busy = 0;
    for (const JudgedStep& step : input.steps)
        busy += step.times.busy();
    const FindingSettings& s = input.settings;
    judge(finding, share, s.dominantWarn, s.dominantHigh,
          input.share(busy) >= s.dominantBusy ? std::string()
                                              : "the device is busy " + percentWords(input.share(busy)) +
                                                    " of the step, of " + percentWords(s.dominantBusy) + " needed");
    if (all == 0) {
        finding.what = "No kernel runs in the steps.";
        return finding;
    }
    const std::string name(input.trace().text(top->name));
    finding.what = shortName(name) + " takes " + percentWords(share) + " of the kernel time (" +
                   durationWords(input.aStep(top->sum)) + " a step in " +
                   countWords(top->count / input.steps.size(), "call", "calls") + "); the device is busy " +
                   percentWords(input.share(busy)) + " of the step.";
    finding.why = "The device is the limit, and one kernel is most of what it does: a faster host changes nothing.";
    finding.suggestion =
        "Lower precision (TF32, BF16) where the result allows it; sizes that are multiples of 64; a fused "
        "or specialised kernel; less work for it, such as a smaller or sparser layer.";
    if (finding.severity == Severity::None)
        return finding;
    setCeiling(finding, input, lengthOf(unionOf(std::move(top->at))));
    finding.evidence = std::move(top->slices);
    keepLongest(finding.evidence);
    for (Evidence& evidence : finding.evidence)
        evidence.name = name;
    return finding;
}

} // namespace stepglass
