// SPDX-License-Identifier: GPL-3.0-or-later
// A frame of the timeline at 1920x1080 with 40 visible lanes, geometry and painting, over a sweep of zooms from the
// whole trace to 1 us: median and worst a size, in ms of this thread's processor time; and what a repaint costs that
// only moves pointer or selection. Sizes come as arguments (default: 1000000 10000000).
#include "model/core/trace_builder.h"
#include "views/theme/theme.h"
#include "views/timeline/overlay.h"
#include "views/timeline/timeline_painter.h"

#include <QElapsedTimer>
#include <QGuiApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

using namespace stepglass;

namespace {

constexpr int kLanes = 40;

// 40 streams of slices of 1 to 20 us with small gaps, as dense as a busy device, in pieces that are dropped once taken.
std::shared_ptr<const Trace> madeUp(std::uint32_t slices)
{
    TraceBuilder builder;
    std::mt19937 random(11);
    std::vector<Ns> now(kLanes, 0);
    constexpr std::uint32_t kPiece = 500'000;
    for (std::uint32_t done = 0; done < slices; done += kPiece) {
        EventBatch batch;
        std::vector<StringId> names;
        for (int n = 0; n < 200; ++n)
            names.push_back(
                batch.strings.intern("void at::native::vectorized_elementwise_kernel_" + std::to_string(n)));
        std::vector<ThreadId> threads;
        for (int lane = 0; lane < kLanes; ++lane)
            threads.push_back(batch.thread("host", std::to_string(100 + lane)));
        for (std::uint32_t i = 0; i < std::min(kPiece, slices - done); ++i) {
            const auto lane = static_cast<std::size_t>(i % kLanes);
            SliceRecord s;
            s.start = now[lane];
            s.duration = 1000 + static_cast<Ns>(random() % 19'000);
            s.kind = i % 3 == 0 ? SliceKind::RuntimeCall : SliceKind::Operator;
            s.name = names[random() % names.size()];
            s.thread = threads[lane];
            s.source = done + i;
            now[lane] += s.duration + static_cast<Ns>(random() % 4000);
            batch.slices.push_back(s);
        }
        batch.records = batch.slices.size();
        builder.append(batch);
    }
    return builder.finish();
}

// Of this thread, so that a busy machine does not count. On a quiet one it is what the clock says.
double cpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

struct Timing
{
    double zoomNs = 0;
    double ms = 0;
    std::size_t labels = 0;
};

struct Bench
{
    std::shared_ptr<const Trace> trace;
    CounterIndex counters;
    RowLayout layout;
    TimelinePainter painter;
    QImage image{1920, 1080, QImage::Format_RGB32};

    TimelineScene scene(TimeRange range) const
    {
        TimelineScene scene;
        scene.trace = trace.get();
        scene.layout = &layout;
        scene.counters = &counters;
        scene.theme = &Theme::of(ThemeName::Light);
        scene.range = range;
        scene.size = image.size();
        return scene;
    }

    Timing frame(TimeRange range)
    {
        const TimelineScene scene = this->scene(range);
        const double start = cpuMs();
        const TimelineGeometry& geometry = painter.paint(image, scene, {trace->spanStart(), trace->spanEnd()});
        const double ms = cpuMs() - start;
        return {static_cast<double>(range.length()), ms, geometry.labels.size()};
    }
};

// What the widget paints when the pointer or the selection moves: the kept frame, and an outline and its arrow on top.
double repaintMs(Bench& bench, TimeRange range)
{
    TimelineScene scene = bench.scene(range);
    bench.painter.paint(bench.image, scene, range);
    QImage window(bench.image.size(), QImage::Format_RGB32);
    std::vector<double> all;
    const Lane& lane = bench.trace->tracks()[20].lanes[0];
    for (std::uint32_t i = 0; i < 200; ++i) {
        OverlayState state;
        state.hovered = lane.slice(lane.firstEndingAfter(range.from) + i % 20);
        state.selected = lane.slice(lane.firstEndingAfter(range.from) + (i + 7) % 20);
        state.arrows.push_back({state.hovered, state.selected});
        const double start = cpuMs();
        QPainter painter(&window);
        painter.drawImage(QPoint(0, 0), bench.image);
        paintOverlay(painter, scene, state);
        painter.end();
        all.push_back(cpuMs() - start);
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

// 40 lanes of one row each are 26 px high: all of them are in view.
void sweep(std::uint32_t slices)
{
    QElapsedTimer timer;
    timer.start();
    Bench bench;
    bench.trace = madeUp(slices);
    bench.layout = layoutRows(*bench.trace, bench.counters, {});
    const double built = static_cast<double>(timer.elapsed()) / 1e3;
    const Ns whole = bench.trace->spanEnd() - bench.trace->spanStart();
    std::vector<Timing> all;
    std::mt19937 random(5);
    bench.frame({0, whole});
    for (double length = static_cast<double>(whole); length >= 1000; length /= 1.25) {
        const auto width = static_cast<Ns>(length);
        const Ns from = static_cast<Ns>(random() % static_cast<std::uint64_t>(std::max<Ns>(whole - width, 1)));
        all.push_back(bench.frame({from, from + width}));
    }
    std::sort(all.begin(), all.end(), [](const Timing& a, const Timing& b) { return a.ms < b.ms; });
    std::size_t labels = 0;
    for (const Timing& t : all)
        labels = std::max(labels, t.labels);
    std::size_t bytes = 0;
    for (const Track& track : bench.trace->tracks()) {
        for (const Lane& lane : track.lanes)
            bytes += lane.summary() != nullptr ? lane.summary()->byteCount() : 0;
    }
    std::printf("%9u slices: %zu frames, median %.2f ms, p90 %.2f, worst %.2f (view of %.3f ms), up to %zu labels; "
                "summary %.2f B a slice, trace made in %.1f s\n",
                slices, all.size(), all[all.size() / 2].ms, all[all.size() * 9 / 10].ms, all.back().ms,
                all.back().zoomNs / 1e6, labels, static_cast<double>(bytes) / slices, built);
    std::printf("%9u slices: hover and selection repaint %.2f ms (median)\n", slices,
                repaintMs(bench, {whole / 2, whole / 2 + 500'000}));
}

} // namespace

int main(int argc, char** argv)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QGuiApplication application(argc, argv);
    if (argc < 2) {
        sweep(1'000'000);
        sweep(10'000'000);
    }
    for (int i = 1; i < argc; ++i)
        sweep(static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10)));
    return 0;
}
