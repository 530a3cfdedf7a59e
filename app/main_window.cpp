// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/appearance.h"
#include "app/compare_page.h"
#include "app/empty_page.h"
#include "app/icons.h"
#include "app/live_strip.h"
#include "app/memory_estimate.h"
#include "app/preferences_dialog.h"
#include "app/search_controller.h"
#include "app/status_line.h"
#include "app/tool_bar.h"
#include "app/trace_page.h"
#include "model/read/ingest.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace stepglass {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(this)
{
    setWindowTitle(QStringLiteral("Stepglass"));
    setAcceptDrops(true);
    build();
    buildMenus();
    connectFileActions();
    connectGoActions();
    connectViewActions();
    connectSearch();
    connectPictures();
    connectCapture();
    connectCompare();
    applyThemeEverywhere();
    resize(1680, 1020);
    restoreGeometry(m_settings.windowGeometry());
    setMinimumSize(760, 480);
    currentPageChanged();
}

MainWindow::~MainWindow()
{
    disconnect(m_documentConnection);
}

void MainWindow::build()
{
    for (QAction* action : m_actions.all())
        addAction(action); // so that its keys work everywhere in the window
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_toolBar = new ToolBar(m_actions, centre);
    m_tabsHolder = new QWidget(centre);
    m_tabsHolder->setObjectName("fileTabsHolder");
    m_tabsHolder->setAttribute(Qt::WA_StyledBackground);
    auto* tabsRow = new QHBoxLayout(m_tabsHolder);
    tabsRow->setContentsMargins(0, 0, 0, 1);
    m_tabs = new QTabBar(m_tabsHolder);
    m_tabs->setObjectName("fileTabs");
    m_tabs->setAccessibleName(tr("Open traces"));
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(false);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideMiddle);
    tabsRow->addWidget(m_tabs);
    m_stack = new QStackedWidget(centre);
    m_empty = new EmptyPage(m_actions, centre);
    m_stack->addWidget(m_empty);
    m_status = new StatusLine(centre);
    m_live = new LiveStrip(centre);
    column->addWidget(m_toolBar);
    column->addWidget(m_live);
    column->addWidget(m_tabsHolder);
    column->addWidget(m_stack, 1);
    column->addWidget(m_status);
    setCentralWidget(centre);
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::currentPageChanged);
    connect(m_tabs, &QTabBar::tabCloseRequested, this, &MainWindow::closePage);
    connect(m_empty, &EmptyPage::fileChosen, this, [this](const QString& path) { openFiles({path}); });
    connect(m_status, &StatusLine::healthClicked, this, [this] {
        if (TracePage* page = currentPage())
            page->showHealth();
    });
    connect(m_status, &StatusLine::cancelClicked, this, [this] {
        if (TracePage* page = currentPage())
            page->loader().stop();
    });
}

void MainWindow::buildMenus()
{
    m_mainMenu = new QMenu(this);
    for (const Menu menu : {Menu::File, Menu::Capture, Menu::Go, Menu::View, Menu::Help}) {
        QMenu* made = m_mainMenu->addMenu(menuTitle(menu));
        for (QAction* action : m_actions.of(menu)) {
            made->addAction(action);
            if (action == m_actions[ActionId::OpenSample])
                m_recentMenu = made->addMenu(tr("Recent files"));
        }
    }
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::rebuildRecentMenu);
    m_toolBar->setMainMenu(m_mainMenu);
}

void MainWindow::rebuildRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files)
        m_recentMenu->addAction(QFileInfo(file).fileName(), this, [this, file] { openFiles({file}); })
            ->setToolTip(file);
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("Forget them"), this, [this] {
        m_settings.clearRecentFiles();
        m_empty->setRecentFiles({});
    });
}

void MainWindow::openFiles(const QStringList& paths)
{
    for (const QString& path : paths)
        openFile(path);
}

void MainWindow::openFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto* page = qobject_cast<TracePage*>(m_stack->widget(i + 1));
        if (page && page->path() == absolute) {
            m_tabs->setCurrentIndex(i);
            return;
        }
    }
    if (!mayOpen(absolute))
        return;
    m_empty->setError({});
    TracePage* page = addPage();
    page->open(absolute, LoadController::Mode::WholeFile);
    m_settings.addRecentFile(absolute);
    nameTab(page);
    currentPageChanged();
}

