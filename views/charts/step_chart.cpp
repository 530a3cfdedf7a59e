// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/step_chart.h"

#include "views/charts/legend.h"
#include "views/document/diagnosis.h"
#include "views/format/device_title.h"
#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kPlotHeight = 142;
constexpr int kMostRegions = 20;

} // namespace

StepChart::StepChart(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(&Theme::of(ThemeName::Light))
    , m_legend(new Legend(this))
    , m_devices(new QComboBox(this))
    , m_regions(new QComboBox(this))
    , m_none(new QLabel(this))
    , m_plot(new BarPlot(this))
{
    setObjectName("sheet");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(11, 2, 4, 4);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 8, 0);
    head->addWidget(m_legend, 1);
    head->addWidget(m_regions);
    head->addWidget(m_devices);
    column->addLayout(head);
    m_none->setObjectName("soft");
    m_none->setWordWrap(true);
    column->addWidget(m_none);
    column->addWidget(m_plot);
    m_plot->setFixedHeight(kPlotHeight);
    m_plot->setAccessibleName(tr("Where each step's time went"));
    m_devices->setAccessibleName(tr("Device"));
    m_devices->setToolTip(tr("The device that chart and table of the steps speak of"));
    m_regions->setAccessibleName(tr("What counts as a step"));
    m_regions->setToolTip(tr("The trace has no ProfilerStep#N: a region that repeats can stand for the step"));
    connect(m_plot, &BarPlot::barsPicked, this, &StepChart::pick);
    connect(m_devices, &QComboBox::activated, this,
            [this](int at) { m_document.setDevice(m_devices->itemData(at).toString().toStdString()); });
    connect(m_regions, &QComboBox::activated, this,
            [this](int at) { Q_EMIT stepRegionChosen(m_regions->itemData(at).toString()); });
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        using Change = TraceDocument::Change;
        if (changes & (Change::Diagnosis | Change::Device))
            refresh();
        else if (changes & Change::Scope)
            showScope();
    });
    refresh();
}

void StepChart::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_legend->setTheme(theme);
    m_plot->setTheme(theme);
    refresh();
}

void StepChart::refresh()
{
    showDevices();
    showRegions();
    showBars();
    showScope();
}

void StepChart::showDevices()
{
    const auto& diagnosis = m_document.diagnosis();
    const QSignalBlocker blocker(m_devices);
    m_devices->clear();
    if (diagnosis) {
        for (const DeviceActivity& device : diagnosis->devices().devices())
            m_devices->addItem(deviceTitle(diagnosis->trace(), device.device),
                               toQString(diagnosis->trace().text(device.device)));
        m_devices->setCurrentIndex(diagnosis->deviceIndex(m_document.device()));
    }
    m_devices->setVisible(m_devices->count() > 1);
}

// Offered where the profiler marked no steps: nothing is picked silently.
void StepChart::showRegions()
{
    const auto& diagnosis = m_document.diagnosis();
    const QSignalBlocker blocker(m_regions);
    m_regions->clear();
    if (diagnosis) {
        const std::string& chosen = diagnosis->results->devices.base->stepRegion;
        if (!chosen.empty() || diagnosis->steps().empty()) {
            m_regions->addItem(tr("no steps"), QString());
            for (const StringId region : repeatingRegions(diagnosis->trace())) {
                if (m_regions->count() <= kMostRegions)
                    m_regions->addItem(toQString(diagnosis->trace().text(region)),
                                       toQString(diagnosis->trace().text(region)));
            }
            m_regions->setCurrentIndex(std::max(0, m_regions->findData(QString::fromStdString(chosen))));
        }
    }
    m_regions->setVisible(m_regions->count() > 1);
}

