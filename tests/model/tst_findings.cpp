// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule fires at its threshold, not below it, and not where it must not; drawings with figures counted by hand.
#include "model/analysis/findings.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// Four steps of 1,000 us on thread 1/1; the second and third count. `body` is drawn into each: @N is N us after the
// step's start, %c a correlation base, so that `corr=%c1` is unique.
std::string fourSteps(const std::string& body, int steps = 4)
{
    std::string drawing;
    for (int s = 0; s < steps; ++s) {
        drawing += "1/1: step ProfilerStep#" + std::to_string(s) + " " + std::to_string(s * 1000) + "-" +
                   std::to_string(s * 1000 + 1000) + "\n";
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (body[i] == '%' && body[i + 1] == 'c') {
                drawing += std::to_string(s + 1) + "0";
                ++i;
            } else if (body[i] == '@') {
                std::size_t length = 0;
                const double us = std::stod(body.substr(i + 1), &length);
                drawing += std::to_string(s * 1000 + us);
                i += length;
            } else {
                drawing += body[i];
            }
        }
        drawing += "\n";
    }
    return drawing;
}

struct Judged
{
    explicit Judged(const std::string& drawing, const FindingSettings& settings = {}, const Scope& scope = {})
        : trace(textTrace(drawing))
        , links(linkTrace(*trace))
        , analysis(*trace, *links, listSteps(*trace))
        , all(findings(analysis, settings, scope))
    {
    }
    const Finding& operator[](std::string_view id) const
    {
        return *std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.id == id; });
    }
    QByteArray severity(std::string_view id) const { return severityName((*this)[id].severity).data(); }

    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Links> links;
    DeviceAnalysis analysis;
    std::vector<Finding> all;
};

QByteArray text(const std::string& s)
{
    return QByteArray::fromStdString(s);
}

// gemm and other kernels back to back for 1,000 us, `gemm` us of them gemm.
std::string kernels(int gemm, int busy = 1000)
{
    const auto at = [](int us) { return "@" + std::to_string(us); };
    const int other = (busy - gemm) / 4;
    std::string body = "1/1: call cudaLaunchKernel @0-@1 corr=%c1\n0/7: kernel gemm @0-" + at(gemm) + " corr=%c1";
    for (int i = 0; i < 4; ++i)
        body += "; kernel k" + std::to_string(i) + " " + at(gemm + i * other) + "-" + at(gemm + (i + 1) * other) +
                " corr=%c1";
    return fourSteps(body);
}

// `count` kernels of `kernel` us, every 10 us, each launched by a call of 4 us that ends where its gap does.
std::string shortKernels(int count, double gap, double kernel, const std::string& call = "cudaLaunchKernel")
{
    std::string body;
    double at = 0;
    for (int i = 0; i < count; ++i) {
        const auto time = [](double us) { return "@" + std::to_string(us); };
        const std::string corr = " corr=%c" + std::to_string(i);
        body += "1/1: call " + call + " " + time(at + gap - 1) + "-" + time(at + gap + 3) + corr + "\n0/7: kernel k " +
                time(at + gap) + "-" + time(at + gap + kernel) + corr + "\n";
        at += gap + kernel;
    }
    return fourSteps(body + "1/1: call cudaLaunchKernel " + "@" + std::to_string(at - 1) + "-@" + std::to_string(at) +
                     " corr=%c999\n0/7: kernel rest @" + std::to_string(at) + "-@1000 corr=%c999");
}

// Ten kernels of 30 us, each after a gap of 5 us; the calls of the first `count` take 31 us, of the others 4 us.
std::string longCalls(int count)
{
    std::string body;
    for (int i = 0; i < 10; ++i) {
        const auto at = [i](int us) { return "@" + std::to_string(35 * i + us); };
        const std::string corr = " corr=%c" + std::to_string(i);
        body += "1/1: call cudaLaunchKernel " + at(4) + "-" + at(i < count ? 35 : 8) + corr + "\n0/7: kernel k " +
                at(5) + "-" + at(35) + corr + "\n";
    }
    return fourSteps(body + "0/7: kernel rest @350-@1000");
}

