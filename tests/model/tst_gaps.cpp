// SPDX-License-Identifier: GPL-3.0-or-later
// Every cause of a device's idle time, in drawings whose figures are counted by hand. Times in us.
#include "model/analysis/device_analysis.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// A drawing with its analysis.
struct Drawn
{
    explicit Drawn(std::string_view drawing)
        : trace(textTrace(drawing))
        , links(linkTrace(*trace))
        , analysis(*trace, *links, listSteps(*trace))
    {
    }
    const DeviceActivity& device(std::size_t d) const { return analysis.devices().at(d); }
    std::vector<Gap> gaps(std::size_t d = 0) const { return analysis.gaps().gapsOf(device(d), analysis.whole()); }

    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Links> links;
    DeviceAnalysis analysis;
};

// "data_loading 10-60 enumerate; launch_latency 60-62 cudaLaunchKernel", in us.
QByteArray text(const Drawn& drawn, const std::vector<Gap>& gaps)
{
    QByteArray result;
    for (const Gap& gap : gaps) {
        for (const GapPart& part : gap.parts) {
            if (!result.isEmpty())
                result += "; ";
            result += QByteArray(idleCauseKey(part.cause).data()) + ' ' + QByteArray::number(part.at.begin / 1000.0) +
                      '-' + QByteArray::number(part.at.end / 1000.0);
            if (part.slice.valid())
                result += ' ' + QByteArray::fromStdString(std::string(drawn.trace->name(part.slice)));
        }
    }
    return result;
}

} // namespace

class TestGaps : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSlowLoaderAfterItemIsDataLoadingOnBothDevicesThatHaveWork();
    void aLaunchThatTheFileDoesNotHoldIsSaid();
    void whatFollowsTheLastWorkIsATail();
    void aLaunchBeforeTheGapMeansThatTheDeviceMadeItWait();
    void aBlockingCopyIsNoWaitingCallAndWhatFollowsIsAfterIt();
    void nestedWaitsReturnWithTheInnermost();
    void overheadAndTheCapturesOwnSynchronisationAreTheProfilers();
    void whereTheLaunchingThreadHasNothingTheOthersAreAsked();
    void namesOfModelsAndOperatorsAreNoDataLoading();
    void hostWorkIsCutByTheInnermostOperatorOrRegion();
    void whatIsCutByTheScopeIsExplainedByTheWorkBeyondIt();
    void ofSeveralThatStartTogetherTheEarliestLaunchCounts();
    void anAscendLaunchIsFollowedBackToTheThreadThatEnqueuedIt();
    void aClickInAGapFindsIt();
};

void TestGaps::aSlowLoaderAfterItemIsDataLoadingOnBothDevicesThatHaveWork()
{
    const Drawn drawn(R"(
        1/1: step ProfilerStep#1 0-200; call cudaLaunchKernel 2-4 corr=1; call cudaLaunchKernel 5-7 corr=2
        1/1: op aten::item 8-22; op aten::_local_scalar_dense 9-21; call cudaStreamSynchronize 12-20
        1/1: region enumerate(DataLoader)#_Single.__next__ 25-80
        1/1: call cudaLaunchKernel 90-92 corr=3; call cudaLaunchKernel 94-96 corr=4
        0/7: kernel gemm 10-15 corr=1; kernel gemm 95-150 corr=3
        1/7: kernel relu 10-18 corr=2; kernel relu 100-200 corr=4; sync "Stream Wait Event" 30-60
        2/7: gpuregion forward 0-200
    )");
    QCOMPARE(drawn.analysis.devices().size(), std::size_t(2)); // device 2 has no work
    QCOMPARE(text(drawn, drawn.gaps(0)),
             QByteArray("host_work 0-2 ProfilerStep#1; launch_latency 2-10 cudaLaunchKernel; "
                        "in_blocking_call 15-20 cudaStreamSynchronize; after_sync 20-25 cudaStreamSynchronize; "
                        "data_loading 25-80 enumerate(DataLoader)#_Single.__next__; "
                        "after_sync 80-90 cudaStreamSynchronize; launch_latency 90-95 cudaLaunchKernel; "
                        "after_last_work 150-200"));
    QVERIFY(text(drawn, drawn.gaps(1))
                .endsWith("data_loading 25-80 enumerate(DataLoader)#_Single.__next__; "
                          "after_sync 80-94 cudaStreamSynchronize; launch_latency 94-100 cudaLaunchKernel"));
}

void TestGaps::aLaunchThatTheFileDoesNotHoldIsSaid()
{
    const Drawn drawn("1/1: op aten::mm 0-100\n0/7: kernel gemm 10-20 corr=1; kernel gemm 50-100");
    QCOMPARE(text(drawn, drawn.gaps()), QByteArray("launch_not_recorded 0-10; launch_not_recorded 20-50"));
}

void TestGaps::whatFollowsTheLastWorkIsATail()
{
    const Drawn drawn("1/1: op aten::mm 0-100; call cudaLaunchKernel 0-5 corr=1\n0/7: kernel gemm 0-40 corr=1; "
                      "kernel none 60-60 corr=1");
    QCOMPARE(text(drawn, drawn.gaps()), QByteArray("after_last_work 40-100")); // length 0 is no work that ends a gap
}

