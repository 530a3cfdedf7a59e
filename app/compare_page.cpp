// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_page.h"

#include "app/compare_table.h"
#include "model/analysis/compare.h"
#include "views/findings/findings_panel.h"
#include "views/theme/fonts.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/note_list.h"

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace stepglass {

namespace {

const char* const kLetters[] = {"A", "B"};

QVBoxLayout* columnOf(QWidget* box)
{
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

QLabel* label(const char* name, QWidget* parent)
{
    auto* made = new QLabel(parent);
    made->setObjectName(name);
    made->setWordWrap(true);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return made;
}

QString headline(const Comparison& comparison)
{
    const QString sentence = toQString(verdictSentence(comparison.verdict));
    const bool plain = comparison.verdict == Verdict::Same || comparison.verdict == Verdict::NotEnoughData;
    return plain || !comparison.step.change
               ? sentence
               : ComparePage::tr("%1: %2 a step").arg(sentence, changeText(*comparison.step.change));
}

} // namespace

ComparePage::ComparePage(QWidget* parent)
    : QWidget(parent)
    , m_job(this, [this](std::shared_ptr<const Comparison> comparison) { show(std::move(comparison)); })
{
    setObjectName("page");
    setAttribute(Qt::WA_StyledBackground);
    for (int i = 0; i < 2; ++i) {
        auto* made = new CompareSide(this);
        m_sides[static_cast<std::size_t>(i)] = made;
        connect(made, &CompareSide::ready, this, &ComparePage::sideReady);
        connect(&made->document(), &TraceDocument::changed, this, [this, i](TraceDocument::Changes changes) {
            if (changes.testFlag(TraceDocument::Change::Range))
                follow(i);
        });
    }
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setHandleWidth(1);
    across->setChildrenCollapsible(false);
    across->addWidget(buildLeft());
    across->addWidget(buildRight());
    across->setStretchFactor(0, 1);
    across->setSizes({900, 780});
    columnOf(this)->addWidget(across);
}

QWidget* ComparePage::buildLeft()
{
    auto* down = new QSplitter(Qt::Vertical, this);
    down->setHandleWidth(1);
    down->setChildrenCollapsible(false);
    for (std::size_t i = 0; i < 2; ++i) {
        auto* box = new QWidget(down);
        auto* column = columnOf(box);
        m_heads[i] = new QLabel(box);
        m_heads[i]->setFont(uiFont(FontRole::Heading));
        m_heads[i]->setContentsMargins(14, 6, 14, 6);
        m_views[i] = new TimelineView(m_sides[i]->document(), box);
        column->addWidget(m_heads[i]);
        column->addWidget(m_views[i], 1);
        down->addWidget(box);
    }
    m_left = down;
    return down;
}

QWidget* ComparePage::buildRight()
{
    auto* box = new QWidget(this);
    auto* column = columnOf(box);
    auto* head = new QWidget(box);
    head->setObjectName("panelStrip");
    head->setAttribute(Qt::WA_StyledBackground);
    auto* words = new QVBoxLayout(head);
    words->setContentsMargins(14, 10, 14, 10);
    words->setSpacing(4);
    m_verdict = label("verdict", head);
    QFont large = uiFont(FontRole::Heading);
    large.setPixelSize(16);
    m_verdict->setFont(large);
    m_verdict->setText(tr("Reading both …"));
    m_reason = label("soft", head);
    m_warning = label("warn", head);
    auto* filter = new QLineEdit(head);
    filter->setObjectName("filter");
    filter->setPlaceholderText(tr("Filter names …"));
    filter->setAccessibleName(tr("Filter names"));
    filter->setMaximumWidth(260);
    filter->setClearButtonEnabled(true);
    words->addWidget(m_verdict);
    words->addWidget(m_reason);
    words->addWidget(m_warning);
    words->addSpacing(2);
    words->addWidget(filter);
    m_table = new CompareTable(box);
    m_findings = new NoteList(box);
    m_findings->setAccessibleName(tr("Findings: gone, new, the same"));
    auto* under = new QSplitter(Qt::Vertical, box);
    under->setHandleWidth(1);
    under->addWidget(m_table);
    under->addWidget(m_findings);
    under->setSizes({600, 220});
    column->addWidget(head);
    column->addWidget(under, 1);
    box->setMinimumWidth(420);
    connect(filter, &QLineEdit::textChanged, m_table, &CompareTable::setFilter);
    connect(m_table, &CompareTable::rowPicked, this, &ComparePage::pickRow);
    return box;
}

void ComparePage::open(const Input& a, const Input& b)
{
    for (std::size_t i = 0; i < 2; ++i) {
        const Input& input = i == 0 ? a : b;
        m_heads[i]->setText(QString(kLetters[i]) + "   " + QFileInfo(input.path).fileName());
        m_heads[i]->setToolTip(input.path);
        m_sides[i]->open(input.path, input.trace);
    }
    m_left->setVisible(m_sides[0]->isTrace() || m_sides[1]->isTrace());
}

QString ComparePage::title() const
{
    return tr("%1 against %2").arg(QFileInfo(m_sides[0]->path()).fileName(), QFileInfo(m_sides[1]->path()).fileName());
}

void ComparePage::setTheme(const Theme& theme)
{
    for (TimelineView* view : m_views)
        view->setTheme(theme);
    m_table->setTheme(theme);
    m_findings->setTheme(theme);
}

QString ComparePage::verdictText() const
{
    return m_verdict->text();
}

void ComparePage::sideReady()
{
    for (const CompareSide* one : m_sides) {
        if (!one->error().isEmpty()) {
            m_verdict->setText(tr("They cannot be compared"));
            m_reason->setText(one->error());
            return;
        }
    }
    if (!m_sides[0]->figures() || !m_sides[1]->figures())
        return;
    // Each from its first step, at one scale.
    Ns longest = 0;
    for (CompareSide* one : m_sides)
        longest = std::max(longest, one->document().whole().length());
    for (CompareSide* one : m_sides) {
        const TimeRange whole = one->document().whole();
        one->document().setRoom({whole.from - longest, whole.to + longest});
    }
    const Ns start = m_sides[0]->document().whole().from;
    if (m_sides[0]->isTrace() && m_sides[1]->isTrace())
        m_sides[0]->document().setVisible({start, start + longest}, TraceDocument::History::Step);
    follow(0);
    m_job.start([a = m_sides[0]->figures(), b = m_sides[1]->figures()](std::stop_token) {
        return std::make_shared<const Comparison>(compare({*a}, {*b}));
    });
}

void ComparePage::show(std::shared_ptr<const Comparison> comparison)
{
    m_comparison = std::move(comparison);
    m_verdict->setText(headline(*m_comparison));
    static const QRegularExpression minus("(?<![\\w-])-(?=\\d)");
    QString reason = QString::fromStdString(m_comparison->reason).replace(minus, QString::fromUtf8("−")) + ' ' +
                     tr("The floor is %1.").arg(QString::fromStdString(m_comparison->noiseFloorFrom));
    if (m_comparison->throughputA && m_comparison->throughputB)
        reason += ' ' + tr("Throughput %1 against %2 samples a second.")
                            .arg(*m_comparison->throughputA, 0, 'f', 1)
                            .arg(*m_comparison->throughputB, 0, 'f', 1);
    m_reason->setText(reason);
    QStringList differences;
    for (const std::string& difference : m_comparison->differences)
        differences << QString::fromStdString(difference);
    m_warning->setText(differences.join('\n'));
    m_warning->setVisible(!differences.isEmpty());
    std::vector<ComparedRow> rows{m_comparison->rows};
    m_table->setRows(rows);
    showFindings(*m_comparison);
}

void ComparePage::showFindings(const Comparison& comparison)
{
    std::vector<Note> notes;
    const auto add = [&](const std::vector<std::string>& ids, Note::Dot dot, const QString& word, std::size_t side) {
        for (const std::string& id : ids) {
            for (const Finding& finding : m_sides[side]->figures()->findings.value_or(std::vector<Finding>())) {
                if (finding.id != id || finding.severity == Severity::NotEnoughData)
                    continue;
                Note note = noteOf(finding);
                note.dot = dot;
                note.figure = word;
                notes.push_back(note);
            }
        }
    };
    add(comparison.added, Note::Dot::High, tr("new in B"), 1);
    add(comparison.same, Note::Dot::Warn, tr("the same in both"), 1);
    add(comparison.gone, Note::Dot::Fine, tr("gone in B"), 0);
    for (const std::size_t judged : {0, 1})
        add(comparison.unjudged, Note::Dot::Ring,
            m_sides[1 - judged]->isTrace() ? tr("not enough data on the other side")
                                           : tr("the benchmark tells of none"),
            judged);
    if (notes.empty()) {
        Note none;
        none.dot = Note::Dot::Ring;
        const bool both = m_sides[0]->isTrace() && m_sides[1]->isTrace();
        none.title = both ? tr("No finding on either side") : tr("No finding; a benchmark tells of none");
        notes.push_back(none);
    }
    m_findings->setNotes(std::move(notes));
}

// The first step that begins in the view, else the one that the view lies in.
int ComparePage::anchor(int moved)
{
    const auto& steps = side(moved).steps();
    const std::size_t common = std::min(side(0).steps().size(), side(1).steps().size());
    if (common == 0)
        return -1;
    const TimeRange seen = side(moved).document().visible();
    const auto first =
        std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.start >= seen.from; });
    std::size_t at = static_cast<std::size_t>(first - steps.begin());
    if (at > 0 && (first == steps.end() || first->start >= seen.to))
        --at;
    return static_cast<int>(std::min(at, common - 1));
}

void ComparePage::follow(int moved)
{
    CompareSide& from = side(moved);
    CompareSide& to = side(1 - moved);
    if (m_following || !from.document().trace() || !to.document().trace() || !from.figures() || !to.figures())
        return;
    m_following = true;
    const int at = anchor(moved);
    const auto origin = [&](CompareSide& one) {
        return at < 0 ? one.document().whole().from : one.steps()[static_cast<std::size_t>(at)].start;
    };
    const Ns offset = origin(to) - origin(from);
    const TimeRange seen = from.document().visible();
    to.document().setVisible({seen.from + offset, seen.to + offset}, TraceDocument::History::Glide);
    m_following = false;
}

void ComparePage::pickRow(const FigureKey& key)
{
    RowName row;
    if (key == FigureKey{"step"})
        row = {kStepsRow, false};
    else if (key.kind == FigureKind::Host || key.kind == FigureKind::Device) // there the operator that launched it
        row = {key.name, false};
    for (CompareSide* one : m_sides) {
        if (!one->document().trace())
            continue;
        if (row.empty())
            one->document().clearSelection();
        else
            one->document().selectRow(row);
    }
}

} // namespace stepglass
