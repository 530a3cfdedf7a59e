// SPDX-License-Identifier: GPL-3.0-or-later
// The emulated device keeps CUDA's rules of order.
#include "capture/device/emulated_device.h"
#include "capture/recorder/clock.h"
#include "capture/recorder/scope.h"
#include "capture/recorder/trace_writer.h"
#include "tests/capture/capture_files.h"

#include <QFloat16> // complete, since QCOMPARE asks JSON values whether they convert to it
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace stepglass::capture;
using namespace capture_files;

namespace {

KernelCall fill(float* out, std::int64_t count, float value)
{
    KernelCall call;
    call.op = KernelOp::Fill;
    call.name = "fill";
    call.out = out;
    call.count = count;
    call.scalar = value;
    return call;
}

KernelCall add(float* x, std::int64_t count, float value)
{
    KernelCall call;
    call.op = KernelOp::ForeachAdd;
    call.name = "add";
    call.tensors.push_back({x, nullptr, nullptr, count, value});
    return call;
}

// Takes tens of milliseconds: a square matmul of ones.
KernelCall slowKernel(std::vector<float>& memory)
{
    constexpr std::int64_t n = 700;
    memory.assign(3 * n * n, 1.0F);
    KernelCall call;
    call.op = KernelOp::Gemm;
    call.name = "sgemm";
    call.m = call.n = call.k = n;
    call.a = memory.data();
    call.b = memory.data() + n * n;
    call.out = memory.data() + 2 * n * n;
    return call;
}

} // namespace

