// SPDX-License-Identifier: GPL-3.0-or-later
// A live event's way to the screen: the whole window captures a process that records at a given rate, and this says how
// old each event was when the frame that first shows it had been painted, how long the window's thread was busy with
// any one of its events, and whether anything was lost. The first half shows the whole trace, the second follows its
// last 100 ms:
//   bench_live_window [events per second, default 500000] [seconds, default 20]
// It stands in for the capture process, too.
#include "app/background_thread.h"
#include "app/capture_controller.h"
#include "app/main_window.h"
#include "app/trace_page.h"
#include "capture/agent/status_line.h"
#include "tests/bench/live_recording.h"
#include "views/theme/fonts.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMetaEnum>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <QWindow>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace stepglass;

namespace {

constexpr const char* kOwnName = "live_window";
constexpr const char* kCaptureName = "stepglass-capture";
constexpr const char* kRate = "STEPGLASS_BENCH_RATE";
constexpr const char* kSeconds = "STEPGLASS_BENCH_SECONDS";

int actAsCaptureProcess(int argc, char** argv)
{
    std::string path;
    for (int i = 1; i + 1 < argc; ++i)
        if (std::strcmp(argv[i], "--output") == 0)
            path = argv[i + 1];
    capture::StatusLine line;
    line.state = "starting";
    capture::print(line);
    line.state = "active";
    line.phase = "record";
    line.backend = "bench";
    const capture::Recorded recorded = capture::recordAtRate(
        path, qEnvironmentVariableIntValue(kRate), qEnvironmentVariableIntValue(kSeconds), [&](std::int64_t step) {
            line.step = step;
            line.file = path;
            line.stepMs = 20;
            capture::print(line);
        });
    line.state = "finished";
    line.dropped = recorded.dropped;
    line.events = static_cast<std::uint64_t>(recorded.events);
    line.files = {path};
    capture::print(line);
    return recorded.status ? 0 : 4;
}

// What this thread has had until now.
struct ThreadTimes
{
    double clockMs = 0;
    double workMs = 0;
    double waitMs = 0;            // ready, while other threads had the processors; 0 where the system does not tell
    std::vector<double> stolenMs; // of each processor, by the host of a virtual machine; in steps of 10 ms

