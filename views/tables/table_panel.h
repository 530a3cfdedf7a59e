// SPDX-License-Identifier: GPL-3.0-or-later
// The right upper pane: the tables behind tabs, one filter, the scope as a chip, and sums below.
#pragma once

#include "views/document/trace_document.h"
#include "views/tables/operator_source.h"
#include "views/theme/theme.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace stepglass {

class RowView;
class TreeView;

class TablePanel : public QWidget
{
    Q_OBJECT

public:
    // `stepsHead`: what stands above the table of steps; may be null.
    explicit TablePanel(TraceDocument& document, QWidget* stepsHead = nullptr, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    RowView& operators() const { return *m_operators; }
    QLineEdit& filter() const { return *m_filter; }
    RowView& steps() const { return *m_steps; }
    void showStepsTab();
    // What the current tab shows, as CSV.
    QString currentAsCsv() const;
    QString currentName() const;

private:
    void buildHead(QWidget* head);
    void addTable(const QString& title, RowView* view);
    void addTree();
    void addSteps(QWidget* head);
    void showFooter();
    void documentChanged(TraceDocument::Changes changes);
    void showOperators();
    void showDiagnosis();
    void showKernels();
    void showSteps();
    void pickFrom(RowView* view);
    void goToStep(int row);
    void showSelection();
    void showScope();
    void showCount();
    RowView* current() const;

    TraceDocument& m_document;
    QTabBar* m_tabs;
    QLineEdit* m_filter;
    QPushButton* m_chip;
    QLabel* m_count;
    QPushButton* m_eachLaunch;
    QLabel* m_footer;
    QStackedWidget* m_stack;
    RowView* m_operators;
    RowView* m_kernels;
    RowView* m_copies;
    RowView* m_steps;
    TreeView* m_tree;
    std::vector<RowView*> m_tables;
    std::shared_ptr<const AnalysisResults> m_shown;
    CountingMode m_shownMode = CountingMode::PyTorch;
};

} // namespace stepglass
