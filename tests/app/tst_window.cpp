// SPDX-License-Identifier: GPL-3.0-or-later
// A person's tour through the window by real events.
#include "app/empty_page.h"
#include "app/main_window.h"
#include "app/memory_estimate.h"
#include "app/tool_bar.h"
#include "app/trace_page.h"
#include "tests/support/text_trace.h"
#include "views/charts/breakdown_panel.h"
#include "views/details/details_line.h"
#include "views/details/details_panel.h"
#include "views/details/gap_page.h"
#include "views/findings/findings_panel.h"
#include "views/tables/row_view.h"
#include "views/tables/table_panel.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <filesystem>

using namespace stepglass;

namespace {

constexpr int kWait = 20'000;

// Two steps; in each an operator that launches a copy and a kernel of 40 us.
const char* const kTrace = R"({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":5,"dur":20,"args":{"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":8,"dur":4,"args":{"correlation":11,"External id":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":40,"args":{"correlation":11,"External id":1,"stream":7,"device":0,"grid":[7,32,1],"block":[128,1,1]}},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":100,"dur":100},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":105,"dur":20,"args":{"External id":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":108,"dur":4,"args":{"correlation":12,"External id":2,"needle":"haystack"}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":130,"dur":40,"args":{"correlation":12,"External id":2,"stream":7,"device":0}},
{"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":160,"dur":10,"args":{"External id":3}}
]})";

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        return {};
    return file.fileName();
}

void drop(QWidget& window, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QDropEvent event({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

void wheel(QWidget& widget, const QPoint& at, int turns, Qt::KeyboardModifiers modifiers)
{
    for (int i = 0; i < std::abs(turns); ++i) {
        QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, turns > 0 ? 120 : -120}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&widget, &event);
    }
}

void drag(QWidget& widget, const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers)
{
    QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= 8; ++i) {
        const QPoint at = from + (to - from) * i / 8;
        QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
        QApplication::sendEvent(&widget, &move);
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
}

bool analysed(MainWindow& window)
{
    TracePage* page = window.currentPage();
    return QTest::qWaitFor(
        [&] {
            return page && page->document().trace() && page->document().trace()->complete() &&
                   page->document().analysis() && page->document().links() && page->document().diagnosis();
        },
        kWait);
}

SliceId nth(const Trace& trace, std::string_view name, int n)
{
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.name(SliceId(i)) == name && n-- == 0)
            return SliceId(i);
    }
    return {};
}

int rowNamed(const RowView& table, const QString& name)
{
    for (int r = 0; r < table.rows().rowCount(); ++r) {
        if (table.rows().data(table.rows().index(r, 0), Qt::DisplayRole).toString() == name)
            return r;
    }
    return -1;
}

QString cellOf(const RowView& table, const QString& name, const QString& heading)
{
    for (int c = 0; c < table.rows().columnCount(); ++c) {
        if (table.rows().headerData(c, Qt::Horizontal, Qt::DisplayRole).toString() == heading)
            return table.rows().data(table.rows().index(rowNamed(table, name), c), Qt::DisplayRole).toString();
    }
    return {};
}

