// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findings_panel.h"

#include "views/document/diagnosis.h"
#include "views/format/format.h"

#include <QVBoxLayout>

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
    note.words = QString::fromStdString(finding.severity == Severity::NotEnoughData ? finding.why : finding.what);
    QStringList lines{QString::fromStdString(finding.what), QString::fromStdString(finding.why),
                      QString::fromStdString(finding.suggestion)};
    lines.removeAll(QString());
    if (!finding.evidence.empty())
        lines << QString("A click shows what it rests on (%1); each further click the next.")
                     .arg(finding.evidence.size());
    note.tip = lines.join('\n');
    return note;
}

FindingsPanel::FindingsPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_list(new NoteList(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_list);
    m_list->setAccessibleName(tr("Findings"));
    connect(m_list, &NoteList::notePicked, this, &FindingsPanel::showEvidence);
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
    m_row = -1;
    if (const auto& diagnosis = m_document.diagnosis()) {
        for (const Finding& finding : diagnosis->findings()) {
            notes.push_back(noteOf(finding));
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
    m_list->setNotes(std::move(notes));
}

void FindingsPanel::showEvidence(int row)
{
    const auto& diagnosis = m_document.diagnosis();
    if (!diagnosis || row < 0 || row >= static_cast<int>(diagnosis->findings().size()))
        return;
    const std::vector<Evidence>& evidence = diagnosis->findings()[static_cast<std::size_t>(row)].evidence;
    if (evidence.empty())
        return;
    m_next = row == m_row ? (m_next + 1) % evidence.size() : 0;
    m_row = row;
    const Evidence& piece = evidence[m_next];
    if (piece.slice.valid()) {
        m_document.select(piece.slice, TraceDocument::Reveal::Yes);
        return;
    }
    const TimeRange range{piece.start, piece.start + piece.duration};
    const TraceDocument::Batch batch(m_document);
    const auto& devices = diagnosis->devices().devices();
    const StringId device = devices.empty() ? StringId() : devices.front().device;
    m_document.selectGap(std::string(m_document.trace()->text(device)), range);
    const Ns around = range.length();
    m_document.setVisible({range.from - around, range.to + around}, TraceDocument::History::Step);
}

} // namespace stepglass
