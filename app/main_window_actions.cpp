// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's actions do.
#include "app/command_palette.h"
#include "app/keys_dialog.h"
#include "app/main_window.h"
#include "app/preferences_dialog.h"
#include "app/search_controller.h"
#include "app/tool_bar.h"
#include "app/trace_page.h"
#include "model/analysis/steps.h"
#include "views/export/save_file.h"
#include "views/tables/table_panel.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>

#include <algorithm>

namespace stepglass {

void MainWindow::connectFileActions()
{
    const auto on = [this](ActionId id, auto slot) { connect(m_actions[id], &QAction::triggered, this, slot); };
    on(ActionId::Open, &MainWindow::chooseFiles);
    on(ActionId::OpenSample, &MainWindow::openSample);
    on(ActionId::SaveTable, &MainWindow::saveTable);
    on(ActionId::Quit, &MainWindow::close);
    on(ActionId::CloseTab, [this] { closePage(m_tabs->currentIndex()); });
    on(ActionId::Reload, [this] {
        if (TracePage* page = currentPage())
            page->open(page->path(), LoadController::Mode::WholeFile);
    });
    on(ActionId::NextTab,
       [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % std::max(1, m_tabs->count())); });
    on(ActionId::PreviousTab, [this] {
        const int count = std::max(1, m_tabs->count());
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + count - 1) % count);
    });
}

void MainWindow::connectGoActions()
{
    const auto on = [this](ActionId id, auto slot) { connect(m_actions[id], &QAction::triggered, this, slot); };
    on(ActionId::PreviousStep, [this] { goToStep(-1); });
    on(ActionId::NextStep, [this] { goToStep(1); });
    on(ActionId::ThisStep, [this] { goToStep(0); });
    on(ActionId::AllSteps, [this] {
        if (TracePage* page = currentPage()) {
            const TraceDocument::Batch batch(page->document());
            page->document().setScope(Scope::whole());
            page->document().showWhole();
        }
    });
    on(ActionId::NextInRow, [this] {
        if (TracePage* page = currentPage())
            page->walk(1);
    });
    on(ActionId::PreviousInRow, [this] {
        if (TracePage* page = currentPage())
            page->walk(-1);
    });
    on(ActionId::Follow, [this](bool follow) {
        if (TracePage* page = currentPage())
            page->document().setFollowsEnd(follow);
    });
}

void MainWindow::connectViewActions()
{
    const auto on = [this](ActionId id, auto slot) { connect(m_actions[id], &QAction::triggered, this, slot); };
    const auto onTimeline = [this, on](ActionId id, TimelineCommand command) {
        on(id, [this, command] {
            if (TracePage* page = currentPage())
                page->timeline().runCommand(command);
        });
    };
    onTimeline(ActionId::WholeTrace, TimelineCommand::ShowWhole);
    onTimeline(ActionId::FitSelection, TimelineCommand::FitSelection);
    onTimeline(ActionId::UndoZoom, TimelineCommand::UndoZoom);
    onTimeline(ActionId::ClearSelection, TimelineCommand::Clear);
    onTimeline(ActionId::RangeFromSelection, TimelineCommand::RangeFromSelection);
    on(ActionId::ShowAllTracks, [this] {
        if (TracePage* page = currentPage())
            page->document().showAllTracks();
    });
    for (const auto& [id, mode] :
         {std::pair(ActionId::PyTorchMode, CountingMode::PyTorch), std::pair(ActionId::WallMode, CountingMode::Wall)}) {
        on(id, [this, mode = mode] {
            if (TracePage* page = currentPage())
                page->document().setTableMode(mode);
            updateEnabled(); // a click on the mode that is on leaves it on
        });
    }
    on(ActionId::ToggleTheme, [this] {
        m_settings.setTheme(m_settings.theme() == ThemeName::Dark ? ThemeName::Light : ThemeName::Dark);
        applyThemeEverywhere();
    });
    on(ActionId::Preferences, &MainWindow::showPreferences);
    on(ActionId::Palette, &MainWindow::showPalette);
    on(ActionId::Keys, &MainWindow::showKeys);
    on(ActionId::About, &MainWindow::showAbout);
}

