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

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace stepglass {
namespace {

struct Shown
{
    TimeRange range;
    Scope scope;
    QString text; // empty: the whole trace
};

QString stepsText(const Scope& steps)
{
    return steps.firstStep == steps.lastStep
               ? QStringLiteral("step %1").arg(steps.firstStep)
               : QStringLiteral("steps %1 to %2").arg(steps.firstStep).arg(steps.lastStep);
}

Result<Shown> shownOf(const Trace& trace, const std::vector<Step>& steps, const ScopeOptions& options)
{
    const Result<Scope> scope = scopeOf(trace, options);
    if (!scope.ok())
        return scope.status();
    Shown shown{{trace.spanStart(), std::max(trace.spanEnd(), trace.spanStart() + 1)}, scope.value(), {}};
    if (options.range) {
        shown.range = {scope.value().from, scope.value().to};
        shown.text = formatExact(options.range->from) + QStringLiteral(" to ") + formatExact(options.range->to);
    } else if (options.steps) {
        TimeRange range;
        for (const Step& step : steps) {
            if (step.number < scope.value().firstStep || step.number > scope.value().lastStep)
                continue;
            range = range.empty() ? TimeRange{step.start, step.end}
                                  : TimeRange{std::min(range.from, step.start), std::max(range.to, step.end)};
        }
        shown.range = range.empty() ? shown.range : range; // steps of no length are shown in the whole
        shown.text = stepsText(scope.value());
    }
    return shown;
}

// The counters that analysis tells.
std::shared_ptr<const std::vector<DerivedSeries>> derivedOf(const Trace& trace, const Links& links,
                                                            const std::vector<Step>& steps)
{
    return std::make_shared<const std::vector<DerivedSeries>>(derivedSeries(DeviceAnalysis(trace, links, steps)));
}

} // namespace

int runRender(const RenderOptions& options)
{
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    if (trace->empty())
        return fail(kUnreadable, options.file + ": holds nothing that could be drawn");
    std::error_code none;
    if (std::filesystem::equivalent(options.file, options.output, none))
        return fail(kBadUsage, options.output + ": is the trace itself, which the picture would replace");
    const std::vector<Step> steps = listSteps(*trace, options.scope.stepRegion);
    const Result<Shown> shown = shownOf(*trace, steps, options.scope);
    if (!shown.ok())
        return fail(kBadUsage, shown.status().message());
    // Standard error is for what went wrong with the picture, in one line.
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& message) {
        if (type == QtCriticalMsg || type == QtFatalMsg)
            std::fprintf(stderr, "stepglass: %s\n", qPrintable(message));
    });
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // a picture needs no display, whatever there is
    int argc = 1;
    char name[] = "stepglass";
    char* argv[] = {name, nullptr};
    const QGuiApplication application(argc, argv);
    const auto links = linkTrace(*trace);
    PictureRequest request;
    request.range = shown.value().range;
    request.width = options.width;
    request.dpi = options.dpi;
    request.theme = &Theme::of(options.dark ? ThemeName::Dark : ThemeName::Light);
    request.scope = shown.value().text;
    if (QString::fromStdString(trace->info().producer).contains(QLatin1String("torch"), Qt::CaseInsensitive))
        request.mode = QStringLiteral("PyTorch mode");
    request.rows.filter = QString::fromStdString(options.tracks);
    request.derived = derivedOf(*trace, *links, steps);
    if (options.tableRows > 0) {
        request.table = pictureTable(trace, links, steps, shown.value().scope, options.tableRows);
    }
    const Status status = savePicture(QString::fromStdString(options.output), *trace, request);
    return status.ok() ? kDone : fail(kBadUsage, status.message());
}

} // namespace stepglass
