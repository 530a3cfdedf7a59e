// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer on the timeline.
#include "views/timeline/overview.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace stepglass {
namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.1; // of the window
constexpr int kScrollPerNotch = 60;  // px at scale 1
constexpr int kDragStart = 4;        // px before a press becomes a drag

// N of "ProfilerStep#N", or -1.
int stepNumber(std::string_view name)
{
    const std::size_t hash = name.rfind('#');
    if (hash == std::string_view::npos || hash + 1 == name.size() || name.size() - hash > 9)
        return -1;
    int number = 0;
    for (const char c : name.substr(hash + 1)) {
        if (c < '0' || c > '9')
            return -1;
        number = number * 10 + (c - '0');
    }
    return number;
}

} // namespace

// Whoever moves the view no longer follows the end of a growing trace.
void TimelineView::userMoved()
{
    if (m_document.followsEnd())
        m_document.setFollowsEnd(false);
}

void TimelineView::zoomAt(double x, double factor)
{
    const TimeRange range = m_document.visible();
    const double lanes = width() - laneWidth();
    const double share = std::clamp((x - lanes) / laneWidth(), 0.0, 1.0);
    const double length = static_cast<double>(range.length());
    const double wanted = std::max(length / factor, static_cast<double>(TraceDocument::kMinVisible));
    const Ns from = range.from + static_cast<Ns>(std::llround((length - wanted) * share));
    userMoved();
    m_document.setVisible({from, from + static_cast<Ns>(std::llround(wanted))});
}

void TimelineView::panBy(double share, TraceDocument::History history)
{
    const TimeRange range = m_document.visible();
    const auto by = static_cast<Ns>(std::llround(static_cast<double>(range.length()) * share));
    userMoved();
    m_document.setVisible({range.from + by, range.to + by}, history);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        zoomAt(event->position().x(), std::pow(kZoomPerNotch, notches));
    else if ((event->modifiers() & Qt::ShiftModifier) || angle.y() == 0)
        panBy(-notches * kPanPerNotch);
    else
        setScroll(m_scroll - static_cast<int>(std::lround(notches * kScrollPerNotch)));
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton || !m_document.trace())
        return;
    const TimelineScene now = scene();
    m_pressed = imagePoint(event->position());
    m_pressedHit = hitTest(now, m_pressed);
    m_pressedRange = m_document.visible();
    m_pressedScroll = m_scroll;
    m_pressedRow = m_pressedHit.row != nullptr ? m_pressedHit.row->key : std::string();
    switch (m_pressedHit.area) {
    case Hit::Area::LabelEdge:
        m_drag = Drag::LabelEdge;
        break;
    case Hit::Area::Overview:
        beginOverviewDrag(m_pressed);
        break;
    case Hit::Area::Lanes:
    case Hit::Area::Ruler:
        if (event->modifiers() & Qt::ShiftModifier) {
            m_drag = Drag::Range;
            m_dragRange.from = m_dragRange.to = snapped(now, m_pressed);
            break;
        }
        [[fallthrough]];
    default:
        m_drag = Drag::Pending;
    }
    event->accept();
}

void TimelineView::beginOverviewDrag(const QPoint& at)
{
    const TimelineScene now = scene();
    const QRectF window = overviewWindow(now, m_document.whole());
    const double reach = 5 * now.scale;
    if (std::abs(at.x() - window.left()) <= reach)
        m_drag = Drag::OverviewFrom;
    else if (std::abs(at.x() - window.right()) <= reach)
        m_drag = Drag::OverviewTo;
    else
        m_drag = Drag::Overview;
    if (m_drag == Drag::Overview && !window.contains(at)) { // jumps there, and goes on from there
        const TimeScale time(m_document.whole(), now.overviewArea().width());
        const Ns centre = time.time(at.x() - now.lanesLeft());
        const Ns half = m_document.visible().length() / 2;
        userMoved();
        m_document.setVisible({centre - half, centre - half + 2 * half}, TraceDocument::History::Step);
        m_pressedRange = m_document.visible();
    }
}

