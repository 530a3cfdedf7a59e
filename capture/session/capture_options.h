// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace stepglass {

// What a capture or a benchmark is asked to do. What is not given is left to the preset or to the capture process.
struct CaptureOptions
{
    QString output;
    QString preset;           // empty: baseline
    QString backend = "auto"; // auto, cpu, emulated, cuda
    std::optional<int> batch, inFeatures, hidden, outFeatures;
    std::optional<double> learningRate;
    std::optional<qint64> seed;
    std::optional<int> skipFirst, wait, warmup, active, repeat; // repeat 0: until stopped
    std::optional<int> steps;
    QString maxSize; // "500M"
    bool recordShapes = false;
    bool withStack = false;
    bool profileMemory = false;

    // The capture process's command line.
    QStringList arguments() const;
};

// Path of stepglass-capture: beside this program, else in the PATH; empty if there is none.
QString findCaptureProgram();

} // namespace stepglass
