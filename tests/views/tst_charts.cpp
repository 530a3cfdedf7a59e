// SPDX-License-Identifier: GPL-3.0-or-later
// Step chart, breakdown and durations, over a drawing whose figures are counted by hand.
#include "tests/support/diagnosed.h"
#include "views/charts/breakdown_panel.h"
#include "views/charts/duration_chart.h"
#include "views/charts/step_chart.h"
#include "views/theme/fonts.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

constexpr Ns us = 1000;

void dragOver(BarPlot& plot, int from, int to)
{
    QTest::mousePress(&plot, Qt::LeftButton, {}, plot.middleOf(from));
    QMouseEvent move(QEvent::MouseMove, plot.middleOf(to), plot.mapToGlobal(plot.middleOf(to)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&plot, &move);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, plot.middleOf(to));
}

void shown(QWidget& widget, int width, int height)
{
    widget.resize(width, height);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

// "Compute 170 us" for each part, one a line.
QStringList textOf(const std::vector<DevicePart>& parts)
{
    QStringList lines;
    for (const DevicePart& part : parts)
        lines << part.title + ' ' + QString::number(part.time / us);
    return lines;
}

} // namespace

class TestCharts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { registerFonts(); }

    void theStepChartStacksTheClassesOfEachStep()
    {
        Diagnosed diagnosed(kThreeSteps);
        StepChart chart(diagnosed.document);
        const Bars& bars = chart.plot().bars();
        QCOMPARE(bars.series.size(), std::size_t{2}); // classes that take no time are left out
        QCOMPARE(bars.series[0].name, QString("Compute"));
        QCOMPARE(bars.series[0].values, (std::vector<double>{30e3, 50e3, 90e3}));
        QCOMPARE(bars.series[1].name, QString("Idle"));
        QCOMPARE(bars.series[1].values, (std::vector<double>{70e3, 50e3, 10e3}));
        QCOMPARE(bars.ticks[0].text, QString("(1)")); // the first of the capture is marked
        QCOMPARE(bars.ticks[1].text, QString("2"));
        QVERIFY(bars.tip(1).contains("<b>ProfilerStep#2</b>"));
        QVERIFY(plain(bars.tip(2)).contains("90 %"));
        QVERIFY(chart.devices().isHidden());
        QVERIFY(chart.stepRegions().isHidden());
    }

    void aClickGoesToTheStepAndADragMakesSeveralTheScope()
    {
        Diagnosed diagnosed(kThreeSteps);
        StepChart chart(diagnosed.document);
        shown(chart, 500, 180);
        QTest::mouseClick(&chart.plot(), Qt::LeftButton, {}, chart.plot().middleOf(1));
        QCOMPARE(diagnosed.document.scope(), Scope::steps(2, 2));
        QCOMPARE(diagnosed.document.visible().from, 98 * us); // a fiftieth of the step on either side
        QCOMPARE(diagnosed.document.visible().to, 202 * us);
        QCOMPARE(chart.plot().firstMarked(), 1);
        dragOver(chart.plot(), 2, 1);
        QCOMPARE(diagnosed.document.scope(), Scope::steps(2, 3));
        QCOMPARE(diagnosed.document.visible().from, 98 * us);
        QCOMPARE(chart.plot().lastMarked(), 2);
        QTest::keyClick(&chart.plot(), Qt::Key_Left); // from where the drag ended to the step before
        QTest::keyClick(&chart.plot(), Qt::Key_Return);
        QCOMPARE(diagnosed.document.scope(), Scope::steps(1, 1));
    }

    void severalDevicesAreChosenFrom()
    {
        Diagnosed diagnosed("1/1: step ProfilerStep#1 0-100\n0/7: kernel k 10-30 dev=0 stream=7\n"
                            "1/8: kernel k 10-20 dev=1 stream=8");
        StepChart chart(diagnosed.document);
        QCOMPARE(chart.devices().count(), 2);
        QCOMPARE(chart.plot().bars().series[0].values, (std::vector<double>{20e3}));
        Q_EMIT chart.devices().activated(1);
        QCOMPARE(diagnosed.document.device(), std::string("1"));
        QCOMPARE(chart.plot().bars().series[0].values, (std::vector<double>{10e3}));
    }

    void withoutStepsTheRegionsThatRepeatAreOffered()
    {
        Diagnosed diagnosed("1/1: region once 0-5; region batch 10-20; region batch 30-50; region batch 60-90\n"
                            "0/7: kernel k 12-18 dev=0 stream=7; kernel k 35-45 dev=0 stream=7");
        StepChart chart(diagnosed.document);
        QCOMPARE(chart.plot().bars().count(), 0);
        QCOMPARE(chart.stepRegions().count(), 2); // and "no steps"
        QCOMPARE(chart.stepRegions().itemText(1), QString("batch"));
        const QSignalSpy spy(&chart, &StepChart::stepRegionChosen);
        Q_EMIT chart.stepRegions().activated(1);
        QCOMPARE(spy.first().first().toString(), QString("batch"));
        AnalysisOptions options;
        options.stepRegion = "batch";
        diagnosed.analyse(options);
        QCOMPARE(chart.plot().bars().series[0].values, (std::vector<double>{6e3, 10e3, 0}));
        QCOMPARE(chart.stepRegions().currentText(), QString("batch"));
    }

    void theBreakdownSumsToTheScopeAndToTheIdleTime()
    {
        Diagnosed diagnosed(kThreeSteps);
        BreakdownPanel panel(diagnosed.document);
        QCOMPARE(panel.devices().size(), std::size_t{1});
        QCOMPARE(textOf(panel.devices()[0]->parts()),
                 (QStringList{"Compute 170", "Idle 130", "Launch latency 25", "Data loading 40", "Host work 65"}));
        diagnosed.document.setScope(Scope::steps(2, 2));
        diagnosed.analyse();
        QCOMPARE(textOf(panel.devices()[0]->parts()),
                 (QStringList{"Compute 50", "Idle 50", "Launch latency 10", "Host work 40"}));
        QVERIFY(plain(panel.devices()[0]->heading()).contains("busy 50 % of step 2"));
        diagnosed.document.setScope(Scope::range(60 * us, 90 * us));
        diagnosed.analyse();
        QCOMPARE(textOf(panel.devices()[0]->parts()), (QStringList{"Compute 20", "Idle 10", "Host work 10"}));
        QVERIFY(plain(panel.devices()[0]->tipOf(0)).contains("20 000 ns"));
    }

    void everyPartIsWalkedFromItsLongestStretchOn()
    {
        Diagnosed diagnosed(kThreeSteps);
        BreakdownPanel panel(diagnosed.document);
        shown(panel, 600, 300);
        DeviceBars& bars = *panel.devices()[0];
        QTest::mouseClick(&bars, Qt::LeftButton, {}, bars.rowOf(4).center()); // host work: 80-130 and 190-205
        QVERIFY(diagnosed.document.walk());
        QCOMPARE(diagnosed.document.walk()->stops.size(), std::size_t{2});
        QCOMPARE(diagnosed.document.selection().kind, Selection::Kind::Gap);
        QCOMPARE(diagnosed.document.selection().range, (TimeRange{80 * us, 130 * us}));
        QCOMPARE(diagnosed.document.visible(), (TimeRange{30 * us, 180 * us}));
        diagnosed.document.walkBy(1);
        QCOMPARE(diagnosed.document.selection().range, (TimeRange{190 * us, 205 * us}));
        diagnosed.document.walkBy(1);
        QCOMPARE(diagnosed.document.walkPlace(), std::size_t{0});
        QTest::mouseClick(&bars, Qt::LeftButton, {}, bars.barOf(0).center()); // compute: the kernel of 90
        QCOMPARE(diagnosed.document.selectedSlice(), sliceNamed(diagnosed.trace(), "other"));
        QCOMPARE(diagnosed.document.walk()->stops.size(), std::size_t{3});
        diagnosed.document.clearSelection();
        QVERIFY(!diagnosed.document.walk());
    }

    void aTraceWithoutDeviceWorkSaysSo()
    {
        Diagnosed diagnosed("1/1: step ProfilerStep#1 0-100; op a 10-20");
        BreakdownPanel panel(diagnosed.document);
        QVERIFY(panel.devices().empty());
        StepChart chart(diagnosed.document);
        QCOMPARE(chart.plot().bars().series[0].values, (std::vector<double>{100e3}));
        QVERIFY(chart.plot().bars().tip(0).contains("No device work"));
    }

    // Of 1, 2, 4 and 8 us: 8 in three octaves, so 40 bars of a ratio of 8^(1/40).
    void durationsFallIntoBarsOfEqualRatioAndADragKeepsABandLit()
    {
        Diagnosed diagnosed("1/1: op a 0-1; op a 10-12; op a 20-24; op a 30-38; op b 40-50");
        diagnosed.document.selectRow({"a", false});
        DurationChart chart(diagnosed.document);
        shown(chart, 400, 160);
        QCOMPARE(chart.histogram().calls, std::uint64_t{4});
        QCOMPARE(chart.histogram().median, 2 * us);
        QCOMPARE(chart.histogram().max, 8 * us);
        QCOMPARE(chart.histogram().counts.size(), std::size_t{40});
        QCOMPARE(chart.histogram().counts[0], std::uint64_t{1});
        QCOMPARE(chart.histogram().counts[39], std::uint64_t{1});
        QVERIFY(std::abs(chart.histogram().edges[20] - 2828) <= 1); // 1000 * 8^(1/2)
        dragOver(chart.plot(), 20, 39);                             // 2.828 us and longer
        QVERIFY(diagnosed.document.selection().band.has_value());
        QCOMPARE(diagnosed.document.rowSlices().size(), std::size_t{2});
        QCOMPARE(diagnosed.trace().start(diagnosed.document.rowSlices()[0]), 20 * us);
        QVERIFY(!diagnosed.document.inSelectedRow(SliceId(0)));
        QCOMPARE(diagnosed.document.rowSlicesOfAnyLength().size(), std::size_t{4});
        QCOMPARE(chart.plot().firstMarked(), 20);
        dragOver(chart.plot(), 20, 39); // once more: all are lit again
        QVERIFY(!diagnosed.document.selection().band);
        QCOMPARE(diagnosed.document.rowSlices().size(), std::size_t{4});
    }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
