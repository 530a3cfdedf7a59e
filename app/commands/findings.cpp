// SPDX-License-Identifier: GPL-3.0-or-later
// `stepglass findings`: what holds the step back.
#include "model/analysis/findings.h"
#include "app/commands/commands.h"
#include "app/commands/device_input.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "app/commands/result_json.h"
#include "app/commands/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepglass {
namespace {

std::string percentText(double percent)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", percent);
    return text.data();
}

std::string headline(const Finding& finding)
{
    const std::string figure = percentText(finding.value) + ", limit " + percentText(finding.threshold);
    switch (finding.severity) {
    case Severity::High:
    case Severity::Warn:
        return (finding.severity == Severity::High ? "HIGH  " : "WARN  ") + finding.id + ": at most " +
               timeText(finding.ceiling) + " a step (" + percentText(finding.ceilingPercent) + ") to win\n";
    case Severity::None:
        return "ok    " + finding.id + ": checked, not found (" + figure +
               (finding.unmet.empty() ? "" : ", but " + finding.unmet) + ")\n";
    case Severity::NotEnoughData:
        break;
    }
    return "–     " + finding.id + ": not enough data\n";
}

std::string findingText(const Trace& trace, const Finding& finding)
{
    std::string text = headline(finding);
    if (finding.severity == Severity::NotEnoughData)
        return text + "      " + finding.why + "\n";
    text += "      " + finding.what + "\n";
    if (finding.severity == Severity::None)
        return text;
    text += "      Why:  " + finding.why + "\n      Try:  " + finding.suggestion + "\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(finding.evidence.size(), 3); ++i) {
        const Evidence& evidence = finding.evidence[i];
        text += "      At " + timeText(evidence.start - trace.spanStart()) + " for " + timeText(evidence.duration) +
                ": " + evidence.name + "\n";
    }
    return text;
}

std::string namesOf(const Trace& trace, const std::vector<Step>& steps)
{
    std::string text;
    for (const Step& step : steps)
        text += (text.empty() ? "" : ", ") + std::string(trace.name(step.slice));
    return text;
}

bool isBad(const std::vector<Finding>& all, FailOn failOn)
{
    const Severity limit = failOn == FailOn::High ? Severity::High : Severity::Warn;
    return failOn != FailOn::Never &&
           std::any_of(all.begin(), all.end(), [&](const Finding& f) { return f.severity <= limit; });
}

} // namespace

int runFindings(const FindingsOptions& options)
{
    FindingSettings settings;
    for (const std::string& assignment : options.settings) {
        if (const Status status = applySetting(settings, assignment); !status.ok())
            return fail(kBadUsage, status.message());
    }
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    const auto scope = scopeOf(*trace, options.scope);
    if (!scope.ok())
        return fail(kBadUsage, scope.status().message());
    const auto input = analyseDevices(trace, options.scope.stepRegion, settings.dataLoading);
    if (!input.ok())
        return fail(kBadUsage, input.status().message());
    const std::vector<Finding> all = findings(*input.value().analysis, settings, scope.value());
    const std::vector<Step> judged = judgedSteps(input.value().analysis->steps(), scope.value());
    const std::vector<Step> leftOut = boundaryLeftOut(input.value().analysis->steps(), scope.value());
    if (options.json) {
        print(findingsJson(*trace, all, judged, leftOut));
    } else {
        const bool any =
            std::any_of(all.begin(), all.end(), [](const Finding& f) { return f.severity != Severity::NotEnoughData; });
        if (any && !leftOut.empty())
            print("# " + std::to_string(judged.size()) + (judged.size() == 1 ? " step" : " steps") +
                  " judged; left out as boundary: " + namesOf(*trace, leftOut) + "\n");
        for (const Finding& finding : all)
            print(findingText(*trace, finding));
    }
    return finishOutput(isBad(all, options.failOn) ? kJudgedBad : kDone);
}

} // namespace stepglass
