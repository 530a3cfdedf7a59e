// SPDX-License-Identifier: GPL-3.0-or-later
// A capture in the window, by real events: it grows, follows, stops, is killed, fails.
#include "app/capture_controller.h"
#include "app/capture_dialog.h"
#include "app/live_strip.h"
#include "app/main_window.h"
#include "app/status_line.h"
#include "app/tool_bar.h"
#include "app/trace_page.h"
#include "model/read/ingest.h"
#include "tests/app/window_controls.h"
#include "views/tables/row_view.h"
#include "views/tables/table_panel.h"
#include "views/timeline/timeline_view.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <csignal>

using namespace stepglass;
using stepglass::test::buttonOf;

namespace {

constexpr int kWait = 60'000;

template<class Box>
Box* named(QWidget& parent, const QString& name)
{
    for (Box* box : parent.findChildren<Box*>()) {
        if (box->accessibleName() == name)
            return box;
    }
    return nullptr;
}

std::uint32_t slicesShown(const MainWindow& window)
{
    TracePage* page = window.currentPage();
    return page && page->document().trace() ? page->document().trace()->sliceCount() : 0;
}

} // namespace

class TestLiveCapture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QVERIFY(!findCaptureProgram().isEmpty());
    }

    // The process speaks when a step has ended: the strip tells of the one after it.
    void theStripTellsTheStepThatRuns_data()
    {
        QTest::addColumn<int>("ended");
        QTest::addColumn<QString>("phase");
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("step");
        const auto row = [](int ended, const char* phase, const char* words, int step) {
            QTest::addRow("%d", ended) << ended << QString(phase) << QString(words) << step;
        };
        row(0, "Wait", "step 2 of 18", 1); // two cycles of 1 + 2 + 5, two steps skipped before
        row(1, "Wait", "step 3 of 18", 2);
        row(2, "Warm-up", "step 4 of 18", 3);
        row(4, "Recording", "step 6 of 18", 5);
        row(8, "Recording", "step 10 of 18", 9);
        row(9, "Wait", "step 11 of 18", 2);
        row(10, "Warm-up", "step 12 of 18", 3);
        row(17, "Recording", "step 18 of 18", 9); // the last one has ended
    }
    void theStripTellsTheStepThatRuns()
    {
        QFETCH(int, ended);
        QFETCH(QString, phase);
        QFETCH(QString, words);
        QFETCH(int, step);
        CaptureOptions options;
        options.skipFirst = 2;
        options.wait = 1;
        options.warmup = 2;
        options.active = 5;
        options.repeat = 2;
        CaptureProgress progress;
        progress.step = ended;
        const LiveState state = liveState(options, CaptureState::Active, progress);
        QCOMPARE(state.phase, phase);
        QCOMPARE(state.words, words);
        QCOMPARE(state.step, qint64{step});
        QCOMPARE(state.recording, phase == "Recording");
        QVERIFY(!state.lost);
        progress.dropped = 7;
        QVERIFY(liveState(options, CaptureState::Active, progress).words.contains("7 records lost"));
    }

    void theDialogSaysWhatIsToBeDone()
    {
        CaptureOptions before;
        before.preset = "tiny-ops";
        before.repeat = 0;
        CaptureDialog dialog(before, Theme::of(ThemeName::Light), nullptr);
        dialog.show();
        QCOMPARE(dialog.options().preset, QString("tiny-ops"));
        QVERIFY(!dialog.options().batch.has_value()); // the preset's
        // What the process itself says of the preset: `stepglass-capture --presets`.
        QTRY_VERIFY_WITH_TIMEOUT(named<QSpinBox>(dialog, "batch")->text() != "batch: preset's", kWait);
        for (const PresetInfo& preset : CaptureProbe::run().presets) {
            named<QComboBox>(dialog, "Preset")->setCurrentText(preset.name);
            QCOMPARE(named<QComboBox>(dialog, "Preset")->currentText(), preset.name);
            QCOMPARE(named<QSpinBox>(dialog, "hidden")->text(), QString("hidden %1").arg(preset.hidden));
            QCOMPARE(named<QSpinBox>(dialog, "active")->value(), preset.active);
            QCOMPARE(dialog.findChild<ScheduleStrip*>()->shape().active, preset.active);
            CaptureOptions quick; // as the menu of presets starts it
            quick.preset = preset.name;
            QCOMPARE(shapeOf(quick).active, preset.active);
        }
        QTest::keyClicks(named<QSpinBox>(dialog, "active"), "\b2");
        named<QSpinBox>(dialog, "warm-up")->setValue(4);
        named<QSpinBox>(dialog, "hidden")->setValue(64);
        named<QComboBox>(dialog, "Backend")->setCurrentText("cpu");
        QTest::keyClicks(named<QLineEdit>(dialog, "Save as"), "/tmp/x.json");
        const CaptureOptions after = dialog.options();
        QCOMPARE(after.arguments().join(' ').remove(" --preset " + after.preset),
                 QString("--output /tmp/x.json --backend cpu --hidden 64 --skip-first 0 --wait 1 --warmup 4 "
                         "--active %1 --repeat 0")
                     .arg(*after.active));
        const ScheduleShape shape = dialog.findChild<ScheduleStrip*>()->shape();
        QCOMPARE(shape.warmup, 4);
        QCOMPARE(shape.active, *after.active);
    }

    void theViewGrowsAndFollowsUntilItIsMoved_data()
    {
        QTest::addColumn<QString>("backend");
        QTest::newRow("cpu") << "cpu";
        QTest::newRow("emulated") << "emulated";
    }
    void theViewGrowsAndFollowsUntilItIsMoved()
    {
        QFETCH(QString, backend);
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        const QString output = m_folder.filePath("grows-" + backend + ".json");
        window.startCapture(small(output, backend));
        QCOMPARE(window.pageCount(), 1); // at once, before there is a file
        QVERIFY(window.liveStrip().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(slicesShown(window) > 0, kWait);
        QVERIFY2(window.liveStrip().text().startsWith("Recording: step "), qPrintable(window.liveStrip().text()));
        QVERIFY(window.liveStrip().text().contains(backend));
        TracePage& page = *window.currentPage();
        TraceDocument& document = page.document();
        QCOMPARE(page.path(), output);
        const std::uint32_t first = slicesShown(window);
        QTRY_VERIFY_WITH_TIMEOUT(slicesShown(window) > 2 * first, kWait);
        QVERIFY(document.followsEnd());
        QCOMPARE(document.visible(), document.whole());
        QTRY_VERIFY_WITH_TIMEOUT(page.tables().operators().rows().rowCount() > 5, kWait);
        QVERIFY(!document.trace()->complete());

        // Whoever moves the view lets the end go, and the button says so.
        TimelineView& timeline = page.timeline();
        const QPoint at(timeline.width() / 2, timeline.height() / 2);
        QWheelEvent turn(at, timeline.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                         Qt::NoScrollPhase, false);
        QApplication::sendEvent(&timeline, &turn);
        QVERIFY(!document.followsEnd());
        const TimeRange kept = document.visible();
        const std::uint32_t then = slicesShown(window);
        QTRY_VERIFY_WITH_TIMEOUT(slicesShown(window) > then, kWait);
        QCOMPARE(document.visible(), kept);
        QPushButton* follow = buttonOf(window.liveStrip(), "Follow");
        QVERIFY(follow && !follow->isChecked());
        QTest::mouseClick(follow, Qt::LeftButton);
        QVERIFY(document.followsEnd() && follow->text() == "Following");
        QCOMPARE(document.visible().to, document.trace()->spanEnd());
        QCOMPARE(document.visible().length(), kept.length());
        const Ns end = document.trace()->spanEnd();
        QTRY_VERIFY_WITH_TIMEOUT(document.trace()->spanEnd() > end, kWait);
        QCOMPARE(document.visible().to, document.trace()->spanEnd());

        QTest::mouseClick(buttonOf(window.toolBar(), "Stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(document.trace()->complete(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!window.capture().running(), kWait);
        QVERIFY2(window.liveStrip().text().contains("saved as " + output), qPrintable(window.liveStrip().text()));
        QVERIFY(buttonOf(window.toolBar(), "Capture"));
        QVERIFY(window.errorShown().isEmpty());
        // What is shown is what the file holds, to the last slice.
        const auto read = loadTrace(output.toStdString(), {});
        QVERIFY2(read.ok(), read.ok() ? "" : read.status().message().c_str());
        QCOMPARE(slicesShown(window), read.value()->sliceCount());
        QCOMPARE(document.trace()->spanEnd(), read.value()->spanEnd());
        for (int reason = 0; reason < kIssueReasonCount; ++reason) // its health does not depend on when it was read
            QCOMPARE(document.trace()->issues()[IssueReason(reason)].count,
                     read.value()->issues()[IssueReason(reason)].count);
        QTRY_VERIFY_WITH_TIMEOUT(document.diagnosis(), kWait); // judged once it is whole
    }

    void aKilledProcessLeavesWhatWasCapturedAndOneSentence()
    {
        MainWindow window;
        window.show();
        const QString output = m_folder.filePath("killed.json");
        window.startCapture(small(output, "emulated"));
        QTRY_VERIFY_WITH_TIMEOUT(slicesShown(window) > 200, kWait);
        const std::uint32_t seen = slicesShown(window);
        QCOMPARE(::kill(static_cast<pid_t>(window.capture().processId()), SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!window.capture().running(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(window.currentPage()->document().trace()->complete(), kWait);
        QVERIFY(slicesShown(window) >= seen);
        const QString said = window.liveStrip().text();
        QVERIFY2(window.liveStrip().isVisible() && said.contains("signal 9") && said.contains(output),
                 qPrintable(said));
        QVERIFY(!said.contains('\n') && said.endsWith('.'));
        const auto read = loadTrace(output.toStdString(), {});
        QVERIFY(read.ok());
        QCOMPARE(read.value()->sliceCount(), slicesShown(window));
        QVERIFY(buttonOf(window.toolBar(), "Capture")); // the next one can begin
    }

    void whatCannotStartIsOneSentenceAndNoPage()
    {
        MainWindow window;
        window.show();
        window.startCapture(small("/proc/nowhere/x.json", "cpu"));
        QTRY_VERIFY_WITH_TIMEOUT(!window.capture().running(), kWait);
        QCOMPARE(window.pageCount(), 0);
        QVERIFY2(window.errorShown().contains("/proc/nowhere"), qPrintable(window.errorShown()));
        QVERIFY(!window.errorShown().contains('\n') && !window.liveStrip().isVisible());
    }

    void aCaptureThatIsStoppedBeforeItRecordedLeavesNoPage()
    {
        MainWindow window;
        window.show();
        CaptureOptions options = small(m_folder.filePath("early.json"), "cpu");
        options.wait = 100'000;
        window.startCapture(options);
        QTRY_VERIFY_WITH_TIMEOUT(window.liveStrip().text().startsWith("Wait: step "), kWait);
        QTest::mouseClick(buttonOf(window.toolBar(), "Stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window.capture().running(), kWait);
        QCOMPARE(window.pageCount(), 0);
        QVERIFY2(window.errorShown().contains("stopped before a step was recorded"), qPrintable(window.errorShown()));
    }

    void lostRecordsTurnTheStatusLineAmber()
    {
        const QString path = m_folder.filePath("lost.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":1,"dur":2},
                       {"ph":"M","name":"dropped_records","pid":1,"tid":0,"args":{"count":36}}]})");
        file.close();
        MainWindow window;
        window.show();
        window.openFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(slicesShown(window) == 1, kWait);
        QCOMPARE(window.currentPage()->document().trace()->issues()[IssueReason::DroppedRecords].count,
                 std::uint64_t{36});
        auto* status = window.findChild<StatusLine*>();
        const QColor amber = Theme::of(ThemeName::Light).warn;
        QTRY_COMPARE(status->grab().toImage().pixelColor(status->width() / 2, 20), amber);
    }

private:
    // Runs until it is stopped, in steps of some hundred us.
    static CaptureOptions small(const QString& output, const QString& backend)
    {
        CaptureOptions options;
        options.output = output;
        options.backend = backend;
        options.batch = 8;
        options.inFeatures = 64;
        options.hidden = 128;
        options.outFeatures = 64;
        options.wait = 0;
        options.warmup = 1;
        options.active = 1'000'000;
        return options;
    }

    QTemporaryDir m_folder;
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    TestLiveCapture test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_live_capture.moc"
