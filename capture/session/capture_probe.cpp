// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/session/capture_probe.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace stepglass {
namespace {

bool finishes(QProcess& process, const std::stop_token& stop)
{
    constexpr int kSlice = 50; // ms
    for (int waited = 0; waited < 30'000 && !stop.stop_requested(); waited += kSlice) {
        if (process.waitForFinished(kSlice) || process.state() == QProcess::NotRunning)
            return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }
    process.kill();
    process.waitForFinished();
    return false;
}

QJsonDocument ask(const QString& program, const QString& mode, QString& error, const std::stop_token& stop)
{
    QProcess process;
    process.start(program, {mode});
    if (!process.waitForStarted() || !finishes(process, stop)) {
        error = QCoreApplication::translate("CaptureProbe", "The capture process gave no answer: %1")
                    .arg(process.errorString());
        return {};
    }
    return QJsonDocument::fromJson(process.readAllStandardOutput());
}

QString versions(const QJsonObject& details)
{
    QStringList parts;
    for (auto it = details.begin(); it != details.end(); ++it)
        parts << it.key() + ' ' + it.value().toVariant().toString();
    return parts.join(", ");
}

} // namespace

CaptureProbe CaptureProbe::run(const QString& program, std::stop_token stop)
{
    CaptureProbe probe;
    if (program.isEmpty()) {
        probe.error =
            QCoreApplication::translate("CaptureProbe", "The program stepglass-capture was not found; install "
                                                        "it beside stepglass or put it into the PATH.");
        return probe;
    }
    const QJsonObject doctor = ask(program, "--doctor", probe.error, stop).object();
    for (const QJsonValue& value : doctor["backends"].toArray()) {
        const QJsonObject one = value.toObject();
        probe.backends << BackendInfo{one["name"].toString(), one["usable"].toBool(), one["device"].toString(),
                                      one["remedy"].toString(), versions(one["details"].toObject())};
    }
    for (const QJsonValue& note : doctor["notes"].toArray())
        probe.notes << note.toString();
    probe.processors = doctor["processors"].toInt();
    probe.availableMemoryBytes = doctor["available_memory_bytes"].toInteger();
    probe.blas = doctor["blas"].toString();
    for (const QJsonValue& value : ask(program, "--presets", probe.error, stop).array()) {
        const QJsonObject one = value.toObject();
        probe.presets << PresetInfo{
            one["name"].toString(),        one["shows"].toString(),     one["finding"].toString(),
            one["counterpart"].toString(), one["batch"].toInt(),        one["in_features"].toInt(),
            one["hidden"].toInt(),         one["out_features"].toInt(), one["active"].toInt()};
    }
    return probe;
}

} // namespace stepglass
