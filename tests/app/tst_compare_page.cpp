// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs in the window: aligned timelines, what differs, the verdict.
#include "app/compare_dialog.h"
#include "app/compare_page.h"
#include "app/compare_table.h"
#include "app/main_window.h"
#include "app/trace_page.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/note_list.h"

#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

using namespace stepglass;

namespace {

constexpr int kWait = 60'000;

// Five steps of `step` us from `start` on, each with an aten::mm of `mm` us and a relu of 10.
QByteArray run(int start, int step, int mm)
{
    QByteArray text = "{\"traceEvents\":[";
    const auto add = [&](const char* cat, const QByteArray& name, int from, int length) {
        text += "{\"ph\":\"X\",\"cat\":\"" + QByteArray(cat) + "\",\"name\":\"" + name +
                "\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(from) + ",\"dur\":" + QByteArray::number(length) +
                "},\n";
    };
    for (int i = 0; i < 5; ++i) {
        const int from = start + i * step;
        add("user_annotation", "ProfilerStep#" + QByteArray::number(i), from, step);
        add("cpu_op", "aten::mm", from + 5, mm);
        add("cpu_op", "aten::relu", from + 5 + mm, 10);
    }
    return text + "{}]}";
}

QByteArray benchmarkOf(int median)
{
    QByteArray blocks;
    for (int i = 0; i < 5; ++i)
        blocks += (i ? ", " : "") + QByteArray("{\"steps\": 4, \"wall_ns\": ") + QByteArray::number(median + i) +
                  ", \"device_ns\": " + QByteArray::number(median - 100) + "}";
    return "{\"version\": 1, \"backend\": \"cpu\", \"device\": \"CPU\", \"preset\": \"baseline\", \"batch\": 32, "
           "\"steps\": 20, \"wall_ns\": {\"median\": " +
           QByteArray::number(median + 2) + "}, \"blocks\": [" + blocks + "]}";
}

int rowOf(const CompareTable& table, const QString& name)
{
    for (int r = 0; r < table.rowCount(); ++r) {
        if (table.rowName(r) == name)
            return r;
    }
    return -1;
}

} // namespace

class TestComparePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        m_a = write("before.json", run(1000, 100, 40));
        m_b = write("after.json", run(5000, 80, 20));
        m_slowBench = write("slow.json", benchmarkOf(2'000'000));
        m_fastBench = write("fast.json", benchmarkOf(1'000'000));
    }

    void whatDiffersStandsInTheTableLargestFirst()
    {
        MainWindow window;
        window.resize(1680, 1020);
        window.show();
        ComparePage& page = compared(window, m_a, m_b);
        QVERIFY(page.done());
        // By hand: three whole steps a side, 100 us against 80.
        QVERIFY2(page.verdictText().startsWith("B is faster than A"), qPrintable(page.verdictText()));
        QVERIFY(page.verdictText().contains(QString::fromUtf8("−20.0\u00A0%")));
        const CompareTable& table = page.table();
        QCOMPARE(table.item(0, CompareTable::Name)->text(), QString("step"));
        const int mm = rowOf(table, "aten::mm on the host");
        QVERIFY(mm > 0);
        QCOMPARE(table.item(mm, CompareTable::A)->text(), QString::fromUtf8("40.0\u00A0µs"));
        QCOMPARE(table.item(mm, CompareTable::B)->text(), QString::fromUtf8("20.0\u00A0µs"));
        QCOMPARE(table.item(mm, CompareTable::Difference)->text(), QString::fromUtf8("−20.0\u00A0µs"));
        QCOMPARE(table.item(mm, CompareTable::Change)->text(), QString::fromUtf8("−50.0\u00A0%"));
        QCOMPARE(table.share(mm), -1.0);
        const int relu = rowOf(table, "aten::relu on the host");
        QVERIFY(relu > mm);
        QCOMPARE(table.share(relu), 0.0);
        for (int r = 2; r < table.rowCount(); ++r)
            QVERIFY(std::abs(table.share(r - 1)) >= std::abs(table.share(r)));
        QVERIFY(page.findings().notes().rowCount() > 0);
    }

    void theTimelinesAreAlignedByStepsAndZoomTogether()
    {
        MainWindow window;
        window.resize(1680, 1020);
        window.show();
        ComparePage& page = compared(window, m_a, m_b);
        TraceDocument &a = page.side(0).document(), &b = page.side(1).document();
        QCOMPARE(a.visible(), (TimeRange{1'000'000, 1'500'000}));
        QCOMPARE(b.visible(), (TimeRange{5'000'000, 5'500'000})); // one scale: 500 us, though it lasts 400
        // Into step 2 of A: that of B begins at 5160 us.
        a.setVisible({1'200'000, 1'300'000}, TraceDocument::History::Step);
        QCOMPARE(b.visible(), (TimeRange{5'160'000, 5'260'000}));
        a.setVisible({1'230'000, 1'240'000}, TraceDocument::History::Step); // within it
        QCOMPARE(b.visible(), (TimeRange{5'190'000, 5'200'000}));
        // And the other way, by the wheel.
        TimelineView& lower = page.timeline(1);
        const QPoint at(lower.width() / 2, lower.height() / 2);
        QWheelEvent turn(at, lower.mapToGlobal(at), {}, {0, -360}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase,
                         false);
        QApplication::sendEvent(&lower, &turn);
        QVERIFY(b.visible().length() > 10'000);
        QCOMPARE(a.visible().length(), b.visible().length());
        QCOMPARE(b.visible().from - a.visible().from, Ns{5'160'000 - 1'200'000});
    }

    void aRowIsLitInBoth()
    {
        MainWindow window;
        window.resize(1680, 1020);
        window.show();
        ComparePage& page = compared(window, m_a, m_b);
        auto& table = const_cast<CompareTable&>(page.table());
        const QRect cell = table.visualItemRect(table.item(rowOf(table, "aten::mm on the host"), 0));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.center());
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(page.side(i).document().selection().kind, Selection::Kind::Row);
            QCOMPARE(page.side(i).document().selection().row, (RowName{"aten::mm", false}));
        }
        QVERIFY(!page.grab().isNull());
    }

    void aTraceAgainstItselfIsTheSame()
    {
        MainWindow window;
        window.show();
        ComparePage& page = compared(window, m_a, m_a);
        QCOMPARE(page.verdictText(), QString("B is as fast as A"));
    }

    void resultsOfTheBenchmarkAreComparedToo()
    {
        MainWindow window;
        window.show();
        ComparePage& page = compared(window, m_slowBench, m_fastBench);
        QVERIFY2(page.verdictText().startsWith("B is faster than A"), qPrintable(page.verdictText()));
        QVERIFY(!page.timeline(0).isVisible());
        QCOMPARE(page.table().item(0, CompareTable::A)->text(), QString::fromUtf8("2.000\u00A0ms"));
        QCOMPARE(page.table().item(0, CompareTable::B)->text(), QString::fromUtf8("1.000\u00A0ms"));
    }

    void whatCannotBeReadIsSaid()
    {
        MainWindow window;
        window.show();
        window.openCompare(m_a, m_folder.filePath("gone.json"));
        auto* page = qobject_cast<ComparePage*>(window.currentWidget());
        QTRY_COMPARE_WITH_TIMEOUT(page->verdictText(), QString("They cannot be compared"), kWait);
    }

    void theDialogProposesWhatIsOpen()
    {
        CompareDialog dialog({m_a, m_b}, {}, nullptr);
        QCOMPARE(dialog.fileA(), m_a);
        QCOMPARE(dialog.fileB(), m_b);
        CompareDialog alone({m_a}, {}, nullptr);
        QVERIFY(alone.fileB().isEmpty());
        for (const QPushButton* button : alone.findChildren<QPushButton*>())
            QVERIFY(button->text() != "Compare" || !button->isEnabled());
    }

    void aTabOffersTheOthers()
    {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openFiles({m_a, m_b});
        QTRY_VERIFY_WITH_TIMEOUT(window.currentPage() && window.currentPage()->document().trace() &&
                                     window.currentPage()->document().trace()->complete(),
                                 kWait);
        auto* tabs = window.findChild<QTabBar*>("fileTabs");
        QTimer::singleShot(200, this, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            for (QAction* action : menu->actions()) {
                if (action->text() == "Compare with before.json")
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, tabs->tabRect(1).center(),
                                tabs->mapToGlobal(tabs->tabRect(1).center()));
        QApplication::sendEvent(tabs, &event);
        auto* page = qobject_cast<ComparePage*>(window.currentWidget());
        QVERIFY(page);
        QCOMPARE(page->title(), QString("before.json against after.json"));
        QCOMPARE(window.pageCount(), 3);
        window.action(ActionId::ToggleTheme)->trigger(); // a page of any kind takes it
        window.action(ActionId::ToggleTheme)->trigger();
        QVERIFY(window.action(ActionId::CloseTab)->isEnabled());
        window.action(ActionId::CloseTab)->trigger();
        QCOMPARE(window.pageCount(), 2);
    }

private:
    QString write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return {};
        return file.fileName();
    }
    static ComparePage& compared(MainWindow& window, const QString& a, const QString& b)
    {
        window.openCompare(a, b);
        auto* page = qobject_cast<ComparePage*>(window.currentWidget());
        if (!QTest::qWaitFor([&] { return page->done(); }, kWait))
            qWarning("not compared: %s", qPrintable(page->verdictText()));
        return *page;
    }

    QTemporaryDir m_folder;
    QString m_a, m_b, m_slowBench, m_fastBench;
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    TestComparePage test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_compare_page.moc"
