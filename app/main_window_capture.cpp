// SPDX-License-Identifier: GPL-3.0-or-later
// Captures in the window: a capture is a file that is followed from its first byte.
#include "app/capture_controller.h"
#include "app/capture_dialog.h"
#include "app/empty_page.h"
#include "app/main_window.h"
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
    on(ActionId::Capture, [this] { startCapture({}); });
    on(ActionId::CaptureOptions, [this] {
        CaptureDialog dialog(m_capture->lastOptions(), Theme::of(m_settings.theme()), this);
        if (dialog.exec() == QDialog::Accepted)
            m_capture->start(dialog.options());
    });
    on(ActionId::StopCapture, [this] { m_capture->stop(); });
    connect(m_capture, &CaptureController::changed, this, &MainWindow::captureChanged);
    connect(m_capture, &CaptureController::fileStarted, this, &MainWindow::captureFileStarted);
    connect(m_capture, &CaptureController::ended, this, &MainWindow::captureEnded);
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
    if (m_capture->running())
        return;
    CaptureOptions options;
    options.preset = preset == QLatin1String("default") ? QString() : preset;
    m_empty->setError({});
    m_capture->start(options);
}

void MainWindow::captureChanged()
{
    const bool running = m_capture->running();
    m_actions[ActionId::Capture]->setEnabled(!running);
    m_actions[ActionId::CaptureOptions]->setEnabled(!running);
    m_actions[ActionId::StopCapture]->setEnabled(running);
    m_toolBar->setCapturing(running);
    updateStatus();
}

// Every cycle of a schedule is a file, and a tab, of its own; the one before has ended.
void MainWindow::captureFileStarted(const QString& path)
{
    if (m_capturePage)
        m_capturePage->loader().stop();
    m_capturePage = addPage();
    m_capturePage->open(path, LoadController::Mode::Follow);
    nameTab(m_capturePage);
    m_settings.addRecentFile(path);
    currentPageChanged();
}

void MainWindow::captureEnded()
{
    if (m_capturePage)
        m_capturePage->loader().stop();
    if (!m_capture->error().isEmpty()) {
        if (m_capturePage)
            m_capturePage->setNotice(m_capture->error());
        else
            m_empty->setError(m_capture->error());
    }
    m_capturePage.clear();
    captureChanged();
    pageStateChanged();
}

} // namespace stepglass
