// SPDX-License-Identifier: GPL-3.0-or-later
// The five findings as notes; a click walks the slices and gaps that one rests on.
#pragma once

#include "views/document/trace_document.h"
#include "views/widgets/note_list.h"

#include <QWidget>

namespace stepglass {

struct Finding;

// What the list says about a finding.
Note noteOf(const Finding& finding);

class FindingsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FindingsPanel(TraceDocument& document, QWidget* parent = nullptr);
    void setTheme(const Theme& theme) { m_list->setTheme(theme); }
    int found() const { return m_found; } // how many of the checks found something
    int checks() const { return m_checks; }
    const NoteModel& notes() const { return m_list->notes(); }

private:
    void refresh();
    void showEvidence(int row);

    TraceDocument& m_document;
    NoteList* m_list;
    int m_found = 0;
    int m_checks = 0;
    int m_row = -1;         // whose evidence is being walked
    std::size_t m_next = 0; // the piece that the next click shows
};

} // namespace stepglass
