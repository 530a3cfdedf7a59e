// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/session/capture_options.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace stepglass {

QStringList CaptureOptions::arguments() const
{
    QStringList list;
    const auto text = [&](const char* name, const QString& value) {
        if (!value.isEmpty())
            list << name << value;
    };
    const auto number = [&](const char* name, const auto& value) {
        if (value)
            list << name << QString::number(*value);
    };
    text("--output", output);
    text("--preset", preset);
    text("--backend", backend);
    number("--batch", batch);
    number("--in-features", inFeatures);
    number("--hidden", hidden);
    number("--out-features", outFeatures);
    if (learningRate)
        list << "--lr" << QString::number(*learningRate, 'g', 17);
    number("--seed", seed);
    number("--skip-first", skipFirst);
    number("--wait", wait);
    number("--warmup", warmup);
    number("--active", active);
    number("--repeat", repeat);
    number("--steps", steps);
    text("--max-size", maxSize);
    if (recordShapes)
        list << "--record-shapes";
    if (withStack)
        list << "--with-stack";
    if (profileMemory)
        list << "--profile-memory";
    return list;
}

QString findCaptureProgram()
{
    const QString name = "stepglass-capture";
    // The link in /proc works before there is an application object, too.
    const QFileInfo self(QFile::symLinkTarget("/proc/self/exe"));
    const QFileInfo beside(self.dir().filePath(name));
    if (beside.isExecutable())
        return beside.absoluteFilePath();
    return QStandardPaths::findExecutable(name);
}

} // namespace stepglass
