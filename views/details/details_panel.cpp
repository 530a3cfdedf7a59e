// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/details_panel.h"

#include "views/details/slice_facts.h"
#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kRowHeight = 20;

QTableWidget* makePairs(const QString& name)
{
    auto* table = new QTableWidget(0, 2);
    table->setAccessibleName(name);
    table->setShowGrid(false);
    table->setFont(uiFont(FontRole::Secondary));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->horizontalHeader()->hide();
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->verticalHeader()->setMinimumSectionSize(kRowHeight);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setColumnWidth(0, 88);
    table->setTabKeyNavigation(false);
    return table;
}

void fillPairs(QTableWidget* table, const std::vector<std::pair<QString, QString>>& pairs)
{
    table->setRowCount(static_cast<int>(pairs.size()));
    for (int row = 0; row < table->rowCount(); ++row) {
        const auto& [name, value] = pairs[static_cast<std::size_t>(row)];
        auto* key = new QTableWidgetItem(name);
        key->setForeground(table->palette().brush(QPalette::PlaceholderText));
        auto* cell = new QTableWidgetItem(value);
        cell->setToolTip(value.toHtmlEscaped());
        table->setItem(row, 0, key);
        table->setItem(row, 1, cell);
    }
}

} // namespace

DetailsPanel::DetailsPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_facts(makePairs(tr("Facts of the selected slice")))
    , m_parents(new QListWidget)
    , m_namesakes(makePairs(tr("Slices of the same name")))
    , m_args(new QPlainTextEdit)
{
    setObjectName("sheet");
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 14, 10);
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
    row->addWidget(titled(tr("Slice"), m_facts), 5);
    row->addWidget(titled(tr("Inside"), m_parents), 4);
    row->addWidget(titled(tr("Same name"), m_namesakes), 3);
    row->addWidget(titled(tr("Args"), m_args), 5);
    connect(m_parents, &QListWidget::itemClicked, this, [this] {
        const int at = m_parents->currentRow();
        if (at >= 0 && at < static_cast<int>(m_parentSlices.size()))
            m_document.select(m_parentSlices[static_cast<std::size_t>(at)], TraceDocument::Reveal::Yes);
    });
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        using Change = TraceDocument::Change;
        if (changes & (Change::Selection | Change::Links | Change::Trace))
            refresh();
    });
}

QWidget* DetailsPanel::titled(const QString& title, QWidget* content)
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* label = new QLabel(title, box);
    label->setFont(uiFont(FontRole::Heading));
    column->addWidget(label);
    column->addWidget(content, 1);
    return box;
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
    const SliceId slice = m_document.selectedSlice();
    if (!m_document.trace() || !slice.valid()) {
        m_facts->setRowCount(0);
        m_namesakes->setRowCount(0);
        m_parents->clear();
        m_args->clear();
        m_shown = {};
        return;
    }
    showFacts();
    showParents();
    showNamesakes();
    if (slice == m_shown)
        return;
    m_shown = slice;
    m_args->clear();
    Q_EMIT argsWanted(slice);
}

void DetailsPanel::showFacts()
{
    auto facts = factTable(*m_document.trace(), m_document.links().get(), m_document.selectedSlice());
    facts.insert(facts.begin(), {tr("Name"), toQString(m_document.trace()->name(m_document.selectedSlice()))});
    fillPairs(m_facts, facts);
}

void DetailsPanel::showParents()
{
    m_parents->clear();
    m_parentSlices = parentsOf(*m_document.trace(), m_document.links().get(), m_document.selectedSlice());
    for (const SliceId parent : m_parentSlices) {
        const QString name = toQString(m_document.trace()->name(parent));
        m_parents->addItem(name + "   " + formatDuration(m_document.trace()->duration(parent)));
    }
    if (m_parentSlices.empty())
        m_parents->addItem(tr("nothing encloses it"));
}

void DetailsPanel::showNamesakes()
{
    const std::vector<SliceId>& slices = m_document.rowSlices();
    if (slices.empty()) {
        m_namesakes->setRowCount(0);
        return;
    }
    std::vector<Ns> lengths;
    Ns total = 0;
    for (const SliceId slice : slices) {
        lengths.push_back(m_document.trace()->duration(slice));
        total += lengths.back();
    }
    std::sort(lengths.begin(), lengths.end());
    const auto count = static_cast<Ns>(lengths.size());
    fillPairs(m_namesakes, {{tr("Count"), formatCount(lengths.size())},
                            {tr("Total"), formatDuration(total)},
                            {tr("Mean"), formatDuration(total / count)},
                            {tr("Median"), formatDuration(lengths[(lengths.size() - 1) / 2])},
                            {tr("Shortest"), formatDuration(lengths.front())},
                            {tr("Longest"), formatDuration(lengths.back())}});
}

void DetailsPanel::setArgs(SliceId slice, const QString& text)
{
    if (slice == m_shown)
        m_args->setPlainText(text);
}

} // namespace stepglass
