// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels so short that the host cannot launch them as fast as the device finishes them: many small gaps.
#include "model/analysis/blocking_calls.h"
#include "model/analysis/rules/rule.h"

#include <algorithm>

namespace stepglass {
namespace {

struct Launches
{
    std::uint64_t count = 0;      // single-kernel launches in the steps
    std::uint64_t shorter = 0;    // whose device time is below their call's time
    std::uint64_t fromGraphs = 0; // kernels launched by graphs
    std::vector<Ns> kernels;      // durations of those launched singly

    Ns medianKernel()
    {
        if (kernels.empty())
            return 0;
        const auto middle = kernels.begin() + static_cast<std::ptrdiff_t>(kernels.size() / 2);
        std::nth_element(kernels.begin(), middle, kernels.end());
        return *middle;
    }
    double shortShare() const { return count > 0 ? static_cast<double>(shorter) / static_cast<double>(count) : 0; }
};

bool inSteps(const RuleInput& input, Ns t)
{
    return std::any_of(input.steps.begin(), input.steps.end(),
                       [&](const JudgedStep& s) { return s.step.start <= t && t < s.step.end; });
}

Launches countLaunches(const RuleInput& input)
{
    Launches result;
    const Trace& trace = input.trace();
    for (const SliceId call : input.analysis.links().calls()) {
        const bool single = isKernelLaunch(trace.name(call));
        if ((!single && !isGraphLaunch(trace.name(call))) || !inSteps(input, trace.start(call)))
            continue;
        Ns deviceTime = 0;
        std::uint64_t kernels = 0;
        for (const SliceId work : input.analysis.links().launchedBy(call)) {
            if (!isKernel(trace.kind(work)) || trace.deviceWork(work)->device != input.device.device)
                continue;
            ++kernels;
            deviceTime += trace.duration(work);
            if (single)
                result.kernels.push_back(trace.duration(work));
        }
        if (!single) {
            result.fromGraphs += kernels;
        } else if (kernels > 0) {
            ++result.count;
            result.shorter += deviceTime < trace.duration(call) ? 1 : 0;
        }
    }
    return result;
}

// A small gap that launching explains: nothing loaded data, copied or waited in it, and no single host operation took
// long.
bool isOfLaunching(const Gap& gap, const FindingSettings& settings)
{
    if (!gap.isMicro(settings.launchMicroGap))
        return false;
    return std::none_of(gap.parts.begin(), gap.parts.end(), [&](const GapPart& part) {
        const bool other = part.cause == IdleCause::AfterLastWork ||
                           (part.cause >= IdleCause::Profiler && part.cause <= IdleCause::AfterSync);
        const bool longOperation =
            part.cause == IdleCause::HostWork && part.at.length() >= settings.launchLongOperation;
        return other || longOperation;
    });
}

} // namespace

Finding launchBound(const RuleInput& input)
{
    Finding finding;
    finding.id = "launch-bound";
    const FindingSettings& s = input.settings;
    Launches launches = countLaunches(input);
    Ns gaps = 0;
    std::uint64_t count = 0;
    for (const JudgedStep& step : input.steps) {
        for (const Gap& gap : step.gaps) {
            if (!isOfLaunching(gap, s))
                continue;
            gaps += gap.at.length();
            ++count;
            finding.evidence.push_back(
                {gap.at.begin, gap.at.length(), "gap before " + shortName(input.trace().name(gap.next)), gap.next});
        }
    }
    const Ns median = launches.medianKernel();
    const bool graphs = launches.fromGraphs > 0 && launches.fromGraphs >= launches.count;
    const bool small = launches.count > 0 && (launches.shortShare() >= s.launchShort || median < s.launchKernel);
    judge(finding, input.share(gaps), s.launchWarn, s.launchHigh,
          graphs  ? "graphs launch most kernels"
          : small ? ""
                  : "the kernels are not short: neither are most below their launch, nor the median below " +
                        durationWords(s.launchKernel));
    finding.what =
        countWords(launches.count / input.steps.size(), "kernel launch", "kernel launches") + " a step" +
        (launches.count > 0 ? ", " + percentWords(launches.shortShare()) +
                                  " of them longer than the kernel they start; median kernel " + durationWords(median)
                            : std::string()) +
        "; " + countWords(count / input.steps.size(), "gap", "gaps") + " below " + durationWords(s.launchMicroGap) +
        " a step, " + percentWords(input.share(gaps)) + " of the step." +
        (graphs ? " Most kernels are launched by graphs." : "");
    finding.why = "The device finishes a kernel before the host has launched the next: it waits a little after each.";
    finding.suggestion =
        "Fewer and larger kernels: fused or multi-tensor optimisers, torch.compile, a larger batch; or "
        "replay the step as a CUDA graph.";
    if (finding.severity == Severity::None) {
        finding.evidence.clear();
        return finding;
    }
    setCeiling(finding, input, gaps);
    keepLongest(finding.evidence);
    return finding;
}

} // namespace stepglass
