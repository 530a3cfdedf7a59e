// SPDX-License-Identifier: GPL-3.0-or-later
// `render`: the timeline as a picture, without a display.
#include "app/commands/commands.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "app/commands/render_table.h"
#include "model/analysis/derived_series.h"
#include "model/analysis/steps.h"
#include "views/export/timeline_picture.h"
#include "views/format/format.h"

#include <QGuiApplication>

#include <cstdlib>

namespace stepglass {
namespace {

struct Shown
{
    TimeRange range;
    Scope scope;
    QString text; // empty: the whole trace
};

QString stepsText(const StepsOption& steps)
{
    return steps.first == steps.last ? QStringLiteral("step %1").arg(steps.first)
                                     : QStringLiteral("steps %1 to %2").arg(steps.first).arg(steps.last);
}

Result<Shown> shownOf(const Trace& trace, const std::vector<Step>& steps, const ScopeOptions& options)
{
    Shown shown{{trace.spanStart(), std::max(trace.spanEnd(), trace.spanStart() + 1)}, Scope::whole(), {}};
    if (options.range) {
        shown.range = {trace.spanStart() + options.range->from, trace.spanStart() + options.range->to};
        shown.scope = Scope::range(shown.range.from, shown.range.to);
        shown.text = formatExact(options.range->from) + QStringLiteral(" to ") + formatExact(options.range->to);
    } else if (options.steps) {
        TimeRange range;
        for (const Step& step : steps) {
            if (step.number < options.steps->first || step.number > options.steps->last)
                continue;
            range = range.empty() ? TimeRange{step.start, step.end}
                                  : TimeRange{std::min(range.from, step.start), std::max(range.to, step.end)};
        }
        if (range.empty())
            return Status::error(trace.info().path + ": has no such step");
        shown = {range, Scope::steps(static_cast<int>(options.steps->first), static_cast<int>(options.steps->last)),
                 stepsText(*options.steps)};
    }
    return shown;
}

// The counters that analysis tells.
std::shared_ptr<const std::vector<DerivedSeries>> derivedOf(const std::shared_ptr<const Trace>& trace,
                                                            const std::vector<Step>& steps)
{
    const auto links = linkTrace(*trace);
    return std::make_shared<const std::vector<DerivedSeries>>(derivedSeries(DeviceAnalysis(*trace, *links, steps)));
}

} // namespace

int runRender(const RenderOptions& options)
{
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    if (trace->empty())
        return fail(kUnreadable, options.file + ": holds nothing that could be drawn");
    const std::vector<Step> steps = listSteps(*trace, options.scope.stepRegion);
    const Result<Shown> shown = shownOf(*trace, steps, options.scope);
    if (!shown.ok())
        return fail(kBadUsage, shown.status().message());
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // a picture needs no display, whatever there is
    int argc = 1;
    char name[] = "stepglass";
    char* argv[] = {name, nullptr};
    const QGuiApplication application(argc, argv);
    PictureRequest request;
    request.range = shown.value().range;
    request.width = options.width;
    request.dpi = options.dpi;
    request.theme = &Theme::of(options.dark ? ThemeName::Dark : ThemeName::Light);
    request.scope = shown.value().text;
    if (QString::fromStdString(trace->info().producer).contains(QLatin1String("torch"), Qt::CaseInsensitive))
        request.mode = QStringLiteral("PyTorch mode");
    request.rows.filter = QString::fromStdString(options.tracks);
    request.derived = derivedOf(trace, steps);
    if (options.tableRows > 0) {
        request.table = pictureTable(trace, steps, shown.value().scope, options.tableRows);
    }
    const Status status = savePicture(QString::fromStdString(options.output), *trace, request);
    return status.ok() ? kDone : fail(kBadUsage, status.message());
}

} // namespace stepglass
