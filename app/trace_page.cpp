// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_page.h"

#include "app/args_search.h"
#include "app/panel_stack.h"
#include "app/settings.h"
#include "views/charts/breakdown_panel.h"
#include "views/charts/duration_chart.h"
#include "views/charts/step_chart.h"
#include "views/details/details_line.h"
#include "views/details/details_panel.h"
#include "views/findings/findings_panel.h"
#include "views/health/health_panel.h"
#include "views/tables/table_panel.h"
#include "views/timeline/timeline_view.h"

#include <QFileInfo>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

namespace {

QSplitter* makeSplitter(Qt::Orientation orientation, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace

TracePage::TracePage(Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_analysis(m_document)
    , m_args(this, [this](std::pair<std::uint64_t, QString> args) { m_details->setArgs(args.first, args.second); })
    , m_rowSlices(this,
                  [this](std::pair<RowName, std::vector<SliceId>> found) {
                      m_document.setRowSlices(found.first, std::move(found.second));
                  })
    , m_flows(this, [this](std::pair<SliceId, std::vector<FlowArrow>> found) {
        m_document.setSelectedFlows(found.first, std::move(found.second));
    })
{
    build();
    m_across->restoreState(settings.splitter("across"));
    m_down->restoreState(settings.splitter("down"));
    connectLoader();
    connect(&m_document, &TraceDocument::changed, this, &TracePage::documentChanged);
}

TracePage::~TracePage() = default;

void TracePage::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_across = makeSplitter(Qt::Horizontal, this);
    m_across->addWidget(buildLeft());
    m_across->addWidget(buildRight());
    m_across->setStretchFactor(0, 11); // a narrow window takes from both
    m_across->setStretchFactor(1, 6);
    m_across->setSizes({1090, 590});
    column->addWidget(m_across);
    connect(m_across, &QSplitter::splitterMoved, this, &TracePage::dividerMoved);
}

QWidget* TracePage::buildLeft()
{
    m_under = makeSplitter(Qt::Vertical, this);
    m_timeline = new TimelineView(m_document, this);
    auto* below = new QWidget(this);
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_line = new DetailsLine(m_document, below);
    m_durations = new DurationChart(m_document);
    m_details = new DetailsPanel(m_document, m_durations, below);
    column->addWidget(m_line);
    column->addWidget(m_details, 1);
    m_under->addWidget(m_timeline);
    m_under->addWidget(below);
    m_under->setStretchFactor(0, 1);
    m_under->setMinimumWidth(300);
    setDetailsOpen(false);
    connect(m_timeline, &TimelineView::walkRequested, this, &TracePage::walk);
    connect(m_line, &DetailsLine::moreClicked, this, [this] { setDetailsOpen(m_details->isHidden()); });
    connect(m_details, &DetailsPanel::argsWanted, this, &TracePage::readArgs);
    return m_under;
}

QWidget* TracePage::buildRight()
{
    m_down = makeSplitter(Qt::Vertical, this);
    m_stepChart = new StepChart(m_document);
    m_tables = new TablePanel(m_document, m_stepChart, this);
    connect(m_stepChart, &StepChart::stepRegionChosen, this, [this](const QString& region) {
        AnalysisOptions options = m_analysis.options();
        options.stepRegion = region.toStdString();
        const TraceDocument::Batch batch(m_document);
        m_document.setScope(Scope::whole());
        m_analysis.setOptions(options);
    });
    m_breakdown = new BreakdownPanel(m_document, this);
    m_panels = new PanelStack(this);
    m_findings = new FindingsPanel(m_document, this);
    m_health = new HealthPanel(m_document, this);
    m_panels->add(tr("Findings"), m_findings);
    m_panels->add(tr("Breakdown"), m_breakdown);
    m_panels->add(tr("Health"), m_health);
    m_down->addWidget(m_tables);
    m_down->addWidget(m_panels);
    m_down->setStretchFactor(0, 1);
    m_down->setStretchFactor(1, 1);
    m_down->setSizes({490, 460});
    m_down->setMinimumWidth(380);
    return m_down;
}

void TracePage::setDetailsOpen(bool open)
{
    m_details->setVisible(open);
    QWidget* below = m_under->widget(1);
    below->setMinimumHeight(open ? 150 : DetailsLine::kHeight);
    below->setMaximumHeight(open ? QWIDGETSIZE_MAX : DetailsLine::kHeight);
    if (open)
        m_under->setSizes({std::max(200, m_under->height() - 250), 250});
}

// The splitter lays itself out after this.
void TracePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeAwaited();
    QMetaObject::invokeMethod(this, &TracePage::dividerMoved, Qt::QueuedConnection);
}

void TracePage::setTheme(const Theme& theme)
{
    m_timeline->setTheme(theme);
    m_line->setTheme(theme);
    m_tables->setTheme(theme);
    m_findings->setTheme(theme);
    m_health->setTheme(theme);
    m_stepChart->setTheme(theme);
    m_breakdown->setTheme(theme);
    m_durations->setTheme(theme);
    m_details->setTheme(theme);
}

void TracePage::connectLoader()
{
    connect(&m_loader, &LoadController::snapshot, this, [this](std::shared_ptr<const Trace> trace) {
        m_document.setTrace(std::move(trace));
        Q_EMIT stateChanged();
    });
    connect(&m_loader, &LoadController::progressed, this, &TracePage::stateChanged);
    connect(&m_loader, &LoadController::finished, this, &TracePage::stateChanged);
    connect(&m_loader, &LoadController::stopped, this, [this] {
        m_error = tr("Reading was cancelled: the picture is of the part that had been read.");
        Q_EMIT stateChanged();
    });
    connect(&m_loader, &LoadController::failed, this, [this](const QString& sentence) {
        m_error = sentence;
        Q_EMIT stateChanged();
    });
}

void TracePage::open(const QString& path, LoadController::Mode mode)
{
    m_path = path;
    m_error.clear();
    m_document.setFollowsEnd(mode == LoadController::Mode::Follow);
    m_loader.open(path, mode);
    Q_EMIT stateChanged();
}

void TracePage::await(const QString& title)
{
    m_title = title;
    m_document.setFollowsEnd(true);
    m_awaited = new QLabel(this);
    m_awaited->setObjectName("soft");
    m_awaited->setAlignment(Qt::AlignCenter);
    m_awaited->setAttribute(Qt::WA_TransparentForMouseEvents);
    placeAwaited();
    m_awaited->show();
}

void TracePage::setAwaited(const QString& sentence)
{
    if (m_awaited)
        m_awaited->setText(sentence);
}

void TracePage::placeAwaited()
{
    if (m_awaited)
        m_awaited->setGeometry(0, 0, m_across->sizes().value(0), height());
}

void TracePage::setNotice(const QString& sentence)
{
    m_error = sentence;
    Q_EMIT stateChanged();
}

QString TracePage::title() const
{
    return m_path.isEmpty() ? m_title : QFileInfo(m_path).fileName();
}

int TracePage::dividerX() const
{
    return m_across->sizes().value(0) + m_across->handleWidth();
}

void TracePage::showHealth()
{
    m_panels->show(m_health);
}

void TracePage::addPanel(const QString& title, QWidget* panel)
{
    m_panels->add(title, panel);
}

void TracePage::showPanel(QWidget* panel)
{
    m_panels->show(panel);
}

void TracePage::documentChanged(TraceDocument::Changes changes)
{
    using Change = TraceDocument::Change;
    if (changes.testFlag(Change::Trace)) {
        if (m_awaited && m_document.trace()->sliceCount() > 0)
            m_awaited->hide();
        const int notes = healthNoteCount(m_document.trace()->issues());
        m_panels->setTitle(m_health, notes == 0 ? tr("Health") : tr("Health  %1").arg(notes));
    }
    if (changes.testFlag(Change::Diagnosis))
        m_panels->setTitle(m_findings, tr("Findings  %1 of %2").arg(m_findings->found()).arg(m_findings->checks()));
    if (changes & (Change::Selection | Change::Trace)) {
        findRowSlices();
        findFlows();
    }
    const bool explained = m_document.selection().kind == Selection::Kind::Gap || m_document.walk();
    if (changes.testFlag(Change::Selection) && explained && m_details->isHidden())
        setDetailsOpen(true);
}

void TracePage::findRowSlices()
{
    const RowName row = m_document.selection().row;
    if (!m_document.trace() || row.empty() || m_document.trace()->sliceCount() <= TraceDocument::kQuickSlices ||
        !m_document.rowSlices().empty())
        return;
    m_rowSlices.start([trace = m_document.trace(), row](std::stop_token stop) {
        return std::pair(row, slicesOfRow(*trace, row, stop));
    });
}

// Of a trace with few flow records the document finds them itself.
void TracePage::findFlows()
{
    const SliceId slice = m_document.selectedSlice();
    m_flows.cancel();
    if (!m_document.trace() || !slice.valid() || m_document.trace()->flows().size() <= TraceDocument::kQuickFlows)
        return;
    m_flows.start(
        [trace = m_document.trace(), slice](std::stop_token) { return std::pair(slice, flowArrowsOf(*trace, slice)); });
}

void TracePage::readArgs(quint64 source)
{
    m_args.start([trace = m_document.trace(), source](std::stop_token) {
        return std::pair(std::uint64_t{source}, argsText(*trace, source));
    });
}

void TracePage::walk(int direction)
{
    if (m_document.walk()) {
        m_document.walkBy(direction);
        return;
    }
    const std::vector<SliceId>& slices = m_document.rowSlices();
    if (slices.empty())
        return;
    const Trace& trace = *m_document.trace();
    auto found = std::find(slices.begin(), slices.end(), m_document.selectedSlice());
    if (found == slices.end()) { // begins with the first in view, or after it
        found = std::lower_bound(slices.begin(), slices.end(), m_document.visible().from,
                                 [&](SliceId slice, Ns t) { return trace.start(slice) < t; });
        if (direction < 0)
            found = found == slices.begin() ? slices.end() - 1 : found - 1;
        else if (found == slices.end())
            found = slices.begin();
        m_document.walkTo(*found);
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(slices.size());
    const std::ptrdiff_t at = (found - slices.begin() + direction + count) % count;
    m_document.walkTo(slices[static_cast<std::size_t>(at)]);
}

void TracePage::saveLayout(Settings& settings) const
{
    settings.setSplitter("across", m_across->saveState());
    settings.setSplitter("down", m_down->saveState());
}

} // namespace stepglass
