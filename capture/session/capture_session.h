// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/session/capture_options.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QTimer>

namespace stepglass {

enum class CaptureState
{
    Idle,
    Starting,
    Waiting,
    WarmUp,
    Active,
    Stopping,
    Finished,
    Failed,
};

// What the capture process last said.
struct CaptureProgress
{
    qint64 step = -1;
    qint64 cycle = 0;
    qint64 dropped = 0;
    qint64 events = 0;
    double stepMs = -1;
    double loss = -1;
    QString backend; // cpu, emulated, cuda
    QString device;
    QString file;      // the cycle that is being written, or was last
    QString message;   // a notice, e.g. that a cycle was removed
    QStringList files; // all that is left, once finished
};

// One run of the capture process: starts it, follows its status lines, ends it. Lives on the UI thread. A session that
// has ended can be started again.
class CaptureSession : public QObject
{
    Q_OBJECT

public:
    explicit CaptureSession(QObject* parent = nullptr);
    // Ends a running capture, cleanly if it answers within a second.
    ~CaptureSession() override;

    // Does nothing while running. program: of findCaptureProgram().
    void start(const CaptureOptions& options, const QString& program = findCaptureProgram());
    // Asks for a clean end; a process that does not answer within stopTimeout is killed.
    void stop();
    void setStopTimeout(int milliseconds) { m_stopTimer.setInterval(milliseconds); }

    CaptureState state() const { return m_state; }
    bool running() const { return m_state != CaptureState::Idle && m_state < CaptureState::Finished; }
    const CaptureProgress& progress() const { return m_progress; }
    // Why it failed, one sentence with the remedy or with what is left.
    const QString& error() const { return m_error; }
    qint64 processId() const { return m_process.processId(); }

Q_SIGNALS:
    void stateChanged(stepglass::CaptureState state);
    void progressed(const stepglass::CaptureProgress& progress);
    // A cycle's file exists and grows from now on.
    void fileStarted(const QString& path);
    // Finished or failed; also after a failure the files written so far can be opened.
    void ended();

private:
    void setState(CaptureState state);
    void readLines();
    void takeLine(const QByteArray& line);
    void processEnded(int code, QProcess::ExitStatus status);
    void processError(QProcess::ProcessError error);
    void fail(const QString& sentence);
    QString whatIsLeft() const;

    QProcess m_process;
    QTimer m_stopTimer;
    CaptureState m_state = CaptureState::Idle;
    CaptureProgress m_progress;
    QByteArray m_partial;
    QString m_reported; // the process's own sentence before it failed
    QString m_error;
    bool m_killed = false;
};

} // namespace stepglass
