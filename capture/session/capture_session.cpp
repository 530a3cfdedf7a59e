// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/session/capture_session.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace stepglass {
namespace {

CaptureState stateOf(const QString& name, CaptureState otherwise)
{
    static const QHash<QString, CaptureState> kStates = {
        {"starting", CaptureState::Starting}, {"waiting", CaptureState::Waiting},   {"warmup", CaptureState::WarmUp},
        {"active", CaptureState::Active},     {"stopping", CaptureState::Stopping},
    };
    return kStates.value(name, otherwise);
}

QString lastLine(const QByteArray& text)
{
    const QList<QByteArray> lines = text.trimmed().split('\n');
    QString line = QString::fromUtf8(lines.last());
    return line.startsWith("stepglass-capture: ") ? line.mid(19) : line;
}

} // namespace

CaptureSession::CaptureSession(QObject* parent)
    : QObject(parent)
{
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setInterval(15'000);
    connect(&m_stopTimer, &QTimer::timeout, this, [this] {
        m_killed = true;
        m_process.kill();
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &CaptureSession::readLines);
    connect(&m_process, &QProcess::finished, this, &CaptureSession::processEnded);
    connect(&m_process, &QProcess::errorOccurred, this, &CaptureSession::processError);
}

CaptureSession::~CaptureSession()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(1'000)) {
        m_process.kill();
        m_process.waitForFinished(1'000);
    }
}

void CaptureSession::start(const CaptureOptions& options, const QString& program)
{
    if (running())
        return;
    m_progress = {};
    m_partial.clear();
    m_reported.clear();
    m_error.clear();
    m_killed = false;
    setState(CaptureState::Starting);
    if (program.isEmpty()) {
        fail(tr("The program stepglass-capture was not found; install it beside stepglass or put it into the PATH."));
        return;
    }
    m_process.start(program, options.arguments());
}

void CaptureSession::stop()
{
    if (!running() || m_state == CaptureState::Stopping)
        return;
    setState(CaptureState::Stopping);
    m_process.terminate();
    m_stopTimer.start();
}

void CaptureSession::setState(CaptureState state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

void CaptureSession::readLines()
{
    m_partial += m_process.readAllStandardOutput();
    qsizetype end = 0;
    while ((end = m_partial.indexOf('\n')) >= 0) {
        const QByteArray line = m_partial.left(end);
        m_partial.remove(0, end + 1);
        takeLine(line);
    }
}

void CaptureSession::takeLine(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const QString state = object["state"].toString();
    if (state.isEmpty())
        return; // not of the protocol
    m_reported = state == "failed" ? object["message"].toString() : QString();
    if (state == "failed")
        return; // the process ends next; what it left is told then
    const QString file = m_progress.file;
    m_progress.step = object["step"].toInteger(-1);
    m_progress.cycle = object["cycle"].toInteger();
    m_progress.dropped = object["dropped"].toInteger();
    m_progress.events = object["events"].toInteger();
    m_progress.stepMs = object["step_ms"].toDouble(-1);
    m_progress.loss = object["loss"].toDouble(-1);
    m_progress.backend = object["backend"].toString();
    m_progress.device = object["device"].toString();
    m_progress.file = object["file"].toString();
    m_progress.message = object["message"].toString();
    for (const QJsonValue& one : object["files"].toArray())
        m_progress.files << one.toString();
    if (m_state != CaptureState::Stopping)
        setState(stateOf(state, m_state));
    if (m_progress.file != file && !m_progress.file.isEmpty())
        Q_EMIT fileStarted(m_progress.file);
    Q_EMIT progressed(m_progress);
}

void CaptureSession::processEnded(int code, QProcess::ExitStatus status)
{
    m_stopTimer.stop();
    readLines();
    if (status == QProcess::CrashExit) {
        fail(m_killed ? tr("The capture process did not answer and was ended; %1").arg(whatIsLeft())
                      : tr("The capture process was ended from outside or crashed (signal %1); %2")
                            .arg(code)
                            .arg(whatIsLeft()));
        return;
    }
    if (code != 0) {
        QString reason = m_reported;
        if (reason.isEmpty())
            reason = lastLine(m_process.readAllStandardError());
        fail(reason.isEmpty() ? tr("The capture process ended with code %1; %2").arg(code).arg(whatIsLeft()) : reason);
        return;
    }
    setState(CaptureState::Finished);
    Q_EMIT ended();
}

void CaptureSession::processError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart)
        fail(tr("The capture process could not be started: %1").arg(m_process.errorString()));
}

void CaptureSession::fail(const QString& sentence)
{
    m_error = sentence;
    setState(CaptureState::Failed);
    Q_EMIT ended();
}

QString CaptureSession::whatIsLeft() const
{
    if (m_progress.file.isEmpty() || !QFileInfo::exists(m_progress.file))
        return tr("nothing had been recorded yet.");
    return tr("what it had recorded is in %1.").arg(m_progress.file);
}

} // namespace stepglass