void TestGaps::aLaunchBeforeTheGapMeansThatTheDeviceMadeItWait()
{
    const Drawn drawn("1/1: call cudaLaunchKernel 0-1 corr=1; call cudaLaunchKernel 2-3 corr=2\n"
                      "0/7: kernel a 0-10 corr=1; kernel b 14-20 corr=2");
    QCOMPARE(text(drawn, drawn.gaps()), QByteArray("waiting_on_device 10-14 cudaLaunchKernel"));
}

void TestGaps::aBlockingCopyIsNoWaitingCallAndWhatFollowsIsAfterIt()
{
    // A pageable copy from the device blocks although its name says Async; a pinned one does not.
    const Drawn drawn(R"x(
        1/1: call cudaMemcpyAsync 0-20 corr=1; call cudaLaunchKernel 30-31 corr=2
        1/1: call cudaMemcpyAsync 40-60 corr=3; call cudaLaunchKernel 70-71 corr=4
        0/7: dtoh "Memcpy DtoH (Device -> Pageable)" 0-10 corr=1; kernel k 31-35 corr=2
        0/7: dtoh "Memcpy DtoH (Device -> Pinned)" 40-50 corr=3; kernel k 71-80 corr=4
    )x");
    QCOMPARE(text(drawn, drawn.gaps()),
             QByteArray("blocking_copy 10-20 cudaMemcpyAsync; after_sync 20-30 cudaMemcpyAsync; "
                        "launch_latency 30-31 cudaLaunchKernel; not_covered 35-40; "
                        "host_work 50-60 cudaMemcpyAsync; not_covered 60-70; launch_latency 70-71 cudaLaunchKernel"));
}

void TestGaps::nestedWaitsReturnWithTheInnermost()
{
    const Drawn drawn(R"(
        1/1: call cudaMemcpy 0-30; call cudaStreamSynchronize 5-20; call cudaLaunchKernel 40-41 corr=2
        0/7: kernel a 0-10; kernel b 50-60 corr=2
    )");
    QCOMPARE(text(drawn, drawn.gaps()),
             QByteArray("blocking_copy 10-30 cudaMemcpy; after_sync 30-40 cudaStreamSynchronize; "
                        "launch_latency 40-50 cudaLaunchKernel"));
}

void TestGaps::overheadAndTheCapturesOwnSynchronisationAreTheProfilers()
{
    const Drawn drawn(R"(
        1/1: step ProfilerStep#1 0-50; op aten::mm 12-48; call cudaDeviceSynchronize 55-65
        1/1: call cudaLaunchKernel 80-81 corr=2
        -1/0: overhead "Activity Buffer Request" 20-30
        0/7: kernel a 0-10; kernel b 82-90 corr=2
    )");
    QCOMPARE(text(drawn, drawn.gaps()),
             QByteArray("host_work 10-12 ProfilerStep#1; host_work 12-20 aten::mm; profiler 20-30; "
                        "host_work 30-48 aten::mm; host_work 48-50 ProfilerStep#1; not_covered 50-55; "
                        "profiler 55-65 cudaDeviceSynchronize; after_sync 65-80 cudaDeviceSynchronize; "
                        "launch_latency 80-82 cudaLaunchKernel"));
}

void TestGaps::whereTheLaunchingThreadHasNothingTheOthersAreAsked()
{
    const Drawn drawn(R"(
        1/5: step ProfilerStep#1 0-20; op aten::mm 5-15
        1/3: op aten::three 10-30
        1/1: op aten::one 28-35
        1/9: call cudaLaunchKernel 50-51 corr=2; op aten::mine 40-50
        0/7: kernel a 0-4; kernel b 52-60 corr=2
    )");
    QCOMPARE(text(drawn, drawn.gaps()),
             QByteArray("host_work 4-5 ProfilerStep#1; host_work 5-15 aten::mm; host_work 15-20 ProfilerStep#1; "
                        "host_work 20-28 aten::three; host_work 28-35 aten::one; not_covered 35-40; "
                        "host_work 40-50 aten::mine; launch_latency 50-52 cudaLaunchKernel"));
}

