// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands capture, benchmark and doctor share: asking the capture process.
#pragma once

#include "app/commands/options.h"
#include "capture/session/capture_options.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>

namespace stepglass {

// The workload's options as the capture process takes them.
CaptureOptions captureOptions(const WorkloadCommandOptions& workload);

// Path of the capture process, or empty after a message on stderr.
QString captureProgram();

// Runs the capture process to its end with its messages on our stderr, and its standard output given to `takeLine`,
// line by line. An interrupt (Ctrl+C) or a termination is passed on to it, so that it can end its file. Returns its
// exit code as ours. leftFile: where a file was being written, its name, for when the process did not end by itself.
int runCaptureProgram(const QString& program, const QStringList& arguments,
                      const std::function<void(const QByteArray&)>& takeLine, const std::function<QString()>& leftFile);

} // namespace stepglass
