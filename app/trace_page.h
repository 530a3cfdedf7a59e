// SPDX-License-Identifier: GPL-3.0-or-later
// One open trace: its document, what reads and analyses it, and the views side by side.
#pragma once

#include "app/analysis_controller.h"
#include "app/latest_job.h"
#include "app/load_controller.h"
#include "views/document/trace_document.h"

#include <QWidget>

class QLabel;
class QSplitter;

namespace stepglass {

class BreakdownPanel;
class DetailsLine;
class DetailsPanel;
class DurationChart;
class FindingsPanel;
class HealthPanel;
class PanelStack;
class Settings;
class StepChart;
class TablePanel;
class Theme;
class TimelineView;

class TracePage : public QWidget
{
    Q_OBJECT

public:
    explicit TracePage(Settings& settings, QWidget* parent = nullptr);
    ~TracePage() override;

    void open(const QString& path, LoadController::Mode mode);
    // Nothing to open yet: the page says what it waits for, until it has a slice to show.
    void await(const QString& title);
    void setAwaited(const QString& sentence);
    QString path() const { return m_path; }
    QString title() const;
    QString error() const { return m_error; } // one sentence; empty: none
    void setNotice(const QString& sentence);  // about the page as it is; shown where errors are

    TraceDocument& document() { return m_document; }
    LoadController& loader() { return m_loader; }
    TimelineView& timeline() { return *m_timeline; }
    TablePanel& tables() { return *m_tables; }
    AnalysisController& analysis() { return m_analysis; }
    FindingsPanel& findings() { return *m_findings; }
    DetailsPanel& details() { return *m_details; }
    DurationChart& durations() { return *m_durations; }
    StepChart& stepChart() { return *m_stepChart; }
    BreakdownPanel& breakdown() { return *m_breakdown; }
    PanelStack& panels() { return *m_panels; }
    DetailsLine& detailsLine() { return *m_line; }
    void showHealth();
    void addPanel(const QString& title, QWidget* panel); // beside the findings
    void showPanel(QWidget* panel);
    void setDetailsOpen(bool open);
    void setTheme(const Theme& theme);
    int dividerX() const; // where the tables begin
    // Next (+1) or previous (-1) slice of the selected row, from where the walk or the view is.
    void walk(int direction);
    void saveLayout(Settings& settings) const;

Q_SIGNALS:
    void stateChanged(); // title, progress, error
    void dividerMoved();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    QWidget* buildLeft();
    QWidget* buildRight();
    void connectLoader();
    void documentChanged(TraceDocument::Changes changes);
    void readArgs(quint64 source);
    void findRowSlices();
    void findFlows();
    void placeAwaited();

    TraceDocument m_document;
    LoadController m_loader;
    AnalysisController m_analysis;
    LatestJob<std::pair<std::uint64_t, QString>> m_args;
    LatestJob<std::pair<RowName, std::vector<SliceId>>> m_rowSlices;
    LatestJob<std::pair<SliceId, std::vector<FlowArrow>>> m_flows;
    QString m_path, m_error, m_title;
    QLabel* m_awaited = nullptr;
    QSplitter* m_across = nullptr;
    QSplitter* m_down = nullptr;  // right: tables over panels
    QSplitter* m_under = nullptr; // left: timeline over details
    TimelineView* m_timeline = nullptr;
    DetailsLine* m_line = nullptr;
    DetailsPanel* m_details = nullptr;
    DurationChart* m_durations = nullptr;
    StepChart* m_stepChart = nullptr;
    BreakdownPanel* m_breakdown = nullptr;
    TablePanel* m_tables = nullptr;
    PanelStack* m_panels = nullptr;
    FindingsPanel* m_findings = nullptr;
    HealthPanel* m_health = nullptr;
};

} // namespace stepglass
