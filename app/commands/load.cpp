// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/load.h"

#include "app/commands/output.h"
#include "app/commands/text.h"
#include "model/analysis/steps.h"
#include "model/read/ingest.h"

#include <algorithm>
#include <limits>

namespace stepglass {
namespace {

Ns later(Ns t, Ns by)
{
    return t > std::numeric_limits<Ns>::max() - by ? std::numeric_limits<Ns>::max() : t + by;
}

Result<Scope> stepScope(const Trace& trace, const ScopeOptions& options)
{
    const std::vector<Step> steps = listSteps(trace, options.stepRegion);
    if (steps.empty())
        return Status::error("--steps: the trace marks no steps (ProfilerStep#N); --step-region NAME takes a region");
    const auto wanted = [&](const Step& s) {
        return s.number >= options.steps->first && s.number <= options.steps->last;
    };
    const auto [low, high] = std::minmax_element(steps.begin(), steps.end(),
                                                 [](const Step& a, const Step& b) { return a.number < b.number; });
    if (std::none_of(steps.begin(), steps.end(), wanted)) {
        return Status::error("--steps: the trace has steps " + std::to_string(low->number) + ".." +
                             std::to_string(high->number) + " only");
    }
    // What is printed names the steps that are there.
    const auto clamped = [low = low->number, high = high->number](std::int64_t n) {
        return static_cast<int>(std::clamp<std::int64_t>(n, low, high));
    };
    return Scope::steps(clamped(options.steps->first), clamped(options.steps->last));
}

} // namespace

Result<Scope> scopeOf(const Trace& trace, const ScopeOptions& options)
{
    if (options.steps)
        return stepScope(trace, options);
    if (!options.range)
        return Scope::whole();
    const Ns from = later(trace.spanStart(), options.range->from);
    if (from >= trace.spanEnd())
        return Status::error("--range: the trace lasts " + timeText(trace.spanEnd() - trace.spanStart()) + " only");
    return Scope::range(from, later(trace.spanStart(), options.range->to));
}

std::shared_ptr<const Trace> loadOrSay(const std::string& path)
{
    auto result = loadTrace(path);
    if (result.ok())
        return result.value();
    fail(kUnreadable, result.status().message());
    return nullptr;
}

} // namespace stepglass