class TestEmulatedDevice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStreamRunsInOrder()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        std::vector<float> memory(1000);
        device.launch(7, fill(memory.data(), 1000, 1));
        for (int i = 0; i < 500; ++i)
            device.launch(7, add(memory.data(), 1000, 1));
        device.launch(7, fill(memory.data(), 500, 3));
        device.synchronizeStream(7);
        QCOMPARE(memory[499], 3.0F);
        QCOMPARE(memory[500], 501.0F);
    }

    void aLaunchReturnsBeforeTheWorkIsDone()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        std::vector<float> memory;
        KernelCall call = slowKernel(memory);
        const float* last = call.out + call.m * call.n - 1;
        const std::int64_t start = nowNs();
        for (int i = 0; i < 5; ++i)
            device.launch(7, call);
        const std::int64_t launched = nowNs();
        device.synchronize();
        const std::int64_t done = nowNs();
        QCOMPARE(*last, 700.0F);
        QVERIFY2((launched - start) * 5 < done - start, "launching took a good part of the whole");
    }

    void anEventOrdersTwoStreams()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        const StreamId other = device.createStream();
        const EventId event = device.createEvent();
        std::vector<float> slow;
        for (int round = 0; round < 10; ++round) {
            std::vector<float> memory(16, 0);
            device.launch(7, slowKernel(slow));
            device.launch(7, fill(memory.data(), 16, 5));
            device.record(event, 7);
            device.wait(other, event);
            std::vector<float> copy(16, -1);
            device.copyAsync(other, copy.data(), memory.data(), 16 * sizeof(float), CopyDirection::DeviceToHost,
                             HostMemory::Pinned);
            device.synchronizeStream(other);
            QCOMPARE(copy[15], 5.0F);
        }
    }

    void streamsOverlapWithoutAnEvent()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        const StreamId other = device.createStream();
        std::vector<float> slow;
        const KernelCall call = slowKernel(slow);
        const EventId end = device.createEvent();
        for (int i = 0; i < 5; ++i)
            device.launch(7, call);
        device.record(end, 7);
        std::vector<char> from(1 << 16), to(1 << 16);
        device.copyAsync(other, to.data(), from.data(), from.size(), CopyDirection::HostToDevice, HostMemory::Pinned);
        device.synchronizeStream(other);
        QVERIFY2(!device.query(end), "the copy waited for kernels of another stream");
        device.synchronizeEvent(end);
        QVERIFY(device.query(end));
    }

    void pageableCopiesBlockTheHostAndPinnedOnesDoNot()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        std::vector<float> slow;
        const EventId end = device.createEvent();
        std::vector<char> from(1 << 20, 'x'), to(1 << 20);
        device.launch(7, slowKernel(slow));
        device.copyAsync(7, to.data(), from.data(), from.size(), CopyDirection::HostToDevice, HostMemory::Pinned);
        device.record(end, 7);
        QVERIFY(!device.query(end));
        device.synchronize();
        std::fill(to.begin(), to.end(), 0);
        device.launch(7, slowKernel(slow));
        device.copyAsync(7, to.data(), from.data(), from.size(), CopyDirection::HostToDevice, HostMemory::Pageable);
        QCOMPARE(to.back(), 'x');
        std::fill(to.begin(), to.end(), 0);
        device.copy(7, to.data(), from.data(), from.size(), CopyDirection::HostToDevice, HostMemory::Pinned);
        QCOMPARE(to.back(), 'x');
    }

    void aWaitMeansTheLastRecordBeforeIt()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        const StreamId other = device.createStream();
        const EventId event = device.createEvent();
        device.wait(other, event); // never recorded: nothing to wait for
        device.synchronizeStream(other);
        std::vector<float> slow;
        device.record(event, 7);
        device.wait(other, event);
        device.launch(7, slowKernel(slow));
        device.record(event, 7); // after the wait: does not concern it
        device.synchronizeStream(other);
        QVERIFY(!device.query(event));
        device.synchronize();
    }

    void eventsTellTheTimeOfTheWorkBetween()
    {
        Recorder recorder;
        EmulatedDevice device(recorder);
        std::vector<float> slow;
        const EventId from = device.createEvent();
        const EventId to = device.createEvent();
        device.record(from, 7);
        const std::int64_t start = nowNs();
        device.launch(7, slowKernel(slow));
        device.record(to, 7);
        device.synchronize();
        const double wall = static_cast<double>(nowNs() - start) / 1e6;
        QVERIFY(device.elapsedMs(from, to) > 0.1 * wall);
        QVERIFY(device.elapsedMs(from, to) < 1.5 * wall + 1);
    }

    void callsAndWorkAreRecordedAndLinked()
    {
        QTemporaryDir folder;
        const QString output = folder.filePath("device.json");
        Recorder recorder;
        EmulatedDevice device(recorder);
        TraceWriterOptions options;
        options.deviceName = device.info().processName;
        TraceWriter writer(recorder, options);
        QVERIFY(writer.beginCycle(output.toStdString(), recorder.nextEpoch()).ok());
        recorder.startKeeping();
        std::vector<float> memory(256);
        {
            const RegionScope region(recorder, "forward", true);
            const OperatorScope scope(recorder, "mlp::fill_");
            device.launch(7, fill(memory.data(), 256, 1));
            device.setAsync(7, memory.data(), 0, 1024);
            device.copy(7, memory.data(), memory.data() + 128, 512, CopyDirection::HostToDevice, HostMemory::Pageable);
        }
        device.synchronize();
        recorder.stop();
        QVERIFY(writer.endCycle().ok());
        const json trace = readJson(output);
        const auto calls = events(trace, "cuda_runtime");
        QCOMPARE(calls.size(), 4U);
        QCOMPARE(countNamed(calls, "emuLaunchKernel"), 1);
        QCOMPARE(countNamed(calls, "emuMemsetAsync"), 1);
        QCOMPARE(countNamed(calls, "emuMemcpy"), 1);
        QCOMPARE(countNamed(calls, "emuDeviceSynchronize"), 1);
        const json copy = events(trace, "gpu_memcpy").at(0);
        QCOMPARE(copy["name"].get<std::string>(), std::string("Memcpy HtoD (Pageable -> Device)"));
        QCOMPARE(copy["args"]["bytes"].get<int>(), 512);
        QCOMPARE(events(trace, "gpu_memset").at(0)["args"]["bytes"].get<int>(), 1024);
        const json kernel = events(trace, "kernel").at(0);
        const json operation = events(trace, "cpu_op").at(0);
        QCOMPARE(kernel["args"]["External id"], operation["args"]["External id"]);
        QCOMPARE(kernel["pid"].get<int>(), 0);
        QCOMPARE(kernel["tid"].get<int>(), 7);
        for (const json& call : calls)
            if (call["name"] == "emuLaunchKernel")
                QCOMPARE(call["args"]["correlation"], kernel["args"]["correlation"]);
        QCOMPARE(events(trace, "ac2g", "s").size(), 3U);
        QCOMPARE(events(trace, "ac2g", "f").size(), 3U);
        QCOMPARE(events(trace, "cuda_sync").size(), 1U);
        const json shadow = events(trace, "gpu_user_annotation").at(0);
        QCOMPARE(shadow["name"].get<std::string>(), std::string("forward"));
        QCOMPARE(shadow["ts"], kernel["ts"]);
        QVERIFY(std::abs(endOf(shadow) - endOf(copy)) < 0.0015);
    }
};

QTEST_GUILESS_MAIN(TestEmulatedDevice)
#include "tst_emulated_device.moc"
