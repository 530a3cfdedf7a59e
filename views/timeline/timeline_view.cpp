// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_view.h"

#include "model/analysis/scope_clock.h"
#include "views/document/diagnosis.h"
#include "views/format/format.h"
#include "views/theme/fonts.h"
#include "views/timeline/device_notes.h"
#include "views/timeline/row_texts.h"
#include "views/timeline/timeline_accessible.h"

#include <QFileInfo>
#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolTip>

#include <algorithm>

namespace stepglass {

using Change = TraceDocument::Change;

TimelineView::TimelineView(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(&Theme::of(ThemeName::Light))
{
    registerFonts();
    installTimelineAccessibility(); // before anything asks for an interface
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(320, 160);
    m_lit = [this](SliceId slice) { return m_document.inSelectedRow(slice); };
    connect(&m_document, &TraceDocument::changed, this, &TimelineView::documentChanged);
    layOut();
}

TimelineView::~TimelineView() = default;

void TimelineView::setTheme(const Theme& theme)
{
    m_theme = &theme;
    repaintFrame();
}

void TimelineView::setUiScale(double scale)
{
    m_uiScale = std::clamp(scale, 0.5, 4.0);
    setScroll(m_scroll);
    repaintFrame();
}

double TimelineView::pixelScale() const
{
    return m_uiScale * devicePixelRatioF();
}

QPoint TimelineView::imagePoint(const QPointF& point) const
{
    return (point * devicePixelRatioF()).toPoint();
}

int TimelineView::laneWidth() const
{
    return std::max(1, width() - static_cast<int>(m_labelWidth * m_uiScale + 0.5));
}

TimelineScene TimelineView::scene() const
{
    TimelineScene scene;
    scene.trace = m_document.trace().get();
    scene.layout = &m_layout;
    scene.counters = &m_counters;
    scene.theme = m_theme;
    scene.range = m_document.visible();
    scene.size = size() * devicePixelRatioF();
    scene.scale = pixelScale();
    scene.scroll = m_scroll;
    scene.labelWidth = m_labelWidth;
    scene.headerNotes = m_deviceNotes;
    if (scene.trace != nullptr)
        scene.title = QFileInfo(QString::fromStdString(scene.trace->info().path)).fileName();
    if (m_dims) {
        scene.lit = &m_lit;
        const Selection& selection = m_document.selection();
        const SliceId slice = selection.slice;
        const SliceKind kind = slice.valid()            ? scene.trace->kind(slice)
                               : selection.row.onDevice ? SliceKind::Kernel
                                                        : SliceKind::Operator;
        scene.litClass = LaneClass::of(kind, nameShade(selection.row.name));
    }
    return scene;
}

void TimelineView::documentChanged(TraceDocument::Changes changes)
{
    const bool dims = m_document.selection().kind == Selection::Kind::Row;
    const bool moreCounters = (changes & Change::Diagnosis) && derivedSeries() != m_derived;
    if (changes & Change::Tracks)
        layOut();
    else if ((changes & Change::Trace) || moreCounters)
        layOutInPlace();
    if (changes & (Change::Trace | Change::Diagnosis))
        noteDevices();
    if ((changes & (Change::Trace | Change::Tracks | Change::Range | Change::Diagnosis)) || dims || m_dims)
        m_stale = true;
    m_dims = dims;
    if (changes & Change::Trace)
        m_hover = {}; // rows have moved, and row numbers may have
    if (changes & Change::Selection)
        announceSelection(*this);
    if (changes & Change::Reveal)
        reveal(m_document.selectedSlice());
    update();
}

// How busy each device was in the scope that the last judgement is about.
void TimelineView::noteDevices()
{
    m_deviceNotes.clear();
    const auto& diagnosis = m_document.diagnosis();
    const auto& trace = m_document.trace();
    if (!diagnosis || !trace || diagnosis->sharedTrace() != trace)
        return;
    const ScopeClock clock(*trace, diagnosis->steps(), diagnosis->scope());
    Intervals intervals;
    for (const ScopeClock::Interval& interval : clock.intervals())
        intervals.push_back({interval.from, interval.to});
    m_deviceNotes = deviceNotes(*trace, diagnosis->devices().devices(), intervals, noteWords(diagnosis->scope()));
}

// What analysis derived of this very trace; null before it has.
std::shared_ptr<const std::vector<DerivedSeries>> TimelineView::derivedSeries() const
{
    const auto& diagnosis = m_document.diagnosis();
    if (!diagnosis || diagnosis->sharedTrace() != m_document.trace())
        return nullptr;
    return {diagnosis->results, &diagnosis->results->devices.base->series};
}

void TimelineView::layOut()
{
    const auto& trace = m_document.trace();
    if (!trace) {
        m_layout = {};
        return;
    }
    const std::uint64_t records = std::uint64_t{trace->memory().size()} + trace->counters().size();
    const auto derived = derivedSeries();
    if (records != m_counterRecords || trace->complete() || derived != m_derived) {
        m_counters = CounterIndex(*trace, derived.get());
        m_counterRecords = records;
        m_derived = derived;
    }
    RowChoices choices;
    choices.hidden = m_document.hidden();
    choices.order = m_document.order();
    m_layout = layoutRows(*trace, m_counters, choices);
    for (const Row& row : m_layout.rows) {
        if (m_document.isCollapsed(row.key))
            choices.collapsed.insert(row.key);
        if (m_document.isPinned(row.key))
            choices.pinned.insert(row.key);
    }
    if (!choices.collapsed.empty() || !choices.pinned.empty())
        m_layout = layoutRows(*trace, m_counters, choices);
    m_hover = {};
    m_pressedHit = {};
    setScroll(m_scroll);
}

// What is looked at stays where it is when a growing trace gets rows above it; the very top stays the top.
void TimelineView::layOutInPlace()
{
    const auto first = std::find_if(m_layout.rows.begin(), m_layout.rows.end(),
                                    [&](const Row& row) { return !row.pinned && row.top + row.height > m_scroll; });
    if (m_scroll == 0 || first == m_layout.rows.end()) {
        layOut();
        return;
    }
    const std::string key = first->key;
    const int into = m_scroll - first->top;
    layOut();
    if (const Row* row = m_layout.row(key))
        setScroll(row->top + std::min(into, row->height - 1));
}

void TimelineView::setScroll(int scroll)
{
    const int room =
        static_cast<int>(height() / m_uiScale) - measure::kOverview - measure::kRuler - m_layout.pinnedHeight;
    const int most = std::max(0, m_layout.height - std::max(room, 40));
    const int kept = std::clamp(scroll, 0, most);
    if (kept == m_scroll)
        return;
    m_scroll = kept;
    repaintFrame();
}

void TimelineView::repaintFrame()
{
    m_stale = true;
    update();
}

// Brings the row of a slice into view: the range has been moved by the document.
void TimelineView::reveal(SliceId slice)
{
    const auto& trace = m_document.trace();
    if (!trace || !slice.valid())
        return;
    const Row* row = m_layout.rowOf(trace->track(slice));
    if (row == nullptr || row->pinned)
        return;
    const int lane = std::clamp(laneOf(*trace, slice).lane, 0, std::max(0, row->laneCount - 1));
    const int top = row->laneTop(lane) - measure::kRowPad;
    const int bottom = row->laneTop(lane) + row->laneHeight + measure::kRowPad;
    const int room =
        static_cast<int>(height() / m_uiScale) - measure::kOverview - measure::kRuler - m_layout.pinnedHeight;
    if (top < m_scroll)
        setScroll(top);
    else if (bottom > m_scroll + room)
        setScroll(bottom - room);
}

OverlayState TimelineView::overlayState() const
{
    OverlayState state;
    const Selection& selection = m_document.selection();
    state.hovered = m_hover.slice;
    state.selected = selection.slice;
    if (m_document.trace())
        state.arrows =
            selectionArrows(*m_document.trace(), m_document.links().get(), m_document.selectedFlows(), selection.slice);
    if (m_document.selectedInstant() != nullptr)
        state.instant = selection.instant;
    if (m_drag == Drag::Range)
        state.range = m_dragRange;
    else if (m_document.scope().kind == Scope::Kind::Range)
        state.range = TimeRange{m_document.scope().from, m_document.scope().to};
    if (selection.kind == Selection::Kind::Gap) {
        state.gap = selection.range;
        state.gapDevice = selection.device;
    }
    for (const Mark& mark : m_document.marks())
        state.marks.push_back(mark.time);
    return state;
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_document.trace()) {
        painter.fillRect(rect(), m_theme->canvas);
        return;
    }
    const TimelineScene now = scene();
    if (m_frame.size() != now.size)
        m_frame = QImage(now.size, QImage::Format_RGB32);
    if (m_stale || m_frame.devicePixelRatio() != devicePixelRatioF()) {
        m_frame.setDevicePixelRatio(1);
        m_painter.paint(m_frame, now, m_document.whole());
        m_frame.setDevicePixelRatio(devicePixelRatioF());
        m_stale = false;
        ++m_frames;
    }
    painter.drawImage(QPoint(0, 0), m_frame);
    painter.scale(1 / devicePixelRatioF(), 1 / devicePixelRatioF());
    paintOverlay(painter, now, overlayState());
    if (m_focusRing) {
        const int width = std::max(2, now.px(2));
        painter.setPen(QPen(m_theme->accent, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(QPointF(0, 0), QSizeF(now.size)).adjusted(width / 2.0, width / 2.0, -width / 2.0, -width / 2.0));
    }
}

void TimelineView::focusInEvent(QFocusEvent* event)
{
    const Qt::FocusReason reason = event->reason();
    m_focusRing = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void TimelineView::focusOutEvent(QFocusEvent* event)
{
    m_focusRing = false;
    QWidget::focusOutEvent(event);
    update();
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    m_stale = true;
    setScroll(m_scroll);
    QWidget::resizeEvent(event);
}

QRect TimelineView::rectOf(SliceId slice) const
{
    const std::optional<QRect> place = placeOf(scene(), slice);
    if (!place)
        return {};
    const double ratio = devicePixelRatioF();
    return {static_cast<int>(place->left() / ratio), static_cast<int>(place->top() / ratio),
            std::max(1, static_cast<int>(place->width() / ratio)), static_cast<int>(place->height() / ratio)};
}

QRect TimelineView::rectOfRow(std::size_t row) const
{
    const Row& its = m_layout.rows[row];
    const int above = measure::kOverview + measure::kRuler;
    const int top = above + its.top + (its.pinned ? 0 : m_layout.pinnedHeight - m_scroll);
    return {0, static_cast<int>(top * m_uiScale), width(), static_cast<int>(its.height * m_uiScale)};
}

QString TimelineView::toolTipFor(const Hit& hit) const
{
    const auto& trace = m_document.trace();
    if (!trace)
        return {};
    if (hit.instant && *hit.instant < trace->instants().size()) {
        const InstantRecord& instant = trace->instants()[*hit.instant];
        return QStringLiteral("<b>%1</b><br>instant &nbsp;\u00B7&nbsp; at %2")
            .arg(toQString(trace->text(instant.name)).left(400).toHtmlEscaped(),
                 formatExact(instant.time - trace->spanStart()));
    }
    if (hit.slice.valid()) {
        const Ns at = trace->start(hit.slice) - trace->spanStart();
        return QStringLiteral("<b>%1</b><br>%2 &nbsp;\u00B7&nbsp; %3<br>at %4")
            .arg(toQString(trace->name(hit.slice)).left(400).toHtmlEscaped(), kindTitle(trace->kind(hit.slice)),
                 formatExact(trace->duration(hit.slice)), formatExact(at));
    }
    if (hit.area == Hit::Area::Label && hit.row != nullptr)
        return hit.row->detail.isEmpty() ? hit.row->title : hit.row->title + QStringLiteral("\n") + hit.row->detail;
    if (hit.area == Hit::Area::Lanes && hit.row != nullptr && hit.row->type == Row::Type::Counter) {
        const CounterCurve& curve = m_counters[hit.row->counter];
        const std::size_t next = curve.firstAfter(hit.time);
        if (next == 0)
            return {};
        return hit.row->title + QStringLiteral(": ") + counterValue(curve, curve.values[next - 1]);
    }
    return {};
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_document.trace()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipFor(hitTest(scene(), imagePoint(help->pos())));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    // Keys of the timeline go to it before they count as shortcuts of the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const TimelineCommand command = m_keys.commandOf(*key);
        const bool ours = command != TimelineCommand::None && command != TimelineCommand::NextOfRow &&
                          command != TimelineCommand::PreviousOfRow;
        if (ours) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace stepglass
