// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/capture_request.h"

#include "app/commands/output.h"

#include <QProcess>

#include <csignal>

namespace stepglass {

CaptureOptions captureOptions(const WorkloadCommandOptions& workload)
{
    CaptureOptions options;
    options.backend = QString::fromStdString(workload.backend);
    options.preset = QString::fromStdString(workload.preset);
    options.batch = workload.batch;
    options.inFeatures = workload.inFeatures;
    options.hidden = workload.hidden;
    options.outFeatures = workload.outFeatures;
    options.learningRate = workload.learningRate;
    if (workload.seed)
        options.seed = *workload.seed;
    return options;
}

QString captureProgram()
{
    const QString program = findCaptureProgram();
    if (program.isEmpty())
        fail(kCaptureFailed,
             "the program stepglass-capture was not found; install it beside stepglass or put it into the PATH");
    return program;
}

int runCaptureProgram(const QString& program, const QStringList& arguments,
                      const std::function<void(const QByteArray&)>& takeLine)
{
    // A terminal sends the interrupt to both; only the capture process has something to finish.
    const auto before = std::signal(SIGINT, SIG_IGN);
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.setChildProcessModifier([] { std::signal(SIGINT, SIG_DFL); });
    process.start(program, arguments);
    int code = kCaptureFailed;
    if (!process.waitForStarted()) {
        fail(kCaptureFailed, "the capture process could not be started: " + process.errorString().toStdString());
    } else {
        while (process.waitForReadyRead(-1))
            while (process.canReadLine())
                takeLine(process.readLine().trimmed());
        process.waitForFinished(-1);
        while (process.canReadLine())
            takeLine(process.readLine().trimmed());
        if (process.exitStatus() == QProcess::CrashExit)
            fail(kCaptureFailed, "the capture process was ended from outside or crashed (signal " +
                                     std::to_string(process.exitCode()) + "); what it had recorded can be opened");
        else
            code = process.exitCode();
    }
    std::signal(SIGINT, before);
    return code;
}

} // namespace stepglass
