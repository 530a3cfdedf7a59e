// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that are no trace: two runs against each other, and the benchmark.
#include "app/bench_panel.h"
#include "app/compare_dialog.h"
#include "app/compare_page.h"
#include "app/main_window.h"
#include "app/trace_page.h"

#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>

namespace stepglass {

void MainWindow::connectCompare()
{
    m_benchmarks = new Benchmarks(
        QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + "/stepglass/benchmarks", this);
    connect(m_actions[ActionId::Compare], &QAction::triggered, this, &MainWindow::chooseCompare);
    connect(m_actions[ActionId::Benchmark], &QAction::triggered, this, &MainWindow::showBenchmark);
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tabs, &QTabBar::customContextMenuRequested, this, &MainWindow::showTabMenu);
}

QStringList MainWindow::openPaths() const
{
    QStringList paths;
    for (int i = 1; i < m_stack->count(); ++i) {
        const auto* page = qobject_cast<TracePage*>(m_stack->widget(i));
        if (page && !page->path().isEmpty() && !paths.contains(page->path()))
            paths << page->path();
    }
    return paths;
}

void MainWindow::chooseCompare()
{
    QStringList files = openPaths();
    if (const TracePage* page = currentPage()) { // what is in front is B: the one that was just made
        files.removeAll(page->path());
        files.insert(std::min<qsizetype>(1, files.size()), page->path());
    }
    for (const QString& recent : m_settings.recentFiles()) {
        if (!files.contains(recent))
            files << recent;
    }
    CompareDialog dialog(files, m_settings.lastFolder(), this);
    if (dialog.exec() == QDialog::Accepted)
        openCompare(dialog.fileA(), dialog.fileB());
}

void MainWindow::openCompare(const QString& fileA, const QString& fileB)
{
    const auto inputOf = [this](const QString& file) {
        ComparePage::Input input{QFileInfo(file).absoluteFilePath(), nullptr};
        for (int i = 1; i < m_stack->count(); ++i) {
            auto* page = qobject_cast<TracePage*>(m_stack->widget(i));
            if (page && page->path() == input.path && page->document().trace() && page->document().trace()->complete())
                input.trace = page->document().trace();
        }
        return input;
    };
    auto* page = new ComparePage(m_stack);
    page->setTheme(Theme::of(m_settings.theme()));
    page->open(inputOf(fileA), inputOf(fileB));
    addOtherPage(page, page->title());
}

void MainWindow::addOtherPage(QWidget* page, const QString& title)
{
    page->setWindowTitle(title);
    m_stack->addWidget(page);
    const int tab = m_tabs->addTab(title);
    m_tabs->setTabToolTip(tab, title);
    m_tabs->setCurrentIndex(tab);
    currentPageChanged();
}

void MainWindow::addBenchPanel(TracePage* page)
{
    auto* bench = new BenchPanel(*m_benchmarks, page);
    page->addPanel(tr("Bench"), bench);
    connect(bench, &BenchPanel::compareWanted, this, &MainWindow::openCompare);
}

// Beside the findings where a trace is in front, else in a tab of its own.
void MainWindow::showBenchmark()
{
    if (TracePage* page = currentPage()) {
        page->showPanel(page->findChild<BenchPanel*>());
        return;
    }
    for (int i = 1; i < m_stack->count(); ++i) {
        if (qobject_cast<BenchPanel*>(m_stack->widget(i))) {
            m_tabs->setCurrentIndex(i - 1);
            return;
        }
    }
    auto* bench = new BenchPanel(*m_benchmarks, m_stack);
    connect(bench, &BenchPanel::compareWanted, this, &MainWindow::openCompare);
    addOtherPage(bench, tr("Benchmark"));
}

void MainWindow::showTabMenu(const QPoint& at)
{
    const int tab = m_tabs->tabAt(at);
    const auto* page = qobject_cast<TracePage*>(m_stack->widget(tab + 1));
    if (tab < 0)
        return;
    QMenu menu(this);
    if (page) {
        const QString file = page->path();
        for (const QString& other : openPaths()) {
            if (other != file)
                menu.addAction(tr("Compare with %1").arg(QFileInfo(other).fileName()), this,
                               [this, other, file] { openCompare(other, file); });
        }
        menu.addAction(tr("Compare with another …"), this, [this, tab] {
            m_tabs->setCurrentIndex(tab);
            chooseCompare();
        });
        menu.addSeparator();
    }
    menu.addAction(tr("Close"), this, [this, tab] { closePage(tab); });
    menu.exec(m_tabs->mapToGlobal(at));
}

} // namespace stepglass