    // /proc/stat is read outside of what is measured.
    static ThreadTimes begin()
    {
        std::vector<double> stolen = stolenNow();
        ThreadTimes times = now();
        times.stolenMs = std::move(stolen);
        return times;
    }
    static ThreadTimes end()
    {
        ThreadTimes times = now();
        times.stolenMs = stolenNow();
        return times;
    }

private:
    static std::vector<double> stolenNow()
    {
        static const int file = ::open("/proc/stat", O_RDONLY | O_CLOEXEC);
        std::array<char, 8192> text{};
        std::vector<double> stolen;
        if (file < 0 || ::pread(file, text.data(), text.size() - 1, 0) <= 0)
            return stolen;
        for (const char* line = std::strstr(text.data(), "\ncpu"); line; line = std::strstr(line + 1, "\ncpu")) {
            unsigned long long ticks = 0;
            if (std::sscanf(line, " cpu%*u %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) == 1)
                stolen.push_back(static_cast<double>(ticks) * 1e3 / static_cast<double>(::sysconf(_SC_CLK_TCK)));
        }
        return stolen;
    }
    static ThreadTimes now()
    {
        ThreadTimes times;
        timespec t{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        times.workMs = static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
        static const int file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
        std::array<char, 96> text{};
        if (file >= 0 && ::pread(file, text.data(), text.size() - 1, 0) > 0)
            times.waitMs = std::strtod(std::strchr(text.data(), ' '), nullptr) / 1e6;
        times.clockMs = static_cast<double>(capture::nowNs()) / 1e6;
        return times;
    }
};

// One event that the window's thread handled, with all that it caused at once.
struct Handled
{
    double clockMs = 0;
    double workMs = 0;
    double waitMs = 0;
    // By the clock, less what the host of a virtual machine took meanwhile from the processor that it took most from,
    // as far as this thread was not at work. An estimate: the host's share is told in steps of 10 ms, and which
    // processor this thread was to have is not known. A lock that is waited for is not in it, unless the host took time
    // at the same moment.
    double ownMs = 0;
    const char* what = "";
    QByteArray receiver;
    bool frame = false;
    bool live = true; // before the capture had ended
    double at = 0;    // seconds after the first one of the recording

    void setTimes(const ThreadTimes& from, const ThreadTimes& to)
    {
        clockMs = to.clockMs - from.clockMs;
        workMs = to.workMs - from.workMs;
        waitMs = to.waitMs - from.waitMs;
        double stolenMs = 0;
        for (std::size_t i = 0; i < std::min(from.stolenMs.size(), to.stolenMs.size()); ++i)
            stolenMs = std::max(stolenMs, to.stolenMs[i] - from.stolenMs[i]);
        ownMs = clockMs - std::min(std::max(clockMs - workMs, 0.0), stolenMs);
    }
};

class Watched : public QApplication
{
public:
    using QApplication::QApplication;
    std::function<void()> afterEach;
    std::vector<Handled> handled;
    bool live = true;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_inside)
            return QApplication::notify(receiver, event);
        m_inside = true;
        Handled one;
        one.live = live;
        one.what = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
        one.receiver = receiver->metaObject()->className();
        one.frame = event->type() == QEvent::UpdateRequest && receiver->isWidgetType();
        const ThreadTimes start = ThreadTimes::begin();
        const bool result = QApplication::notify(receiver, event);
        one.setTimes(start, ThreadTimes::end());
        m_start = m_start == 0 ? start.clockMs : m_start;
        one.at = (start.clockMs - m_start) / 1e3;
        if (one.clockMs > 0.1)
            handled.push_back(one);
        m_inside = false;
        if (afterEach)
            afterEach();
        return result;
    }

    void forget()
    {
        handled.clear();
        m_start = 0;
    }

private:
    bool m_inside = false;
    double m_start = 0;
};

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return -1;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// The age of every event when it was first on screen.
class Ages
{
public:
    void look(TracePage& page)
    {
        const auto& trace = page.document().trace();
        if (!trace || page.timeline().framesPainted() == m_frames)
            return;
        m_frames = page.timeline().framesPainted();
        const Ns now = capture::nowNs() - trace->info().baseTime;
        ++m_painted;
        if (trace->complete() || page.document().visible().to < trace->spanEnd())
            return;
        double oldest = 0;
        for (std::uint32_t i = m_seen; i < trace->sliceCount(); ++i) {
            const double age = static_cast<double>(now - trace->end(SliceId(i))) / 1e6;
            oldest = std::max(oldest, age);
            ++m_histogram[std::min<std::size_t>(static_cast<std::size_t>(std::max(age, 0.0)), m_histogram.size() - 1)];
        }
        if (m_seen < trace->sliceCount()) // else the frame shows nothing new
            m_oldest.push_back(oldest);
        m_seen = trace->sliceCount();
    }
    std::uint32_t seen() const { return m_seen; }
    void print() const
    {
        std::uint64_t sum = 0, late = 0;
        for (std::size_t ms = 0; ms < m_histogram.size(); ++ms) {
            sum += m_histogram[ms];
            late += ms >= 250 ? m_histogram[ms] : 0;
        }
        std::uint64_t half = 0;
        std::size_t median = 0;
        while (median + 1 < m_histogram.size() && (half += m_histogram[median]) * 2 < sum)
            ++median;
        std::printf("%d frames of the timeline, %zu of them showed %llu events for the first time; from an event's end "
                    "to the screen: median %zu "
                    "ms, most %.0f ms; %llu events over 250 ms\n",
                    m_painted, m_oldest.size(), static_cast<unsigned long long>(sum), median, quantile(m_oldest, 1),
                    static_cast<unsigned long long>(late));
        std::printf("oldest new event of a frame: median %.0f ms, 95 %% %.0f ms, 99 %% %.0f ms\n",
                    quantile(m_oldest, 0.5), quantile(m_oldest, 0.95), quantile(m_oldest, 0.99));
    }

private:
    int m_frames = 0;
    int m_painted = 0;
    std::uint32_t m_seen = 0;
    std::vector<double> m_oldest;                                               // of a frame
    std::vector<std::uint64_t> m_histogram = std::vector<std::uint64_t>(2'000); // by ms
};

void printTimes(const char* what, const std::vector<Handled>& all, double Handled::*time)
{
    std::vector<double> values;
    std::transform(all.begin(), all.end(), std::back_inserter(values), [&](const Handled& h) { return h.*time; });
    std::printf("    %s: median %.1f ms, 99 %% %.1f, 99.9 %% %.1f, most %.1f\n", what, quantile(values, 0.5),
                quantile(values, 0.99), quantile(values, 0.999), quantile(values, 1));
}

void print(const char* title, const std::vector<Handled>& all, bool live, bool frames)
{
    std::vector<Handled> picked;
    std::copy_if(all.begin(), all.end(), std::back_inserter(picked),
                 [&](const Handled& one) { return one.live == live && (!frames || one.frame); });
    std::printf("%s: %zu over 0.1 ms\n", title, picked.size());
    printTimes("by the clock", picked, &Handled::clockMs);
    printTimes("less what the host took", picked, &Handled::ownMs);
    printTimes("at work", picked, &Handled::workMs);
    std::sort(picked.begin(), picked.end(), [](const Handled& a, const Handled& b) { return a.clockMs > b.clockMs; });
    for (std::size_t i = 0; i < std::min<std::size_t>(picked.size(), 4); ++i)
        std::printf("        %.1f ms: %.1f at work, %.1f waiting for a processor, %.1f stolen; %s to %s at %.1f s\n",
                    picked[i].clockMs, picked[i].workMs, picked[i].waitMs, picked[i].clockMs - picked[i].ownMs,
                    picked[i].what, picked[i].receiver.constData(), picked[i].at);
}

// The window looks for the capture process beside its own program: both are copies of this one in a folder of their
// own, where the settings of the one who runs this stay out of it, too.
int runFromOwnFolder(const QString& self, const QStringList& arguments)
{
    QTemporaryDir folder;
    const QString copy = folder.filePath(kOwnName);
    if (!QFile::copy(self, copy) || !QFile::link(copy, folder.filePath(kCaptureName)))
        return 1;
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
    return QProcess::execute(copy, arguments);
}

int run(Watched& application, int rate, int seconds)
{
    const QDir folder = QFileInfo(application.arguments().first()).dir();
    MainWindow window;
    window.resize(1680, 1020);
    window.show();
    // On screen before anything is recorded, as it is for whoever presses Capture: its first appearance is no frame of
    // a recording.
    while (!window.windowHandle()->isExposed())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
    application.forget();
    CaptureOptions options;
    options.output = folder.filePath("live.json");
    window.startCapture(options);
    TracePage* page = window.currentPage();
    Ages ages;
    application.afterEach = [&] { ages.look(*page); };
    QTimer::singleShot(seconds * 500, &window, [&] {
        TraceDocument& document = page->document();
        document.setVisible({document.whole().to - 100'000'000, document.whole().to});
        document.setFollowsEnd(true);
    });
    QObject::connect(&window.capture(), &CaptureController::ended, &window, [&] { application.live = false; });
    QTimer check;
    QObject::connect(&check, &QTimer::timeout, &window, [&] {
        if (!window.capture().running() && !page->loader().loading())
            QTimer::singleShot(2'000, &application, &QCoreApplication::quit); // and its analysis
    });
    check.start(500);
    QApplication::exec();
    application.afterEach = {};
    const CaptureProgress& progress = window.capture().progress();
    const std::uint64_t shown = page->document().trace() ? page->document().trace()->sliceCount() : 0;
    std::printf("asked for %d events a second for %d s: %lld recorded, %lld dropped, %llu in the window\n", rate,
                seconds, static_cast<long long>(progress.events), static_cast<long long>(progress.dropped),
                static_cast<unsigned long long>(shown));
    ages.print();
    print("frames while recording", application.handled, true, true);
    print("events of the window's thread while recording", application.handled, true, false);
    print("and after the end", application.handled, false, false);
    return progress.dropped == 0 && shown == static_cast<std::uint64_t>(progress.events) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const QFileInfo self(QString::fromLocal8Bit(argv[0]));
    if (self.fileName() == kCaptureName)
        return actAsCaptureProcess(argc, argv);
    const int rate = argc > 1 ? std::atoi(argv[1]) : 500'000;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 20;
    if (self.fileName() != kOwnName)
        return runFromOwnFolder(self.absoluteFilePath(), {QString::number(rate), QString::number(seconds)});
    qputenv(kRate, QByteArray::number(rate));
    qputenv(kSeconds, QByteArray::number(seconds));
    keepMemory(); // as the program does
    Watched application(argc, argv);
    application.handled.reserve(1'000'000);
    registerFonts();
    return run(application, rate, seconds);
}
