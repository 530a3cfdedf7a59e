// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/session/benchmark_session.h"

#include <QRegularExpression>

namespace stepglass {

QStringList BenchmarkOrder::arguments() const
{
    CaptureOptions only = workload;
    only.output.clear();
    only.skipFirst = only.wait = only.warmup = only.active = only.repeat = only.steps = std::nullopt;
    QStringList list = only.arguments();
    list << "--benchmark"
         << "--warmup" << QString::number(warmup) << "--steps" << QString::number(steps);
    if (overhead)
        list << "--overhead";
    return list;
}

BenchmarkSession::BenchmarkSession(QObject* parent)
    : QObject(parent)
{
    connect(&m_process, &QProcess::readyReadStandardError, this, &BenchmarkSession::readMessages);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(tr("The capture process could not be started: %1").arg(m_process.errorString()));
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        readMessages();
        if (m_stopped)
            end(tr("The benchmark was stopped."));
        else if (status == QProcess::CrashExit)
            end(tr("The benchmark's process was ended from outside or crashed (signal %1).").arg(code));
        else if (code != 0)
            end(m_last.isEmpty() ? tr("The benchmark ended with code %1.").arg(code) : m_last);
        else {
            m_result = m_process.readAllStandardOutput();
            end(m_result.isEmpty() ? tr("The benchmark gave no result.") : QString());
        }
    });
}

BenchmarkSession::~BenchmarkSession()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill(); // nothing of it is kept
    m_process.waitForFinished(1'000);
}

void BenchmarkSession::start(const BenchmarkOrder& order, const QString& program)
{
    if (m_running)
        return;
    m_running = true;
    m_stopped = false;
    m_done = m_all = 0;
    m_partial.clear();
    m_result.clear();
    m_last.clear();
    m_why.clear();
    if (program.isEmpty()) {
        end(tr("The program stepglass-capture was not found; install it beside stepglass or put it into the PATH."));
        return;
    }
    m_process.start(program, order.arguments());
    Q_EMIT progressed();
}

void BenchmarkSession::stop()
{
    if (!m_running)
        return;
    m_stopped = true;
    m_process.kill(); // it has no file to close
}

void BenchmarkSession::readMessages()
{
    static const QRegularExpression kBlock(QStringLiteral("block (\\d+) of (\\d+)"));
    m_partial += m_process.readAllStandardError();
    for (qsizetype at = 0; (at = m_partial.indexOf('\n')) >= 0; m_partial.remove(0, at + 1)) {
        QString line = QString::fromUtf8(m_partial.left(at));
        if (const auto match = kBlock.match(line); match.hasMatch()) {
            m_done = match.captured(1).toInt();
            m_all = match.captured(2).toInt();
        } else {
            m_last = line.remove(QStringLiteral("stepglass-capture: "));
        }
    }
    Q_EMIT progressed();
}

void BenchmarkSession::end(const QString& why)
{
    m_running = false;
    m_why = why;
    Q_EMIT ended();
}

} // namespace stepglass
