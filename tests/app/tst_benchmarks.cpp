// SPDX-License-Identifier: GPL-3.0-or-later
// The benchmark in the window: a run of the real step, its figures against its own blocks, what is kept.
#include "app/bench_panel.h"
#include "app/main_window.h"
#include "views/format/format.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stepglass;

namespace {

constexpr int kWait = 120'000;

BenchmarkOrder smallOrder()
{
    BenchmarkOrder order;
    order.workload.backend = "cpu";
    order.workload.batch = 8;
    order.workload.inFeatures = 64;
    order.workload.hidden = 128;
    order.workload.outFeatures = 64;
    order.warmup = 2;
    order.steps = 10;
    return order;
}

QPushButton* buttonOf(QWidget& parent, const QString& text)
{
    for (QPushButton* button : parent.findChildren<QPushButton*>()) {
        if (button->text() == text)
            return button;
    }
    return nullptr;
}

} // namespace

class TestBenchmarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }

    void anOrderIsACommandLineWithoutASchedule()
    {
        BenchmarkOrder order = smallOrder();
        order.workload.output = "x.json";
        order.workload.active = 7;
        QCOMPARE(
            order.arguments().join(' '),
            QString("--backend cpu --batch 8 --in-features 64 --hidden 128 --out-features 64 --benchmark --warmup 2 "
                    "--steps 10 --overhead"));
    }

    void theFiguresAreThoseOfTheBlocks()
    {
        const QString folder = m_folder.filePath("kept");
        Benchmarks benchmarks(folder);
        QVERIFY(benchmarks.records().empty());
        benchmarks.run(smallOrder());
        QVERIFY(benchmarks.session().running());
        QTRY_VERIFY_WITH_TIMEOUT(!benchmarks.session().running(), kWait);
        QVERIFY2(benchmarks.error().isEmpty(), qPrintable(benchmarks.error()));
        QCOMPARE(benchmarks.records().size(), std::size_t{1});
        QCOMPARE(benchmarks.session().blocks(), 5 + 10); // and a pair a step for the profiler's cost
        QCOMPARE(benchmarks.session().blocksDone(), 15);
        const BenchmarkRecord& record = benchmarks.records().front();
        QFile file(record.file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray blocks = QJsonDocument::fromJson(file.readAll()).object()["blocks"].toArray();
        std::vector<double> wall;
        for (const QJsonValue& block : blocks)
            wall.push_back(block.toObject()["wall_ns"].toDouble());
        QCOMPARE(wall.size(), std::size_t{5});
        std::sort(wall.begin(), wall.end());
        QCOMPARE(record.kinds[0].median, std::llround(wall[2]));
        QCOMPARE(record.kinds[0].min, std::llround(wall[0]));
        QVERIFY(record.kinds[0].low <= record.kinds[0].median && record.kinds[0].median <= record.kinds[0].high);
        QVERIFY(std::abs(record.throughput - 8e9 / wall[2]) < 0.001 * record.throughput);
        QVERIFY(record.overhead && record.overhead->ratio > 0.2 && record.overhead->low <= record.overhead->high);
        QCOMPARE(record.backend, QString("cpu"));
        QCOMPARE(record.steps, qint64{10});
        // Another start of the program finds it.
        const Benchmarks later(folder);
        QCOMPARE(later.records().size(), std::size_t{1});
        QCOMPARE(later.records().front().kinds[0].median, record.kinds[0].median);
        benchmarks.remove(record.file);
        QVERIFY(benchmarks.records().empty() && Benchmarks(folder).records().empty());
    }

    void whatGoesWrongIsOneSentence()
    {
        Benchmarks benchmarks(m_folder.filePath("none"));
        BenchmarkOrder order = smallOrder();
        order.workload.preset = "no-such-preset";
        benchmarks.run(order);
        QTRY_VERIFY_WITH_TIMEOUT(!benchmarks.session().running(), kWait);
        QVERIFY2(benchmarks.error().contains("no-such-preset"), qPrintable(benchmarks.error()));
        QVERIFY(!benchmarks.error().contains('\n') && benchmarks.records().empty());
    }

    void thePanelRunsStopsAndComparesTwo()
    {
        Benchmarks benchmarks(m_folder.filePath("panel"));
        BenchPanel panel(benchmarks);
        panel.resize(640, 460);
        panel.show();
        // The plain step takes long enough to be stopped.
        QTest::mouseClick(buttonOf(panel, "Run"), Qt::LeftButton);
        QPushButton* stop = buttonOf(panel, "Stop");
        QVERIFY(stop);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!benchmarks.session().running(), kWait);
        QCOMPARE(benchmarks.error(), QString("The benchmark was stopped."));
        QVERIFY(buttonOf(panel, "Run"));

        for (int i = 0; i < 2; ++i) {
            benchmarks.run(smallOrder());
            QTRY_VERIFY_WITH_TIMEOUT(!benchmarks.session().running(), kWait);
        }
        QTableWidget *figures = nullptr, *kept = nullptr;
        for (QTableWidget* table : panel.findChildren<QTableWidget*>())
            (table->accessibleName() == "Kept results" ? kept : figures) = table;
        QCOMPARE(kept->rowCount(), 2);
        QCOMPARE(figures->item(0, 1)->text(), formatDuration(benchmarks.records()[0].kinds[0].median));
        QVERIFY(!buttonOf(panel, "Compare")->isEnabled());
        kept->selectAll();
        QSignalSpy wanted(&panel, &BenchPanel::compareWanted);
        QTest::mouseClick(buttonOf(panel, "Compare"), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), benchmarks.records()[1].file); // the older one is A
        QCOMPARE(wanted[0][1].toString(), benchmarks.records()[0].file);
    }

    void withoutATraceTheBenchmarkHasATabOfItsOwn()
    {
        MainWindow window;
        window.show();
        window.action(ActionId::Benchmark)->trigger();
        QVERIFY(qobject_cast<BenchPanel*>(window.currentWidget()));
        window.action(ActionId::Benchmark)->trigger();
        QCOMPARE(window.pageCount(), 1);
    }

private:
    QTemporaryDir m_folder;
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    TestBenchmarks test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_benchmarks.moc"
