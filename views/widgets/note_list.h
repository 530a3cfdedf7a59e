// SPDX-License-Identifier: GPL-3.0-or-later
// A list of short notes: a dot, a title with a figure at the right, and a line of words below. What findings and trace
// health share.
#pragma once

#include "views/theme/theme.h"

#include <QAbstractListModel>
#include <QListView>
#include <QStringList>
#include <QStyledItemDelegate>

#include <vector>

namespace stepglass {

struct Note
{
    enum class Dot
    {
        None,
        Ring, // checked, not found
        Fine,
        Warn,
        High
    };
    Dot dot = Dot::None;
    QString title;
    QString figure; // at the right, in the dot's colour
    QString words;
    QString tip;
    QStringList more; // shown below the words while the note is the current one
};

class NoteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    void setNotes(std::vector<Note> notes);
    const Note& note(int row) const { return m_notes[static_cast<std::size_t>(row)]; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<Note> m_notes;
};

class NoteDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setTheme(const Theme& theme) { m_theme = &theme; }
    void setOpen(int row) { m_open = row; } // the note that is shown in full; -1: none
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QColor colorOf(Note::Dot dot) const;
    QStringList linesFor(const QModelIndex& index, int width) const;
    void paintDot(QPainter& painter, const QPointF& centre, Note::Dot dot) const;
    const Theme* m_theme = &Theme::of(ThemeName::Light);
    int m_open = -1;
};

class NoteList : public QListView
{
    Q_OBJECT

public:
    explicit NoteList(QWidget* parent = nullptr);
    void setNotes(std::vector<Note> notes);
    const NoteModel& notes() const { return m_notes; }
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void notePicked(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    NoteModel m_notes;
    NoteDelegate m_delegate;
};

} // namespace stepglass
