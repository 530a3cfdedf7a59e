// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/gap_page.h"

#include "views/details/gap_facts.h"
#include "views/details/pairs_table.h"
#include "views/details/slice_facts.h"
#include "views/details/titled.h"
#include "views/document/diagnosis.h"
#include "views/format/device_title.h"
#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPixmap>
#include <QVBoxLayout>

namespace stepglass {

namespace {

QPixmap square(const QColor& color)
{
    QPixmap pixmap(8, 8);
    pixmap.fill(color);
    return pixmap;
}

// The work that ends the gap, its launch and who asked, as links.
std::vector<Pair> factsOfGap(const Trace& trace, const Gap& gap, const QString& device)
{
    std::vector<Pair> pairs{{QObject::tr("Idle for"), formatExact(gap.at.length()), {}},
                            {QObject::tr("Device"), device, {}},
                            {QObject::tr("From"), formatExact(gap.at.begin - trace.spanStart()), {}},
                            {QObject::tr("To"), formatExact(gap.at.end - trace.spanStart()), {}}};
    if (gap.next.valid())
        pairs.push_back({QObject::tr("Ended by"), toQString(trace.name(gap.next)), gap.next});
    if (gap.launch.valid()) {
        const Ns begun = gap.at.begin - trace.start(gap.launch);
        const QString when = begun > 0 ? QObject::tr("%1 before the gap").arg(formatDuration(begun))
                                       : QObject::tr("%1 into the gap").arg(formatDuration(-begun));
        pairs.push_back({QObject::tr("Launched by"), toQString(trace.name(gap.launch)) + ", " + when, gap.launch});
    }
    if (gap.thread.valid())
        pairs.push_back({QObject::tr("Asked by"), threadTitle(trace, gap.thread), {}});
    return pairs;
}

} // namespace

GapPage::GapPage(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(&Theme::of(ThemeName::Light))
    , m_facts(new PairsTable(tr("Facts of the idle stretch")))
    , m_sentence(new QLabel)
    , m_causes(new QListWidget)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(14);
    m_sentence->setWordWrap(true);
    m_sentence->setObjectName("soft");
    m_sentence->setFont(uiFont(FontRole::Secondary));
    m_causes->setFont(uiFont(FontRole::Secondary));
    m_causes->setAccessibleName(tr("Why it was idle"));
    m_causes->setTextElideMode(Qt::ElideMiddle);
    m_causes->setIconSize({8, 8});
    auto* why = new QWidget;
    auto* column = new QVBoxLayout(why);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_sentence);
    column->addWidget(m_causes, 1);
    row->addWidget(titled(tr("Gap"), m_facts), 5);
    row->addWidget(titled(tr("Why"), why), 7);
    connect(m_facts, &PairsTable::linkPicked, &document, &TraceDocument::selectFromWalk);
    const auto go = [this](const QListWidgetItem* item) {
        const auto at = static_cast<std::size_t>(m_causes->row(item));
        if (at < m_evidence.size() && m_evidence[at].valid())
            m_document.selectFromWalk(m_evidence[at]);
    };
    connect(m_causes, &QListWidget::itemClicked, this, go);
    connect(m_causes, &QListWidget::itemActivated, this, go);
}

void GapPage::setTheme(const Theme& theme)
{
    m_theme = &theme;
    refresh();
}

QString GapPage::sentence() const
{
    return m_sentence->text();
}

void GapPage::refresh()
{
    m_causes->clear();
    m_evidence.clear();
    const Selection& selection = m_document.selection();
    if (selection.kind != Selection::Kind::Gap || !m_document.trace()) {
        m_facts->setPairs({});
        m_sentence->clear();
        return;
    }
    showParts();
}

void GapPage::showParts()
{
    const Selection& selection = m_document.selection();
    const std::optional<Gap> gap = gapOfSelection(m_document);
    if (!gap) {
        m_facts->setPairs({{tr("Idle for"), formatExact(selection.range.length()), {}}});
        m_sentence->setText(m_document.diagnosis() ? tr("The analysis knows no such gap.")
                                                   : tr("Why is told when the trace has been analysed."));
        return;
    }
    const auto& diagnosis = m_document.diagnosis();
    const Trace& trace = *m_document.trace();
    const DeviceActivity& device = diagnosis->device(diagnosis->deviceIndex(selection.device));
    m_facts->setPairs(factsOfGap(trace, *gap, deviceTitle(trace, device.device)));
    m_sentence->setText(causeSentence(mainCause(*gap)));
    for (const GapPart& part : gap->parts) {
        QString text = formatDuration(part.at.length()) + "   " + toQString(idleCauseName(part.cause));
        if (part.slice.valid())
            text += "   " + toQString(trace.name(part.slice));
        auto* item = new QListWidgetItem(QIcon(square(m_theme->causeColor(part.cause))), text, m_causes);
        item->setToolTip(QString("%1, %2").arg(toQString(idleCauseName(part.cause)), formatExact(part.at.length())) +
                         (part.slice.valid() ? tr("\nA click goes to the slice that it rests on") : QString()));
        m_evidence.push_back(part.slice);
    }
}

} // namespace stepglass
