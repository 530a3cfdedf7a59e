// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a screen reader meets it.
#include <QTest>

#include "model/analysis/links.h"
#include "tests/support/text_trace.h"
#include "views/timeline/timeline_view.h"

#include <QAccessible>

using namespace stepglass;
using namespace stepglass::test;

namespace {

struct Window
{
    TraceDocument document;
    TimelineView view{document};

    Window()
    {
        document.setTrace(textTrace("748/748: step ProfilerStep#3 0-1000; op aten::mm 100-300; op aten::mm 500-600\n"
                                    "0/7: kernel gemm 200-400 dev=0 stream=7\n"));
        view.resize(176 + 1000, 400); // a pixel a us
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        document.showWhole();
    }
    QAccessibleInterface& timeline() { return *QAccessible::queryAccessibleInterface(&view); }
    QStringList names()
    {
        QStringList names;
        for (int i = 0; i < timeline().childCount(); ++i)
            names << timeline().child(i)->text(QAccessible::Name);
        return names;
    }
    SliceId named(const char* name) const { return sliceNamed(*document.trace(), name); }
};

} // namespace

class TestTimelineAccessible : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsAChildWithItsNameAndCount()
    {
        Window w;
        QCOMPARE(w.timeline().role(), QAccessible::List);
        QCOMPARE(w.timeline().text(QAccessible::Name), QStringLiteral("Timeline"));
        QCOMPARE(w.names(),
                 (QStringList{QStringLiteral("Steps, 1 slice"), QStringLiteral("process 748, host · 1 thread"),
                              QStringLiteral("main thread, tid 748, 2 slices"), QStringLiteral("GPU 0"),
                              QStringLiteral("compute, stream 7, 1 slice")}));
    }
    void childrenKnowTheirPlaceAndParent()
    {
        Window w;
        // Below overview (40) and ruler (24): steps 26, header 22, then the thread's row of two lines, 38.
        const QRect thread = w.timeline().child(2)->rect();
        QCOMPARE(thread.translated(-w.view.mapToGlobal(QPoint())), QRect(0, 40 + 24 + 26 + 22, 1176, 38));
        QCOMPARE(w.timeline().child(2)->parent(), &w.timeline());
        QCOMPARE(w.timeline().indexOfChild(w.timeline().child(2)), 2);
        QCOMPARE(w.timeline().childAt(thread.center().x(), thread.center().y()), w.timeline().child(2));
        QVERIFY(w.timeline().child(5) == nullptr);
    }
    void theSelectedSliceIsTheChildOfItsRowAndHasTheFocus()
    {
        Window w;
        QVERIFY(w.timeline().focusChild() == nullptr);
        QCOMPARE(w.timeline().child(4)->childCount(), 0);
        w.document.select(w.named("gemm"));
        QAccessibleInterface* slice = w.timeline().focusChild();
        QVERIFY(slice != nullptr);
        QCOMPARE(slice->text(QAccessible::Name).section(QLatin1Char(','), 0, 1), QStringLiteral("gemm, kernel"));
        QCOMPARE(slice->parent(), w.timeline().child(4));
        QCOMPARE(w.timeline().child(4)->child(0), slice);
        QCOMPARE(w.timeline().child(2)->childCount(), 0);
        QVERIFY(slice->state().selected);
        // 200 us to 400 us, less a gap of one pixel.
        QCOMPARE(slice->rect().width(), 199);
        QCOMPARE(slice->rect().left() - w.view.mapToGlobal(QPoint()).x(), 176 + 200);
        w.document.clearSelection();
        QVERIFY(w.timeline().focusChild() == nullptr);
        QVERIFY(!slice->isValid());
    }
    void aHeaderSaysWhetherItIsCollapsed()
    {
        Window w;
        QVERIFY(w.timeline().child(1)->state().expanded);
        w.document.setCollapsed("p748", true);
        QCOMPARE(w.names(), (QStringList{QStringLiteral("Steps, 1 slice"),
                                         QStringLiteral("process 748, host · 1 thread, collapsed"),
                                         QStringLiteral("GPU 0"), QStringLiteral("compute, stream 7, 1 slice")}));
        QVERIFY(w.timeline().child(1)->state().collapsed);
    }
    void onlyTheKeyboardsFocusIsShown()
    {
        Window w;
        const QRgb accent = Theme::of(ThemeName::Light).accent.rgb();
        QFocusEvent byMouse(QEvent::FocusIn, Qt::MouseFocusReason), byTab(QEvent::FocusIn, Qt::TabFocusReason);
        QCoreApplication::sendEvent(&w.view, &byMouse);
        QVERIFY(w.view.grab().toImage().pixel(1, 200) != accent);
        QCoreApplication::sendEvent(&w.view, &byTab);
        QImage image = w.view.grab().toImage();
        for (const QPoint& at : {QPoint(0, 200), QPoint(1, 200), QPoint(600, 0), QPoint(600, 399), QPoint(1175, 200)})
            QCOMPARE(image.pixel(at), accent);
        QVERIFY(image.pixel(2, 200) != accent);
        QFocusEvent out(QEvent::FocusOut, Qt::TabFocusReason);
        QCoreApplication::sendEvent(&w.view, &out);
        QVERIFY(w.view.grab().toImage().pixel(0, 200) != accent);
    }
};

QTEST_MAIN(TestTimelineAccessible)
#include "tst_timeline_accessible.moc"
