// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/session/capture_options.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>

namespace stepglass {

struct BenchmarkOrder
{
    CaptureOptions workload; // its output and schedule are not read
    int warmup = 5;
    int steps = 20;       // measured, of each kind
    bool overhead = true; // also with recording: the profiler's own cost

    QStringList arguments() const;
};

// One run of the step-time benchmark in the capture process. Lives on the UI thread; can be started again.
class BenchmarkSession : public QObject
{
    Q_OBJECT

public:
    explicit BenchmarkSession(QObject* parent = nullptr);
    ~BenchmarkSession() override; // ends a running one

    void start(const BenchmarkOrder& order, const QString& program = findCaptureProgram());
    void stop(); // no result then

    bool running() const { return m_running; }
    int blocksDone() const { return m_done; }
    int blocks() const { return m_all; } // 0: not known yet
    // The result as `stepglass benchmark --json` prints it; empty: there is none, and why() says why.
    const QByteArray& result() const { return m_result; }
    const QString& why() const { return m_why; } // one sentence

Q_SIGNALS:
    void progressed();
    void ended();

private:
    void readMessages();
    void end(const QString& why);

    QProcess m_process;
    bool m_running = false;
    bool m_stopped = false;
    int m_done = 0, m_all = 0;
    QByteArray m_partial, m_result;
    QString m_last; // what the process last said that is no progress
    QString m_why;
};

} // namespace stepglass
