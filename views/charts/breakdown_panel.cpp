// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/breakdown_panel.h"

#include "model/analysis/scope_filter.h"
#include "model/analysis/stretches.h"
#include "views/document/diagnosis.h"
#include "views/format/device_title.h"
#include "views/format/format.h"
#include "views/format/scope_text.h"

#include <QLabel>
#include <QVBoxLayout>

namespace stepglass {

Walk walkOver(const Diagnosis& diagnosis, std::size_t index, const DevicePart& part)
{
    const DeviceAnalysis& analysis = diagnosis.devices();
    const DeviceActivity& device = analysis.devices()[index];
    const Intervals moments = momentsOf(analysis, diagnosis.scope());
    const bool idle = part.isCause() || std::get<ActivityClass>(part.what) == ActivityClass::Idle;
    const std::vector<Stretch> stretches =
        part.isCause() ? stretchesOf(analysis, device, moments, std::get<IdleCause>(part.what))
                       : stretchesOf(analysis, device, moments, std::get<ActivityClass>(part.what));
    Walk walk{part.title.toStdString(), std::string(analysis.trace().text(device.device)), {}};
    walk.stops.reserve(stretches.size());
    for (const Stretch& stretch : stretches)
        walk.stops.push_back({{stretch.at.begin, stretch.at.end}, stretch.slice, idle});
    return walk;
}

BreakdownPanel::BreakdownPanel(TraceDocument& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
    , m_theme(&Theme::of(ThemeName::Light))
    , m_words(new QLabel)
{
    auto* sheet = new QWidget;
    sheet->setObjectName("sheet");
    sheet->setAttribute(Qt::WA_StyledBackground);
    m_column = new QVBoxLayout(sheet);
    m_column->setContentsMargins(0, 2, 0, 0);
    m_column->setSpacing(0);
    m_words->setObjectName("soft");
    m_words->setWordWrap(true);
    m_words->setMargin(14);
    m_column->addWidget(m_words);
    m_column->addStretch(1);
    setWidget(sheet);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Where the time went"));
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        if (changes.testFlag(TraceDocument::Change::Diagnosis))
            refresh();
    });
    refresh();
}

void BreakdownPanel::setTheme(const Theme& theme)
{
    m_theme = &theme;
    for (DeviceBars* bars : m_devices)
        bars->setTheme(theme);
}

void BreakdownPanel::refresh()
{
    const auto& diagnosis = m_document.diagnosis();
    const std::size_t count = diagnosis ? diagnosis->devices().devices().size() : 0;
    while (m_devices.size() > count) {
        delete m_devices.back();
        m_devices.pop_back();
    }
    while (m_devices.size() < count) {
        auto* bars = new DeviceBars(widget());
        bars->setTheme(*m_theme);
        connect(bars, &DeviceBars::partPicked, this, [this, at = m_devices.size()](int part) { open(at, part); });
        m_column->insertWidget(static_cast<int>(m_devices.size()) + 1, bars);
        m_devices.push_back(bars);
    }
    m_words->setVisible(diagnosis && count == 0);
    m_words->setText(tr("The trace holds no device work, so where a step went on a device cannot be told."));
    for (std::size_t i = 0; i < count; ++i) {
        const DeviceBreakdown& breakdown = diagnosis->results->devices.breakdowns[i];
        m_devices[i]->setBreakdown(deviceTitle(diagnosis->trace(), breakdown.device),
                                   scopeText(diagnosis->scope(), diagnosis->trace().spanStart()), breakdown);
    }
}

void BreakdownPanel::open(std::size_t device, int part)
{
    const auto& diagnosis = m_document.diagnosis();
    if (diagnosis && device < m_devices.size())
        m_document.startWalk(std::make_shared<const Walk>(
            walkOver(*diagnosis, device, m_devices[device]->parts()[static_cast<std::size_t>(part)])));
}

} // namespace stepglass
