// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/session/capture_options.h"

#include <QList>
#include <QString>

#include <stop_token>

namespace stepglass {

struct BackendInfo
{
    QString name; // cpu, emulated, cuda
    bool usable = false;
    QString device;  // what it would run on
    QString remedy;  // one sentence where it is not usable
    QString details; // versions found, as text; may be empty
};

struct PresetInfo
{
    QString name;
    QString shows;
    QString finding;     // what it is made to cause, empty for none
    QString counterpart; // its remedy or its problem
    int batch = 0, inFeatures = 0, hidden = 0, outFeatures = 0;
    int active = 0; // steps it records where nothing is said
};

// What can run here, asked of the capture process (--doctor, --presets). Blocks for as long as that takes: up to about
// two seconds where CUDA's libraries are loaded for the first time, or until stopped.
struct CaptureProbe
{
    QList<BackendInfo> backends;
    QList<PresetInfo> presets;
    QStringList notes;
    int processors = 0;
    qint64 availableMemoryBytes = 0;
    QString blas;
    QString error; // one sentence if the capture process gave no answer

    static CaptureProbe run(const QString& program = findCaptureProgram(), std::stop_token stop = {});
};

} // namespace stepglass
