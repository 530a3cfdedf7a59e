// SPDX-License-Identifier: GPL-3.0-or-later
// What was odd about the input, one note a reason: how often, the first example, and a way to it.
#pragma once

#include "views/document/trace_document.h"
#include "views/widgets/note_panel.h"

#include <vector>

namespace stepglass {

// Reasons that occurred, those that cost records first. The words name the first example and its byte offset.
std::vector<Note> healthNotes(const Issues& issues);
int healthNoteCount(const Issues& issues);

class HealthPanel : public NotePanel
{
    Q_OBJECT

public:
    explicit HealthPanel(TraceDocument& document, QWidget* parent = nullptr);

private:
    void refresh();
    void jump(int row);

    TraceDocument& m_document;
    std::vector<std::uint64_t> m_offsets;
};

} // namespace stepglass
