// SPDX-License-Identifier: GPL-3.0-or-later
// What the toolbar and the status line say about the page in front.
#include "app/capture_controller.h"
#include "app/empty_page.h"
#include "app/main_window.h"
#include "app/status_line.h"
#include "app/tool_bar.h"
#include "app/trace_page.h"
#include "model/analysis/analyze.h"
#include "views/format/format.h"
#include "views/health/health_panel.h"
#include "views/timeline/timeline_view.h"

#include <QFileInfo>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace stepglass {

void MainWindow::pageStateChanged()
{
    // A page that could not show anything gives its place back; the empty page says why.
    for (int i = m_stack->count() - 1; i >= 1; --i) {
        auto* page = qobject_cast<TracePage*>(m_stack->widget(i));
        if (page && !page->error().isEmpty() && !page->loader().loading() && !page->document().trace()) {
            m_empty->setError(page->error());
            page->deleteLater();
            m_stack->removeWidget(page);
            m_tabs->removeTab(i - 1);
            currentPageChanged();
            return;
        }
    }
    updateEnabled();
    updateStep();
    updateStatus();
}

QString MainWindow::errorShown() const
{
    const TracePage* page = currentPage();
    return page ? page->error() : m_empty->error();
}

void MainWindow::documentChanged(TraceDocument::Changes changes)
{
    using Change = TraceDocument::Change;
    if (changes &
        (Change::Trace | Change::Mode | Change::Follow | Change::Selection | Change::Scope | Change::Analysis))
        updateEnabled();
    if (changes & (Change::Range | Change::Scope | Change::Analysis))
        updateStep();
    if (changes & Change::Follow)
        updateLive();
    updateStatus();
}

void MainWindow::updateEnabled()
{
    TracePage* page = currentPage();
    const bool hasTrace = page && page->document().trace();
    for (const ActionId id :
         {ActionId::SaveTable, ActionId::CopyPicture, ActionId::ExportPicture, ActionId::Find, ActionId::FindNext,
          ActionId::FindPrevious, ActionId::WholeTrace, ActionId::FitSelection, ActionId::RangeFromSelection,
          ActionId::NextInRow, ActionId::PreviousInRow, ActionId::ShowAllTracks, ActionId::UndoZoom, ActionId::AllSteps,
          ActionId::PyTorchMode, ActionId::WallMode, ActionId::Follow})
        m_actions[id]->setEnabled(hasTrace);
    m_actions[ActionId::Reload]->setEnabled(page);
    m_actions[ActionId::CloseTab]->setEnabled(m_tabs->count() > 0);
    for (const ActionId id : {ActionId::NextTab, ActionId::PreviousTab})
        m_actions[id]->setEnabled(m_tabs->count() > 1);
    for (const ActionId id : {ActionId::PreviousStep, ActionId::NextStep, ActionId::ThisStep})
        m_actions[id]->setEnabled(hasTrace && !steps().empty());
    if (!page)
        return;
    m_actions[ActionId::PyTorchMode]->setChecked(page->document().tableMode() == CountingMode::PyTorch);
    m_actions[ActionId::WallMode]->setChecked(page->document().tableMode() == CountingMode::Wall);
    m_actions[ActionId::Follow]->setChecked(page->document().followsEnd());
}

const std::vector<Step>& MainWindow::steps() const
{
    static const std::vector<Step> kNone;
    const TracePage* page = currentPage();
    const auto& results = page ? const_cast<TracePage*>(page)->document().analysis() : nullptr;
    return results ? results->steps : kNone;
}

int MainWindow::shownStep(const std::vector<Step>& steps) const
{
    if (steps.empty())
        return -1;
    const TraceDocument& document = currentPage()->document();
    const Scope& scope = document.scope();
    if (scope.kind == Scope::Kind::Steps) {
        const auto same = [&](const Step& step) { return step.number == scope.firstStep; };
        const auto found = std::find_if(steps.begin(), steps.end(), same);
        if (found != steps.end())
            return static_cast<int>(found - steps.begin());
    }
    const Ns middle = document.visible().from + document.visible().length() / 2;
    const int at = stepAt(steps, middle);
    if (at >= 0)
        return at;
    const auto after = std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return s.start > middle; });
    return std::max(0, static_cast<int>(after - steps.begin()) - 1);
}

void MainWindow::updateStep()
{
    if (!currentPage())
        return;
    const int at = shownStep(steps());
    if (at < 0) {
        m_toolBar->setStep(tr("no steps"), false);
        return;
    }
    const int number = steps()[static_cast<std::size_t>(at)].number;
    const auto count = static_cast<int>(steps().size());
    m_toolBar->setStep(number == at + 1 ? tr("step %1 of %2").arg(number).arg(count)
                                        : tr("step %1 (%2 of %3)").arg(number).arg(at + 1).arg(count),
                       true);
}

void MainWindow::updateStatus()
{
    StatusLine::Texts texts;
    TracePage* page = currentPage();
    texts.capture = tr("capture: %1").arg(m_capture->stateText());
    if (!page || !page->document().trace()) {
        m_status->setTexts(texts);
        m_status->setProgress(page && page->loader().loading() ? std::max(0.0, page->loader().share()) : -1,
                              tr("reading %1").arg(page ? page->title() : QString()));
        return;
    }
    const TraceDocument& document = page->document();
    const Trace& trace = *document.trace();
    texts.trace = tr("%1 events").arg(formatCount(trace.recordsShown())) + "  ·  " +
                  formatDuration(trace.spanEnd() - trace.spanStart());
    const int notes = healthNoteCount(trace.issues());
    texts.health = notes == 0   ? tr("health: good")
                   : notes == 1 ? tr("health: 1 note")
                                : tr("health: %1 notes").arg(notes);
    texts.mode = document.tableMode() == CountingMode::Wall ? tr("wall mode") : tr("PyTorch mode");
    texts.amber = trace.issues()[IssueReason::DroppedRecords].count > 0 ||
                  (m_capture->running() && m_capture->progress().dropped > 0);
    if (!page->error().isEmpty())
        texts.capture = page->error();
    const Ns length = document.visible().length();
    const int pixels = std::max(1, page->timeline().laneWidth());
    texts.view = tr("view %1  ·  1 px = %2").arg(formatDuration(length), formatDuration(length / pixels));
    m_status->setTexts(texts);
    const bool loading = page->loader().loading() && page->loader().mode() == LoadController::Mode::WholeFile;
    m_status->setProgress(loading ? std::max(0.0, page->loader().share()) : -1, tr("reading %1").arg(page->title()));
}

} // namespace stepglass
