// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/capture_request.h"
#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/text.h"
#include "views/export/save_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace stepglass {
namespace {

std::vector<std::string> kindRow(const char* title, const QJsonObject& figures)
{
    const auto time = [&](const char* key) { return timeText(figures[key].toInteger()); };
    const QJsonArray interval = figures["interval"].toArray();
    return {title,        time("median"),
            time("mean"), time("min"),
            time("p5"),   time("p95"),
            time("mad"),  timeText(interval[0].toInteger()) + " .. " + timeText(interval[1].toInteger())};
}

std::string overheadText(const QJsonObject& overhead)
{
    const QJsonArray interval = overhead["interval"].toArray();
    const qsizetype pairs = overhead["pairs"].toArray().size();
    return QString("a recorded step takes %1 of one that is not (95 %: %2 to %3; %4 pairs of blocks of %5), and writes "
                   "%6 events\n")
        .arg(overhead["ratio"].toDouble(), 0, 'f', 4)
        .arg(interval[0].toDouble(), 0, 'f', 4)
        .arg(interval[1].toDouble(), 0, 'f', 4)
        .arg(pairs)
        .arg(overhead["steps"].toInteger())
        .arg(overhead["events_a_step"].toDouble(), 0, 'f', 0)
        .toStdString();
}

std::string resultText(const QJsonObject& result)
{
    std::vector<std::vector<std::string>> rows{
        {"a step", "median", "mean", "min", "p5", "p95", "MAD", "95 % of the median"},
        kindRow("wall, synchronised at both ends of a block", result["wall_ns"].toObject()),
        kindRow("wall, synchronised each step (changes the run)", result["per_step_synchronised_ns"].toObject()),
        kindRow("device events", result["device_ns"].toObject()),
        kindRow("wall, not synchronised (a trap: launches only)", result["unsynchronised_ns"].toObject())};
    std::string text = columnsText(rows, {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right,
                                          Align::Right, Align::Right, Align::Right});
    text += "\n" + QString::number(result["throughput_per_s"].toDouble(), 'f', 1).toStdString() +
            " samples a second on " + result["device"].toString().toStdString() + ", " +
            std::to_string(result["steps"].toInteger()) + " steps of each kind in " +
            std::to_string(result["blocks"].toArray().size()) + " blocks\n";
    if (const QJsonObject overhead = result["overhead"].toObject(); !overhead.isEmpty())
        text += overheadText(overhead);
    if (result["drift"].toBool())
        text += "The step times had not settled: they drift over the run. Warm up longer (--warmup).\n";
    return text;
}

} // namespace

int runBenchmark(const BenchmarkCommandOptions& options)
{
    const QString program = captureProgram();
    if (program.isEmpty())
        return kCaptureFailed;
    const QString output = QString::fromStdString(options.output);
    if (const Status status = output.isEmpty() ? Status() : checkSaving(output); !status.ok())
        return fail(kCaptureFailed, status.message()); // before minutes go by
    QStringList arguments = captureOptions(options.workload).arguments();
    arguments << "--benchmark"
              << "--warmup" << QString::number(options.warmup) << "--steps" << QString::number(options.steps);
    if (options.overhead)
        arguments << "--overhead";
    QByteArray json;
    const int code = runCaptureProgram(
        program, arguments, [&](const QByteArray& line) { json += line; }, [] { return QString(); });
    if (code != kDone)
        return code;
    const Status saved = output.isEmpty() ? Status() : saveFile(output, json + '\n');
    if (options.json && (output.isEmpty() || !saved.ok())) // what could not be saved is not lost
        print(json.toStdString() + "\n");
    else if (!options.json)
        print(resultText(QJsonDocument::fromJson(json).object()));
    return finishOutput(saved.ok() ? kDone : fail(kCaptureFailed, saved.message()));
}

} // namespace stepglass
