// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/duration_chart.h"

#include "model/analysis/device_tables.h"
#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

namespace {

constexpr std::size_t kBuckets = 40;
constexpr int kTicks = 4; // under the bars, about

} // namespace

DurationChart::DurationChart(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(&Theme::of(ThemeName::Light))
    , m_plot(new BarPlot(this))
    , m_figures(new QLabel(this))
    , m_clear(new QPushButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_plot, 1);
    auto* row = new QHBoxLayout;
    m_figures->setObjectName("soft");
    m_figures->setFont(uiFont(FontRole::Secondary));
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_figures->setWordWrap(true);
    m_clear->setObjectName("chip");
    m_clear->setToolTip(tr("Only slices of this length are lit and walked. A click takes all again."));
    row->addWidget(m_figures, 1);
    row->addWidget(m_clear);
    column->addLayout(row);
    m_plot->setAccessibleName(tr("Durations of the selected name"));
    m_plot->setMinimumHeight(70);
    connect(m_plot, &BarPlot::barsPicked, this, &DurationChart::pick);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_document.setBand(std::nullopt); });
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        using Change = TraceDocument::Change;
        if (changes & (Change::Selection | Change::Trace))
            refresh();
    });
    refresh();
}

void DurationChart::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_plot->setTheme(theme);
    m_shown = {};
    refresh();
}

void DurationChart::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void DurationChart::refresh()
{
    if (!isVisible())
        return;
    const RowName& row = m_document.selection().row;
    const std::vector<SliceId>& slices = m_document.rowSlicesOfAnyLength();
    if (row != m_shown || slices.size() != m_shownSlices) {
        m_shown = row;
        m_shownSlices = slices.size();
        std::vector<Ns> durations;
        durations.reserve(slices.size());
        for (const SliceId slice : slices)
            durations.push_back(m_document.trace()->duration(slice));
        m_histogram = durationHistogram(std::move(durations), kBuckets, HistogramBins::Ratio);
        showBars();
    }
    showBand();
}

void DurationChart::showBars()
{
    Bars bars;
    bars.width = 0.9;
    bars.integers = true;
    const SliceKind kind = m_document.rowSlicesOfAnyLength().empty()
                               ? SliceKind::Operator
                               : m_document.trace()->kind(m_document.rowSlicesOfAnyLength().front());
    BarSeries series{QString::fromStdString(m_shown.name), m_theme->kindColor(kind), {}};
    for (const std::uint64_t count : m_histogram.counts)
        series.values.push_back(static_cast<double>(count));
    const auto count = static_cast<int>(series.values.size());
    if (count > 0)
        bars.series.push_back(std::move(series));
    for (int edge = 0; edge <= count && count > 0; edge += std::max(1, count / kTicks))
        bars.ticks.push_back({edge - 0.5, formatDuration(m_histogram.edges[static_cast<std::size_t>(edge)])});
    bars.valueText = [](double value, double) { return formatCount(static_cast<std::uint64_t>(value + 0.5)); };
    bars.tip = [this](int bar) { return tipOf(bar); };
    m_plot->setBars(std::move(bars));
    m_figures->setText(text());
}

QString DurationChart::text() const
{
    const DurationHistogram& h = m_histogram;
    if (h.calls == 0)
        return {};
    return tr("%1 in the trace  ·  min %2  ·  median %3  ·  p95 %4  ·  max %5")
        .arg(formatCount(h.calls), formatDuration(h.min), formatDuration(h.median), formatDuration(h.p95),
             formatDuration(h.max));
}

DurationBand DurationChart::bandOf(int first, int last) const
{
    const auto from = static_cast<std::size_t>(first), to = static_cast<std::size_t>(last);
    const bool end = to + 1 == m_histogram.counts.size();
    return {m_histogram.edges[from], m_histogram.edges[to + 1] - (end ? 0 : 1)};
}

void DurationChart::showBand()
{
    const std::optional<DurationBand>& band = m_document.selection().band;
    m_clear->setVisible(band.has_value());
    int first = -1, last = -1;
    if (band) {
        m_clear->setText(tr("%1 lit  ×").arg(formatCount(m_document.rowSlices().size())));
        for (int bar = 0; bar < m_plot->bars().count(); ++bar) {
            if (bandOf(bar, bar).least > band->most || bandOf(bar, bar).most < band->least)
                continue;
            first = first < 0 ? bar : first;
            last = bar;
        }
    }
    m_plot->setMarked(first, last);
}

// What is lit already is picked again: all are lit.
void DurationChart::pick(int first, int last)
{
    const DurationBand band = bandOf(first, last);
    if (m_document.selection().band == band)
        m_document.setBand(std::nullopt);
    else
        m_document.setBand(band);
}

QString DurationChart::tipOf(int bar) const
{
    const DurationBand band = bandOf(bar, bar);
    return tr("%1 of %2<br>%3 to %4<br>A drag lights only the slices of a band.")
        .arg(formatCount(m_histogram.counts[static_cast<std::size_t>(bar)]), formatCount(m_histogram.calls),
             formatExact(band.least), formatExact(band.most));
}

} // namespace stepglass
