// SPDX-License-Identifier: GPL-3.0-or-later
// The stretches that a part of a breakdown is the sum of.
#include "model/analysis/scope_filter.h"
#include "model/analysis/stretches.h"
#include "tests/support/random_trace.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// "10-20 gemm; 30-40", in us.
QByteArray text(const Trace& trace, const std::vector<Stretch>& stretches)
{
    QByteArray result;
    for (const Stretch& stretch : stretches) {
        result += (result.isEmpty() ? "" : "; ") + QByteArray::number(stretch.at.begin / 1000.0) + '-' +
                  QByteArray::number(stretch.at.end / 1000.0);
        if (stretch.slice.valid())
            result += ' ' + QByteArray::fromStdString(std::string(trace.name(stretch.slice)));
    }
    return result;
}

Ns sumOf(const std::vector<Stretch>& stretches)
{
    Ns sum = 0;
    for (const Stretch& stretch : stretches)
        sum += stretch.at.length();
    return sum;
}

} // namespace

class TestStretches : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void workIsNamedByASliceOfItsClass();
    void partsOfOneCauseThatTouchAreOneStretchNamedByTheLongest();
    void theySumToTheBreakdownInAnyTrace();
};

// The copy 5-30 lies under gemm in 10-20: exposed before and after.
void TestStretches::workIsNamedByASliceOfItsClass()
{
    const auto trace = textTrace("0/7: kernel gemm 10-20 dev=0 stream=7; kernel add 20-25 dev=0 stream=7\n"
                                 "0/8: htod \"Memcpy HtoD\" 5-30 dev=0 stream=8; memset Memset 40-41 dev=0 stream=8");
    const auto links = linkTrace(*trace);
    const DeviceAnalysis analysis(*trace, *links, {});
    const DeviceActivity& device = analysis.devices().at(0);
    const Intervals whole{analysis.whole()};
    QCOMPARE(text(*trace, stretchesOf(analysis, device, whole, ActivityClass::Compute)), QByteArray("10-25 gemm"));
    QCOMPARE(text(*trace, stretchesOf(analysis, device, whole, ActivityClass::Copy)),
             QByteArray("5-10 Memcpy HtoD; 25-30 Memcpy HtoD"));
    QCOMPARE(text(*trace, stretchesOf(analysis, device, whole, ActivityClass::Set)), QByteArray("40-41 Memset"));
    QCOMPARE(text(*trace, stretchesOf(analysis, device, whole, ActivityClass::Idle)), QByteArray("30-40 Memset"));
    QCOMPARE(text(*trace, stretchesOf(analysis, device, {{12'000, 18'000}}, ActivityClass::Compute)),
             QByteArray("12-18 gemm"));
}

void TestStretches::partsOfOneCauseThatTouchAreOneStretchNamedByTheLongest()
{
    const auto trace = textTrace("1/1: op a 10-20; op b 20-50; op c 50-60; call cudaLaunchKernel 58-59 corr=1\n"
                                 "0/7: kernel k 0-10; kernel k 61-70 corr=1");
    const auto links = linkTrace(*trace);
    const DeviceAnalysis analysis(*trace, *links, {});
    const auto host = stretchesOf(analysis, analysis.devices().at(0), {analysis.whole()}, IdleCause::HostWork);
    QCOMPARE(text(*trace, host), QByteArray("10-58 b"));
    const auto latency = stretchesOf(analysis, analysis.devices().at(0), {analysis.whole()}, IdleCause::LaunchLatency);
    QCOMPARE(text(*trace, latency), QByteArray("58-61 cudaLaunchKernel"));
}

void TestStretches::theySumToTheBreakdownInAnyTrace()
{
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        const auto trace = randomTrace(seed);
        const auto links = linkTrace(*trace);
        const DeviceAnalysis analysis(*trace, *links, listSteps(*trace));
        const Intervals moments{{20, 90}, {100, 140}};
        for (const DeviceActivity& device : analysis.devices()) {
            const DeviceBreakdown breakdown = breakdownOver(analysis, device, moments);
            for (int c = 0; c < kActivityClassCount; ++c) {
                const auto activity = static_cast<ActivityClass>(c);
                const auto stretches = stretchesOf(analysis, device, moments, activity);
                QCOMPARE(sumOf(stretches), breakdown.activity[activity]);
                for (const Stretch& stretch : stretches)
                    QVERIFY(activity == ActivityClass::Idle || stretch.slice.valid());
            }
            for (int c = 0; c < kIdleCauseCount; ++c) {
                const auto cause = static_cast<IdleCause>(c);
                QCOMPARE(sumOf(stretchesOf(analysis, device, moments, cause)), breakdown.idle[cause]);
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestStretches)
#include "tst_stretches.moc"
