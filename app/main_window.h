// SPDX-License-Identifier: GPL-3.0-or-later
// The window: toolbar, a page a trace, status line. Wires what the parts say to each other; knows no figures itself.
#pragma once

#include "app/actions.h"
#include "app/settings.h"
#include "views/document/trace_document.h"

#include <QMainWindow>
#include <QPointer>

#include <vector>

class QMenu;
class QStackedWidget;
class QTabBar;

namespace stepglass {

class Benchmarks;
class CaptureController;
class EmptyPage;
class LiveStrip;
class SearchController;
class StatusLine;
class ToolBar;
class TracePage;
struct CaptureOptions;
struct Step;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    // Each as a tab of its own; one that is open already comes to the front.
    void openFiles(const QStringList& paths);
    TracePage* currentPage() const;
    int pageCount() const;
    QAction* action(ActionId id) const { return m_actions[id]; }
    // Captures at once; "default" or empty: the baseline. Nothing while a capture runs.
    void startCapture(const QString& preset);
    void startCapture(const CaptureOptions& options); // an empty output becomes a file of its own
    // Two traces or results of the benchmark against each other, in a tab of their own.
    void openCompare(const QString& fileA, const QString& fileB);
    QWidget* currentWidget() const; // a page of any kind
    // The sentence that a person reads about what went wrong last; empty: nothing did.
    QString errorShown() const;
    ToolBar& toolBar() const { return *m_toolBar; }
    LiveStrip& liveStrip() const { return *m_live; }
    const CaptureController& capture() const { return *m_capture; }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // main_window.cpp: the frame, tabs and files
    void build();
    void buildMenus();
    void rebuildRecentMenu();
    void openFile(const QString& path);
    bool mayOpen(const QString& path);
    TracePage* addPage();
    void nameTab(TracePage* page);
    void closePage(int index);
    void currentPageChanged();
    void showEmptyIfNone();
    void applyThemeEverywhere();

    // main_window_actions.cpp: what the actions do
    void connectFileActions();
    void connectGoActions();
    void connectViewActions();
    void connectSearch();
    void chooseFiles();
    void openSample();
    void saveTable();
    void leaveSearch();
    void goToStep(int offset); // 0: the one that is shown
    void showPreferences();
    void showPalette();
    void showKeys();
    void showAbout();

    // main_window_capture.cpp
    void connectCapture();
    void captureChanged();
    void captureFileStarted(const QString& path);
    void captureEnded();
    void updateLive();
    void followCapture(bool follow);
    void dropCapturePage();

    // main_window_compare.cpp
    void connectCompare();
    QStringList openPaths() const;
    void chooseCompare();
    void addOtherPage(QWidget* page, const QString& title);
    void addBenchPanel(TracePage* page);
    void showBenchmark();
    void showTabMenu(const QPoint& at);

    // main_window_pictures.cpp
    void connectPictures();
    void exportPicture();

    // main_window_status.cpp: what toolbar and status line say
    void pageStateChanged();
    void documentChanged(TraceDocument::Changes changes);
    void updateEnabled();
    void updateStep();
    void updateStatus();
    int shownStep(const std::vector<Step>& steps) const; // index, -1: none
    const std::vector<Step>& steps() const;

    Settings m_settings;
    Actions m_actions;
    ToolBar* m_toolBar = nullptr;
    LiveStrip* m_live = nullptr;
    QWidget* m_tabsHolder = nullptr;
    QTabBar* m_tabs = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyPage* m_empty = nullptr;
    StatusLine* m_status = nullptr;
    QMenu* m_mainMenu = nullptr;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_captureMenu = nullptr;
    SearchController* m_search = nullptr;
    CaptureController* m_capture = nullptr;
    Benchmarks* m_benchmarks = nullptr;
    QPointer<TracePage> m_capturePage; // what follows the file that is being captured
    QMetaObject::Connection m_documentConnection;
};

} // namespace stepglass
