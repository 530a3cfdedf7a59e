// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time went is a partition: classes sum to the scope and causes to the idle time, to the ns, in any trace.
#include "model/analysis/device_analysis.h"
#include "tests/support/moment_oracle.h"
#include "tests/support/random_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::vector<Interval> scopesOf(const Trace& trace)
{
    std::vector<Interval> scopes{{trace.spanStart(), trace.spanEnd()}, {40, 133}};
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.kind(SliceId(i)) == SliceKind::Step)
            scopes.push_back({trace.start(SliceId(i)), trace.end(SliceId(i))});
    }
    return scopes;
}

template<class Times>
QByteArray text(const Times& times)
{
    QByteArray result;
    for (Ns t : times.ns)
        result += QByteArray::number(static_cast<qlonglong>(t)) + ' ';
    return result;
}

} // namespace

class TestPartitions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aThousandRandomTracesAgreeWithAnOracleThatAsksEveryNanosecond();
};

void TestPartitions::aThousandRandomTracesAgreeWithAnOracleThatAsksEveryNanosecond()
{
    IdleTimes seen;
    for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
        const auto trace = randomTrace(seed);
        const MomentOracle oracle(*trace);
        const auto links = linkTrace(*trace);
        const DeviceAnalysis analysis(*trace, *links, listSteps(*trace));
        for (const DeviceActivity& device : analysis.devices()) {
            for (const Interval& scope : scopesOf(*trace)) {
                const auto where = QByteArray("seed ") + QByteArray::number(seed) + " scope " +
                                   QByteArray::number(static_cast<qlonglong>(scope.begin)) + ".." +
                                   QByteArray::number(static_cast<qlonglong>(scope.end)) + ": ";
                const ActivityTimes activity = activityWithin(device, scope);
                QCOMPARE(activity.sum(), scope.length());
                QCOMPARE(where + text(activity),
                         where + text(oracle.activity(trace->text(device.device), scope.begin, scope.end)));
                const IdleTimes idle = idleTimes(analysis.gaps().gapsOf(device, scope));
                QCOMPARE(idle.sum(), activity[ActivityClass::Idle]);
                QCOMPARE(where + text(idle),
                         where + text(oracle.idle(trace->text(device.device), scope.begin, scope.end)));
                for (std::size_t c = 0; c < idle.ns.size(); ++c)
                    seen.ns[c] += idle.ns[c];
            }
        }
    }
    for (std::size_t c = 0; c < seen.ns.size(); ++c)
        QVERIFY2(seen.ns[c] > 0, "the random traces never show one of the causes");
}

QTEST_APPLESS_MAIN(TestPartitions)
#include "tst_partitions.moc"
