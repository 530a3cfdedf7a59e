// SPDX-License-Identifier: GPL-3.0-or-later
// The five findings as notes; a click walks the slices and gaps that one rests on.
#pragma once

#include "views/document/trace_document.h"
#include "views/widgets/note_panel.h"

namespace stepglass {

struct Finding;

// What the list says about a finding.
Note noteOf(const Finding& finding);

// The places that a finding rests on, by time.
Walk walkOver(const Finding& finding, const Trace& trace);

class FindingsPanel : public NotePanel
{
    Q_OBJECT

public:
    explicit FindingsPanel(TraceDocument& document, QWidget* parent = nullptr);
    int found() const { return m_found; } // how many of the checks found something
    int checks() const { return m_checks; }

private:
    void refresh();
    void showEvidence(int row);

    TraceDocument& m_document;
    int m_found = 0;
    int m_checks = 0;
    int m_row = -1; // whose evidence is being walked
    std::shared_ptr<const Walk> m_walk;
};

} // namespace stepglass
