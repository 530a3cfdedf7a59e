// SPDX-License-Identifier: GPL-3.0-or-later
// Captures in the window: a capture is a file that is followed from its first byte.
#include "app/capture_controller.h"
#include "app/capture_dialog.h"
#include "app/empty_page.h"
#include "app/live_strip.h"
#include "app/main_window.h"
#include "app/preset_choices.h"
#include "app/tool_bar.h"
#include "app/trace_page.h"

#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>

namespace stepglass {

void MainWindow::connectCapture()
{
    m_capture = new CaptureController(m_settings, this);
    const auto on = [this](ActionId id, auto slot) { connect(m_actions[id], &QAction::triggered, this, slot); };
    on(ActionId::Capture, [this] { startCapture(QString()); });
    on(ActionId::CaptureOptions, [this] {
        CaptureDialog dialog(m_capture->lastOptions(), Theme::of(m_settings.theme()), this);
        if (dialog.exec() == QDialog::Accepted)
            startCapture(dialog.options());
    });
    on(ActionId::StopCapture, [this] { m_capture->stop(); });
    connect(m_capture, &CaptureController::changed, this, &MainWindow::captureChanged);
    connect(m_capture, &CaptureController::fileStarted, this, &MainWindow::captureFileStarted);
    connect(m_capture, &CaptureController::ended, this, &MainWindow::captureEnded);
    connect(m_live, &LiveStrip::followClicked, this, &MainWindow::followCapture);
    m_captureMenu = new QMenu(this);
    m_captureMenu->setToolTipsVisible(true);
    m_captureMenu->addAction(m_actions[ActionId::CaptureOptions]);
    m_captureMenu->addSeparator();
    for (const PresetChoice& choice : presetChoices()) {
        const QString name = QString::fromLatin1(choice.name);
        m_captureMenu->addAction(name, this, [this, name] { startCapture(name); })
            ->setToolTip(QString::fromLatin1(choice.shows));
    }
    m_toolBar->setCaptureMenu(m_captureMenu);
    captureChanged();
}

void MainWindow::startCapture(const QString& preset)
{
    CaptureOptions options;
    options.preset = preset == QLatin1String("default") ? QString() : preset;
    startCapture(options);
}

// The page is there before the file is, and says what is being waited for.
void MainWindow::startCapture(const CaptureOptions& options)
{
    if (m_capture->running())
        return;
    m_empty->setError({});
    m_capturePage = addPage();
    m_capturePage->await(options.preset.isEmpty() ? QStringLiteral("baseline") : options.preset);
    nameTab(m_capturePage);
    currentPageChanged();
    m_capture->start(options);
}

void MainWindow::captureChanged()
{
    const bool running = m_capture->running();
    m_actions[ActionId::Capture]->setEnabled(!running);
    m_actions[ActionId::CaptureOptions]->setEnabled(!running);
    m_actions[ActionId::StopCapture]->setEnabled(running);
    m_toolBar->setCapturing(running);
    updateLive();
    updateStatus();
}

void MainWindow::updateLive()
{
    if (!m_capture->running())
        return;
    const LiveState state = liveState(m_capture->options(), m_capture->state(), m_capture->progress());
    m_live->showRunning(state);
    m_live->setFollows(m_capturePage && m_capturePage == currentPage() && m_capturePage->document().followsEnd());
    if (m_capturePage)
        m_capturePage->setAwaited(state.phase + ": " + state.words);
}

void MainWindow::followCapture(bool follow)
{
    if (m_capturePage && m_capturePage != currentPage())
        m_tabs->setCurrentIndex(m_stack->indexOf(m_capturePage) - 1);
    if (m_capturePage)
        m_capturePage->document().setFollowsEnd(follow);
    updateLive();
}

// Every cycle of a schedule is a file, and a tab, of its own; the one before has ended.
void MainWindow::captureFileStarted(const QString& path)
{
    const bool follows = !m_capturePage || m_capturePage->document().followsEnd();
    if (m_capturePage && !m_capturePage->path().isEmpty()) {
        m_capturePage->loader().stop();
        m_capturePage.clear();
    }
    if (!m_capturePage)
        m_capturePage = addPage();
    m_capturePage->open(path, LoadController::Mode::Follow);
    m_capturePage->document().setFollowsEnd(follows);
    nameTab(m_capturePage);
    m_settings.addRecentFile(path);
    currentPageChanged();
}

void MainWindow::captureEnded()
{
    const QString error = m_capture->error();
    const bool waited = m_capturePage && m_capturePage->path().isEmpty();
    if (m_capturePage && !waited)
        m_capturePage->loader().stop();
    if (m_capturePage && !error.isEmpty())
        m_capturePage->setNotice(error); // a page that shows nothing goes, and the empty page says it
    else if (waited)
        dropCapturePage();
    if (error.isEmpty())
        m_live->showEnd(endSentence(m_capture->progress()), false);
    else if (waited)
        m_live->hide();
    else
        m_live->showEnd(error, true);
    m_capturePage.clear();
    captureChanged();
    pageStateChanged();
}

void MainWindow::dropCapturePage()
{
    closePage(m_stack->indexOf(m_capturePage) - 1);
}

} // namespace stepglass
