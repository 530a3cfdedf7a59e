// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline by real events: wheel, pointer, keys.
#include <QCoreApplication>
#include <QTest>

#include "model/analysis/links.h"
#include "tests/support/text_trace.h"
#include "views/timeline/timeline_view.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QWheelEvent>

using namespace stepglass;
using namespace stepglass::test;

namespace {

constexpr const char* kDrawing = "748/748: step ProfilerStep#3 0-1000; op aten::mm 100-300 ext=1; op aten::mm 500-600; "
                                 "call cudaLaunchKernel 120-140 corr=9 ext=1\n"
                                 "0/7: kernel gemm 200-400 corr=9 ext=1 dev=0 stream=7; kernel gemm 700-800 dev=0 "
                                 "stream=7; kernel relu 800-850 dev=0 stream=7\n";

struct Window
{
    TraceDocument document;
    TimelineView view{document};

    explicit Window(const char* drawing = kDrawing)
    {
        document.setTrace(textTrace(drawing));
        document.setLinks(linkTrace(*document.trace()));
        view.resize(176 + 1000, 400); // a pixel a us
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        document.showWhole();
    }
    SliceId named(const char* name) const { return sliceNamed(*document.trace(), name); }
    void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, view.mapToGlobal(QPointF(at)), QPoint(), QPoint(0, notches * 120), Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &event);
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers)
    {
        QTest::mousePress(&view, Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 4; ++i) {
            const QPoint at = from + (to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
            QCoreApplication::sendEvent(&view, &move);
        }
        QTest::mouseRelease(&view, Qt::LeftButton, modifiers, to);
    }
    void click(QPoint at) { QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, at); }
    QPoint middleOf(const char* name) const { return view.rectOf(named(name)).center(); }
};

Ns us(double t)
{
    return static_cast<Ns>(t * 1000);
}

} // namespace

class TestTimelineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void controlWheelZoomsAtThePointer()
    {
        Window w;
        QCOMPARE(w.view.laneWidth(), 1000);
        w.wheel({176 + 300, 200}, 1, Qt::ControlModifier);
        // 1.25 times closer, and 300 us stays where it was.
        QCOMPARE(w.document.visible(), (TimeRange{us(60), us(860)}));
        w.wheel({176 + 300, 200}, -1, Qt::ControlModifier);
        QCOMPARE(w.document.visible(), (TimeRange{0, us(1000)}));
    }
    void zoomingStopsAtTheCap()
    {
        Window w;
        for (int i = 0; i < 100; ++i)
            w.wheel({176 + 500, 200}, 1, Qt::ControlModifier);
        QCOMPARE(w.document.visible().length(), TraceDocument::kMinVisible);
        QVERIFY(w.document.visible().contains(us(500)));
    }
    void shiftWheelAndDragPan()
    {
        Window w;
        w.document.setVisible({us(200), us(700)});
        w.wheel({600, 200}, -1, Qt::ShiftModifier); // a tenth of the window to the right
        QCOMPARE(w.document.visible(), (TimeRange{us(250), us(750)}));
        w.drag({600, 390}, {400, 390}, Qt::NoModifier); // 200 px of 0.5 us
        QCOMPARE(w.document.visible(), (TimeRange{us(350), us(850)}));
    }
    void theWheelScrollsTracks()
    {
        Window w("1/1: op a 0-100; op b 1-99; op c 2-98; op d 3-97; op e 4-96; op f 5-95; op g 6-94; op h 7-93; op i "
                 "8-92; op j 9-91; op k 10-90; op l 11-89; op m 12-88; op n 13-87; op o 14-86; op p 15-85; op q 16-84");
        w.wheel({600, 200}, -1, Qt::NoModifier);
        // 22 + 4 + 17 * 20 - 2 + 4 = 368 px of rows, 400 - 64 = 336 of room: 32 is all there is.
        QCOMPARE(w.view.scroll(), 32);
    }
    void aClickSelectsTheSliceAndItsRow()
    {
        Window w;
        w.click(w.middleOf("relu"));
        QCOMPARE(w.document.selection().kind, Selection::Kind::Slice);
        QCOMPARE(w.document.selectedSlice(), w.named("relu"));
        QCOMPARE(w.document.selection().row.name, std::string("relu"));
    }
    void aClickOnAnIdleStretchOfADeviceSelectsTheGap()
    {
        Window w;
        const QRect gemm = w.view.rectOf(w.named("gemm"));
        w.click({176 + 550, gemm.center().y()}); // between 400 and 700 us
        QCOMPARE(w.document.selection().kind, Selection::Kind::Gap);
        QCOMPARE(w.document.selection().range, (TimeRange{us(400), us(700)}));
        QCOMPARE(w.document.selection().device, std::string("0"));
    }
    void aClickOnAStepRestrictsTheTable()
    {
        Window w;
        w.click(w.middleOf("ProfilerStep#3"));
        QCOMPARE(w.document.scope(), Scope::steps(3, 3));
    }
    void shiftDragSelectsARangeThatSnapsToSlices()
    {
        Window w;
        const int y = w.view.rectOf(w.named("gemm")).center().y();
        w.drag({176 + 203, y}, {176 + 797, y}, Qt::ShiftModifier); // 3 px beside the edges at 200 and 800
        QCOMPARE(w.document.scope(), Scope::range(us(200), us(800)));
        QTest::keyClick(&w.view, Qt::Key_Escape);
        QCOMPARE(w.document.scope(), Scope::whole());
    }
    void arrowsLeadToTheLaunchAndBack()
    {
        Window w;
        w.click(w.middleOf("gemm"));
        QTest::keyClick(&w.view, Qt::Key_BracketLeft);
        QCOMPARE(w.document.selectedSlice(), w.named("cudaLaunchKernel"));
        QTest::keyClick(&w.view, Qt::Key_BracketRight);
        QCOMPARE(w.document.selectedSlice(), w.named("gemm"));
    }
    void arrowsLeadFromForwardToBackward()
    {
        Window w("1/1: op forward 100-200; flow fwdbwd 150 id=1 ph=s\n1/2: op backward 500-600; flow fwdbwd 550 id=1 "
                 "ph=f\n");
        const auto arrows = [&](const char* name) {
            w.document.select(w.named(name));
            return selectionArrows(*w.document.trace(), w.document.links().get(), w.document.selectedFlows(),
                                   w.named(name));
        };
        const std::vector<SliceArrow> expected{{w.named("forward"), w.named("backward")}};
        QVERIFY(arrows("forward") == expected);
        // Its head ends 2 px before the slice.
        const QRect place = w.view.rectOf(w.named("backward"));
        const QRgb accent = Theme::of(ThemeName::Light).accent.rgb();
        QCOMPARE(w.view.grab().toImage().pixel(place.left() - 5, place.center().y()), accent);
        w.document.clearSelection();
        QVERIFY(w.view.grab().toImage().pixel(place.left() - 5, place.center().y()) != accent);
        QVERIFY(arrows("backward") == expected);
        QTest::keyClick(&w.view, Qt::Key_BracketRight); // nothing leaves it
        QCOMPARE(w.document.selectedSlice(), w.named("backward"));
        QTest::keyClick(&w.view, Qt::Key_BracketLeft);
        QCOMPARE(w.document.selectedSlice(), w.named("forward"));
        QTest::keyClick(&w.view, Qt::Key_BracketRight);
        QCOMPARE(w.document.selectedSlice(), w.named("backward"));
    }
    void aCopyHasTheArrowOfItsCallOnce()
    {
        Window w("1/1: call cudaMemcpyAsync 10-20 corr=3; flow ac2g 12 id=3 ph=s\n0/7: htod copy 30-90 corr=3 dev=0 "
                 "stream=7; flow ac2g 30 id=3 ph=f\n");
        w.document.select(w.named("copy"));
        QVERIFY(selectionArrows(*w.document.trace(), w.document.links().get(), w.document.selectedFlows(),
                                w.named("copy")) ==
                (std::vector<SliceArrow>{{w.named("cudaMemcpyAsync"), w.named("copy")}}));
    }
    void nAsksForTheNextSliceOfTheRow()
    {
        Window w;
        const QSignalSpy walks(&w.view, &TimelineView::walkRequested);
        QTest::keyClick(&w.view, Qt::Key_N);
        QTest::keyClick(&w.view, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(walks.size(), 2);
        QCOMPARE(walks[0][0].toInt(), 1);
        QCOMPARE(walks[1][0].toInt(), -1);
    }
    void aSliceWithoutLengthCanBeClickedAtAnyZoom()
    {
        Window w("1/1: op a 0-200; op zero 300-300; op t 600-600.2; op wide 600.2-1000");
        w.click(w.middleOf("zero"));
        QCOMPARE(w.document.selectedSlice(), w.named("zero"));
        w.document.clearSelection();
        w.document.setVisible({us(299.9), us(300.1)});
        w.click(w.middleOf("zero"));
        QCOMPARE(w.document.selectedSlice(), w.named("zero"));
        w.document.showWhole();
        const int y = w.view.rectOf(w.named("wide")).center().y();
        w.click({176 + 600, y}); // the pixel that t keeps
        QCOMPARE(w.document.selectedSlice(), w.named("t"));
        w.click({176 + 602, y});
        QCOMPARE(w.document.selectedSlice(), w.named("wide"));
    }
    void aMarkOfAnInstantIsDrawnAndFound()
    {
        Window w("1/1: op a 0-200; instant tick 500; op b 900-1000");
        const Row* row = w.view.rows().row("p1/t1");
        QVERIFY(row != nullptr);
        const QPoint at(176 + 500, 40 + 24 + row->top + 1);
        QCOMPARE(w.view.grab().toImage().pixel(at), Theme::of(ThemeName::Light).text.rgb());
        const Hit hit = hitTest(w.view.scene(), at);
        QVERIFY(hit.instant.has_value());
        QCOMPARE(w.document.trace()->instants()[*hit.instant].time, us(500));
        QVERIFY(!hitTest(w.view.scene(), at + QPoint(9, 0)).instant.has_value());
        QVERIFY(!hitTest(w.view.scene(), at + QPoint(0, 12)).instant.has_value());
    }
    void aClickOnTheMarkOfAnInstantSelectsIt()
    {
        Window w("1/1: op a 0-200; instant tick 500; op b 900-1000");
        const int top = w.view.rows().row("p1/t1")->top;
        const QPoint at(176 + 500, 40 + 24 + top + 1);
        const QImage before = w.view.grab().toImage();
        w.click(at);
        QCOMPARE(w.document.selection().kind, Selection::Kind::Instant);
        QCOMPARE(w.document.selectedInstant()->time, us(500));
        QVERIFY(!w.document.selectedSlice().valid());
        const QImage selected = w.view.grab().toImage();
        QCOMPARE(selected.pixel(at), Theme::of(ThemeName::Light).select.rgb());
        QCOMPARE(selected.copy(176, 0, 480, 400), before.copy(176, 0, 480, 400)); // nothing else changes
        QCOMPARE(selected.copy(696, 0, 480, 400), before.copy(696, 0, 480, 400));
        w.document.fitSelection();
        QVERIFY(w.document.visible().contains(us(500)));
        QCOMPARE(w.document.visible().length(), TraceDocument::kMinVisible);
        w.document.showWhole();
        w.click(w.middleOf("b"));
        QCOMPARE(w.document.selectedSlice(), w.named("b"));
        QVERIFY(w.document.selectedInstant() == nullptr);
        QTest::keyClick(&w.view, Qt::Key_Escape);
        QCOMPARE(w.document.selection().kind, Selection::Kind::None);
        w.click(at + QPoint(2, 2)); // still on the triangle
        QVERIFY(w.document.selectedInstant() != nullptr);
    }
    void aClickedGapIsHatchedWithItsLengthInIt()
    {
        Window w;
        const QRect gemm = w.view.rectOf(w.named("gemm"));
        const auto differing = [&](const QImage& a, const QImage& b, int from, int to) {
            int count = 0;
            for (int x = from; x < to; ++x) {
                for (int y = gemm.top(); y < gemm.bottom(); ++y)
                    count += a.pixel(176 + x, y) != b.pixel(176 + x, y) ? 1 : 0;
            }
            return count;
        };
        const QImage before = w.view.grab().toImage();
        w.click({176 + 550, gemm.center().y()}); // idle from 400 to 700 us
        QTest::mouseMove(&w.view, QPoint(600, 390));
        const QImage after = w.view.grab().toImage();
        QVERIFY(differing(before, after, 400, 700) > 500);
        QCOMPARE(differing(before, after, 210, 390), 0); // gemm stays as it was
        QCOMPARE(differing(before, after, 710, 790), 0);
    }
    void commaAndPeriodWalkTheLane()
    {
        Window w;
        w.click(w.middleOf("gemm"));
        QTest::keyClick(&w.view, Qt::Key_Period);
        QCOMPARE(w.document.trace()->start(w.document.selectedSlice()), us(700));
        QTest::keyClick(&w.view, Qt::Key_Period);
        QCOMPARE(w.document.selectedSlice(), w.named("relu"));
        QTest::keyClick(&w.view, Qt::Key_Left, Qt::ShiftModifier); // no other relu: stays
        QCOMPARE(w.document.selectedSlice(), w.named("relu"));
        QTest::keyClick(&w.view, Qt::Key_Comma);
        QTest::keyClick(&w.view, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(w.document.selectedSlice(), w.named("gemm"));
    }
    void keysZoomPanFitAndUndo()
    {
        Window w;
        w.click(w.middleOf("gemm"));
        QTest::keyClick(&w.view, Qt::Key_F);
        // 200 us and a fifth on either side.
        QCOMPARE(w.document.visible(), (TimeRange{us(160), us(440)}));
        QTest::keyClick(&w.view, Qt::Key_Backspace);
        QCOMPARE(w.document.visible(), (TimeRange{0, us(1000)}));
        QTest::keyClick(&w.view, Qt::Key_F);
        QTest::keyClick(&w.view, Qt::Key_3, Qt::ControlModifier);
        QTest::keyClick(&w.view, Qt::Key_0);
        QCOMPARE(w.document.visible(), (TimeRange{0, us(1000)}));
        QTest::keyClick(&w.view, Qt::Key_3);
        QCOMPARE(w.document.visible(), (TimeRange{us(160), us(440)}));
        QTest::keyClick(&w.view, Qt::Key_D);
        QCOMPARE(w.document.visible().from, us(160 + 280 * 0.15));
        QTest::keyClick(&w.view, Qt::Key_R);
        QCOMPARE(w.document.scope(), Scope::range(us(200), us(400)));
    }
    void keysMeanAPlaceOnTheKeyboard()
    {
        Window w;
        // On a French keyboard the key at W's place (X11's 25) says Z.
        QKeyEvent event(QEvent::KeyPress, Qt::Key_Z, Qt::NoModifier, 25, 0, 0, QStringLiteral("z"));
        QCoreApplication::sendEvent(&w.view, &event);
        QVERIFY(w.document.visible().length() < us(1000));
        w.view.keyBindings().bind(TimelineCommand::ShowWhole, Qt::Key_H, Qt::NoModifier);
        QTest::keyClick(&w.view, Qt::Key_H);
        QCOMPARE(w.document.visible(), (TimeRange{0, us(1000)}));
    }
    void aHeaderCollapsesItsGroup()
    {
        Window w;
        const std::size_t before = w.view.rows().rows.size();
        const Row* header = w.view.rows().row("d0");
        QVERIFY(header != nullptr);
        w.click({60, 40 + 24 + header->top + 11});
        QVERIFY(w.document.isCollapsed("d0"));
        QCOMPARE(w.view.rows().rows.size(), before - 1);
    }
    void hoveringAndSelectingPaintNoFrame()
    {
        Window w;
        w.view.repaint();
        const int frames = w.view.framesPainted();
        QTest::mouseMove(&w.view, w.middleOf("relu"));
        w.view.repaint();
        w.document.select(w.named("gemm"));
        w.view.repaint();
        QCOMPARE(w.view.framesPainted(), frames);
        w.document.selectRow({"gemm", true}); // others dim: a frame
        w.view.repaint();
        QCOMPARE(w.view.framesPainted(), frames + 1);
    }
    void selectionAndHoverAreDrawn()
    {
        Window w;
        const QRect place = w.view.rectOf(w.named("relu"));
        const auto pixel = [&] { return w.view.grab().toImage().pixelColor(place.left() - 1, place.center().y()); };
        const QColor before = pixel();
        w.document.select(w.named("relu"));
        QVERIFY(pixel() != before);
    }
    void theOverviewMovesTheWindow()
    {
        Window w;
        w.document.setVisible({0, us(100)});
        w.click({176 + 500, 20});
        QCOMPARE(w.document.visible(), (TimeRange{us(450), us(550)}));
    }
    void rowsThatComeAboveDoNotMoveWhatIsLookedAt()
    {
        const auto drawing = [](int firstThread) {
            std::string text;
            for (int t = firstThread; t < 60; ++t)
                text += "1/" + std::to_string(t) + ": op a" + std::to_string(t) + " 0-1000\n";
            return text;
        };
        Window w(drawing(20).c_str());
        w.wheel({600, 200}, -7, Qt::NoModifier);
        const std::string key = hitTest(w.view.scene(), {600, 200}).row->key;
        const auto row = [&] {
            const auto& rows = w.view.rows().rows;
            return static_cast<std::size_t>(
                std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.key == key; }) - rows.begin());
        };
        const int top = w.view.rows().row(key)->top;
        const QRect before = w.view.rectOfRow(row());
        QVERIFY(before.contains(QPoint(600, 200)));
        w.document.setTrace(textTrace(drawing(10)));
        QVERIFY(w.view.rows().row(key)->top > top); // ten threads came before it
        QCOMPARE(w.view.rectOfRow(row()), before);
        w.wheel({600, 200}, 100, Qt::NoModifier);
        const QRect header = w.view.rectOfRow(0);
        w.document.setTrace(textTrace(drawing(5)));
        QCOMPARE(w.view.rectOfRow(0), header);
    }
    void panningStopsFollowingTheEnd()
    {
        Window w;
        w.document.setFollowsEnd(true);
        w.wheel({600, 200}, 1, Qt::ShiftModifier);
        QVERIFY(!w.document.followsEnd());
    }
};

QTEST_MAIN(TestTimelineView)
#include "tst_timeline_view.moc"