void TestGaps::namesOfModelsAndOperatorsAreNoDataLoading()
{
    const DataLoadingNames names;
    QVERIFY(names.matches("enumerate(DataLoader)#_Single.__next__", SliceKind::Operator)); // old Kineto
    QVERIFY(names.matches("torch/utils/data/dataloader.py(630): __next__", SliceKind::Python));
    QVERIFY(names.matches("Load_Batch", SliceKind::Region));
    QVERIFY(names.matches("tokenizer: encode", SliceKind::Region));
    QVERIFY(names.matches("my.collate_fn", SliceKind::Python));
    QVERIFY(!names.matches("aten::preprocess", SliceKind::Operator));
    QVERIFY(!names.matches("nn.Module: DataLoader_0", SliceKind::Python));
    QVERIFY(!names.matches("DistributedDataParallel.forward", SliceKind::Region));
    QVERIFY(!names.matches("aten::cudnn_batch_norm", SliceKind::Operator));
    QVERIFY(!names.matches("batch_norm", SliceKind::Region));
    QVERIFY(!DataLoadingNames::make("(").ok());
    QVERIFY(DataLoadingNames::make("fetch").value().matches("Fetch next", SliceKind::Region));
    // A name of any length is no danger.
    QVERIFY(names.matches("tokeniz" + std::string(200'000, 'e'), SliceKind::Region));
}

void TestGaps::hostWorkIsCutByTheInnermostOperatorOrRegion()
{
    // Frames and calls are host work of the operator around them; alone they stand for themselves.
    const Drawn drawn(R"(
        1/1: region forward 12-40; op aten::linear 15-30; call cudaOccupancy 18-20; python f 22-60
        1/1: call cudaLaunchKernel 70-71 corr=1
        0/7: kernel a 0-10; kernel b 71-80 corr=1
    )");
    QCOMPARE(text(drawn, drawn.gaps()),
             QByteArray("not_covered 10-12; host_work 12-15 forward; host_work 15-30 aten::linear; "
                        "host_work 30-40 forward; host_work 40-60 f; not_covered 60-70; "
                        "launch_latency 70-71 cudaLaunchKernel"));
}

void TestGaps::whatIsCutByTheScopeIsExplainedByTheWorkBeyondIt()
{
    const Drawn drawn("1/1: op aten::mm 0-40; call cudaLaunchKernel 50-51 corr=1\n0/7: kernel a 0-10; kernel b 60-70 "
                      "corr=1");
    const auto cut = [&](double from, double to) {
        return text(drawn, drawn.analysis.gaps().gapsOf(drawn.device(0), {Ns(from * 1000), Ns(to * 1000)}));
    };
    QCOMPARE(cut(5, 30), QByteArray("host_work 10-30 aten::mm")); // its launch is beyond the scope
    QCOMPARE(cut(5, 55),
             QByteArray("host_work 10-40 aten::mm; not_covered 40-50; launch_latency 50-55 cudaLaunchKernel"));
    QCOMPARE(cut(52, 70), QByteArray("waiting_on_device 52-60 cudaLaunchKernel")); // launched before the scope began
}

void TestGaps::ofSeveralThatStartTogetherTheEarliestLaunchCounts()
{
    const Drawn drawn(R"(
        1/1: call cudaLaunchKernel 20-21 corr=1; call cudaLaunchKernel 12-13 corr=2
        0/7: kernel a 0-10; kernel b 30-40 corr=1
        0/8: kernel c 30-35 corr=2
        0/9: kernel unknown 30-31 corr=3
    )");
    QCOMPARE(text(drawn, drawn.gaps()), QByteArray("not_covered 10-12; launch_latency 12-30 cudaLaunchKernel"));
}

void TestGaps::anAscendLaunchIsFollowedBackToTheThreadThatEnqueuedIt()
{
    const Drawn drawn(R"(
        10/1: process Python 0
        90/2: process CANN 0
        10/1: op aten::add 10-30; other Enqueue 28-30 cat=enqueue; flow async_task_queue 28 id=5 ph=s
        10/2: other Dequeue@add 40-60 cat=dequeue; flow async_task_queue 40 id=5 ph=f
        90/2: call Node@launch 45-50 corr=1; call AscendCL@aclrtSynchronizeStream 32-44
        90/1: call AscendCL@aclrtSynchronizeDevice 14-20
        0/7: kernel a 0-10; kernel Add 60-70 corr=1
    )");
    // The wait stands on the CANN row of the enqueuing thread's tid: one thread. That of the worker is the worker's.
    QCOMPARE(text(drawn, drawn.gaps()),
             QByteArray("host_work 10-14 aten::add; in_blocking_call 14-20 AscendCL@aclrtSynchronizeDevice; "
                        "after_sync 20-32 AscendCL@aclrtSynchronizeDevice; "
                        "in_blocking_call 32-44 AscendCL@aclrtSynchronizeStream; "
                        "after_sync 44-45 AscendCL@aclrtSynchronizeDevice; launch_latency 45-60 Node@launch"));
}

void TestGaps::aClickInAGapFindsIt()
{
    const Drawn drawn("1/1: call cudaLaunchKernel 20-21 corr=1\n0/7: kernel a 0-10; kernel b 30-40 corr=1");
    const auto at = [&](Ns us) {
        return drawn.analysis.gaps().gapAt(drawn.device(0), drawn.analysis.whole(), us * 1000).at;
    };
    QCOMPARE(at(15).begin, Ns(10'000));
    QCOMPARE(at(15).end, Ns(30'000));
    QCOMPARE(at(10).length(), Ns(20'000));
    QCOMPARE(at(30).length(), Ns(0));
    QCOMPARE(at(5).length(), Ns(0));
    QCOMPARE(at(50).length(), Ns(0));
}

QTEST_APPLESS_MAIN(TestGaps)
#include "tst_gaps.moc"
