// SPDX-License-Identifier: GPL-3.0-or-later
// One capture at a time: starts the process, says where it stands, remembers what was asked for.
#pragma once

#include "capture/session/capture_session.h"

#include <QObject>

namespace stepglass {

class Settings;

class CaptureController : public QObject
{
    Q_OBJECT

public:
    CaptureController(Settings& settings, QObject* parent = nullptr);

    // What the dialog starts from: the last options, or the default ones.
    CaptureOptions lastOptions() const;
    // Starts; an empty output becomes a file of its own in the captures' folder.
    void start(CaptureOptions options);
    void stop() { m_session.stop(); }
    bool running() const { return m_session.running(); }
    const CaptureOptions& options() const { return m_options; }
    const CaptureProgress& progress() const { return m_session.progress(); }
    QString error() const { return m_session.state() == CaptureState::Failed ? m_session.error() : QString(); }
    CaptureState state() const { return m_session.state(); }
    qint64 processId() const { return m_session.processId(); }
    QString stateText() const; // "idle", "warm-up" ...

Q_SIGNALS:
    void changed();
    void fileStarted(const QString& path); // grows from now on
    void ended();

private:
    Settings& m_settings;
    CaptureSession m_session;
    CaptureOptions m_options;
};

} // namespace stepglass