bool MainWindow::mayOpen(const QString& path)
{
    const QString warning = memoryWarning(path, estimatedMemory(path.toStdString()), availableMemory());
    if (warning.isEmpty())
        return true;
    QMessageBox box(QMessageBox::NoIcon, tr("A big file"), warning, QMessageBox::Cancel, this);
    box.setInformativeText(tr("Open it all the same?"));
    QPushButton* open = box.addButton(tr("Open"), QMessageBox::AcceptRole);
    box.button(QMessageBox::Cancel)->setIcon({});
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == open;
}

TracePage* MainWindow::addPage()
{
    auto* page = new TracePage(m_settings, m_stack);
    page->setTheme(Theme::of(m_settings.theme()));
    page->analysis().setThresholds(keptThresholds(m_settings));
    addBenchPanel(page);
    m_stack->addWidget(page);
    connect(page, &TracePage::stateChanged, this, &MainWindow::pageStateChanged);
    connect(page, &TracePage::dividerMoved, this, [this, page] {
        if (page == currentPage())
            m_toolBar->setDivider(page->dividerX());
    });
    const int tab = m_tabs->addTab(QString());
    m_tabs->setCurrentIndex(tab);
    return page;
}

void MainWindow::nameTab(TracePage* page)
{
    m_tabs->setTabText(m_stack->indexOf(page) - 1, page->title());
    m_tabs->setTabToolTip(m_stack->indexOf(page) - 1, page->path());
}

void MainWindow::closePage(int index)
{
    QWidget* page = m_stack->widget(index + 1);
    if (index < 0 || !page)
        return;
    disconnect(m_documentConnection);
    m_stack->removeWidget(page);
    m_tabs->removeTab(index);
    delete page;
    currentPageChanged();
}

TracePage* MainWindow::currentPage() const
{
    return qobject_cast<TracePage*>(m_stack->currentWidget());
}

QWidget* MainWindow::currentWidget() const
{
    return m_stack->currentWidget();
}

int MainWindow::pageCount() const
{
    return m_stack->count() - 1;
}

void MainWindow::currentPageChanged()
{
    disconnect(m_documentConnection);
    m_stack->setCurrentIndex(m_tabs->count() == 0 ? 0 : m_tabs->currentIndex() + 1);
    m_tabsHolder->setVisible(m_tabs->count() > 1);
    TracePage* page = currentPage();
    if (page) {
        m_documentConnection = connect(&page->document(), &TraceDocument::changed, this, &MainWindow::documentChanged);
        setWindowTitle(page->title() + QStringLiteral(" - Stepglass"));
        m_toolBar->setDivider(page->dividerX());
    } else {
        m_empty->setRecentFiles(m_settings.recentFiles());
        const QString title = currentWidget() == m_empty ? QString() : currentWidget()->windowTitle();
        setWindowTitle(title.isEmpty() ? QStringLiteral("Stepglass") : title + QStringLiteral(" - Stepglass"));
        m_toolBar->setDivider(-1);
    }
    m_search->setDocument(page ? &page->document() : nullptr);
    pageStateChanged();
}

void MainWindow::applyThemeEverywhere()
{
    const Theme& theme = Theme::of(m_settings.theme());
    applyTheme(theme);
    setWindowIcon(icon(IconName::App, theme.accent));
    m_toolBar->setTheme(theme);
    m_status->setTheme(theme);
    m_live->setTheme(theme);
    for (int i = 1; i < m_stack->count(); ++i) {
        if (auto* page = qobject_cast<TracePage*>(m_stack->widget(i)))
            page->setTheme(theme);
        else if (auto* comparison = qobject_cast<ComparePage*>(m_stack->widget(i)))
            comparison->setTheme(theme);
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    const QList<QUrl> urls = event->mimeData()->urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    event->acceptProposedAction();
    openFiles(paths);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setWindowGeometry(saveGeometry());
    if (TracePage* page = currentPage())
        page->saveLayout(m_settings);
    event->accept();
}

} // namespace stepglass
