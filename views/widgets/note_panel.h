// SPDX-License-Identifier: GPL-3.0-or-later
// A panel that is a list of notes.
#pragma once

#include "views/widgets/note_list.h"

#include <QVBoxLayout>
#include <QWidget>

namespace stepglass {

class NotePanel : public QWidget
{
    Q_OBJECT

public:
    explicit NotePanel(const QString& accessibleName, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_list(new NoteList(this))
    {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(m_list);
        m_list->setAccessibleName(accessibleName);
    }
    void setTheme(const Theme& theme) { m_list->setTheme(theme); }
    NoteList& list() const { return *m_list; }
    const NoteModel& notes() const { return m_list->notes(); }

private:
    NoteList* m_list;
};

} // namespace stepglass
