// SPDX-License-Identifier: GPL-3.0-or-later
// The program run as a script runs it: to its end, with what it returned and printed.
#pragma once

#include <QElapsedTimer>
#include <QProcess>

#include <nlohmann/json.hpp>

namespace stepglass::test {

struct Outcome
{
    int code = -1; // -1: it did not end by itself
    QByteArray out;
    QByteArray err;
    qint64 milliseconds = 0;
    template<class Json = nlohmann::json>
    Json json() const
    {
        return Json::parse(out.toStdString(), nullptr, false);
    }
};

// A `stepglass` without a display, which runs until finish().
class Program
{
public:
    explicit Program(const QStringList& arguments, const QByteArray& input = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(name);
        m_process.setProcessEnvironment(environment);
        m_timer.start();
        m_process.start(QStringLiteral(STEPGLASS_BINARY_DIR "/stepglass"), arguments);
        m_process.write(input);
        m_process.closeWriteChannel();
    }
    Outcome finish()
    {
        const bool ended = m_process.waitForFinished(120'000) && m_process.exitStatus() == QProcess::NormalExit;
        return {ended ? m_process.exitCode() : -1, m_process.readAllStandardOutput(), m_process.readAllStandardError(),
                m_timer.elapsed()};
    }

private:
    QProcess m_process;
    QElapsedTimer m_timer;
};

inline Outcome run(const QStringList& arguments, const QByteArray& input = {})
{
    return Program(arguments, input).finish();
}

} // namespace stepglass::test
