// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: overview, ruler, names and lanes in one widget. A finished frame is kept as an image; what hovers over
// it is painted on top, so that pointer and selection never cost a frame.
#pragma once

#include "views/document/trace_document.h"
#include "views/timeline/hit_test.h"
#include "views/timeline/key_bindings.h"
#include "views/timeline/overlay.h"
#include "views/timeline/timeline_painter.h"

#include <QImage>
#include <QWidget>

namespace stepglass {

class TimelineView : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineView(TraceDocument& document, QWidget* parent = nullptr);
    ~TimelineView() override;

    void setTheme(const Theme& theme);
    void setUiScale(double scale);
    double uiScale() const { return m_uiScale; }
    int laneWidth() const; // px of the widget that show time
    KeyBindings& keyBindings() { return m_keys; }
    bool runCommand(TimelineCommand command, int number = 0); // as if its key had been pressed

    const TraceDocument& document() const { return m_document; }
    // What is shown, for tests, pictures and accessibility: places in px of the widget times its device pixel ratio.
    TimelineScene scene() const;
    const RowLayout& rows() const { return m_layout; }
    const CounterIndex& counters() const { return m_counters; }
    int scroll() const { return m_scroll; }
    void setScroll(int scroll); // px at scale 1
    // Where a slice is, in px of the widget; empty if its row is not shown.
    QRect rectOf(SliceId slice) const;
    // Where a row of rows() is, all across the widget; it may lie outside of it.
    QRect rectOfRow(std::size_t row) const;
    // How many frames were painted anew: hovering and selecting paint none.
    int framesPainted() const { return m_frames; }

    QSize sizeHint() const override { return {900, 500}; }

Q_SIGNALS:
    // Next (+1) or previous (-1) slice of the selected row is asked for.
    void walkRequested(int direction);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag
    {
        None,
        Pending, // pressed on the lanes, not moved yet: a click so far
        Pan,
        Range,
        Overview, // moves the window there
        OverviewFrom,
        OverviewTo,
        LabelEdge,
        Row // a row to another place among its group's
    };

    void documentChanged(TraceDocument::Changes changes);
    void layOut();
    void layOutInPlace();
    void noteDevices();
    std::shared_ptr<const std::vector<DerivedSeries>> derivedSeries() const;
    void repaintFrame();
    void reveal(SliceId slice);
    OverlayState overlayState() const;
    QString toolTipFor(const Hit& hit) const;
    double pixelScale() const; // px of the image for one of the layout
    QPoint imagePoint(const QPointF& point) const;

    // Input; timeline_view_mouse.cpp
    void zoomAt(double x, double factor); // x: px of the widget
    void panBy(double share, TraceDocument::History history = TraceDocument::History::Glide);
    void userMoved();
    void beginOverviewDrag(const QPoint& at);
    void dragOverview(const QPoint& at);
    void dragTo(QMouseEvent* event);
    void click(const Hit& hit);
    void clickIdle(const Hit& hit);
    void dropRow(const QPoint& at);
    void updateCursor(const Hit& hit);

    // Commands; timeline_view_keys.cpp
    void stepAlongLane(int direction, bool sameName);
    void followArrow(bool on);
    void rangeFromSelection();
    void clear();

    TraceDocument& m_document;
    const Theme* m_theme;
    KeyBindings m_keys;
    double m_uiScale = 1;
    int m_labelWidth = measure::kLabelColumn;
    int m_scroll = 0;

    RowLayout m_layout;
    CounterIndex m_counters;
    std::uint64_t m_counterRecords = 0;                          // that m_counters was made of
    std::shared_ptr<const std::vector<DerivedSeries>> m_derived; // likewise
    TimelinePainter m_painter;
    QImage m_frame;
    bool m_stale = true;
    int m_frames = 0;

    std::map<std::string, QString> m_deviceNotes;
    std::function<bool(SliceId)> m_lit;
    bool m_focusRing = false; // the focus came by a key
    bool m_dims = false;      // a row is selected: others are dim in m_frame

    Hit m_hover;
    QPointF m_pointer; // px of the widget, last seen
    Drag m_drag = Drag::None;
    QPoint m_pressed; // px of the image
    TimeRange m_pressedRange;
    int m_pressedScroll = 0;
    Hit m_pressedHit;
    std::string m_pressedRow;
    TimeRange m_dragRange;
};

} // namespace stepglass
