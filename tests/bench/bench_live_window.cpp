// SPDX-License-Identifier: GPL-3.0-or-later
// A live event's way to the screen: the whole window captures a process that records at a given rate, and this says how
// old each event was when the frame that first shows it had been painted, how long the window's thread was busy with
// any one of its events, and whether anything was lost. The first half shows the whole trace, the second follows its
// last 100 ms:
//   bench_live_window [events per second, default 500000] [seconds, default 20]
// It stands in for the capture process, too.
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
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

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

double threadMs()
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

// One event that the window's thread handled, with all that it caused at once.
struct Handled
{
    double wallMs = 0;
    double cpuMs = 0; // of this thread: what remains where others hold the processors
    const char* what = "";
    QByteArray receiver;
    bool live = true; // before the capture had ended
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
        const double cpu = threadMs();
        const std::int64_t start = capture::nowNs();
        const bool result = QApplication::notify(receiver, event);
        one.wallMs = static_cast<double>(capture::nowNs() - start) / 1e6;
        one.cpuMs = threadMs() - cpu;
        if (one.wallMs > 0.1)
            handled.push_back(one);
        m_inside = false;
        if (afterEach)
            afterEach();
        return result;
    }

private:
    bool m_inside = false;
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

void print(const char* title, const std::vector<Handled>& all, bool live, bool frames)
{
    std::vector<double> wall, cpu;
    std::vector<Handled> worst;
    for (const Handled& one : all) {
        const bool frame = std::strcmp(one.what, "UpdateRequest") == 0;
        if (one.live != live || (frames && !frame))
            continue;
        wall.push_back(one.wallMs);
        cpu.push_back(one.cpuMs);
        worst.push_back(one);
    }
    std::printf("%s: %zu, by the clock median %.1f ms, 99 %% %.1f, most %.1f; processor time median %.1f ms, 99 %% "
                "%.1f, most %.1f\n",
                title, wall.size(), quantile(wall, 0.5), quantile(wall, 0.99), quantile(wall, 1), quantile(cpu, 0.5),
                quantile(cpu, 0.99), quantile(cpu, 1));
    std::sort(worst.begin(), worst.end(), [](const Handled& a, const Handled& b) { return a.cpuMs > b.cpuMs; });
    for (std::size_t i = 0; i < std::min<std::size_t>(worst.size(), frames ? 0 : 4); ++i)
        std::printf("    %.1f ms (%.1f by the clock) %s to %s\n", worst[i].cpuMs, worst[i].wallMs, worst[i].what,
                    worst[i].receiver.constData());
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
    application.handled.clear();
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
    Watched application(argc, argv);
    registerFonts();
    return run(application, rate, seconds);
}
