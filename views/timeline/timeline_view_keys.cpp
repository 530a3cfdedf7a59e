// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the timeline: what each command of the table does.
#include "model/analysis/links.h"
#include "views/timeline/timeline_view.h"

#include <QKeyEvent>

#include <algorithm>

namespace stepglass {
namespace {

constexpr double kZoomPerKey = 1.5;
constexpr double kPanPerKey = 0.15; // of the window
constexpr int kScrollPerKey = 40;   // px at scale 1

} // namespace

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    int number = 0;
    const TimelineCommand command = m_keys.commandOf(*event, &number);
    if (command == TimelineCommand::None || !runCommand(command, number))
        QWidget::keyPressEvent(event);
}

bool TimelineView::runCommand(TimelineCommand command, int number)
{
    if (!m_document.trace())
        return false;
    const double lanesLeft = width() - laneWidth();
    const double pointer = m_pointer.x() > lanesLeft ? m_pointer.x() : lanesLeft + laneWidth() / 2.0;
    switch (command) {
    case TimelineCommand::ZoomIn:
        zoomAt(pointer, kZoomPerKey);
        break;
    case TimelineCommand::ZoomOut:
        zoomAt(pointer, 1 / kZoomPerKey);
        break;
    case TimelineCommand::PanLeft:
        panBy(-kPanPerKey);
        break;
    case TimelineCommand::PanRight:
        panBy(kPanPerKey);
        break;
    case TimelineCommand::ScrollUp:
        setScroll(m_scroll - kScrollPerKey);
        break;
    case TimelineCommand::ScrollDown:
        setScroll(m_scroll + kScrollPerKey);
        break;
    case TimelineCommand::FitSelection:
        userMoved();
        m_document.fitSelection();
        break;
    case TimelineCommand::ShowWhole:
        userMoved();
        m_document.showWhole();
        break;
    case TimelineCommand::UndoZoom:
        m_document.undoZoom();
        break;
    case TimelineCommand::ToggleMark:
        m_document.toggleMark(TimeScale(m_document.visible(), laneWidth()).time(pointer - lanesLeft));
        break;
    case TimelineCommand::RangeFromSelection:
        rangeFromSelection();
        break;
    case TimelineCommand::NextSlice:
    case TimelineCommand::PreviousSlice:
        stepAlongLane(command == TimelineCommand::NextSlice ? 1 : -1, false);
        break;
    case TimelineCommand::NextOfName:
    case TimelineCommand::PreviousOfName:
        stepAlongLane(command == TimelineCommand::NextOfName ? 1 : -1, true);
        break;
    case TimelineCommand::NextOfRow:
    case TimelineCommand::PreviousOfRow:
        Q_EMIT walkRequested(command == TimelineCommand::NextOfRow ? 1 : -1);
        break;
    case TimelineCommand::FollowBack:
    case TimelineCommand::FollowOn:
        followArrow(command == TimelineCommand::FollowOn);
        break;
    case TimelineCommand::Clear:
        clear();
        break;
    case TimelineCommand::SaveView:
        m_document.saveView(number);
        break;
    case TimelineCommand::RecallView:
        m_document.recallView(number);
        break;
    case TimelineCommand::None:
        return false;
    }
    return true;
}

// Without a selection: the first slice in view of the first row of kernels, else of the first row that has any.
void TimelineView::stepAlongLane(int direction, bool sameName)
{
    const Trace& trace = *m_document.trace();
    const SliceId selected = m_document.selectedSlice();
    if (!selected.valid()) {
        for (const Row& row : m_layout.rows) {
            if (row.type != Row::Type::Lanes || row.laneCount == 0)
                continue;
            const Lane& lane = trace.track(row.track).lanes.front();
            const std::uint32_t i = lane.firstEndingAfter(m_document.visible().from);
            if (i < lane.size() && lane.start(i) < m_document.visible().to) {
                m_document.select(lane.slice(i), TraceDocument::Reveal::Yes);
                return;
            }
        }
        return;
    }
    const LanePlace place = laneOf(trace, selected);
    if (place.lane < 0)
        return;
    const Lane& lane = trace.track(trace.track(selected)).lanes[static_cast<std::size_t>(place.lane)];
    for (std::int64_t i = std::int64_t{place.index} + direction; i >= 0 && i < lane.size(); i += direction) {
        const SliceId slice = lane.slice(static_cast<std::uint32_t>(i));
        if (!sameName || trace.nameId(slice) == trace.nameId(selected)) {
            m_document.select(slice, TraceDocument::Reveal::Yes);
            return;
        }
    }
}

// Along the first arrow that leaves (on) or reaches the selected slice; from a launch without any, to its operator.
void TimelineView::followArrow(bool on)
{
    const Links* links = m_document.links().get();
    const SliceId selected = m_document.selectedSlice();
    if (!m_document.trace() || !selected.valid())
        return;
    SliceId next;
    for (const SliceArrow& arrow : selectionArrows(*m_document.trace(), links, m_document.selectedFlows(), selected)) {
        if (!next.valid())
            next = on && arrow.from == selected ? arrow.to : !on && arrow.to == selected ? arrow.from : SliceId();
    }
    if (!on && !next.valid() && links != nullptr)
        next = links->operatorOf(selected);
    if (next.valid())
        m_document.select(next, TraceDocument::Reveal::Yes);
}

void TimelineView::rangeFromSelection()
{
    const Selection& selection = m_document.selection();
    const Trace& trace = *m_document.trace();
    TimeRange range = selection.range;
    if (selection.slice.valid())
        range = {trace.start(selection.slice), trace.end(selection.slice)};
    if (!range.empty())
        m_document.setScope(Scope::range(range.from, range.to));
}

// What was begun last goes first: a drag, then the selection, then the restriction of the tables.
void TimelineView::clear()
{
    if (m_drag == Drag::Range) {
        m_drag = Drag::None;
        update();
    } else if (m_document.selection().kind != Selection::Kind::None) {
        m_document.clearSelection();
    } else if (m_document.scope() != Scope::whole()) {
        m_document.setScope(Scope::whole());
    }
}

} // namespace stepglass
