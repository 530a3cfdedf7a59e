// SPDX-License-Identifier: GPL-3.0-or-later
// The expected actions are those of torch.profiler.schedule (PyTorch 2.x), written out by hand.
#include "capture/recorder/schedule.h"

#include <QTest>

#include <string>

using namespace stepglass::capture;

namespace {

// One letter a step: - none, w warm-up, R record, S record and save.
std::string actions(const Schedule& schedule, int steps)
{
    std::string text;
    for (int step = 0; step < steps; ++step)
        text += "-wRS"[static_cast<int>(schedule.action(step))];
    return text;
}

} // namespace

class TestSchedule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneCycleWaitsWarmsUpRecordsAndIsOver()
    {
        const Schedule schedule{.skipFirst = 0, .wait = 1, .warmup = 3, .active = 5, .repeat = 1};
        QCOMPARE(actions(schedule, 12), std::string("-wwwRRRRS---"));
        QCOMPARE(schedule.totalSteps(), 9);
    }

    void skipFirstComesOnceAndCyclesRepeat()
    {
        const Schedule schedule{.skipFirst = 2, .wait = 1, .warmup = 1, .active = 2, .repeat = 2};
        QCOMPARE(actions(schedule, 12), std::string("---wRS-wRS--"));
        QCOMPARE(schedule.totalSteps(), 10);
        QCOMPARE(schedule.cycle(1), 0);
        QCOMPARE(schedule.cycle(2), 1);
        QCOMPARE(schedule.cycle(5), 1);
        QCOMPARE(schedule.cycle(6), 2);
    }

    void repeatZeroNeverEnds()
    {
        const Schedule schedule{.skipFirst = 0, .wait = 0, .warmup = 1, .active = 1, .repeat = 0};
        QCOMPARE(actions(schedule, 6), std::string("wSwSwS"));
        QCOMPARE(schedule.totalSteps(), -1);
    }

    void withoutWaitAndWarmupRecordingStartsAtOnce()
    {
        const Schedule schedule{.skipFirst = 0, .wait = 0, .warmup = 0, .active = 3, .repeat = 1};
        QCOMPARE(actions(schedule, 4), std::string("RRS-"));
    }

    void impossibleSchedulesAreRefusedWithAReason()
    {
        QVERIFY(Schedule{}.check().ok());
        QVERIFY(!(Schedule{.active = 0}).check().ok());
        QVERIFY(!(Schedule{.wait = -1}).check().ok());
        QVERIFY(!(Schedule{.repeat = -2}).check().ok());
        QVERIFY(!(Schedule{.active = 2'000'000'000}).check().ok());
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
