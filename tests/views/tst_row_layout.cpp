// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/analysis/derived_series.h"
#include "model/core/trace_builder.h"
#include "tests/support/text_trace.h"
#include "views/format/device_title.h"
#include "views/format/format.h"
#include "views/timeline/device_notes.h"
#include "views/timeline/row_layout.h"

using namespace stepglass;
using namespace stepglass::test;

namespace {

// Rows as `title|detail`, headers in brackets, one a line.
std::string rowsOf(const RowLayout& layout)
{
    std::string text;
    for (const Row& row : layout.rows) {
        const std::string words =
            row.title.toStdString() + (row.detail.isEmpty() ? "" : "|" + row.detail.toStdString());
        text += (row.type == Row::Type::Header ? "[" + words + "]" : words) + "\n";
    }
    return text;
}

std::string rowsOf(const Trace& trace, const RowChoices& choices = {})
{
    return rowsOf(layoutRows(trace, CounterIndex(trace), choices));
}

constexpr const char* kStep =
    "748/748: step ProfilerStep#1 0-100; region forward 1-50; op aten::mm 5-20; call "
    "cudaLaunchKernel 6-8 corr=1; python frame 0-90\n"
    "748/892: op MmBackward 60-80\n"
    "0/7: kernel gemm 10-40 corr=1 dev=0 stream=7\n"
    "0/20: kernel ncclAllReduce 50-60 dev=0 stream=20\n"
    "0/7: htod \"Memcpy HtoD (Pinned -> Device)\" 2-4 dev=0 stream=7; memset Memset 4-5 dev=0 "
    "stream=7; dtoh \"Memcpy DtoH (Device -> Pageable)\" 70-71 dev=0 stream=7; sync "
    "\"Stream Sync\" 80-90 dev=0 stream=7; gpuregion forward 10-40 dev=0 stream=7\n";

} // namespace

class TestRowLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDevicesNoteSaysHowBusyItWasInTheScope()
    {
        // Of 0-1000 us: 200-400, 300-500 and 700-800, together 400; of 350-750: 150 + 50.
        const auto trace = textTrace("1/1: op a 0-1000\n0/7: kernel k 200-400 dev=0 stream=7; kernel m 700-800 dev=0 "
                                     "stream=7\n0/8: htod c 300-500 dev=0 stream=8\n");
        const std::vector<DeviceActivity> devices = deviceActivities(*trace);
        const Interval whole{0, 1'000'000}, part{350'000, 750'000};
        const QString dot = QStringLiteral(" \u00B7 idle ");
        QCOMPARE(deviceNotes(*trace, devices, {&whole, 1}, {}).at("d0"),
                 QStringLiteral("busy ") + formatPercent(0.4) + dot + formatDuration(600'000));
        QCOMPARE(deviceNotes(*trace, devices, {&part, 1}, noteWords(Scope::steps(2, 5))).at("d0"),
                 QStringLiteral("busy ") + formatPercent(0.5) + QStringLiteral(" of steps 2\u20135") + dot +
                     formatDuration(200'000));
        QCOMPARE(deviceNotes(*trace, devices, {&part, 0}, {}).size(), std::size_t{0});
        QCOMPARE(noteWords(Scope::steps(3, 3)), QStringLiteral("step 3"));
    }
    // Two streams: gemm waits 8-10, the second kernel 6-20, so two wait in 8-10. The device is busy 10-40 and 50-60.
    void utilisationAndLaunchQueueAreLanesOfTheDevice()
    {
        const auto trace = textTrace("1/1: step ProfilerStep#1 0-100; call cudaLaunchKernel 8-9 corr=1; call "
                                     "cudaLaunchKernel 6-7 corr=2\n"
                                     "0/7: kernel gemm 10-40 corr=1 dev=0 stream=7\n"
                                     "0/8: kernel add 20-60 corr=2 dev=0 stream=8\n");
        const auto links = linkTrace(*trace);
        const auto series = derivedSeries(DeviceAnalysis(*trace, *links, listSteps(*trace)));
        const CounterIndex counters(*trace, &series);
        QCOMPARE(rowsOf(layoutRows(*trace, counters, {})), std::string("Steps\n"
                                                                       "[process 1|host \u00B7 1 thread]\n"
                                                                       "main thread|tid 1\n"
                                                                       "[GPU 0]\n"
                                                                       "compute|stream 7\n"
                                                                       "compute|stream 8\n"
                                                                       "utilisation|means of 100\u00A0ns\n"
                                                                       "launch queue|max 2\n"));
        const CounterCurve& busy = counters[0];
        QCOMPARE(busy.values.size(), std::size_t{1000});
        double sum = 0; // in buckets of 100 ns
        for (const double value : busy.values)
            sum += value;
        QCOMPARE(qRound(sum * 100), 50'000); // 10-60 us, no moment counted twice
        const CounterCurve& queue = counters[1];
        QCOMPARE(queue.times, (std::vector<Ns>{6'000, 8'000, 10'000, 20'000}));
        QCOMPARE(queue.values, (std::vector<double>{1, 2, 1, 0}));
    }

    void stepsAndRegionsThenThreadsThenDevices()
    {
        QCOMPARE(rowsOf(*textTrace(kStep)), std::string("Steps\n"
                                                        "Regions\n"
                                                        "[process 748|host \u00B7 2 threads]\n"
                                                        "main thread|tid 748\n"
                                                        "main thread|Python frames\n"
                                                        "thread 892\n"
                                                        "[GPU 0]\n"
                                                        "compute|stream 7\n"
                                                        "communication|stream 20\n"
                                                        "HtoD|pinned\n"
                                                        "DtoH|pageable\n"
                                                        "memset\n"
                                                        "sync\n"
                                                        "regions|stream 7\n"));
    }
    void heightsFollowTheMeasures()
    {
        const auto trace = textTrace("1/1: op a 0-10; op b 1-9; op c 2-8\n0/7: kernel k 1-2 dev=0 stream=7");
        const RowLayout layout = layoutRows(*trace, {}, {});
        QCOMPARE(layout.rows[0].height, 22); // header
        QCOMPARE(layout.rows[1].height, 4 + 18 + 2 + 18 + 2 + 18 + 4);
        QCOMPARE(layout.rows[1].laneTop(2), 22 + 4 + 2 * 20);
        QCOMPARE(layout.rows[3].height, 38); // a kernel lane of 24 and pads are less than two lines of text
        QCOMPARE(layout.rows[3].top, 22 + 66 + 22);
        QCOMPARE(layout.height, 22 + 66 + 22 + 38);
    }
    void aCollapsedGroupIsItsHeaderAndACollapsedRowOneLane()
    {
        const auto trace = textTrace("1/1: op a 0-10; op b 1-9\n2/2: op c 0-10");
        RowChoices choices;
        choices.collapsed = {"p2", "p1/t1"};
        const RowLayout layout = layoutRows(*trace, {}, choices);
        QCOMPARE(rowsOf(layout), std::string("[process 1|1 thread]\nmain thread|tid 1\n[process 2|1 thread]\n"));
        QCOMPARE(layout.row("p1/t1")->laneCount, 1);
        QVERIFY(layout.row("p2")->collapsed);
    }
    void hiddenPinnedAndMovedRows()
    {
        const auto trace = textTrace("1/1: op a 0-10\n1/2: op b 0-10\n1/3: op c 0-10");
        RowChoices choices;
        choices.hidden = {"p1/t1"};
        choices.order = {"p1/t3"};
        QCOMPARE(rowsOf(*trace, choices), std::string("[process 1|3 threads]\nthread 3\nthread 2\n"));
        choices.pinned = {"p1/t2"};
        const RowLayout layout = layoutRows(*trace, {}, choices);
        QVERIFY(layout.rows.front().pinned);
        QCOMPARE(layout.rows.front().key, std::string("p1/t2"));
        QCOMPARE(layout.pinnedHeight, 26);
        QCOMPARE(layout.rows[1].top, 0); // rows that scroll count anew
    }
    void aFilterKeepsMatchingTracksAndTheirHeaders()
    {
        RowChoices choices;
        choices.filter = QStringLiteral("gpu*stream 7");
        QCOMPARE(rowsOf(*textTrace(kStep), choices), std::string("[GPU 0]\ncompute|stream 7\nregions|stream 7\n"));
    }
    void sortIndicesAndNamesOfTheFileCount()
    {
        TraceBuilder builder;
        EventBatch batch;
        const auto slice = [&](const char* pid, const char* tid) {
            SliceRecord s;
            s.duration = 10;
            s.thread = batch.thread(pid, tid);
            s.name = batch.strings.intern("a");
            batch.slices.push_back(s);
            ++batch.records;
            return s.thread;
        };
        const ThreadId first = slice("5", "50");
        const ThreadId second = slice("5", "51");
        slice("5", "5");
        const auto say = [&](MetadataRecord::What what, ThreadId thread, const char* text, double number) {
            batch.metadata.push_back({what, thread, batch.strings.intern(text), number});
            ++batch.records;
        };
        say(MetadataRecord::What::ThreadSortIndex, first, "", 2);
        say(MetadataRecord::What::ThreadSortIndex, second, "", 1);
        say(MetadataRecord::What::ThreadName, first, "thread 50 (pt_autograd_0)", 0);
        say(MetadataRecord::What::ThreadName, second, "thread 51 (loader)", 0);
        say(MetadataRecord::What::ProcessName, first, "python", 0);
        builder.append(batch);
        QCOMPARE(rowsOf(*builder.finish()), std::string("[python 5|3 threads]\n"
                                                        "main thread|tid 5\n"
                                                        "loader|tid 51\n"
                                                        "autograd|pt_autograd_0 \u00B7 tid 50\n"));
    }
    void anEmulatedDeviceIsNotCalledAGpu()
    {
        const auto titleOf = [](const char* producer, const char* name) {
            TraceBuilder builder;
            EventBatch batch;
            const StringId device = batch.strings.intern("0");
            batch.slices.push_back({});
            batch.slices.back().thread = batch.thread("0", "7");
            DeviceWork work;
            work.slice = SliceId(0);
            work.device = device;
            batch.deviceWork.push_back(work);
            batch.records = 1;
            builder.append(batch);
            builder.info().producer = producer;
            if (*name)
                builder.info().devices.push_back({"0", name});
            const auto trace = builder.finish();
            return deviceTitle(*trace, trace->deviceWork()[0].device);
        };
        QCOMPARE(titleOf("PyTorch (Kineto)", "Tesla T4"), QString("GPU 0  Tesla T4"));
        QCOMPARE(titleOf("Stepglass", ""), QString("GPU 0"));
        const QString name = QStringLiteral("Emulated device (1 worker thread)");
        QCOMPARE(titleOf("Stepglass (emulated device)", "Emulated device (1 worker thread)"), name);
        QCOMPARE(titleOf("Stepglass (emulated device)", ""), QString("Emulated device 0"));
    }
    void memoryStandsBelowItsDeviceWithItsPeak()
    {
        TraceBuilder builder;
        EventBatch batch;
        SliceRecord s;
        s.duration = 10;
        s.kind = SliceKind::Kernel;
        s.thread = batch.thread("0", "7");
        batch.slices.push_back(s);
        DeviceWork work;
        work.slice = SliceId(0);
        work.device = batch.strings.intern("0");
        work.stream = IdKey::ofNumber(7);
        batch.deviceWork.push_back(work);
        for (const std::int64_t total : {100, 300, 200})
            batch.memory.push_back({total, 1, total * 1'000'000, -1, 0, s.thread, 1, 0});
        batch.records = 4;
        builder.append(batch);
        const auto trace = builder.finish();
        const CounterIndex counters(*trace);
        QCOMPARE(rowsOf(layoutRows(*trace, counters, {})),
                 std::string("[GPU 0]\ncompute|stream 7\nmemory|peak 300\u00A0MB\n"));
        QCOMPARE(counters[0].highestOf(counters[0].firstAfter(150) - 1, counters[0].firstAfter(250)), 200e6);
        QCOMPARE(counters[0].firstAfter(99), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestRowLayout)
#include "tst_row_layout.moc"
