// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI's activities built by hand, and what the trace must say of them. Figures are worked out by hand in the comments
// or read from PyTorch's own traces.
#include "capture/cuda/activity_names.h"
#include "capture/cuda/cupti_records.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <set>
#include <vector>

using namespace stepglass::capture;
using namespace stepglass::capture::cuda;
using nlohmann::json;

namespace {

class CollectingSink : public ActivitySink
{
public:
    bool recording() const override { return true; }
    LaunchContext context() override { return {}; }
    std::uint64_t nextCorrelation() override { return 0; }
    void add(const Record& record) override { records.push_back(record); }
    std::size_t room() override { return 1; }
    void addDropped(std::uint64_t count) override { dropped += count; }
    const char* intern(std::string_view text) override { return texts.emplace(text).first->c_str(); }
    std::int64_t now() const override { return 0; }
    std::int32_t threadId() override { return 0; }

    std::vector<Record> records;
    std::uint64_t dropped = 0;
    std::set<std::string> texts;
};

// A Tesla T4 as CUDA describes it.
DeviceLimits teslaT4()
{
    DeviceLimits limits;
    limits.multiprocessors = 40;
    limits.threadsPerSm = 1024;
    limits.blocksPerSm = 16;
    limits.registersPerSm = 65536;
    limits.sharedPerSm = 65536;
    limits.sharedGranularity = 256;
    return limits;
}

DeviceLimits a100()
{
    DeviceLimits limits;
    limits.multiprocessors = 108;
    limits.threadsPerSm = 2048;
    limits.blocksPerSm = 32;
    limits.registersPerSm = 65536;
    limits.sharedPerSm = 167936;
    limits.sharedReserved = 1024;
    return limits;
}

struct Fixture
{
    CollectingSink sink;
    LaunchLog log;
    CuptiRecords records{sink, log, teslaT4()};

    const Record& last() const { return sink.records.back(); }
    json args() const { return json::parse('{' + std::string(last().extra ? last().extra : "") + '}'); }
};

KernelActivity someKernel(std::uint32_t correlation, std::int64_t startNs = 1000)
{
    KernelActivity kernel;
    kernel.span = {startNs, startNs + 500, 0, 1, 7, correlation};
    kernel.symbol = "_Z4geluPfPKfl";
    kernel.grid[0] = 16;
    kernel.block[0] = 32;
    kernel.block[1] = 4;
    kernel.grid[1] = kernel.grid[2] = kernel.block[2] = 1;
    kernel.registersPerThread = 46;
    kernel.sharedMemory = 2064;
    return kernel;
}

json readJson(const std::string& path)
{
    std::string text;
    const gzFile file = gzopen(path.c_str(), "rb");
    if (!file)
        return {};
    std::vector<char> piece(1 << 20);
    for (int read = 0; (read = gzread(file, piece.data(), static_cast<unsigned>(piece.size()))) > 0;)
        text.append(piece.data(), static_cast<std::size_t>(read));
    gzclose(file);
    return json::parse(text);
}

LaunchShape shapeOf(const json& args)
{
    const auto product = [](const json& sizes) {
        std::int64_t all = 1;
        for (const json& size : sizes)
            all *= size.get<std::int64_t>();
        return all;
    };
    return {product(args["grid"]), product(args["block"]), args["registers per thread"].get<std::int32_t>(),
            args["shared memory"].get<std::int64_t>()};
}

} // namespace

