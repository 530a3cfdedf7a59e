// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_accessible.h"

#include "views/format/format.h"
#include "views/timeline/timeline_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <vector>

namespace stepglass {
namespace {

QString sliceText(const TimelineView& view, SliceId slice)
{
    const Trace& trace = *view.document().trace();
    return QStringLiteral("%1, %2, %3, at %4")
        .arg(toQString(trace.name(slice)), kindTitle(trace.kind(slice)), formatExact(trace.duration(slice)),
             formatExact(trace.start(slice) - trace.spanStart()));
}

QString rowText(const TimelineView& view, const Row& row)
{
    QString text = row.detail.isEmpty() ? row.title : row.title + QStringLiteral(", ") + row.detail;
    if (row.type == Row::Type::Lanes) {
        const Track& track = view.document().trace()->track(row.track);
        text += track.sliceCount == 1 ? QStringLiteral(", 1 slice")
                                      : QStringLiteral(", %1 slices").arg(formatCount(track.sliceCount));
    }
    return row.collapsed ? text + QStringLiteral(", collapsed") : text;
}

// What has no object of its own: a row, or the selected slice.
class Part : public QAccessibleInterface
{
public:
    explicit Part(TimelineView& view)
        : m_view(&view)
    {
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    void setText(QAccessible::Text, const QString&) override {}
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i)->rect().contains(x, y))
                return child(i);
        }
        return nullptr;
    }

protected:
    QRect onScreen(const QRect& inView) const { return {m_view->mapToGlobal(inView.topLeft()), inView.size()}; }
    QPointer<TimelineView> m_view;
};

class SlicePart : public Part
{
public:
    using Part::Part;
    SliceId slice() const { return isValidView() ? m_view->document().selectedSlice() : SliceId(); }
    bool isValid() const override { return slice().valid(); }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text t) const override
    {
        return t == QAccessible::Name && isValid() ? sliceText(*m_view, slice()) : QString();
    }
    QRect rect() const override { return isValid() ? onScreen(m_view->rectOf(slice())) : QRect(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = state.selected = state.focusable = true;
        state.focused = isValid() && m_view->hasFocus();
        return state;
    }

private:
    bool isValidView() const { return m_view && m_view->document().trace(); }
};

class RowChild : public Part
{
public:
    RowChild(TimelineView& view, std::size_t row)
        : Part(view)
        , m_row(row)
    {
    }
    bool isValid() const override { return m_view && m_view->document().trace() && m_row < m_view->rows().rows.size(); }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface* child(int i) const override;
    int childCount() const override
    {
        if (!isValid() || row().type != Row::Type::Lanes)
            return 0;
        const SliceId selected = m_view->document().selectedSlice();
        return selected.valid() && m_view->document().trace()->track(selected) == row().track ? 1 : 0;
    }
    int indexOfChild(const QAccessibleInterface* part) const override
    {
        return childCount() == 1 && child(0) == part ? 0 : -1;
    }
    QString text(QAccessible::Text t) const override
    {
        return t == QAccessible::Name && isValid() ? rowText(*m_view, row()) : QString();
    }
    QRect rect() const override { return isValid() ? onScreen(m_view->rectOfRow(m_row)) : QRect(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (isValid() && row().type == Row::Type::Header) {
            state.expandable = true;
            (row().collapsed ? state.collapsed : state.expanded) = true;
        }
        state.offscreen = isValid() && !m_view->rect().intersects(m_view->rectOfRow(m_row));
        return state;
    }

private:
    const Row& row() const { return m_view->rows().rows[m_row]; }
    std::size_t m_row;
};

class Timeline : public QAccessibleWidget
{
public:
    explicit Timeline(TimelineView& view)
        : QAccessibleWidget(&view, QAccessible::List)
        , m_slice(QAccessible::registerAccessibleInterface(new SlicePart(view)))
    {
    }
    ~Timeline() override
    {
        QAccessible::deleteAccessibleInterface(m_slice);
        for (const QAccessible::Id id : m_rows)
            QAccessible::deleteAccessibleInterface(id);
    }
    int childCount() const override { return static_cast<int>(view().rows().rows.size()); }
    QAccessibleInterface* child(int i) const override
    {
        if (i < 0 || i >= childCount())
            return nullptr;
        while (m_rows.size() <= static_cast<std::size_t>(i))
            m_rows.push_back(QAccessible::registerAccessibleInterface(new RowChild(view(), m_rows.size())));
        return QAccessible::accessibleInterface(m_rows[static_cast<std::size_t>(i)]);
    }
    int indexOfChild(const QAccessibleInterface* part) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i) == part)
                return i;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i)->rect().contains(x, y))
                return child(i);
        }
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override { return slice()->isValid() ? slice() : nullptr; }
    QAccessibleInterface* slice() const { return QAccessible::accessibleInterface(m_slice); }
    QString text(QAccessible::Text t) const override
    {
        if (t == QAccessible::Value && view().document().trace())
            return QStringLiteral("%1 of %2 in view")
                .arg(formatDuration(view().document().visible().length()),
                     formatDuration(view().document().whole().length()));
        return QAccessibleWidget::text(t);
    }

private:
    TimelineView& view() const { return *static_cast<TimelineView*>(widget()); }
    QAccessible::Id m_slice;
    mutable std::vector<QAccessible::Id> m_rows;
};

Timeline* timelineOf(TimelineView* view)
{
    return static_cast<Timeline*>(QAccessible::queryAccessibleInterface(view));
}

QAccessibleInterface* SlicePart::parent() const
{
    if (!isValid())
        return nullptr;
    const auto& rows = m_view->rows().rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (rows[r].type == Row::Type::Lanes && rows[r].track == m_view->document().trace()->track(slice()))
            return timelineOf(m_view)->child(static_cast<int>(r));
    }
    return timelineOf(m_view); // its row is not shown
}

QAccessibleInterface* RowChild::child(int i) const
{
    return i == 0 && childCount() == 1 ? timelineOf(m_view)->slice() : nullptr;
}

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* view = qobject_cast<TimelineView*>(object);
    return view != nullptr ? new Timeline(*view) : nullptr;
}

} // namespace

void installTimelineAccessibility()
{
    QAccessible::installFactory(makeInterface); // a second time it is not added
}

void announceSelection(TimelineView& view)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleInterface* slice = timelineOf(&view)->focusChild();
    if (slice == nullptr)
        return;
    QAccessibleEvent focus(slice, QAccessible::Focus);
    QAccessible::updateAccessibility(&focus);
}

} // namespace stepglass
