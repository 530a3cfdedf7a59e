// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/details_panel.h"

#include "views/details/gap_page.h"
#include "views/details/pairs_table.h"
#include "views/details/slice_facts.h"
#include "views/details/titled.h"
#include "views/details/walk_list.h"
#include "views/format/format.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QStackedWidget>

namespace stepglass {

DetailsPanel::DetailsPanel(TraceDocument& document, QWidget* durations, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_walk(new WalkList(document))
    , m_pages(new QStackedWidget)
    , m_gap(new GapPage(document))
    , m_facts(new PairsTable(tr("Facts of what is selected")))
    , m_parents(new QListWidget)
    , m_args(new QPlainTextEdit)
{
    setObjectName("sheet");
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 14, 10);
    row->setSpacing(14);
    m_pages->addWidget(buildSlicePage(durations));
    m_pages->addWidget(m_gap);
    row->addWidget(m_walk, 4);
    row->addWidget(m_pages, 13);
    m_walk->hide();
    connect(m_parents, &QListWidget::itemClicked, this, [this] {
        const int at = m_parents->currentRow();
        if (at >= 0 && at < static_cast<int>(m_parentSlices.size()))
            m_document.selectFromWalk(m_parentSlices[static_cast<std::size_t>(at)]);
    });
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        using Change = TraceDocument::Change;
        if (changes & (Change::Selection | Change::Links | Change::Trace | Change::Diagnosis))
            refresh();
    });
}

QWidget* DetailsPanel::buildSlicePage(QWidget* durations)
{
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(14);
    m_parents->setAccessibleName(tr("Enclosing slices"));
    m_parents->setFont(uiFont(FontRole::Secondary));
    m_parents->setTextElideMode(Qt::ElideMiddle);
    m_parents->setToolTip(tr("A click selects the enclosing slice"));
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    mono.setPixelSize(11);
    mono.setStyleStrategy(QFont::PreferNoShaping);
    m_args->setFont(mono);
    m_args->setReadOnly(true);
    m_args->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_args->setAccessibleName(tr("Args"));
    row->addWidget(titled(tr("Selected"), m_facts), 5);
    row->addWidget(titled(tr("Inside"), m_parents), 4);
    row->addWidget(titled(tr("Durations of this name"), durations), 6);
    row->addWidget(titled(tr("Args"), m_args), 4);
    return page;
}

void DetailsPanel::setTheme(const Theme& theme)
{
    m_gap->setTheme(theme);
    m_shown.reset();
    refresh(); // colours of texts are taken when they are filled in
}

void DetailsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void DetailsPanel::refresh()
{
    if (!isVisible())
        return;
    m_walk->refresh();
    const bool gap = m_document.selection().kind == Selection::Kind::Gap;
    m_pages->setCurrentIndex(gap ? 1 : 0);
    m_gap->refresh();
    const SliceId slice = m_document.selectedSlice();
    if (m_document.trace() && slice.valid()) {
        showSlice(slice);
    } else if (const InstantRecord* instant = m_document.selectedInstant()) {
        showInstant(*instant);
    } else {
        m_facts->setPairs({});
        m_parents->clear();
        m_args->clear();
        m_shown.reset();
    }
}

void DetailsPanel::showSlice(SliceId slice)
{
    const Trace& trace = *m_document.trace();
    std::vector<Pair> pairs{{tr("Name"), toQString(trace.name(slice)), {}}};
    for (const auto& [name, value] : factTable(trace, m_document.links().get(), slice))
        pairs.push_back({name, value, {}});
    m_facts->setPairs(std::move(pairs));
    showParents(parentsOf(trace, m_document.links().get(), slice));
    showArgs(trace.source(slice));
}

void DetailsPanel::showInstant(const InstantRecord& instant)
{
    std::vector<Pair> pairs;
    for (const auto& [name, value] : instantFacts(*m_document.trace(), instant))
        pairs.push_back({name, value, {}});
    m_facts->setPairs(std::move(pairs));
    showParents(slicesAround(*m_document.trace(), instant));
    showArgs(instant.source);
}

void DetailsPanel::showParents(std::vector<SliceId> parents)
{
    m_parents->clear();
    m_parentSlices = std::move(parents);
    for (const SliceId parent : m_parentSlices) {
        const QString name = toQString(m_document.trace()->name(parent));
        m_parents->addItem(name + "   " + formatDuration(m_document.trace()->duration(parent)));
    }
    if (m_parentSlices.empty())
        m_parents->addItem(tr("nothing encloses it"));
}

void DetailsPanel::showArgs(std::uint64_t source)
{
    if (m_shown == source)
        return;
    m_shown = source;
    m_args->clear();
    Q_EMIT argsWanted(source);
}

void DetailsPanel::setArgs(std::uint64_t source, const QString& text)
{
    if (m_shown == source)
        m_args->setPlainText(text);
}

} // namespace stepglass