// A gap of `gap` us before the only kernel of a step, its first `work` us under `what`.
std::string longGap(int gap, int work, const std::string& what)
{
    const std::string g = std::to_string(gap);
    return fourSteps("1/1: " + what + " @0-@" + std::to_string(work) + "\n1/1: call cudaLaunchKernel @" + g + "-@" +
                     std::to_string(gap + 1) + " corr=%c1\n0/7: kernel k @" + g + "-@1000 corr=%c1");
}

// A copy of `copy` us that starts `before` us before the kernel that fills the rest of the step.
std::string copyBefore(int copy, int before, const std::string& name, const std::string& call)
{
    const std::string end = std::to_string(before);
    return fourSteps("1/1: call " + call + " @0-@1 corr=%c1; call cudaLaunchKernel @0-@1 corr=%c2\n0/9: htod \"" +
                     name + "\" @0-@" + std::to_string(copy) + " corr=%c1 bytes=1000000\n0/7: kernel k @" + end +
                     "-@1000 corr=%c2");
}

// The device runs dry at 100; the wait is over at `returned`; the next kernel is launched at `launched`.
std::string waitThenLaunch(const std::string& wait, int returned, int launched)
{
    const std::string l = std::to_string(launched);
    return fourSteps("1/1: call cudaLaunchKernel @0-@1 corr=%c1; call cudaLaunchKernel @" + l + "-@" +
                     std::to_string(launched + 1) + " corr=%c2; " + wait + " @50-@" + std::to_string(returned) +
                     "\n0/7: kernel a @0-@100 corr=%c1; kernel b @" + l + "-@1000 corr=%c2");
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDominantKernelIsFoundFromThirtyAndFiftyPercent();
    void aDominantKernelOfAMostlyIdleDeviceIsNone();
    void launchesAreTheLimitFromThreeAndFifteenPercentOfSmallGaps();
    void longKernelsAreNotLaunchBound();
    void halfOfTheLaunchesLongerThanTheirKernelsAreLaunchBound();
    void oneLongHostOperationOrAGraphIsNoLaunchBound();
    void theMicroGapThresholdCanBeSet();
    void longGapsUnderTheHostAreInputBoundFromFiveAndTwentyPercent();
    void idleAfterASynchronisationOrUnderTheProfilerIsNotInputBound();
    void anExposedCopyIsFoundFromTenAndTwentyPercent();
    void aCopyUnderComputeIsNone();
    void waitsAreFoundFromThreeAndTenPercentOfIdle();
    void waitsThatMustNotBeFoundAreNot();
    void theCapturesOwnWaitIsTheProfilers();
    void nestedWaitsCountOnce();
    void fewStepsOrNoDeviceIsNotEnoughData();
    void theFirstAndLastStepDoNotCountWhereTwoOthersExist();
    void theMostSevereStandsFirst();
    void aScopeJudgesItsStepsOnly();
    void settingsReadTheirUnitsAndRefuseTheRest();
};