void MainWindow::connectSearch()
{
    m_search = new SearchController(this);
    const auto on = [this](ActionId id, auto slot) { connect(m_actions[id], &QAction::triggered, this, slot); };
    on(ActionId::Find, [this] {
        m_toolBar->search()->setFocus(Qt::ShortcutFocusReason);
        m_toolBar->search()->selectAll();
    });
    on(ActionId::FindNext, [this] { m_search->step(1); });
    on(ActionId::FindPrevious, [this] { m_search->step(-1); });
    connect(m_toolBar, &ToolBar::searchLeft, this, &MainWindow::leaveSearch);
    connect(m_toolBar, &ToolBar::searchEdited, m_search, &SearchController::setText);
    connect(m_toolBar, &ToolBar::searchNext, this, [this] { m_search->step(1); });
    connect(m_toolBar, &ToolBar::searchPrevious, this, [this] { m_search->step(-1); });
    connect(m_search, &SearchController::changed, this, [this] { m_toolBar->setSearchNote(m_search->note()); });
}

void MainWindow::chooseFiles()
{
    openFiles(QFileDialog::getOpenFileNames(this, tr("Open traces"), m_settings.lastFolder(),
                                            tr("Traces (*.json *.json.gz *.gz *.zst *.zip *.trace);;All files (*)")));
}

// The sample is part of the program; reading wants a file.
void MainWindow::openSample()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    const QString path = folder + QStringLiteral("/mlp_regions.json.gz");
    QDir().mkpath(folder);
    if (!QFile::exists(path) && !QFile::copy(QStringLiteral(":/sample/mlp_regions.json.gz"), path))
        QMessageBox::warning(this, tr("Sample"), tr("%1 cannot be written.").arg(path));
    else
        openFiles({path});
}

void MainWindow::saveTable()
{
    TracePage* page = currentPage();
    if (!page)
        return;
    const QFileInfo trace(page->path());
    const QString proposal =
        trace.absolutePath() + "/" + trace.completeBaseName() + "." + page->tables().currentName() + ".csv";
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the table"), proposal, tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    if (const Status saved = saveFile(path, page->tables().currentAsCsv().toUtf8()); !saved.ok())
        QMessageBox::warning(this, tr("Save the table"), QString::fromStdString(saved.message()));
}

void MainWindow::leaveSearch()
{
    m_toolBar->search()->clear();
    if (TracePage* page = currentPage())
        page->timeline().setFocus();
}

// Keys that no widget wanted are the timeline's, wherever the focus is.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    TracePage* page = currentPage();
    int number = 0;
    const TimelineCommand command =
        page ? page->timeline().keyBindings().commandOf(*event, &number) : TimelineCommand::None;
    if (command == TimelineCommand::None || !page->timeline().runCommand(command, number))
        QMainWindow::keyPressEvent(event);
}

void MainWindow::goToStep(int offset)
{
    TracePage* page = currentPage();
    if (!page || steps().empty())
        return;
    const int count = static_cast<int>(steps().size());
    const int at = std::clamp(shownStep(steps()) + offset, 0, count - 1);
    const Step& step = steps()[static_cast<std::size_t>(at)];
    page->document().goToSteps(step, step);
}

void MainWindow::showPreferences()
{
    if (PreferencesDialog(m_settings, this).exec() != QDialog::Accepted)
        return;
    for (int i = 1; i < m_stack->count(); ++i) {
        if (auto* page = qobject_cast<TracePage*>(m_stack->widget(i)))
            page->analysis().setThresholds(keptThresholds(m_settings));
    }
}

void MainWindow::showPalette()
{
    CommandPalette palette(m_actions.all(), this);
    palette.exec();
    if (palette.chosen())
        palette.chosen()->trigger();
}

void MainWindow::showKeys()
{
    TracePage* page = currentPage();
    const KeyBindings defaults;
    KeysDialog(m_actions, page ? page->timeline().keyBindings() : defaults, this).exec();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("Stepglass"),
                       tr("<b>Stepglass %1</b><br>Where does the time of a training step go?<br><br>"
                          "Free software: GPL-3.0-or-later.")
                           .arg(QStringLiteral(STEPGLASS_VERSION)));
}

} // namespace stepglass
