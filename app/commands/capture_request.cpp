// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/capture_request.h"

#include "app/commands/output.h"

#include <QProcess>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace stepglass {
namespace {

std::atomic<pid_t> g_captureProcess{0};
static_assert(std::atomic<pid_t>::is_always_lock_free);

void passOn(int number)
{
    const int before = errno;
    if (const pid_t process = g_captureProcess; process > 0)
        ::kill(process, number);
    errno = before;
}

// While it lives, an interrupt or a termination of this process goes to the capture process, which has something to
// finish. A terminal sends its interrupt to both, and a group may be signalled: that process takes what comes twice
// within a moment as one. Signals are held back until it is there; it inherits that, and lets them in when it can take
// them, so that none is lost and none kills it on the way.
class StopSignals
{
public:
    StopSignals()
    {
        struct sigaction action = {};
        action.sa_handler = passOn;
        action.sa_flags = SA_RESTART;
        sigset_t stops;
        sigemptyset(&stops);
        for (std::size_t i = 0; i < kStops.size(); ++i) {
            sigaddset(&stops, kStops[i]);
            ::sigaction(kStops[i], &action, &m_before[i]);
        }
        ::sigprocmask(SIG_BLOCK, &stops, &m_mask);
    }

    ~StopSignals()
    {
        g_captureProcess = 0;
        ::sigprocmask(SIG_SETMASK, &m_mask, nullptr);
        for (std::size_t i = 0; i < kStops.size(); ++i)
            ::sigaction(kStops[i], &m_before[i], nullptr);
    }

    void passTo(qint64 process)
    {
        g_captureProcess = static_cast<pid_t>(process);
        ::sigprocmask(SIG_SETMASK, &m_mask, nullptr);
    }

private:
    static constexpr std::array<int, 2> kStops{SIGINT, SIGTERM};
    std::array<struct sigaction, 2> m_before{};
    sigset_t m_mask{};
};

} // namespace

CaptureOptions captureOptions(const WorkloadCommandOptions& workload)
{
    CaptureOptions options;
    options.backend = QString::fromStdString(workload.backend);
    options.preset = QString::fromStdString(workload.preset);
    options.batch = workload.batch;
    options.inFeatures = workload.inFeatures;
    options.hidden = workload.hidden;
    options.outFeatures = workload.outFeatures;
    options.learningRate = workload.learningRate;
    if (workload.seed)
        options.seed = *workload.seed;
    return options;
}

QString captureProgram()
{
    const QString program = findCaptureProgram();
    if (program.isEmpty())
        fail(kCaptureFailed,
             "the program stepglass-capture was not found; install it beside stepglass or put it into the PATH");
    return program;
}

int runCaptureProgram(const QString& program, const QStringList& arguments,
                      const std::function<void(const QByteArray&)>& takeLine, const std::function<QString()>& leftFile)
{
    StopSignals signals;
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    int code = kCaptureFailed;
    if (!process.waitForStarted()) {
        fail(kCaptureFailed, "the capture process could not be started: " + process.errorString().toStdString());
    } else {
        signals.passTo(process.processId());
        while (process.waitForReadyRead(-1))
            while (process.canReadLine())
                takeLine(process.readLine().trimmed());
        process.waitForFinished(-1);
        while (process.canReadLine())
            takeLine(process.readLine().trimmed());
        if (process.exitStatus() == QProcess::CrashExit) {
            const QString file = leftFile();
            fail(kCaptureFailed,
                 "the capture process was ended from outside or crashed (signal " + std::to_string(process.exitCode()) +
                     ")" + (file.isEmpty() ? "" : "; what it had recorded can be opened: " + file.toStdString()));
        } else {
            code = process.exitCode();
        }
    }
    return code;
}

} // namespace stepglass
