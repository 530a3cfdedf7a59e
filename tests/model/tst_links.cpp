// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/links.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// Everything stands on names: what a function answers, by the name of the slice it is asked about.
class Named
{
public:
    explicit Named(std::string_view drawing)
        : trace(textTrace(drawing))
        , links(linkTrace(*trace))
    {
    }
    std::string name(SliceId s) const { return s.valid() ? std::string(trace->name(s)) : "-"; }
    std::string launchOf(std::string_view n) const { return name(links->launchOf(sliceNamed(*trace, n))); }
    std::string operatorOf(std::string_view n) const { return name(links->operatorOf(sliceNamed(*trace, n))); }
    std::string launchedBy(std::string_view n) const
    {
        std::string text;
        for (const SliceId s : links->launchedBy(sliceNamed(*trace, n)))
            text += (text.empty() ? "" : " ") + name(s);
        return text;
    }
    std::string stoppingTid() const { return std::string(trace->text(trace->thread(links->stoppingThread()).tid)); }
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Links> links;
};

} // namespace

class TestLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDeviceSliceBelongsToTheCallOfItsCorrelation()
    {
        const Named t(R"(1/1: op aten::mm 0-20 ext=7; call launch 2-4 corr=90 ext=7; call graph 10-12 corr=91 ext=7
                         0/7: kernel gemm 10-40 corr=90 ext=7; kernel a 40-41 corr=91; kernel b 41-42 corr=91
                         0/7: kernel stranger 50-60 corr=12345)");
        QCOMPARE(t.launchOf("gemm"), std::string("launch"));
        QCOMPARE(t.launchOf("b"), std::string("graph"));
        QCOMPARE(t.launchOf("stranger"), std::string("-"));
        QCOMPARE(t.launchOf("aten::mm"), std::string("-"));
        QCOMPARE(t.launchedBy("launch"), std::string("gemm"));
        QCOMPARE(t.launchedBy("graph"), std::string("a b"));
        QCOMPARE(t.launchedBy("gemm"), std::string());
        QCOMPARE(t.operatorOf("gemm"), std::string("aten::mm"));
        QCOMPARE(t.operatorOf("graph"), std::string("aten::mm"));
        QCOMPARE(t.operatorOf("stranger"), std::string("-"));
        QCOMPARE(t.links->linkedCount(), 3u);
        QCOMPARE(t.links->withoutLaunchCount(), 1u);
        QVERIFY(!t.links->externalIdsNameNothing());
    }
    void callsLeaveTheirThreadsWhenOneNamesAnOperatorOfAnother()
    {
        const std::string home = "1/1: op aten::mm 0-20 ext=7; call launch 2-4 corr=90 ext=7; call own 5-6 corr=91\n";
        QVERIFY(Named(home + "1/2: call nobodys 2-4 corr=92 ext=9").links->callsStayOnTheirThreads());
        QVERIFY(!Named(home + "1/2: call away 2-4 corr=92 ext=7").links->callsStayOnTheirThreads());
    }
    void ofTwoCallsOfOneCorrelationTheEarlierIsTheLaunch()
    {
        const Named t("1/1: call inner 3-4 corr=5; call outer 2-6 corr=5\n0/7: kernel k 9-10 corr=5");
        QCOMPARE(t.launchOf("k"), std::string("outer"));
    }
    void idsFarApartAreFoundToo()
    {
        const Named t(R"(1/1: call a 0-1 corr=5; call b 1-2 corr=2000000000; call c 2-3 corr=40034185941851570175
                         0/7: kernel kb 9-10 corr=2000000000; kernel kc 11-12 corr=40034185941851570175
                         0/7: kernel kx 13-14 corr=6)");
        QCOMPARE(t.launchOf("kb"), std::string("b"));
        QCOMPARE(t.launchOf("kc"), std::string("c"));
        QCOMPARE(t.launchOf("kx"), std::string("-"));
    }
    void workThatStartsBeforeItsLaunchIsCounted()
    {
        const Named t("1/1: call a 10-12 corr=1\n0/7: kernel early 8-20 corr=1; kernel late 20-30 corr=1");
        QCOMPARE(t.links->startsBeforeLaunchCount(), 1u);
        QCOMPARE(t.links->longestLead(), Ns{2000});
    }
    void whereExternalIdsRepeatTheCorrelationTheInnermostOperatorCounts()
    {
        const Named t(R"(1/1: op aten::linear 0-20 ext=1; op aten::mm 2-10 ext=2; region forward 3-9 ext=3
                         1/1: call launch 4-5 corr=1 ext=1; call outside 30-31 corr=2 ext=2; call border 10-11 corr=3 ext=3
                         0/7: kernel k 10-40 corr=1 ext=1; kernel l 40-41 corr=2 ext=2; kernel m 41-42 corr=3 ext=3)");
        QVERIFY(t.links->externalIdsNameNothing());
        QCOMPARE(t.operatorOf("k"), std::string("aten::mm"));
        QCOMPARE(t.operatorOf("launch"), std::string("aten::mm"));
        QCOMPARE(t.operatorOf("l"), std::string("-"));
        QCOMPARE(t.operatorOf("m"), std::string("aten::linear"));
    }
    void oneOtherExternalIdMakesThemCount()
    {
        const Named t(R"(1/1: op aten::linear 0-20 ext=1; call launch 4-5 corr=1 ext=1; call other 6-7 corr=2 ext=1
                         0/7: kernel k 10-40 corr=2 ext=1)");
        QVERIFY(!t.links->externalIdsNameNothing());
        QCOMPARE(t.operatorOf("k"), std::string("aten::linear"));
    }
    void theThreadOfTheStepsStoppedTheProfiler()
    {
        QCOMPARE(Named("5/5: op a 0-1\n5/6: step ProfilerStep#1 2-3").stoppingTid(), std::string("6"));
        QCOMPARE(Named("5/6: op a 0-1\n5/5: op b 2-3").stoppingTid(), std::string("5"));
        QCOMPARE(Named("5/7: op a 1-2\n5/6: op b 0-3\n0/0: kernel k 0-1").stoppingTid(), std::string("6"));
    }
    void aStoppedTokenGivesNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(linkTrace(*textTrace("1/1: op a 0-1"), stop.get_token()) == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestLinks)
#include "tst_links.moc"
