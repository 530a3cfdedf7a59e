// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/table_panel.h"

#include "model/analysis/analyze.h"
#include "views/document/diagnosis.h"
#include "views/format/format.h"
#include "views/format/scope_text.h"
#include "views/tables/device_sources.h"
#include "views/tables/row_view.h"
#include "views/tables/step_source.h"
#include "views/tables/tree_view.h"
#include "views/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

TablePanel::TablePanel(TraceDocument& document, QWidget* stepsHead, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_tabs(new QTabBar(this))
    , m_filter(new QLineEdit(this))
    , m_chip(new QPushButton(this))
    , m_count(new QLabel(this))
    , m_eachLaunch(new QPushButton(tr("Each launch"), this))
    , m_footer(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_operators(new RowView(this))
    , m_kernels(new RowView(this))
    , m_copies(new RowView(this))
    , m_steps(new RowView(this))
    , m_tree(new TreeView(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QWidget(this);
    head->setObjectName("panelHead");
    head->setAttribute(Qt::WA_StyledBackground);
    buildHead(head);
    column->addWidget(head);
    column->addWidget(m_stack, 1);
    m_footer->setObjectName("soft");
    m_footer->setFont(uiFont(FontRole::Secondary));
    m_footer->setFixedHeight(26);
    m_footer->setContentsMargins(11, 0, 8, 0);
    m_footer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_footer->setAccessibleName(tr("Sums"));
    column->addWidget(m_footer);
    addTable(tr("Operators"), m_operators);
    addTable(tr("Kernels"), m_kernels);
    addTable(tr("Copies"), m_copies);
    addTree();
    addSteps(stepsHead);
    for (RowView* view : {m_operators, m_kernels, m_copies})
        pickFrom(view);
    connect(m_steps, &RowView::rowPicked, this, &TablePanel::goToStep);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_stack->setCurrentIndex(tab);
        m_eachLaunch->setVisible(current() == m_kernels);
        showCount();
        showFooter();
    });
    connect(&document, &TraceDocument::changed, this, &TablePanel::documentChanged);
    showScope();
    showOperators();
}

void TablePanel::buildHead(QWidget* head)
{
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs->setObjectName("panelTabs");
    m_tabs->setFixedHeight(34);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Tables"));
    column->addWidget(m_tabs);
    auto* line = new QWidget(head);
    line->setObjectName("sheet");
    line->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(11, 5, 12, 5);
    row->setSpacing(12);
    m_filter->setObjectName("filter");
    m_filter->setPlaceholderText(tr("Filter names …"));
    m_filter->setAccessibleName(tr("Filter the table by names"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(250);
    m_chip->setObjectName("chip");
    m_count->setObjectName("soft");
    m_count->setFont(uiFont(FontRole::Secondary));
    row->addWidget(m_filter, 3);
    row->addWidget(m_chip);
    row->addStretch(1);
    m_eachLaunch->setObjectName("segment");
    m_eachLaunch->setCheckable(true);
    m_eachLaunch->setToolTip(tr("A row for each pair of operator and launch configuration instead of one a name"));
    m_eachLaunch->hide();
    row->addWidget(m_eachLaunch);
    row->addWidget(m_count);
    column->addWidget(line);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        for (RowView* table : m_tables)
            table->rows().setFilter(text);
        showCount();
        showSelection();
    });
    connect(m_eachLaunch, &QPushButton::toggled, this, [this] {
        showKernels();
        showCount();
        showSelection();
    });
    connect(m_chip, &QPushButton::clicked, this, [this] { m_document.setScope(Scope::whole()); });
}

void TablePanel::addTable(const QString& title, RowView* view)
{
    view->setAccessibleName(title);
    m_tables.push_back(view);
    m_stack->addWidget(view);
    m_tabs->addTab(title);
}

void TablePanel::pickFrom(RowView* view)
{
    connect(view, &RowView::rowPicked, this, [this, view](int row) {
        const RowName key = view->rows().source()->key(row);
        if (!key.empty())
            m_document.selectRow(key);
    });
}

void TablePanel::addSteps(QWidget* head)
{
    m_steps->setAccessibleName(tr("Steps"));
    m_tables.push_back(m_steps);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (head)
        column->addWidget(head);
    column->addWidget(m_steps, 1);
    m_stack->addWidget(page);
    m_tabs->addTab(tr("Steps"));
}

void TablePanel::showStepsTab()
{
    m_tabs->setCurrentIndex(m_tabs->count() - 1);
}

void TablePanel::addTree()
{
    m_tree->setAccessibleName(tr("Call tree"));
    m_stack->addWidget(m_tree);
    m_tabs->addTab(tr("Tree"));
    connect(m_tree, &TreeView::namePicked, this, [this](const RowName& name) { m_document.selectRow(name); });
}

RowView* TablePanel::current() const
{
    auto* table = qobject_cast<RowView*>(m_stack->currentWidget());
    return table || m_stack->currentWidget() == m_tree ? table : m_steps;
}

void TablePanel::setTheme(const Theme& theme)
{
    for (RowView* table : m_tables)
        table->setTheme(theme);
    m_tree->setTheme(theme);
}

void TablePanel::documentChanged(TraceDocument::Changes changes)
{
    using Change = TraceDocument::Change;
    if (changes & (Change::Analysis | Change::Mode))
        showOperators();
    if (changes & Change::Diagnosis)
        showDiagnosis();
    else if (changes & Change::Device)
        showSteps();
    if (changes & (Change::Scope | Change::Trace))
        showScope();
    if (changes & Change::Selection)
        showSelection();
}

void TablePanel::showOperators()
{
    const std::shared_ptr<const AnalysisResults>& results = m_document.analysis();
    const bool wall = m_document.tableMode() == CountingMode::Wall;
    if (!results) {
        m_count->setText(m_document.trace() ? tr("counting …") : QString());
        return;
    }
    if (results == m_shown && m_shownMode == m_document.tableMode())
        return;
    m_shown = results;
    m_shownMode = m_document.tableMode();
    const auto source =
        std::make_shared<OperatorSource>(results->prepared->sharedTrace(), wall ? results->wall : results->pytorch,
                                         wall ? results->pytorch : results->wall);
    m_operators->setSource(source);
    if (m_operators->rows().sortColumn() < 0)
        m_operators->sortBy(source->defaultSortColumn(), Qt::DescendingOrder);
    showFooter();
    showCount();
    showSelection();
}

void TablePanel::showDiagnosis()
{
    const std::shared_ptr<const Diagnosis>& diagnosis = m_document.diagnosis();
    if (!diagnosis)
        return;
    const Ns stepTime = diagnosis->results->pytorch->stepTime;
    m_copies->setSource(std::make_shared<CopySource>(diagnosis->sharedTrace(), diagnosis->copies(), stepTime));
    showKernels();
    for (RowView* view : {m_kernels, m_copies}) {
        if (view->rows().sortColumn() < 0)
            view->sortBy(KernelSource::kTotalColumn, Qt::DescendingOrder);
    }
    m_tree->setTree(diagnosis->sharedTrace(), diagnosis->tree,
                    QString::fromStdString(diagnosis->results->pytorch->deviceWord));
    showSteps();
    showFooter();
    showCount();
    showSelection();
}

// A row a name, or one for each pair of operator and launch configuration.
void TablePanel::showKernels()
{
    const std::shared_ptr<const Diagnosis>& diagnosis = m_document.diagnosis();
    if (!diagnosis)
        return;
    const std::shared_ptr<const std::vector<KernelRow>> byLaunch(diagnosis->results,
                                                                 &diagnosis->results->devices.kernels);
    m_kernels->setSource(std::make_shared<KernelSource>(diagnosis->sharedTrace(),
                                                        m_eachLaunch->isChecked() ? byLaunch : diagnosis->kernels,
                                                        diagnosis->results->pytorch->stepTime));
}

// The steps of the chosen device.
void TablePanel::showSteps()
{
    const std::shared_ptr<const Diagnosis>& diagnosis = m_document.diagnosis();
    if (!diagnosis)
        return;
    const int chosen = diagnosis->deviceIndex(m_document.device());
    m_steps->setSource(std::make_shared<StepSource>(diagnosis, chosen));
    showFooter();
}

void TablePanel::goToStep(int row)
{
    const Step step = static_cast<const StepSource*>(m_steps->rows().source())->step(row);
    m_document.goToSteps(step, step);
}

void TablePanel::showFooter()
{
    QString text;
    if (current() == m_operators && m_operators->rows().source())
        text = footerText(static_cast<const OperatorSource*>(m_operators->rows().source())->table());
    else if (current() == m_steps && m_steps->rows().source()) {
        const QString device = static_cast<const StepSource*>(m_steps->rows().source())->device();
        text = device.isEmpty() ? tr("On the clock  ·  no device work")
                                : tr("On the clock  ·  device %1  ·  the parts sum exactly to each step").arg(device);
    }
    m_footer->setText(text);
    m_footer->setToolTip(text);
}

void TablePanel::showSelection()
{
    for (RowView* view : {m_operators, m_kernels, m_copies})
        view->showSelected(m_document.selection().row);
}

void TablePanel::showScope()
{
    const Scope& scope = m_document.scope();
    const bool whole = scope.kind == Scope::Kind::Whole;
    const QString text = scopeText(scope, m_document.trace() ? m_document.trace()->spanStart() : 0);
    m_chip->setText(whole ? text : text + "  ×");
    m_chip->setToolTip(whole ? tr("The figures speak of the whole trace. Drag a range with shift, or pick a step.")
                             : tr("The figures speak of this part only. A click goes back to the whole trace."));
    m_chip->setAccessibleName(tr("Scope: %1").arg(text));
}

void TablePanel::showCount()
{
    const RowView* table = current();
    m_count->clear();
    if (!table || !table->rows().source())
        return;
    const int shown = table->rows().rowCount(), all = table->rows().source()->rowCount();
    m_count->setText(shown == all ? tr("%1 rows").arg(formatCount(static_cast<std::uint64_t>(all)))
                                  : tr("%1 of %2 rows")
                                        .arg(formatCount(static_cast<std::uint64_t>(shown)),
                                             formatCount(static_cast<std::uint64_t>(all))));
}

QString TablePanel::currentAsCsv() const
{
    const RowView* table = current();
    if (!table)
        return m_tree->tree().asText(',');
    std::vector<int> rows(static_cast<std::size_t>(table->rows().rowCount()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = static_cast<int>(i);
    return table->rows().asText(std::move(rows), ',');
}

QString TablePanel::currentName() const
{
    return m_tabs->tabText(m_tabs->currentIndex()).toLower();
}

} // namespace stepglass