class TestCuptiRecords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void occupancyFollowsTheLimitThatBinds()
    {
        // 255 registers: 255 * 32 = 8160, given as 8192 a warp. A quarter of the file, 16384, holds 2 warps, so the SM
        // 8. A block of 256 threads is 8 warps: 1 block. 256 / 2048 = 12.5 %, rounded half up 13.
        const LaunchShape manyRegisters{10000, 256, 255, 0};
        QCOMPARE(residentBlocks(a100(), manyRegisters), 1);
        QCOMPARE(occupancyPercent(a100(), manyRegisters), 13);
        // 40 KiB and the reserved KiB are 41984 bytes, 4 of which fill the 167936 exactly: 4 * 128 / 2048 = 25 %.
        const LaunchShape muchShared{10000, 128, 32, 40960};
        QCOMPARE(residentBlocks(a100(), muchShared), 4);
        QCOMPARE(occupancyPercent(a100(), muchShared), 25);
        // 96 KiB, only to be had by opting in: 1 block of 1024 threads, 50 %.
        QCOMPARE(occupancyPercent(a100(), {10000, 1024, 32, 98304}), 50);
        // A grid smaller than the device: 54 blocks on 108 SMs are half a block each, 0.5 * 1024 / 2048 = 25 %.
        QCOMPARE(occupancyPercent(a100(), {54, 1024, 16, 0}), 25);
        // 32 threads a block: the 32 blocks an SM takes are 1024 of 2048 threads.
        QCOMPARE(occupancyPercent(a100(), {100000, 32, 16, 0}), 50);
    }

    void occupancyIsWhatPyTorchWroteOnRealDevices_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("ampere");
        QTest::addColumn<int>("expected");
        QTest::newRow("T4") << "t4_fp32_pt210.pt.trace.json" << false << 95;
        QTest::newRow("A100") << "a100_nccl_meta.json.gz" << true << 2286;
    }

    void occupancyIsWhatPyTorchWroteOnRealDevices()
    {
        QFETCH(QString, file);
        QFETCH(bool, ampere);
        QFETCH(int, expected);
        const json trace = readJson(stepglass::test::tracesFolder() + "/torch/" + file.toStdString());
        if (trace.is_null())
            QSKIP("the folder of real traces is not here");
        const DeviceLimits limits = ampere ? a100() : teslaT4();
        int compared = 0;
        for (const json& event : trace["traceEvents"]) {
            if (event.value("cat", "") != "kernel")
                continue;
            const json& args = event["args"];
            const LaunchShape shape = shapeOf(args);
            QVERIFY(std::abs(blocksPerSm(limits, shape) - args["blocks per SM"].get<double>()) < 1e-4);
            QVERIFY(std::abs(warpsPerSm(limits, shape) - args["warps per SM"].get<double>()) < 1e-4);
            if (shape.sharedPerBlock > 49152)
                continue; // Kineto writes 0 for these
            QCOMPARE(occupancyPercent(limits, shape), args["est. achieved occupancy %"].get<int>());
            ++compared;
        }
        QCOMPARE(compared, expected);
    }

    void aKernelHasKinetosArguments()
    {
        // The first kernel of t4_fp32_pt210: 16 blocks on 40 SMs, 128 threads, 46 registers.
        Fixture f;
        const std::uint64_t token = f.log.add({{42, nullptr, 3}, "gelu_32x8192"}, 900);
        f.records.link(407, token);
        f.records.kernel(someKernel(407));
        QCOMPARE(f.sink.records.size(), std::size_t(1));
        const Record& record = f.last();
        QCOMPARE(record.kind, RecordKind::Kernel);
        QCOMPARE(std::string(record.name), std::string("gelu_32x8192"));
        QCOMPARE(record.startNs, 1000);
        QCOMPARE(record.durationNs, 500);
        QCOMPARE(record.externalId, 42U);
        QCOMPARE(record.epoch, 3U);
        QCOMPARE(record.correlation, 407U);
        QCOMPARE(record.context, 1);
        QCOMPARE(record.stream, 7);
        QCOMPARE(int(record.flags), int(kFlowEnd));
        const json expected = {{"registers per thread", 46},
                               {"shared memory", 2064},
                               {"blocks per SM", 0.4},
                               {"warps per SM", 1.6},
                               {"grid", {16, 1, 1}},
                               {"block", {32, 4, 1}},
                               {"est. achieved occupancy %", 5},
                               {"kernel", "gelu(float*, float const*, long)"}};
        QCOMPARE(f.args().dump(), expected.dump());
    }

    void onlyTheFirstKernelOfACallTakesTheGivenName()
    {
        Fixture f;
        const std::uint64_t token = f.log.add({{1, nullptr, 1}, "sgemm_32x8192x2048_nt"}, 900);
        f.records.link(10, token); // cuBLAS launches twice under one token
        f.records.link(11, token);
        f.records.kernel(someKernel(10));
        KernelActivity reduction = someKernel(11);
        reduction.symbol = "splitKreduce";
        f.records.kernel(reduction);
        QCOMPARE(std::string(f.sink.records[0].name), std::string("sgemm_32x8192x2048_nt"));
        QCOMPARE(std::string(f.sink.records[1].name), std::string("splitKreduce"));
    }

    void copiesSayWhatMemoryTheyTouch()
    {
        Fixture f;
        f.records.link(535, f.log.add({{6, nullptr, 1}, nullptr}, 1));
        CopyActivity copy;
        // As in t4_fp32_pt210: 1605632 bytes in 133149 ns, which PyTorch calls 12.0589 GB/s.
        copy.span = {1000, 134149, 0, 1, 7, 535};
        copy.kind = CopyKind::HostToDevice;
        copy.from = MemoryKind::Pinned;
        copy.to = MemoryKind::Device;
        copy.bytes = 1605632;
        f.records.copy(copy);
        QCOMPARE(std::string(f.last().name), std::string("Memcpy HtoD (Pinned -> Device)"));
        QCOMPARE(f.last().amount, 1605632);
        QCOMPARE(f.last().durationNs, 133149);
        QCOMPARE(f.last().externalId, 6U);
        copy.kind = CopyKind::DeviceToHost;
        copy.from = MemoryKind::Device;
        copy.to = MemoryKind::Pageable;
        f.records.copy(copy);
        QCOMPARE(std::string(f.last().name), std::string("Memcpy DtoH (Device -> Pageable)"));
        copy.kind = CopyKind::PeerToPeer;
        copy.to = MemoryKind::Device;
        copy.betweenDevices = true;
        copy.toDevice = 1;
        f.records.copy(copy);
        QCOMPARE(std::string(f.last().name), std::string("Memcpy PtoP (Device -> Device)"));
        QCOMPARE(f.args().dump(), json({{"fromDevice", 0}, {"inDevice", 0}, {"toDevice", 1}}).dump());
    }

    void setsSayTheirBytes()
    {
        Fixture f;
        f.records.link(566, f.log.add({{18, nullptr, 1}, nullptr}, 1));
        f.records.set({{1000, 1736, 0, 1, 7, 566}, MemoryKind::Device, 512});
        QCOMPARE(f.last().kind, RecordKind::Memset);
        QCOMPARE(std::string(f.last().name), std::string("Memset (Device)"));
        QCOMPARE(f.last().amount, 512);
        QCOMPARE(f.last().durationNs, 736);
    }

    void callsLoseTheirVersionAndStartArrowsWhereTheyStartWork()
    {
        Fixture f;
        f.records.link(9, f.log.add({{5, nullptr, 1}, nullptr}, 1));
        f.records.call({100, 250, 77, 9, "cudaLaunchKernel_v7000", 211, false});
        QCOMPARE(f.last().kind, RecordKind::Runtime);
        QCOMPARE(std::string(f.last().name), std::string("cudaLaunchKernel"));
        QCOMPARE(f.last().tid, 77);
        QCOMPARE(f.last().durationNs, 150);
        QCOMPARE(f.last().externalId, 5U);
        QCOMPARE(int(f.last().flags), int(kFlowStart));
        QCOMPARE(f.args().dump(), json({{"cbid", 211}}).dump());
        f.records.call({300, 400, 77, 9, "cudaEventRecord_v3020", 135, false});
        QCOMPARE(int(f.last().flags), 0);
        f.records.call({500, 600, 77, 9, "cuLaunchKernelEx", 652, true});
        QCOMPARE(f.last().kind, RecordKind::Driver);
        QCOMPARE(int(f.last().flags), int(kFlowStart));
        const std::size_t before = f.sink.records.size();
        f.records.call({700, 701, 77, 9, "cudaGetLastError_v3020", 10, false});
        f.records.call({700, 701, 77, 9, "cuCtxGetCurrent", 304, true});
        QCOMPARE(f.sink.records.size(), before); // too many and too small to be of use
        QCOMPARE(callName("cudaMemcpyAsync_ptsz_v7000"), std::string_view("cudaMemcpyAsync"));
        QCOMPARE(callName("cuMemcpyHtoDAsync_v2"), std::string_view("cuMemcpyHtoDAsync"));
    }

    void synchronisationNamesItsKindAndStream()
    {
        Fixture f;
        f.records.link(54, f.log.add({{4, nullptr, 1}, nullptr}, 1));
        SyncActivity sync;
        sync.startNs = 10;
        sync.endNs = 30;
        sync.context = 1;
        sync.correlation = 54;
        const auto shown = [&](SyncKind kind, std::uint32_t stream) {
            sync.kind = kind;
            sync.stream = stream;
            f.records.sync(sync);
            return std::string(f.last().name) + ' ' + std::to_string(f.last().stream);
        };
        QCOMPARE(shown(SyncKind::Context, SyncActivity::kNone), std::string("Context Sync -1"));
        QCOMPARE(shown(SyncKind::Stream, 20), std::string("Stream Sync 20"));
        QCOMPARE(shown(SyncKind::StreamWaitEvent, 24), std::string("Stream Wait Event 24"));
        sync.event = 9;
        QCOMPARE(shown(SyncKind::Event, SyncActivity::kNone), std::string("Event Sync -1"));
        QCOMPARE(f.args().dump(), json({{"cuda_sync_kind", "Event Sync"}, {"wait_on_cuda_event_id", 9}}).dump());
        QCOMPARE(f.last().externalId, 4U);
    }

    void overheadIsNamedAsInKineto()
    {
        Fixture f;
        f.records.overhead({5, 9, OverheadKind::ActivityBufferRequest, 77});
        QCOMPARE(f.last().kind, RecordKind::Overhead);
        QCOMPARE(std::string(f.last().name), std::string("Activity Buffer Request"));
        QCOMPARE(f.last().tid, 77);
    }

    void deviceWorkThatComesBeforeItsLinkWaitsForIt()
    {
        Fixture f;
        const Region region{"forward", 3, nullptr, 1};
        const std::uint64_t token = f.log.add({{8, &region, 2}, "mean_65536"}, 900);
        f.records.kernel(someKernel(20));
        QCOMPARE(f.sink.records.size(), std::size_t(0));
        QCOMPARE(f.records.waiting(), std::size_t(1));
        f.records.link(20, token);
        QCOMPARE(f.records.waiting(), std::size_t(0));
        QCOMPARE(f.last().externalId, 8U);
        QCOMPARE(f.last().region, &region);
        QCOMPARE(std::string(f.last().name), std::string("mean_65536"));
    }

    void unlinkedWorkIsShownWithoutAnOperatorInTheRecordingOfItsTime()
    {
        Fixture f;
        f.log.add({{1, nullptr, 0}, nullptr}, 100);  // warm-up
        f.log.add({{2, nullptr, 5}, nullptr}, 2000); // the recording begins
        f.records.kernel(someKernel(30, 1000));      // ended at 1500
        f.records.kernel(someKernel(31, 3000));      // ends at 3500
        f.records.giveUpWaiting(3500);
        QCOMPARE(f.sink.records.size(), std::size_t(1));
        QCOMPARE(f.last().correlation, 30U);
        QCOMPARE(f.last().epoch, 0U);
        f.records.giveUpWaiting(3501);
        QCOMPARE(f.last().correlation, 31U);
        QCOMPARE(f.last().epoch, 5U);
        QCOMPARE(f.last().externalId, 0U);
        QCOMPARE(std::string(f.last().name), std::string("gelu(float*, float const*, long)"));
    }

    void workWithoutTimesIsCountedAsDropped()
    {
        Fixture f;
        KernelActivity kernel = someKernel(1);
        kernel.span.startNs = kernel.span.endNs = 0;
        f.records.kernel(kernel);
        kernel.span.startNs = 100;
        kernel.span.endNs = 99;
        f.records.kernel(kernel);
        f.records.call({100, 0, 77, 2, "cudaEventSynchronize", 137, false}); // still running, so not lost
        f.records.giveUpWaiting(INT64_MAX);
        QCOMPARE(f.sink.dropped, 2U);
        QCOMPARE(f.sink.records.size(), std::size_t(0));
    }

    void theLaunchLogForgetsTheOldestCalls()
    {
        LaunchLog log(2);
        const std::uint64_t first = log.add({{1, nullptr, 1}, nullptr}, 10);
        const std::uint64_t second = log.add({{2, nullptr, 1}, nullptr}, 20);
        log.add({{3, nullptr, 1}, nullptr}, 30);
        QVERIFY(first != 0);
        QVERIFY(!log.find(first).known);
        QVERIFY(!log.find(0).known);
        QCOMPARE(log.find(second).launch.context.externalId, 2U);
        QVERIFY(log.claimName(second));
        QVERIFY(!log.claimName(second));
        QVERIFY(!log.claimName(first));
    }
};

QTEST_GUILESS_MAIN(TestCuptiRecords)
#include "tst_cupti_records.moc"
