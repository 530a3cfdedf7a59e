// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/details_line.h"

#include "views/details/gap_facts.h"
#include "views/details/slice_facts.h"
#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStringList>

#include <algorithm>

namespace stepglass {

namespace {

const QString kDot = QStringLiteral("  ·  ");

} // namespace

DetailsLine::DetailsLine(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(&Theme::of(ThemeName::Light))
    , m_name(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_arrow(new QPushButton(QStringLiteral("→"), this))
    , m_after(new QLabel(this))
    , m_more(new QPushButton(tr("Details"), this))
{
    setObjectName("detailsLine");
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(kHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(30, 1, 8, 0);
    row->setSpacing(0);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_arrow->setObjectName("flat");
    m_arrow->setAccessibleName(tr("Go to the launch"));
    m_arrow->setToolTip(tr("Go to the call that launched it"));
    m_more->setObjectName("flat");
    m_more->setToolTip(tr("Args, parents and slices of the same name"));
    row->addWidget(m_name);
    row->addWidget(m_facts);
    row->addWidget(m_arrow);
    row->addWidget(m_after);
    row->addStretch();
    row->addWidget(m_more);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    connect(m_arrow, &QPushButton::clicked, this, [this] { m_document.select(m_launch, TraceDocument::Reveal::Yes); });
    connect(m_more, &QPushButton::clicked, this, &DetailsLine::moreClicked);
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        using Change = TraceDocument::Change;
        if (changes & (Change::Selection | Change::Links | Change::Scope | Change::Trace | Change::Diagnosis))
            refresh();
    });
    refresh();
}

void DetailsLine::setTheme(const Theme& theme)
{
    m_theme = &theme;
    refresh();
}

QString DetailsLine::text() const
{
    return m_fullName + m_facts->text() + (m_arrow->isHidden() ? QString() : QStringLiteral(" →")) + m_after->text();
}

void DetailsLine::setTexts(const QString& name, const QString& facts, SliceId launch, const QString& after)
{
    m_fullName = name;
    m_launch = launch;
    m_facts->setText(facts);
    m_arrow->setVisible(launch.valid());
    m_after->setText(after.isEmpty() ? QString() : (launch.valid() ? QStringLiteral("·  ") : kDot) + after);
    m_name->setToolTip(name);
    m_more->setVisible(m_document.selection().kind != Selection::Kind::None);
    elideName();
    setAccessibleName(text());
    update();
}

// The facts stay whole as long as there is room; the name gives way first.
void DetailsLine::elideName()
{
    const int others = m_facts->sizeHint().width() + (m_arrow->isHidden() ? 0 : m_arrow->sizeHint().width()) +
                       m_after->sizeHint().width() + (m_more->isHidden() ? 0 : m_more->sizeHint().width()) + 42;
    const QFontMetricsF metrics(m_name->font());
    const double room = std::max(60, width() - others);
    m_name->setText(elideMiddle(m_fullName, room, [&](const QString& t) { return metrics.horizontalAdvance(t); }));
}

void DetailsLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    elideName();
}

void DetailsLine::refresh()
{
    const Selection& selection = m_document.selection();
    m_square = QColor();
    if (m_document.trace() && selection.slice.valid())
        showSlice();
    else if (m_document.trace() && selection.kind == Selection::Kind::Row)
        showRow();
    else if (selection.kind == Selection::Kind::Gap)
        showGap();
    else if (const InstantRecord* instant = m_document.selectedInstant())
        showInstant(*instant);
    else
        showNothing();
}

QString DetailsLine::position() const
{
    if (const Walk* walk = m_document.walk().get())
        return tr("%1 of %2").arg(formatCount(m_document.walkPlace() + 1), formatCount(walk->stops.size()));
    const std::vector<SliceId>& slices = m_document.rowSlices();
    const auto found = std::find(slices.begin(), slices.end(), m_document.selectedSlice());
    if (found == slices.end())
        return {};
    return tr("%1 of %2")
        .arg(formatCount(static_cast<std::uint64_t>(found - slices.begin()) + 1), formatCount(slices.size()));
}

void DetailsLine::showSlice()
{
    const Trace& trace = *m_document.trace();
    const SliceId slice = m_document.selectedSlice();
    const SliceFacts facts = factsOf(trace, m_document.links().get(), slice);
    m_square = m_theme->kindColor(trace.kind(slice));
    QStringList parts{facts.place, facts.launch, facts.origin};
    parts.removeAll(QString());
    const QString gap = QStringLiteral("     ");
    setTexts(facts.name, gap + facts.duration + kDot + parts.join(kDot), facts.launchCall, position());
}

void DetailsLine::showRow()
{
    const RowName& row = m_document.selection().row;
    const std::vector<SliceId>& slices = m_document.rowSlices();
    if (!slices.empty())
        m_square = m_theme->kindColor(m_document.trace()->kind(slices.front()));
    const QString count = slices.size() == 1 ? tr("1 slice") : tr("%1 slices").arg(formatCount(slices.size()));
    setTexts(QString::fromStdString(row.name), "     " + (slices.empty() ? tr("all its slices are lit") : count), {},
             slices.empty() ? QString() : tr("N and Shift+N walk them"));
}

void DetailsLine::showGap()
{
    const Selection& gap = m_document.selection();
    const std::optional<Gap> known = gapOfSelection(m_document);
    setTexts(tr("Idle"),
             "     " + formatDuration(gap.range.length()) + kDot +
                 tr("device %1").arg(QString::fromStdString(gap.device)) +
                 (known ? kDot + causesText(*known) : QString()),
             {}, m_document.walk() ? position() : QString());
}

void DetailsLine::showInstant(const InstantRecord& instant)
{
    const Trace& trace = *m_document.trace();
    const auto facts = instantFacts(trace, instant);
    m_square = m_theme->text;
    QStringList parts;
    for (const char* name : {"Kind", "Time", "Where"}) {
        const auto fact = std::find_if(facts.begin(), facts.end(), [&](const auto& f) { return f.first == name; });
        parts << (fact->first == "Time" ? tr("at %1").arg(fact->second) : fact->second);
    }
    setTexts(toQString(trace.text(instant.name)), "     " + parts.join(kDot), {}, {});
}

void DetailsLine::showNothing()
{
    const Scope& scope = m_document.scope();
    if (scope.kind == Scope::Kind::Range)
        setTexts(tr("Range"), "     " + formatDuration(scope.to - scope.from), {}, tr("Esc clears it"));
    else
        setTexts(m_document.trace() ? tr("Nothing selected") : QString(), {}, {}, {});
}

void DetailsLine::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    QPainter painter(this);
    if (m_square.isValid())
        painter.fillRect(QRect(14, height() / 2 - 3, 8, 8), m_square);
}

} // namespace stepglass
