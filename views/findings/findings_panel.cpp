// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findings_panel.h"

#include "model/analysis/findings.h"
#include "views/document/diagnosis.h"
#include "views/format/format.h"

#include <algorithm>

namespace stepglass {

namespace {

struct Title
{
    const char* id;
    const char* text;
};
constexpr Title kTitles[] = {{"dominant-kernel", "Dominant kernel"},
                             {"launch-bound", "Launch-bound"},
                             {"input-bound", "Input-bound"},
                             {"serial-copy", "Serial copies"},
                             {"frequent-sync", "Frequent synchronisation"}};

QString titleOf(const std::string& id)
{
    for (const Title& title : kTitles) {
        if (id == title.id)
            return QString::fromLatin1(title.text);
    }
    return QString::fromStdString(id);
}

// Empty where all steps are judged.
QString boundaryWords(const Diagnosis& diagnosis)
{
    const auto leftOut = boundaryLeftOut(diagnosis.steps(), diagnosis.scope());
    if (leftOut.empty())
        return {};
    QStringList names;
    for (const Step& step : leftOut)
        names << toQString(diagnosis.trace().name(step.slice));
    return QString("Judged without the first and last of the trace: %1.").arg(names.join(", "));
}

} // namespace

Note noteOf(const Finding& finding)
{
    Note note;
    note.title = titleOf(finding.id);
    const bool found = finding.severity == Severity::High || finding.severity == Severity::Warn;
    if (found) {
        note.dot = finding.severity == Severity::High ? Note::Dot::High : Note::Dot::Warn;
        note.figure = QString("up to %1 a step (%2)")
                          .arg(formatDuration(finding.ceiling), formatPercent(finding.ceilingPercent / 100));
    } else {
        note.dot = Note::Dot::Ring;
        note.figure = finding.severity == Severity::None ? "checked, not found" : "not enough data";
    }
    const bool unknown = finding.severity == Severity::NotEnoughData;
    note.words = QString::fromStdString(unknown ? finding.why : finding.what);
    if (!finding.unmet.empty())
        note.words += QString(" Not found, as %1.").arg(QString::fromStdString(finding.unmet));
    if (!unknown)
        note.more << QString::fromStdString(finding.why) << QString::fromStdString(finding.suggestion);
    if (!finding.evidence.empty())
        note.more << QString("Rests on %1: a click, N and Shift+N go there.")
                         .arg(finding.evidence.size() == 1 ? QString("1 place")
                                                           : QString("%1 places").arg(finding.evidence.size()));
    note.more.removeAll(QString());
    note.tip = (QStringList{note.words} + note.more).join('\n');
    return note;
}

Walk walkOver(const Finding& finding, const Trace& trace)
{
    Walk walk{titleOf(finding.id).toStdString(), std::string(trace.text(finding.device)), {}};
    for (const Evidence& piece : finding.evidence)
        walk.stops.push_back({{piece.start, piece.start + piece.duration}, piece.slice, !piece.slice.valid()});
    std::stable_sort(walk.stops.begin(), walk.stops.end(),
                     [](const Stop& a, const Stop& b) { return a.at.from < b.at.from; });
    return walk;
}

FindingsPanel::FindingsPanel(TraceDocument& document, QWidget* parent)
    : NotePanel(tr("Findings"), parent)
    , m_document(document)
{
    connect(&list(), &NoteList::notePicked, this, &FindingsPanel::showEvidence);
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        if (changes.testFlag(TraceDocument::Change::Diagnosis))
            refresh();
    });
    refresh();
}

void FindingsPanel::refresh()
{
    std::vector<Note> notes;
    m_found = 0;
    m_walk.reset();
    if (const auto& diagnosis = m_document.diagnosis()) {
        const QString boundary = boundaryWords(*diagnosis);
        for (const Finding& finding : diagnosis->findings()) {
            notes.push_back(noteOf(finding));
            if (finding.severity != Severity::NotEnoughData && !boundary.isEmpty()) {
                notes.back().more << boundary;
                notes.back().tip += '\n' + boundary;
            }
            m_found += finding.severity == Severity::High || finding.severity == Severity::Warn ? 1 : 0;
        }
    }
    m_checks = static_cast<int>(notes.size());
    if (notes.empty()) {
        Note wait;
        wait.dot = Note::Dot::Ring;
        wait.title = tr("Not judged yet");
        wait.words = tr("Findings are told of the whole trace: when it has been read, or the capture has ended.");
        notes.push_back(wait);
    }
    list().setNotes(std::move(notes));
}

// Another click on the same finding goes on with its walk.
void FindingsPanel::showEvidence(int row)
{
    const auto& diagnosis = m_document.diagnosis();
    if (!diagnosis || row < 0 || row >= static_cast<int>(diagnosis->findings().size()))
        return;
    if (m_walk && m_walk == m_document.walk() && row == m_row) {
        m_document.walkBy(1);
        return;
    }
    m_row = row;
    m_walk = std::make_shared<const Walk>(
        walkOver(diagnosis->findings()[static_cast<std::size_t>(row)], diagnosis->trace()));
    m_document.startWalk(m_walk);
}

} // namespace stepglass
