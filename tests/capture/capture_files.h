// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QThread>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Small helpers of the capture tests: what a trace file holds, read by a library that is not ours.
namespace capture_files {

using nlohmann::json;

// Sizes so small that a step takes a millisecond or so.
inline const QStringList kSmall = {"--batch", "8", "--in-features", "128", "--hidden", "256", "--out-features", "64"};

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

// Runs a program to its end; by a shell that first does `shellPrefix` (such as a limit), where one is given.
inline Outcome runToEnd(const QString& program, const QStringList& arguments, const QString& shellPrefix = {})
{
    QProcess process;
    if (shellPrefix.isEmpty())
        process.start(program, arguments);
    else
        process.start("/bin/sh", QStringList{"-c", shellPrefix + " exec \"$0\" \"$@\"", program} + arguments);
    Outcome outcome;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
        outcome.code = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

// Until the process has its own way with SIGTERM.
inline void waitTillItTakesSignals(const QProcess& process)
{
    for (bool takes = false; !takes && process.state() == QProcess::Running; QThread::msleep(2)) {
        QFile status(QString("/proc/%1/status").arg(process.processId()));
        if (!status.open(QIODevice::ReadOnly))
            return;
        const QByteArray text = status.readAll();
        const QByteArray mask = text.mid(text.indexOf("SigCgt:") + 7).trimmed().left(16);
        takes = (mask.toULongLong(nullptr, 16) >> (SIGTERM - 1) & 1) != 0;
    }
}

inline json readJson(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return json::parse(file.readAll().toStdString(), nullptr, false);
}

inline std::vector<json> events(const json& trace, const std::string& category, const std::string& phase = "X")
{
    std::vector<json> found;
    for (const json& event : trace["traceEvents"])
        if (event["ph"] == phase && event.value("cat", "") == category)
            found.push_back(event);
    return found;
}

inline int countNamed(const std::vector<json>& events, const std::string& name)
{
    int count = 0;
    for (const json& event : events)
        count += event["name"] == name ? 1 : 0;
    return count;
}

inline double endOf(const json& event)
{
    return event["ts"].get<double>() + event["dur"].get<double>();
}

} // namespace capture_files