void TimelineView::dragOverview(const QPoint& at)
{
    const TimelineScene now = scene();
    const TimeScale time(m_document.whole(), std::max(1, now.overviewArea().width()));
    const auto by = static_cast<Ns>(std::llround((at.x() - m_pressed.x()) * time.nsPerPixel()));
    TimeRange range = m_pressedRange;
    if (m_drag != Drag::OverviewTo)
        range.from += by;
    if (m_drag != Drag::OverviewFrom)
        range.to += by;
    if (range.to - range.from < TraceDocument::kMinVisible)
        return;
    userMoved();
    m_document.setVisible(range);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (!m_document.trace())
        return;
    if (m_drag != Drag::None) {
        dragTo(event);
        return;
    }
    const Hit hit = hitTest(scene(), imagePoint(event->position()));
    updateCursor(hit);
    const SliceId before = std::exchange(m_hover, hit).slice;
    if (hit.slice == before)
        return;
    for (const SliceId slice : {before, hit.slice}) { // only their outlines change
        if (slice.valid() && slice.value < m_document.trace()->sliceCount())
            update(rectOf(slice).adjusted(-4, -4, 4, 4));
    }
}

void TimelineView::dragTo(QMouseEvent* event)
{
    const QPoint at = imagePoint(event->position());
    const QPoint moved = at - m_pressed;
    const double start = kDragStart * devicePixelRatioF();
    if (m_drag == Drag::Pending && (std::abs(moved.x()) > start || std::abs(moved.y()) > start)) {
        const bool label = m_pressedHit.area == Hit::Area::Label || m_pressedHit.area == Hit::Area::Header;
        m_drag = label ? Drag::Row : Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    switch (m_drag) {
    case Drag::Pan: {
        const double perPixel = static_cast<double>(m_pressedRange.length()) / (laneWidth() * devicePixelRatioF());
        const auto by = static_cast<Ns>(std::llround(moved.x() * perPixel));
        if (by != 0)
            userMoved();
        m_document.setVisible({m_pressedRange.from - by, m_pressedRange.to - by});
        setScroll(m_pressedScroll - static_cast<int>(std::lround(moved.y() / pixelScale())));
        break;
    }
    case Drag::Range:
        m_dragRange.to = snapped(scene(), at);
        update();
        break;
    case Drag::Overview:
    case Drag::OverviewFrom:
    case Drag::OverviewTo:
        dragOverview(at);
        break;
    case Drag::LabelEdge:
        m_labelWidth = std::clamp(static_cast<int>(at.x() / pixelScale()), 60, 500);
        repaintFrame();
        break;
    default:
        break;
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (event->button() != Qt::LeftButton || !m_document.trace())
        return;
    unsetCursor();
    if (drag == Drag::Range) {
        const TimeRange range{std::min(m_dragRange.from, m_dragRange.to), std::max(m_dragRange.from, m_dragRange.to)};
        if (!range.empty())
            m_document.setScope(Scope::range(range.from, range.to));
        update();
    } else if (drag == Drag::Pending) {
        click(hitTest(scene(), m_pressed));
    } else if (drag == Drag::Row) {
        dropRow(imagePoint(event->position()));
    }
}

void TimelineView::click(const Hit& hit)
{
    if (hit.instant) {
        m_document.selectInstant(*hit.instant);
    } else if (hit.area == Hit::Area::Header) {
        m_document.setCollapsed(hit.row->key, !hit.row->collapsed);
    } else if (hit.area == Hit::Area::Label && hit.row != nullptr) {
        const bool deep = hit.row->type == Row::Type::Counter || hit.row->laneCount > 1 || hit.row->collapsed;
        if (deep)
            m_document.setCollapsed(hit.row->key, !hit.row->collapsed);
    } else if (hit.slice.valid()) {
        const TraceDocument::Batch batch(m_document);
        m_document.select(hit.slice);
        const Trace& trace = *m_document.trace();
        const int step = trace.kind(hit.slice) == SliceKind::Step ? stepNumber(trace.name(hit.slice)) : -1;
        if (step >= 0)
            m_document.setScope(Scope::steps(step, step));
    } else if (hit.area == Hit::Area::Lanes) {
        clickIdle(hit);
    }
}

// An idle stretch of a device's kernels is something to look at; elsewhere a click beside everything clears.
void TimelineView::clickIdle(const Hit& hit)
{
    const Trace& trace = *m_document.trace();
    if (hit.lane >= 0) {
        const Track& track = trace.track(hit.row->track);
        const bool work = track.kind >= TrackKind::Compute && track.kind <= TrackKind::Memset;
        if (work) {
            if (const auto idle = idleAround(trace, track.device, hit.time)) {
                m_document.selectGap(std::string(trace.text(track.device)), *idle);
                return;
            }
        }
    }
    m_document.clearSelection();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_document.trace() || event->button() != Qt::LeftButton)
        return;
    const Hit hit = hitTest(scene(), imagePoint(event->position()));
    if (hit.area == Hit::Area::Overview) {
        m_document.showWhole();
    } else if (hit.slice.valid()) {
        m_document.select(hit.slice);
        userMoved();
        m_document.fitSelection();
    } else {
        mousePressEvent(event);
    }
}

// The dragged row goes before the one under the pointer, if that is of the same group.
void TimelineView::dropRow(const QPoint& at)
{
    const Row* moved = m_layout.row(m_pressedRow);
    const Hit hit = hitTest(scene(), {m_pressed.x(), at.y()});
    if (moved == nullptr || hit.row == nullptr || hit.row == moved)
        return;
    const bool groups = moved->type == Row::Type::Header;
    const std::string target = groups && hit.row->type != Row::Type::Header ? hit.row->group : hit.row->key;
    std::vector<std::string> order;
    for (const Row& row : m_layout.rows) {
        const bool alike =
            groups ? row.type == Row::Type::Header : row.type != Row::Type::Header && row.group == moved->group;
        if (alike && row.key != moved->key)
            order.push_back(row.key);
    }
    const auto place = std::find(order.begin(), order.end(), target);
    if (place == order.end())
        return;
    order.insert(hit.row->top > moved->top ? place + 1 : place, moved->key);
    for (const std::string& key : m_document.order()) {
        if (std::find(order.begin(), order.end(), key) == order.end())
            order.push_back(key);
    }
    m_document.setOrder(order);
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_document.trace())
        return;
    const Hit hit = hitTest(scene(), imagePoint(event->pos()));
    QMenu menu(this);
    if (hit.row != nullptr) {
        const std::string key = hit.row->key;
        const bool collapsed = hit.row->collapsed, pinned = hit.row->pinned;
        const bool header = hit.row->type == Row::Type::Header;
        menu.addAction(collapsed ? tr("Expand") : tr("Collapse"), this,
                       [this, key, collapsed] { m_document.setCollapsed(key, !collapsed); });
        if (!header)
            menu.addAction(pinned ? tr("Unpin") : tr("Pin to the top"), this,
                           [this, key, pinned] { m_document.setPinned(key, !pinned); });
        menu.addAction(tr("Hide \u201C%1\u201D").arg(hit.row->title), this,
                       [this, key] { m_document.setHidden(key, true); });
    }
    QAction* all = menu.addAction(tr("Show all tracks"), this, [this] { m_document.showAllTracks(); });
    all->setEnabled(!m_document.hidden().empty());
    menu.exec(event->globalPos());
}

void TimelineView::leaveEvent(QEvent* event)
{
    m_hover = {};
    update();
    QWidget::leaveEvent(event);
}

void TimelineView::updateCursor(const Hit& hit)
{
    Qt::CursorShape shape = Qt::ArrowCursor;
    if (hit.area == Hit::Area::LabelEdge)
        shape = Qt::SplitHCursor;
    else if (hit.area == Hit::Area::Overview) {
        const QRectF window = overviewWindow(scene(), m_document.whole());
        const double x = m_pointer.x() * devicePixelRatioF(), reach = 5 * pixelScale();
        const bool edge = std::abs(x - window.left()) <= reach || std::abs(x - window.right()) <= reach;
        shape = edge ? Qt::SizeHorCursor : Qt::ArrowCursor;
    } else if (hit.area == Hit::Area::Header) {
        shape = Qt::PointingHandCursor;
    }
    if (cursor().shape() != shape)
        setCursor(shape);
}

} // namespace stepglass