void TestFindings::aDominantKernelIsFoundFromThirtyAndFiftyPercent()
{
    QCOMPARE(Judged(kernels(296)).severity("dominant-kernel"), QByteArray("none"));
    QCOMPARE(Judged(kernels(300)).severity("dominant-kernel"), QByteArray("warn"));
    QCOMPARE(Judged(kernels(496)).severity("dominant-kernel"), QByteArray("warn"));
    const Judged half(kernels(500));
    QCOMPARE(half.severity("dominant-kernel"), QByteArray("high"));
    const Finding& finding = half["dominant-kernel"];
    QCOMPARE(finding.value, 50.0);
    QCOMPARE(finding.threshold, 50.0);
    QCOMPARE(finding.ceiling, Ns(500'000));
    QCOMPARE(finding.ceilingPercent, 50.0);
    QCOMPARE(finding.evidence.size(), std::size_t(2)); // one a step that counts
    QCOMPARE(finding.evidence[0].start, Ns(1'000'000));
    QCOMPARE(finding.evidence[0].duration, Ns(500'000));
    QCOMPARE(text(finding.evidence[0].name), QByteArray("gemm"));
    QVERIFY(text(finding.what).startsWith("gemm takes 50.0 % of the kernel time (500.000 µs a step in 1 call)"));
}

void TestFindings::aDominantKernelOfAMostlyIdleDeviceIsNone()
{
    QCOMPARE(Judged(kernels(500, 700)).severity("dominant-kernel"), QByteArray("high"));
    QCOMPARE(Judged(kernels(500, 696)).severity("dominant-kernel"), QByteArray("none"));
}

void TestFindings::launchesAreTheLimitFromThreeAndFifteenPercentOfSmallGaps()
{
    QCOMPARE(Judged(shortKernels(10, 2.9, 3)).severity("launch-bound"), QByteArray("none"));
    QCOMPARE(Judged(shortKernels(10, 3, 3)).severity("launch-bound"), QByteArray("warn"));
    QCOMPARE(Judged(shortKernels(10, 14.9, 3)).severity("launch-bound"), QByteArray("warn"));
    const Judged high(shortKernels(10, 15, 3));
    QCOMPARE(high.severity("launch-bound"), QByteArray("high"));
    QCOMPARE(high["launch-bound"].ceiling, Ns(150'000));
    QCOMPARE(high["launch-bound"].value, 15.0);
    QCOMPARE(high["launch-bound"].evidence.size(), std::size_t(10)); // the largest of 20
    QVERIFY(text(high["launch-bound"].what).startsWith("11 kernel launches a step, 90.9 % of them longer"));
}

void TestFindings::longKernelsAreNotLaunchBound()
{
    // The same gaps before kernels of 20 us or more: device time is above the call's.
    QCOMPARE(Judged(shortKernels(10, 15, 20)).severity("launch-bound"), QByteArray("none"));
    QCOMPARE(Judged(shortKernels(10, 15, 19.9)).severity("launch-bound"), QByteArray("high")); // median below 20 us
}

void TestFindings::halfOfTheLaunchesLongerThanTheirKernelsAreLaunchBound()
{
    // Kernels of 30 us, above the limit of 20 us, and 5 % of gaps: the calls alone decide, of 31 us or of 4 us.
    QCOMPARE(Judged(longCalls(4)).severity("launch-bound"), QByteArray("none"));
    const Judged half(longCalls(5));
    QCOMPARE(half.severity("launch-bound"), QByteArray("warn"));
    QCOMPARE(half["launch-bound"].ceiling, Ns(50'000));
    QVERIFY(text(half["launch-bound"].what).startsWith("10 kernel launches a step, 50.0 % of them longer"));
}

void TestFindings::oneLongHostOperationOrAGraphIsNoLaunchBound()
{
    // Small kernels, but the only gap is one operator's: 90 us of aten::unique.
    const std::string one = fourSteps("1/1: op aten::unique @5-@95; call cudaLaunchKernel @0-@4 corr=%c1; "
                                      "call cudaLaunchKernel @96-@100 corr=%c2\n"
                                      "0/7: kernel a @0-@3 corr=%c1; kernel b @97-@99 corr=%c2; kernel c @99-@1000");
    QCOMPARE(Judged(one).severity("launch-bound"), QByteArray("none"));
    // The same gaps as above, all kernels from graph launches.
    QCOMPARE(Judged(shortKernels(10, 15, 3, "cudaGraphLaunch")).severity("launch-bound"), QByteArray("none"));
}

void TestFindings::theMicroGapThresholdCanBeSet()
{
    FindingSettings settings;
    QVERIFY(applySetting(settings, "launch-bound.micro_gap=15us").ok());
    QCOMPARE(Judged(shortKernels(10, 15, 3), settings).severity("launch-bound"), QByteArray("none"));
    QVERIFY(applySetting(settings, "launch-bound.micro_gap=15001ns").ok());
    QCOMPARE(Judged(shortKernels(10, 15, 3), settings).severity("launch-bound"), QByteArray("high"));
}

void TestFindings::longGapsUnderTheHostAreInputBoundFromFiveAndTwentyPercent()
{
    const std::string loader = "region enumerate(DataLoader)#_Single.__next__";
    QCOMPARE(Judged(longGap(99, 99, loader)).severity("input-bound"), QByteArray("none")); // no macro-gap
    QCOMPARE(Judged(longGap(199, 199, loader)).severity("input-bound"), QByteArray("warn"));
    const Judged high(longGap(200, 200, loader));
    QCOMPARE(high.severity("input-bound"), QByteArray("high"));
    QCOMPARE(high["input-bound"].ceiling, Ns(200'000));
    QCOMPARE(text(high["input-bound"].evidence.at(0).name), QByteArray("enumerate(DataLoader)#_Single.__next__"));
    QVERIFY(text(high["input-bound"].what).contains("200.000 µs data loading, 0.000 µs other host work"));
    FindingSettings settings;
    settings.launchMicroGap = 10'000;
    QCOMPARE(Judged(longGap(49, 49, loader), settings).severity("input-bound"), QByteArray("none"));
    QCOMPARE(Judged(longGap(50, 50, loader), settings).severity("input-bound"), QByteArray("warn"));
    QCOMPARE(Judged(longGap(200, 200, "op aten::unique")).severity("input-bound"), QByteArray("high")); // host work
    // Of 200 us only 10 lie under an operator: the rest is the steps' own, though each has a name of its own.
    QVERIFY(text(Judged(longGap(200, 10, "op aten::unique"))["input-bound"].what)
                .contains("Most of it in the steps themselves, under no other slice (190.000 µs a step)"));
}

void TestFindings::idleAfterASynchronisationOrUnderTheProfilerIsNotInputBound()
{
    QCOMPARE(Judged(waitThenLaunch("call cudaStreamSynchronize", 101, 400)).severity("input-bound"),
             QByteArray("none"));
    QCOMPARE(Judged(longGap(300, 300, "overhead Instrumentation")).severity("input-bound"), QByteArray("none"));
}

void TestFindings::anExposedCopyIsFoundFromTenAndTwentyPercent()
{
    const std::string pageable = "Memcpy HtoD (Pageable -> Device)";
    QCOMPARE(Judged(copyBefore(99, 99, pageable, "cudaMemcpyAsync")).severity("serial-copy"), QByteArray("none"));
    QCOMPARE(Judged(copyBefore(100, 100, pageable, "cudaMemcpyAsync")).severity("serial-copy"), QByteArray("warn"));
    QCOMPARE(Judged(copyBefore(199, 199, pageable, "cudaMemcpyAsync")).severity("serial-copy"), QByteArray("warn"));
    const Judged high(copyBefore(300, 200, pageable, "cudaMemcpy"));
    QCOMPARE(high.severity("serial-copy"), QByteArray("high"));
    QCOMPARE(high["serial-copy"].ceiling, Ns(200'000)); // the part that nothing computes under
    QVERIFY(text(high["serial-copy"].what).contains("2 in 2 steps, 2 from or to pageable memory, 2 by blocking calls"));
    QCOMPARE(high["serial-copy"].evidence.at(0).duration, Ns(200'000));
}

void TestFindings::aCopyUnderComputeIsNone()
{
    const Judged judged(copyBefore(500, 0, "Memcpy HtoD (Pinned -> Device)", "cudaMemcpyAsync"));
    QCOMPARE(judged.severity("serial-copy"), QByteArray("none"));
    QCOMPARE(judged["serial-copy"].value, 0.0);
}

void TestFindings::waitsAreFoundFromThreeAndTenPercentOfIdle()
{
    const std::string wait = "call cudaStreamSynchronize";
    QCOMPARE(Judged(waitThenLaunch(wait, 101, 129)).severity("frequent-sync"), QByteArray("none"));
    QCOMPARE(Judged(waitThenLaunch(wait, 101, 130)).severity("frequent-sync"), QByteArray("warn"));
    QCOMPARE(Judged(waitThenLaunch(wait, 110, 199)).severity("frequent-sync"), QByteArray("warn"));
    const Judged high(waitThenLaunch(wait, 110, 200));
    QCOMPARE(high.severity("frequent-sync"), QByteArray("high"));
    QCOMPARE(high["frequent-sync"].ceiling, Ns(100'000));
    QCOMPARE(text(high["frequent-sync"].evidence.at(0).name), QByteArray("cudaStreamSynchronize"));
    QVERIFY(text(high["frequent-sync"].what).startsWith("1.0 calls a step wait for the device or read a value back"));
}

void TestFindings::waitsThatMustNotBeFoundAreNot()
{
    // A wait after which no gap follows: the next kernel is queued already.
    const std::string queued = fourSteps("1/1: call cudaLaunchKernel @0-@1 corr=%c1; call cudaLaunchKernel @2-@3 "
                                         "corr=%c2; call cudaStreamSynchronize @5-@900\n"
                                         "0/7: kernel a @0-@500 corr=%c1; kernel b @500-@1000 corr=%c2");
    QCOMPARE(Judged(queued).severity("frequent-sync"), QByteArray("none"));
    // One a capture, with a long gap after it.
    const std::string once = fourSteps("1/1: call cudaLaunchKernel @0-@1 corr=%c1\n0/7: kernel a @0-@100 corr=%c1") +
                             "1/1: call cudaStreamSynchronize 1050-1101; call cudaLaunchKernel 1900-1901 corr=7\n"
                             "0/7: kernel b 1900-2000 corr=7";
    QCOMPARE(Judged(once).severity("frequent-sync"), QByteArray("none"));
    // It is half a call a step, which alone decides.
    FindingSettings settings;
    settings.syncCalls = 0.51;
    QCOMPARE(Judged(once, settings).severity("frequent-sync"), QByteArray("none"));
    settings.syncCalls = 0.5;
    QCOMPARE(Judged(once, settings).severity("frequent-sync"), QByteArray("high"));
}

void TestFindings::theCapturesOwnWaitIsTheProfilers()
{
    // The device is idle under a wait, before its last kernel. After the last step the wait is the
    // capture's own; in a fifth step it is the program's.
    const std::string drawing = longGap(10, 5, "op aten::mm") +
                                "\n1/1: call cudaDeviceSynchronize 4001-4100; call cudaLaunchKernel 4200-4201 corr=7\n"
                                "0/7: kernel last 4200-4300 corr=7\n";
    const auto idle = [](const Judged& judged, IdleCause cause) {
        return judged.analysis.breakdown(judged.analysis.devices()[0], {4'000'000, 4'200'000}).idle[cause];
    };
    const Judged own(drawing);
    QCOMPARE(own.severity("frequent-sync"), QByteArray("none"));
    QCOMPARE(idle(own, IdleCause::InBlockingCall), Ns(0));
    QCOMPARE(idle(own, IdleCause::Profiler), Ns(99'000));
    const Judged program(drawing + "1/1: step ProfilerStep#4 4000-5000\n");
    QCOMPARE(idle(program, IdleCause::Profiler), Ns(0));
    QCOMPARE(idle(program, IdleCause::InBlockingCall), Ns(99'000));
}

void TestFindings::nestedWaitsCountOnce()
{
    const Judged judged(waitThenLaunch("op aten::item @40-@205; op aten::_local_scalar_dense @45-@204; "
                                       "call cudaMemcpyAsync @46-@49; call cudaStreamSynchronize",
                                       200, 300));
    QCOMPARE(judged.severity("frequent-sync"), QByteArray("high"));
    QVERIFY(text(judged["frequent-sync"].what).startsWith("1.0 calls a step wait for the device or read a value back"));
}

void TestFindings::fewStepsOrNoDeviceIsNotEnoughData()
{
    for (const std::string& drawing :
         {std::string("1/1: op aten::mm 0-10\n0/7: kernel k 0-5"), fourSteps("0/7: kernel k @0-@9", 1),
          fourSteps("1/1: op aten::mm @0-@10"), std::string("1/1: op aten::mm 0-10")}) {
        const Judged judged(drawing);
        QCOMPARE(judged.all.size(), std::size_t(5));
        for (const Finding& finding : judged.all) {
            QCOMPARE(QByteArray(severityName(finding.severity).data()), QByteArray("not-enough-data"));
            QVERIFY(!finding.why.empty());
        }
    }
}

void TestFindings::theFirstAndLastStepDoNotCountWhereTwoOthersExist()
{
    // A long copy in the first step only: with four steps it does not count, with three it does.
    const std::string copy = "\n0/9: htod \"Memcpy HtoD (Pageable -> Device)\" 0-900 dev=0";
    QCOMPARE(Judged(fourSteps("0/7: kernel k @950-@1000", 4) + copy).severity("serial-copy"), QByteArray("none"));
    QCOMPARE(Judged(fourSteps("0/7: kernel k @950-@1000", 3) + copy).severity("serial-copy"), QByteArray("high"));
}

void TestFindings::theMostSevereStandsFirst()
{
    const Judged judged(longGap(150, 150, "region load_batch")); // input-bound warns; one kernel is all of the time
    QCOMPARE(text(judged.all[0].id), QByteArray("dominant-kernel"));
    QCOMPARE(text(judged.all[1].id), QByteArray("input-bound"));
    QCOMPARE(judged.severity("input-bound"), QByteArray("warn"));
    for (std::size_t i = 1; i < judged.all.size(); ++i)
        QVERIFY(judged.all[i - 1].severity <= judged.all[i].severity);
}

void TestFindings::aScopeJudgesItsStepsOnly()
{
    const std::string drawing =
        fourSteps("0/7: kernel k @900-@1000", 6) + "\n0/9: htod \"Memcpy HtoD (Pageable -> Device)\" 3000-3900 dev=0";
    QCOMPARE(Judged(drawing, {}, Scope::steps(1, 2)).severity("serial-copy"), QByteArray("none"));
    QCOMPARE(Judged(drawing, {}, Scope::steps(2, 3)).severity("serial-copy"), QByteArray("high"));
    QCOMPARE(Judged(drawing, {}, Scope::range(2'000'000, 4'000'000)).severity("serial-copy"), QByteArray("high"));
    QCOMPARE(Judged(drawing, {}, Scope::steps(2, 2)).severity("serial-copy"), QByteArray("not-enough-data"));
}

void TestFindings::settingsReadTheirUnitsAndRefuseTheRest()
{
    FindingSettings settings;
    QVERIFY(applySetting(settings, "input-bound.warn=7.5%").ok());
    QCOMPARE(settings.inputWarn, 0.075);
    QVERIFY(applySetting(settings, "frequent-sync.calls=2").ok());
    QCOMPARE(settings.syncCalls, 2.0);
    for (const char* bad :
         {"", "x=1", "launch-bound.micro_gap", "launch-bound.micro_gap=50", "input-bound.warn=7ms",
          "input-bound.warn=", "input-bound.warn=-1%", "input-bound.pattern=(", "launch-bound.kernel=1e30s"})
        QVERIFY2(!applySetting(settings, bad).ok(), bad);
    for (const FindingSetting& setting : findingSettings()) { // what is shown is what is read
        const std::string value = settingText(settings, setting);
        QVERIFY(applySetting(settings, std::string(setting.name) + "=" + value).ok());
        QCOMPARE(text(settingText(settings, setting)), text(value));
    }
}

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"
