// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/note_list.h"

#include "views/theme/fonts.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

namespace stepglass {

namespace {

constexpr int kIndent = 33;
constexpr int kRight = 12;
constexpr int kTop = 8;
constexpr int kTitleHeight = 18;
constexpr int kWordsTop = kTop + kTitleHeight;
constexpr int kLineHeight = 15;
constexpr int kBottom = 9;
constexpr int kMostLines = 3;  // of a note that is not open
constexpr int kOpenLines = 40; // of a paragraph of one that is

// `words` broken into at most `most` lines of `width`, the last elided.
QStringList linesOf(const QString& words, int width, int most)
{
    const QFontMetrics metrics(uiFont(FontRole::Secondary));
    QStringList lines;
    QTextLayout layout(words, uiFont(FontRole::Secondary));
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() + 1 == most) {
            lines << metrics.elidedText(words.mid(line.textStart()), Qt::ElideRight, width);
            break;
        }
        lines << words.mid(line.textStart(), line.textLength());
    }
    layout.endLayout();
    return lines;
}

} // namespace

void NoteModel::setNotes(std::vector<Note> notes)
{
    beginResetModel();
    m_notes = std::move(notes);
    endResetModel();
}

int NoteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_notes.size());
}

QVariant NoteModel::data(const QModelIndex& index, int role) const
{
    const Note& n = note(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return n.title;
    case Qt::ToolTipRole:
        return n.tip.toHtmlEscaped().replace('\n', QLatin1String("<br>"));
    case Qt::AccessibleTextRole:
        return QString(n.title + ", " + n.figure + ". " + n.words);
    default:
        return {};
    }
}

QColor NoteDelegate::colorOf(Note::Dot dot) const
{
    switch (dot) {
    case Note::Dot::High:
        return m_theme->high;
    case Note::Dot::Warn:
        return m_theme->warn;
    case Note::Dot::Fine:
        return m_theme->ok;
    default:
        return m_theme->soft;
    }
}

void NoteDelegate::paintDot(QPainter& painter, const QPointF& centre, Note::Dot dot) const
{
    if (dot == Note::Dot::None)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    if (dot == Note::Dot::Ring) {
        painter.setPen(QPen(colorOf(dot), 1.5));
        painter.setBrush(Qt::NoBrush);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(dot));
    }
    painter.drawEllipse(centre, 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QStringList NoteDelegate::linesFor(const QModelIndex& index, int width) const
{
    const Note& note = static_cast<const NoteModel*>(index.model())->note(index.row());
    const bool open = index.row() == m_open;
    QStringList lines =
        note.words.isEmpty() ? QStringList() : linesOf(note.words, width, open ? kOpenLines : kMostLines);
    for (const QString& paragraph : open ? note.more : QStringList())
        lines << linesOf(paragraph, width, kOpenLines);
    return lines;
}

void NoteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Note& note = static_cast<const NoteModel*>(index.model())->note(index.row());
    painter->save();
    const QRect cell = option.rect;
    if (option.state & QStyle::State_Selected)
        painter->fillRect(cell, m_theme->accentSoft);
    painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), m_theme->line);
    paintDot(*painter, QPointF(cell.left() + 18, cell.top() + kTop + kTitleHeight / 2.0), note.dot);
    const bool found = note.dot == Note::Dot::High || note.dot == Note::Dot::Warn;
    const QRect title(cell.left() + kIndent, cell.top() + kTop, cell.width() - kIndent - kRight, kTitleHeight);
    const QFontMetrics body(uiFont(FontRole::Body)), heading(uiFont(FontRole::Heading));
    const int figureWidth = body.horizontalAdvance(note.figure);
    painter->setFont(uiFont(FontRole::Body));
    painter->setPen(colorOf(note.dot));
    painter->drawText(title, Qt::AlignRight | Qt::AlignVCenter, note.figure);
    painter->setFont(uiFont(FontRole::Heading));
    painter->setPen(found || note.dot == Note::Dot::None ? m_theme->text : m_theme->soft);
    painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                      heading.elidedText(note.title, Qt::ElideMiddle, title.width() - figureWidth - 16));
    painter->setFont(uiFont(FontRole::Secondary));
    painter->setPen(m_theme->soft);
    int y = cell.top() + kWordsTop;
    for (const QString& line : linesFor(index, title.width())) {
        painter->drawText(QRect(title.left(), y, title.width(), kLineHeight), Qt::AlignLeft | Qt::AlignVCenter, line);
        y += kLineHeight;
    }
    painter->restore();
}

QSize NoteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* list = qobject_cast<const QListView*>(option.widget);
    const int width = (list ? list->viewport()->width() : option.rect.width()) - kIndent - kRight;
    const auto lines = static_cast<int>(linesFor(index, width).size());
    return {100, kWordsTop + lines * kLineHeight + kBottom};
}

NoteList::NoteList(QWidget* parent)
    : QListView(parent)
{
    setModel(&m_notes);
    setItemDelegate(&m_delegate);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    connect(this, &QListView::clicked, this, [this](const QModelIndex& index) { Q_EMIT notePicked(index.row()); });
    connect(this, &QListView::activated, this, [this](const QModelIndex& index) { Q_EMIT notePicked(index.row()); });
}

void NoteList::setNotes(std::vector<Note> notes)
{
    m_delegate.setOpen(-1);
    m_notes.setNotes(std::move(notes));
}

void NoteList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    m_delegate.setOpen(current.isValid() ? current.row() : -1);
    scheduleDelayedItemsLayout(); // heights have changed
}

void NoteList::setTheme(const Theme& theme)
{
    m_delegate.setTheme(theme);
    viewport()->update();
}

void NoteList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

} // namespace stepglass
