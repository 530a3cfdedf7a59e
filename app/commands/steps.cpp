// SPDX-License-Identifier: GPL-3.0-or-later
// `stepglass steps`: where each step went and why the device was idle, on the clock.
#include "app/commands/commands.h"
#include "app/commands/device_input.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "app/commands/result_json.h"
#include "app/commands/text.h"

#include <array>
#include <cstdio>

namespace stepglass {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string rowName(const Trace& trace, const StepRow& row)
{
    if (row.name.empty())
        return "(whole trace)";
    return std::string(trace.text(row.name)) + (row.boundary ? " (boundary)" : "");
}

std::string timeAndShare(const DeviceBreakdown& times, Ns part)
{
    if (part == 0)
        return "0";
    std::array<char, 32> share{};
    std::snprintf(share.data(), share.size(), " (%.1f %%)", times.share(part) * 100);
    return timeText(part) + share.data();
}

std::string classesText(const Trace& trace, const std::vector<StepRow>& steps)
{
    Rows rows{{"Step", "Wall", "Compute", "Communication", "Copy", "Set", "Idle", "Outlives the step by"}};
    for (const StepRow& row : steps) {
        std::vector<std::string> cells{rowName(trace, row), timeText(row.times.duration)};
        for (Ns part : row.times.activity.ns)
            cells.push_back(timeAndShare(row.times, part));
        cells.push_back(timeText(row.outlives));
        rows.push_back(std::move(cells));
    }
    return columnsText(rows, {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right,
                              Align::Right, Align::Right});
}

// A row a step, a column a cause that occurs at all.
std::string causesText(const Trace& trace, const std::vector<StepRow>& steps)
{
    Rows rows{{"Idle"}};
    std::vector<Align> alignments{Align::Left};
    for (const StepRow& row : steps)
        rows.push_back({rowName(trace, row)});
    for (int c = 0; c < kIdleCauseCount; ++c) {
        const auto cause = static_cast<IdleCause>(c);
        Ns sum = 0;
        for (const StepRow& row : steps)
            sum += row.times.idle[cause];
        if (sum == 0)
            continue;
        rows[0].push_back(std::string(idleCauseName(cause)));
        alignments.push_back(Align::Right);
        for (std::size_t i = 0; i < steps.size(); ++i)
            rows[i + 1].push_back(timeAndShare(steps[i].times, steps[i].times.idle[cause]));
    }
    return columnsText(rows, alignments);
}

std::string hostOnlyText(const DeviceAnalysis& analysis)
{
    Rows rows{{"Step", "Wall"}};
    for (const Step& step : analysis.steps())
        rows.push_back({std::string(analysis.trace().name(step.slice)) + (step.boundary ? " (boundary)" : ""),
                        timeText(step.duration())});
    return columnsText(rows, {Align::Left, Align::Right});
}

} // namespace

int runSteps(const StepsCommandOptions& options)
{
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    const auto input = analyseDevices(trace, options.stepRegion);
    if (!input.ok())
        return fail(kBadUsage, input.status().message());
    const DeviceAnalysis& analysis = *input.value().analysis;
    const std::string note = whatCannotBeTold(analysis);
    std::vector<DeviceStepRows> devices;
    for (const DeviceActivity& device : analysis.devices())
        devices.push_back({std::string(trace->text(device.device)), stepRows(analysis, device)});
    if (options.json) {
        print(stepsJson(*trace, devices, note));
        return finishOutput(kDone);
    }
    if (!note.empty())
        print("# " + note + "\n");
    for (const DeviceStepRows& device : devices) {
        print("# Device " + device.device + ", on the clock: whatever it did within the step's host interval\n");
        print(classesText(*trace, device.rows) + "\n" + causesText(*trace, device.rows) + "\n");
    }
    if (devices.empty() && !analysis.steps().empty())
        print(hostOnlyText(analysis));
    return finishOutput(kDone);
}

} // namespace stepglass
