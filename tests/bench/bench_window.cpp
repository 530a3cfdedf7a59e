// SPDX-License-Identifier: GPL-3.0-or-later
// From the start of a process to the first paint of the empty window, and a re-sort of a big table. Prints medians.
// Runs itself again for the former: `bench_window --one-window` ends with the first paint.
#include "app/main_window.h"
#include "views/tables/operator_source.h"
#include "views/tables/row_view.h"
#include "views/theme/fonts.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace stepglass;

namespace {

constexpr int kRuns = 9;

class FirstPaint : public QObject
{
public:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, qApp, &QCoreApplication::quit); // when this paint has been flushed
        return QObject::eventFilter(watched, event);
    }
};

int oneWindow(int argc, char** argv)
{
    QApplication application(argc, argv);
    registerFonts();
    MainWindow window;
    FirstPaint first;
    window.installEventFilter(&first);
    window.show();
    return QApplication::exec();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void benchStart(const QString& program)
{
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        QElapsedTimer timer;
        timer.start();
        QProcess process;
        process.start(program, {QStringLiteral("--one-window")});
        process.waitForFinished();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::printf("empty window, process start to first paint and exit: median %.0f ms of %d (aim 300)\n", median(times),
                kRuns);
}

void benchSort(int rows)
{
    auto table = std::make_shared<OperatorTable>();
    for (int i = 0; i < rows; ++i) {
        OperatorRow row;
        row.name = "operator_" + std::to_string(i);
        row.calls = 1;
        row.selfCpu = (static_cast<Ns>(i) * 7919) % 100'003;
        row.cpu = (static_cast<Ns>(i) * 104'729) % 1'000'003;
        table->rows.push_back(row);
    }
    RowView view;
    view.resize(600, 600);
    view.setSource(std::make_shared<OperatorSource>(nullptr, table));
    view.show();
    QApplication::processEvents();
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        QElapsedTimer timer;
        timer.start();
        view.sortBy(1 + i % 2, i % 4 < 2 ? Qt::DescendingOrder : Qt::AscendingOrder);
        view.repaint();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::printf("re-sort and repaint of %d rows: median %.2f ms (aim 10)\n", rows, median(times));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::string(argv[1]) == "--one-window")
        return oneWindow(argc, argv);
    QApplication application(argc, argv);
    registerFonts();
    benchStart(QString::fromLocal8Bit(argv[0]));
    for (const int rows : {500, 20'000})
        benchSort(rows);
    return 0;
}
