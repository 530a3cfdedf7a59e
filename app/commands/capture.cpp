// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/capture_request.h"
#include "app/commands/commands.h"
#include "app/commands/output.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace stepglass {
namespace {

CaptureOptions toOptions(const CaptureCommandOptions& o)
{
    CaptureOptions options = captureOptions(o.workload);
    options.output = QString::fromStdString(o.output);
    options.skipFirst = o.skipFirst;
    options.wait = o.wait;
    options.warmup = o.warmup;
    options.active = o.active;
    options.repeat = o.repeat;
    options.steps = o.steps;
    options.maxSize = QString::fromStdString(o.maxSize);
    options.recordShapes = o.recordShapes;
    options.withStack = o.withStack;
    options.profileMemory = o.profileMemory;
    return options;
}

std::string stepText(const QJsonObject& status)
{
    const QJsonValue loss = status["loss"]; // null where it is no finite number
    return "step " + std::to_string(status["step"].toInteger()) + ": " + status["state"].toString().toStdString() +
           ", " + QString::number(status["step_ms"].toDouble(), 'f', 3).toStdString() + " ms, loss " +
           (loss.isDouble() ? QString::number(loss.toDouble(), 'g', 6).toStdString() : "not a number");
}

// What one status line of the capture process means to people, on stderr.
void say(const QJsonObject& status)
{
    const QString state = status["state"].toString();
    if (state == "starting")
        remark("captures on: " + status["device"].toString().toStdString());
    else if (state != "finished" && state != "failed" && state != "stopping" && status["message"].isUndefined())
        remark(stepText(status));
    if (state == "finished" && status["dropped"].toInteger() > 0)
        remark(std::to_string(status["dropped"].toInteger()) + " records were lost; the trace says so");
}

} // namespace

int runCapture(const CaptureCommandOptions& options)
{
    const QString program = captureProgram();
    if (program.isEmpty())
        return kCaptureFailed;
    QString growing;
    QStringList files;
    const auto take = [&](const QByteArray& line) {
        const QJsonObject status = QJsonDocument::fromJson(line).object();
        say(status);
        growing = status["file"].toString(growing);
        for (const QJsonValue& file : status["files"].toArray())
            files << file.toString();
    };
    const int code = runCaptureProgram(program, toOptions(options).arguments(), take, [&] { return growing; });
    if (code != kDone)
        return code;
    for (const QString& file : files)
        remark("wrote " + file.toStdString());
    if (options.tableRows <= 0 || files.isEmpty())
        return kDone;
    TableOptions table;
    table.file = files.last().toStdString();
    table.rowLimit = options.tableRows;
    return runTable(table);
}

} // namespace stepglass
