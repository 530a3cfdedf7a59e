// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/health/health_panel.h"

#include "views/format/format.h"

namespace stepglass {

namespace {

std::vector<IssueReason> occurring(const Issues& issues)
{
    std::vector<IssueReason> found;
    for (int i = 0; i < kIssueReasonCount; ++i) {
        const auto reason = static_cast<IssueReason>(i); // those that set records aside come first
        if (issues[reason].count > 0)
            found.push_back(reason);
    }
    return found;
}

} // namespace

std::vector<Note> healthNotes(const Issues& issues)
{
    std::vector<Note> notes;
    for (const IssueReason reason : occurring(issues)) {
        const Issue& issue = issues[reason];
        Note note;
        note.dot = isSetAside(reason) || reason == IssueReason::DroppedRecords ? Note::Dot::Warn : Note::Dot::Ring;
        note.title = sentenceCase(issueName(reason));
        note.figure = formatCount(issue.count) + (isSetAside(reason) ? " set aside" : " flagged");
        note.words = QString("First at byte %1: %2")
                         .arg(formatCount(issue.firstOffset), QString::fromStdString(issue.example).simplified());
        note.tip = QString::fromStdString(issue.example) + "\nA click goes to the slice, where it is one.";
        notes.push_back(note);
    }
    return notes;
}

int healthNoteCount(const Issues& issues)
{
    return static_cast<int>(occurring(issues).size());
}

HealthPanel::HealthPanel(TraceDocument& document, QWidget* parent)
    : NotePanel(tr("Trace health"), parent)
    , m_document(document)
{
    connect(&list(), &NoteList::notePicked, this, &HealthPanel::jump);
    connect(&document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
        if (changes.testFlag(TraceDocument::Change::Trace))
            refresh();
    });
    refresh();
}

void HealthPanel::refresh()
{
    m_offsets.clear();
    if (!m_document.trace())
        return;
    const Trace& trace = *m_document.trace();
    std::vector<Note> notes = healthNotes(trace.issues());
    for (const IssueReason reason : occurring(trace.issues()))
        m_offsets.push_back(trace.issues()[reason].firstOffset);
    Note all;
    all.dot = trace.issues().setAside() == 0 ? Note::Dot::Fine : Note::Dot::None;
    all.title = notes.empty() ? tr("Nothing odd") : tr("All records");
    all.figure = tr("%1 read").arg(formatCount(trace.recordsRead()));
    all.words = tr("%1 read = %2 shown + %3 set aside.")
                    .arg(formatCount(trace.recordsRead()), formatCount(trace.recordsShown()),
                         formatCount(trace.issues().setAside()));
    notes.push_back(all);
    list().setNotes(std::move(notes));
}

void HealthPanel::jump(int row)
{
    if (row < 0 || row >= static_cast<int>(m_offsets.size()))
        return;
    const Trace& trace = *m_document.trace();
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.source(SliceId(i)) == m_offsets[static_cast<std::size_t>(row)]) {
            m_document.select(SliceId(i), TraceDocument::Reveal::Yes);
            return;
        }
    }
}

} // namespace stepglass