Bars StepChart::barsOf(const Diagnosis& diagnosis, int device) const
{
    Bars bars;
    const auto add = [&](const QString& name, const QColor& color, auto figure) {
        BarSeries series{name, color, {}};
        for (std::size_t i = 0; i < diagnosis.steps().size(); ++i)
            series.values.push_back(static_cast<double>(figure(i)));
        if (std::any_of(series.values.begin(), series.values.end(), [](double value) { return value > 0; }))
            bars.series.push_back(std::move(series));
    };
    if (device < 0)
        add(tr("Step"), m_theme->kindColor(SliceKind::Step),
            [&](std::size_t i) { return diagnosis.steps()[i].duration(); });
    for (int c = 0; c < kActivityClassCount && device >= 0; ++c) {
        const auto activity = static_cast<ActivityClass>(c);
        add(sentenceCase(activityName(activity)), m_theme->activityColor(activity),
            [&](std::size_t i) { return diagnosis.stepRows(device)[i].times.activity[activity]; });
    }
    for (std::size_t i = 0; i < diagnosis.steps().size(); ++i) {
        const Step& step = diagnosis.steps()[i];
        const QString number = QString::number(step.number);
        bars.ticks.push_back({static_cast<double>(i), step.boundary ? '(' + number + ')' : number});
    }
    bars.valueText = [](double value, double step) {
        return formatTick(static_cast<Ns>(value), std::max<Ns>(static_cast<Ns>(step), 1));
    };
    return bars;
}

void StepChart::showBars()
{
    const auto& diagnosis = m_document.diagnosis();
    const bool any = diagnosis && !diagnosis->steps().empty();
    m_none->setVisible(diagnosis && !any);
    m_plot->setVisible(any);
    m_legend->setVisible(any);
    if (!any) {
        m_none->setText(tr("The trace has no ProfilerStep#N, so no step can be told from another.") +
                        (m_regions->count() > 1 ? tr(" A region that repeats can stand for it.") : QString()));
        m_plot->setBars({});
        return;
    }
    Bars bars = barsOf(*diagnosis, diagnosis->deviceIndex(m_document.device()));
    bars.tip = [this](int step) { return tipOf(step); };
    std::vector<std::pair<QString, QColor>> entries;
    for (const BarSeries& series : bars.series)
        entries.emplace_back(series.name, series.color);
    m_legend->setEntries(std::move(entries));
    m_plot->setBars(std::move(bars));
}

void StepChart::showScope()
{
    const auto& diagnosis = m_document.diagnosis();
    const Scope& scope = m_document.scope();
    int first = -1, last = -1;
    if (diagnosis && scope.kind == Scope::Kind::Steps) {
        for (int i = 0; i < static_cast<int>(diagnosis->steps().size()); ++i) {
            const int number = diagnosis->steps()[static_cast<std::size_t>(i)].number;
            if (number < scope.firstStep || number > scope.lastStep)
                continue;
            first = first < 0 ? i : first;
            last = i;
        }
    }
    m_plot->setMarked(first, last);
}

QString StepChart::tipOf(int at) const
{
    const auto& diagnosis = m_document.diagnosis();
    if (!diagnosis || at >= static_cast<int>(diagnosis->steps().size()))
        return {};
    const Step& step = diagnosis->steps()[static_cast<std::size_t>(at)];
    QString text = "<b>" + toQString(diagnosis->trace().name(step.slice)).toHtmlEscaped() + "</b><br>" +
                   formatExact(step.duration());
    if (step.boundary)
        text += tr("<br>First or last of the capture: left out of averages and findings where two others exist.");
    const int device = diagnosis->deviceIndex(m_document.device());
    if (device < 0)
        return text + tr("<br>No device work.");
    const DeviceBreakdown& times = diagnosis->stepRows(device)[static_cast<std::size_t>(at)].times;
    text += "<table>";
    for (int c = 0; c < kActivityClassCount; ++c) {
        const auto activity = static_cast<ActivityClass>(c);
        if (times.activity[activity] > 0)
            text +=
                QString("<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2&nbsp;&nbsp;</td><td align=right>%3</td></tr>")
                    .arg(sentenceCase(activityName(activity)), formatExact(times.activity[activity]),
                         formatPercent(times.share(times.activity[activity])));
    }
    return text + "</table>";
}

void StepChart::pick(int first, int last)
{
    const auto& diagnosis = m_document.diagnosis();
    if (!diagnosis || last >= static_cast<int>(diagnosis->steps().size()))
        return;
    const Step& from = diagnosis->steps()[static_cast<std::size_t>(first)];
    const Step& to = diagnosis->steps()[static_cast<std::size_t>(last)];
    if (first == last)
        m_document.goToSteps(from, to);
    else
        m_document.setScope(Scope::steps(from.number, to.number));
    showScope();
}

} // namespace stepglass
