// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/steps.h"
#include "tests/support/text_trace.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

class TestSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsAreTheHostSlicesByTime()
    {
        const auto trace = textTrace(R"(1/1: step ProfilerStep#4 100-200; step ProfilerStep#3 0-90
                                        0/7: gpuregion ProfilerStep#3 10-80)");
        const auto steps = listSteps(*trace);
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[0].number, 3);
        QCOMPARE(steps[1].number, 4);
        QCOMPARE(steps[1].duration(), Ns{100'000});
        QVERIFY(steps[0].boundary && steps[1].boundary);
    }
    void theFirstAndTheLastAreLeftOutWhereTwoOthersExist()
    {
        const std::string three = "1/1: step ProfilerStep#1 0-1; step ProfilerStep#2 1-2; step ProfilerStep#3 2-3";
        QCOMPARE(wholeSteps(listSteps(*textTrace(three))).size(), std::size_t{3});
        const auto whole = wholeSteps(listSteps(*textTrace(three + "; step ProfilerStep#4 3-4")));
        QCOMPARE(whole.size(), std::size_t{2});
        QCOMPARE(whole[0].number, 2);
    }
    void aRegionIsAStepOnlyWhenAsked()
    {
        const auto trace = textTrace("1/1: region train 0-10; region train 2-5; region train 10-20");
        QVERIFY(listSteps(*trace).empty());
        const auto steps = listSteps(*trace, "train"); // the one inside another is none
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[1].number, 1);
        QCOMPARE(steps[1].start, Ns{10'000});
    }
    void deviceWorkBelongsToTheStepOfItsLaunch()
    {
        const auto trace = textTrace(R"(1/1: step ProfilerStep#1 0-100; step ProfilerStep#2 100-200; call l 90-95 corr=1
                                        0/7: kernel late 150-300 corr=1; kernel stray 110-120; kernel out 250-251)");
        const auto links = linkTrace(*trace);
        const auto steps = listSteps(*trace);
        QCOMPARE(stepOfLaunch(*trace, *links, steps, sliceNamed(*trace, "late")), 0);
        QCOMPARE(stepOfLaunch(*trace, *links, steps, sliceNamed(*trace, "stray")), 1);
        QCOMPARE(stepOfLaunch(*trace, *links, steps, sliceNamed(*trace, "out")), -1);
    }
};

QTEST_GUILESS_MAIN(TestSteps)
#include "tst_steps.moc"