void clickRow(RowView& table, const QString& name)
{
    const QRect cell = table.visualRect(table.rows().index(rowNamed(table, name), 0));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.center());
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QStandardPaths::setTestModeEnabled(true);
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        m_trace = write(m_folder, "two_steps.json", kTrace);
        QVERIFY(!m_trace.isEmpty());
    }

    void anEmptyWindowSaysWhatCanBeDone()
    {
        MainWindow window;
        window.show();
        QStringList buttons;
        for (const QPushButton* button : window.findChildren<EmptyPage*>().first()->findChildren<QPushButton*>())
            buttons << button->text();
        for (const char* wanted : {"Open…", "Sample", "Capture", "Copy"})
            QVERIFY2(buttons.contains(QString::fromUtf8(wanted)), wanted);
        QVERIFY(!window.action(ActionId::FitSelection)->isEnabled());
    }

    void theEmptyWindowCutsNoneOfItsTexts_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(900, 600), QSize(1100, 700), QSize(1680, 1020)})
            QTest::addRow("%d x %d", size.width(), size.height()) << size;
    }
    void theEmptyWindowCutsNoneOfItsTexts()
    {
        QFETCH(QSize, size);
        MainWindow window;
        window.resize(size);
        window.show();
        const auto* page = window.findChild<EmptyPage*>();
        for (int recent : {0, 6}) {
            QStringList files;
            for (int i = 0; i < recent; ++i)
                files << QString::number(i);
            window.findChild<EmptyPage*>()->setRecentFiles(files);
            QTest::qWait(50);
            const auto* code = page->findChild<QLabel*>("code");
            QVERIFY(code->height() >= 6 * code->fontMetrics().lineSpacing() + 2 * code->margin());
            for (const QLabel* label : page->findChildren<QLabel*>()) {
                if (!label->isVisible())
                    continue;
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
                QVERIFY2(label->parentWidget()->rect().contains(label->geometry()), qPrintable(label->text()));
            }
            for (const QWidget* box = code->parentWidget(); box->parentWidget()->parentWidget() != page;
                 box = box->parentWidget()) // up to what is scrolled
                QVERIFY(box->parentWidget()->rect().contains(box->geometry()) ||
                        box->parentWidget()->objectName() == "qt_scrollarea_viewport");
        }
    }

    void everyControlHasANameForThoseWhoCannotSeeIt()
    {
        MainWindow window;
        window.openFiles({m_trace});
        window.show();
        QVERIFY(analysed(window));
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            const bool control = qobject_cast<const QAbstractButton*>(widget) ||
                                 qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QTableView*>(widget) ||
                                 qobject_cast<const TimelineView*>(widget);
            if (!control || !widget->isVisible() ||
                widget->metaObject()->className() == QByteArray("QTableCornerButton"))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()) ||
                               qobject_cast<const QLineEdit*>(widget->parentWidget()) ||
                               qobject_cast<const QTabBar*>(widget->parentWidget());
            QVERIFY2(named, widget->metaObject()->className() + QByteArray(" ") + widget->objectName().toUtf8());
        }
    }

    void aTour()
    {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        drop(window, {m_trace});
        QCOMPARE(window.pageCount(), 1);
        QVERIFY(analysed(window));
        TracePage& page = *window.currentPage();
        TraceDocument& document = page.document();
        TimelineView& timeline = page.timeline();
        RowView& table = page.tables().operators();
        const Trace& trace = *document.trace();
        const SliceId kernel = nth(trace, "gemm", 1), launch = nth(trace, "cudaLaunchKernel", 1);
        QCOMPARE(document.visible().length(), Ns{200'000});
        QCOMPARE(cellOf(table, "gemm", "Self CUDA"), QString::fromUtf8("80.0 µs"));

        // Zoom into the kernel with the wheel: what is under the pointer stays there.
        const QPoint at = timeline.rectOf(kernel).center();
        wheel(timeline, at, 8, Qt::ControlModifier);
        QVERIFY(document.visible().length() < 100'000);
        QVERIFY(timeline.rectOf(kernel).contains(at));
        const Ns zoomed = document.visible().length();
        QTest::mouseClick(&timeline, Qt::LeftButton, {}, at);
        QCOMPARE(document.selectedSlice(), kernel);
        QVERIFY2(page.detailsLine().text().contains("launched by aten::mm"), qPrintable(page.detailsLine().text()));
        QVERIFY(page.detailsLine().text().contains("2 of 2"));
        QVERIFY(table.selectionModel()->isRowSelected(rowNamed(table, "gemm"), {}));

        // Along the arrow to the launch.
        QTest::keyClick(&timeline, Qt::Key_BracketLeft);
        QCOMPARE(document.selectedSlice(), launch);
        QVERIFY(document.visible().contains(trace.start(launch)));
        QCOMPARE(document.visible().length(), zoomed); // the arrow pans, it does not zoom
        QVERIFY2(page.detailsLine().text().startsWith("cudaLaunchKernel"), qPrintable(page.detailsLine().text()));
        QTest::keyClick(&timeline, Qt::Key_BracketRight);
        QCOMPARE(document.selectedSlice(), kernel);
        // Backspace takes the zoom back, as far as there was one.
        for (int i = 0; i < 12 && document.canUndoZoom(); ++i)
            QTest::keyClick(&timeline, Qt::Key_Backspace);
        QCOMPARE(document.visible(), (TimeRange{0, 200'000}));

        // A row, and a walk over its slices; from the table's own focus too.
        document.showWhole();
        clickRow(table, "gemm");
        QCOMPARE(document.selection().kind, Selection::Kind::Row);
        QVERIFY(document.inSelectedRow(kernel) && !document.inSelectedRow(launch));
        QTest::keyClick(&table, Qt::Key_N);
        QCOMPARE(document.selectedSlice(), nth(trace, "gemm", 0));
        QTest::keyClick(&timeline, Qt::Key_N);
        QCOMPARE(document.selectedSlice(), kernel);
        QTest::keyClick(&timeline, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(document.selectedSlice(), nth(trace, "gemm", 0));

        // A range that holds the second step's operators only.
        const QRect first = timeline.rectOf(nth(trace, "ProfilerStep#2", 0));
        drag(timeline, {first.left() + 4, timeline.height() - 20}, {first.right() - 4, timeline.height() - 20},
             Qt::ShiftModifier);
        QCOMPARE(document.scope().kind, Scope::Kind::Range);
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(table, "gemm", "Self CUDA"), QString::fromUtf8("40.0 µs"), kWait);
        QCOMPARE(document.visible().length(), Ns{200'000}); // zoom is not scope

        // Esc clears the selection, then the range.
        QTest::keyClick(&timeline, Qt::Key_Escape);
        QTest::keyClick(&timeline, Qt::Key_Escape);
        QCOMPARE(document.scope(), Scope::whole());
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(table, "gemm", "Self CUDA"), QString::fromUtf8("80.0 µs"), kWait);
    }

    // The six lines that record one's own script are all to be seen.
    void theRecipeIsShownWhole()
    {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        for (const QLabel* label : window.findChildren<QLabel*>()) {
            if (label->objectName() != "code")
                continue;
            QCOMPARE(label->text().count('\n'), 5);
            QVERIFY(label->text().contains("prof.step()"));
            QVERIFY(label->contentsRect().height() >= 6 * label->fontMetrics().height());
            return;
        }
        QFAIL("no recipe");
    }

    void aStepRestrictsTheTable()
    {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openFiles({m_trace});
        QVERIFY(analysed(window));
        TracePage& page = *window.currentPage();
        window.action(ActionId::NextStep)->trigger();
        QCOMPARE(page.document().scope(), Scope::steps(2, 2));
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(page.tables().operators(), "aten::mm", "Calls"), QString("1"), kWait);
        window.action(ActionId::PreviousStep)->trigger();
        QCOMPARE(page.document().scope(), Scope::steps(1, 1));
        window.action(ActionId::AllSteps)->trigger();
        QCOMPARE(page.document().scope(), Scope::whole());
        QTRY_COMPARE_WITH_TIMEOUT(cellOf(page.tables().operators(), "aten::mm", "Calls"), QString("2"), kWait);
    }

    void theCountingModeSwitchesTheTable()
    {
        MainWindow window;
        window.show();
        window.openFiles({m_trace});
        QVERIFY(analysed(window));
        const RowView& table = window.currentPage()->tables().operators();
        window.action(ActionId::WallMode)->trigger();
        QVERIFY(window.action(ActionId::WallMode)->isChecked() && !window.action(ActionId::PyTorchMode)->isChecked());
        QCOMPARE(cellOf(table, "gemm", "CUDA union"), QString::fromUtf8("80.0 µs"));
        window.action(ActionId::PyTorchMode)->trigger();
        QCOMPARE(cellOf(table, "gemm", "Self CUDA"), QString::fromUtf8("80.0 µs"));
    }

    // Idle 70-130 us: the launch begins at 108; before it ProfilerStep#1 30, ProfilerStep#2 5 and aten::mm 3 us.
    void aClickOnAGapSaysWhyAndNWalksAPartOfTheBreakdown()
    {
        MainWindow window;
        window.show();
        window.openFiles({m_trace});
        QVERIFY(analysed(window));
        TracePage& page = *window.currentPage();
        const Trace& trace = *page.document().trace();
        const QRect before = page.timeline().rectOf(nth(trace, "gemm", 0));
        const QRect after = page.timeline().rectOf(nth(trace, "gemm", 1));
        QTest::mouseClick(&page.timeline(), Qt::LeftButton, {},
                          {(before.right() + after.left()) / 2, before.center().y()});
        QCOMPARE(page.document().selection().kind, Selection::Kind::Gap);
        QVERIFY(page.details().isVisible());
        QListWidget& causes = page.details().gap().causes();
        QCOMPARE(causes.count(), 4);
        QVERIFY(causes.item(0)->text().startsWith("30") && causes.item(0)->text().endsWith("ProfilerStep#1"));
        QVERIFY(causes.item(3)->text().startsWith("22") && causes.item(3)->text().contains("launch latency"));
        QCOMPARE(page.breakdown().devices().size(), std::size_t{1});
        DeviceBars& bars = *page.breakdown().devices()[0];
        QCOMPARE(bars.parts()[0].time, Ns{80'000});
        Q_EMIT bars.partPicked(0);
        QCOMPARE(page.document().walk()->stops.size(), std::size_t{2});
        QCOMPARE(page.document().selectedSlice(), nth(trace, "gemm", 0));
        window.action(ActionId::NextInRow)->trigger();
        QCOMPARE(page.document().selectedSlice(), nth(trace, "gemm", 1));
        window.action(ActionId::NextInRow)->trigger();
        QCOMPARE(page.document().selectedSlice(), nth(trace, "gemm", 0));
    }

    void searchWalksItsHitsWithEnter()
    {
        MainWindow window;
        window.show();
        window.openFiles({m_trace});
        QVERIFY(analysed(window));
        TraceDocument& document = window.currentPage()->document();
        QLineEdit& search = *window.toolBar().search();
        search.setFocus();
        QTest::keyClicks(&search, "GEM");
        QTest::keyClick(&search, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(document.selectedSlice(), nth(*document.trace(), "gemm", 0), kWait);
        QTest::keyClick(&search, Qt::Key_Return);
        QCOMPARE(document.selectedSlice(), nth(*document.trace(), "gemm", 1));
        QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(document.selectedSlice(), nth(*document.trace(), "gemm", 0));
        QTest::keyClick(&search, Qt::Key_Escape);
        QVERIFY(search.text().isEmpty());
    }

    void searchFindsArgsInTheBackground()
    {
        MainWindow window;
        window.show();
        window.openFiles({m_trace});
        QVERIFY(analysed(window));
        TraceDocument& document = window.currentPage()->document();
        QLineEdit& search = *window.toolBar().search();
        search.setFocus();
        QTest::keyClicks(&search, "hayst");
        const SliceId wanted = nth(*document.trace(), "cudaLaunchKernel", 1);
        QTRY_VERIFY_WITH_TIMEOUT((QTest::keyClick(&search, Qt::Key_Return), document.selectedSlice() == wanted), kWait);
    }

    void theArgsOfASliceAreReadBackFromTheFile()
    {
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        window.openFiles({m_trace});
        QVERIFY(analysed(window));
        TracePage& page = *window.currentPage();
        page.setDetailsOpen(true);
        page.document().select(nth(*page.document().trace(), "cudaLaunchKernel", 1));
        const auto* args = page.findChild<QPlainTextEdit*>();
        QTRY_VERIFY_WITH_TIMEOUT(args->toPlainText().contains("needle: haystack"), kWait);
    }

    void severalFilesAreTabsAndOneThatIsOpenComesToTheFront()
    {
        const QString other = write(m_folder, "other.json", kTrace);
        MainWindow window;
        window.show();
        drop(window, {m_trace, other});
        QCOMPARE(window.pageCount(), 2);
        QCOMPARE(window.currentPage()->path(), other);
        window.openFiles({m_trace});
        QCOMPARE(window.pageCount(), 2);
        QCOMPARE(window.currentPage()->path(), m_trace);
        window.action(ActionId::NextTab)->trigger();
        QCOMPARE(window.currentPage()->path(), other);
        window.action(ActionId::CloseTab)->trigger();
        window.action(ActionId::CloseTab)->trigger();
        QCOMPARE(window.pageCount(), 0);
        QVERIFY(!window.currentPage());
    }

    void whatWasOpenedIsRemembered()
    {
        {
            MainWindow window;
            window.openFiles({m_trace});
        }
        QCOMPARE(Settings().recentFiles().first(), m_trace);
        MainWindow window;
        bool offered = false;
        for (const QPushButton* button : window.findChildren<QPushButton*>())
            offered = offered || button->text() == "two_steps.json";
        QVERIFY(offered);
    }

    void theThemeTogglesAndIsRemembered()
    {
        MainWindow window;
        window.show();
        const ThemeName before = Settings().theme();
        window.action(ActionId::ToggleTheme)->trigger();
        QVERIFY(Settings().theme() != before);
        QCOMPARE(qApp->palette().color(QPalette::Window), Theme::of(Settings().theme()).canvas);
        window.action(ActionId::ToggleTheme)->trigger();
        QCOMPARE(Settings().theme(), before);
    }

    void closingWhileLoadingStopsTheReader()
    {
        QByteArray big("{\"traceEvents\":[\n");
        for (int i = 0; i < 200'000; ++i)
            big +=
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(i) +
                ",\"dur\":1},\n";
        const QString path = write(m_folder, "big.json", big + "{}]}");
        QElapsedTimer timer;
        {
            MainWindow window;
            window.show();
            window.openFiles({path});
            QTest::qWait(5);
            window.action(ActionId::CloseTab)->trigger();
            QCOMPARE(window.pageCount(), 0);
            window.openFiles({path});
            timer.start();
        }
        QVERIFY(timer.elapsed() < 5000);
    }

    void whatCannotBeReadIsOneSentenceInTheWindow()
    {
        MainWindow window;
        window.show();
        window.openFiles({write(m_folder, "no_trace.json", "this is no trace")});
        QTRY_COMPARE_WITH_TIMEOUT(window.pageCount(), 0, kWait);
        QVERIFY2(window.errorShown().contains("no_trace.json"), qPrintable(window.errorShown()));
        QVERIFY(!window.errorShown().contains('\n'));
        window.openFiles({m_folder.filePath("gone.json")});
        QTRY_VERIFY_WITH_TIMEOUT(window.pageCount() == 0 && window.errorShown().contains("gone.json"), kWait);
    }

    void aFileThatWillNotFitIsAskedAbout()
    {
        QVERIFY(memoryWarning(m_trace, 1'000'000, 3'000'000'000).isEmpty());
        const QString warning = memoryWarning(m_trace, 2'600'000'000, 3'000'000'000);
        QVERIFY(warning.contains("two_steps.json") && warning.contains(QString::fromUtf8("2.6 GB")));
        QVERIFY(memoryWarning(m_trace, 2'600'000'000, 0).isEmpty()); // not known: no question
    }

    void realTracesShowThemselves_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"t4_fp32_pt210", "cpu215_mlp_regions", "mi300_ddp_resnet18", "a100_nccl_meta"})
            QTest::newRow(name) << QString(name);
    }

    void realTracesShowThemselves()
    {
        QFETCH(QString, name);
        QString path;
        std::error_code error;
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(test::tracesFolder() + "/torch", error)) {
            const QString file = QString::fromStdString(entry.path().filename().string());
            if (entry.is_regular_file() && (file.startsWith(name + ".") && file.contains(".json")))
                path = QString::fromStdString(entry.path().string());
        }
        if (path.isEmpty())
            QSKIP("the real traces are not here");
        MainWindow window;
        window.resize(1680, 1020);
        window.show();
        window.openFiles({path});
        QVERIFY(analysed(window));
        QVERIFY(window.currentPage()->tables().operators().rows().rowCount() > 5);
        QCOMPARE(window.currentPage()->findings().checks(), 5);
        QVERIFY(!window.grab().isNull());
    }

private:
    QTemporaryDir m_folder;
    QString m_trace;
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    TestWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_window.moc"
