// SPDX-License-Identifier: GPL-3.0-or-later
// Stacked bars: a click picks one, a drag several. Knows nothing of what they mean.
#pragma once

#include "views/theme/theme.h"

#include <QWidget>

#include <functional>
#include <vector>

class QCustomPlot;

namespace stepglass {

struct BarSeries
{
    QString name;
    QColor color;
    std::vector<double> values; // one a bar; stacked on the series before
};

struct BarTick
{
    double at = 0; // bar i reaches from i - 0.5 to i + 0.5
    QString text;
};

struct Bars
{
    std::vector<BarSeries> series;
    std::vector<BarTick> ticks; // those that would overprint are left out
    double width = 0.78;        // of a bar, 1 where they touch
    bool integers = false;      // the values count something
    // A value on the axis whose ticks lie `step` apart.
    std::function<QString(double value, double step)> valueText;
    std::function<QString(int bar)> tip; // rich text
    int count() const { return series.empty() ? 0 : static_cast<int>(series.front().values.size()); }
};

class BarPlot : public QWidget
{
    Q_OBJECT

public:
    explicit BarPlot(QWidget* parent = nullptr);

    void setBars(Bars bars);
    const Bars& bars() const { return m_bars; }
    void setTheme(const Theme& theme);
    void setMarked(int first, int last); // bars that are shown as chosen; -1: none
    int firstMarked() const { return m_first; }
    int lastMarked() const { return m_last; }
    // Place of a bar's middle, px; and the bar there, -1: none.
    QPoint middleOf(int bar) const;
    int barAt(const QPoint& at) const;

Q_SIGNALS:
    void barsPicked(int first, int last); // by click, drag or Enter

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void styleAxes();
    void setTicks();
    void showMarked(int first, int last);
    int nearestBar(const QPoint& at) const;

    QCustomPlot* m_plot;
    const Theme* m_theme;
    Bars m_bars;
    double m_highest = 0;
    int m_first = -1, m_last = -1;
    int m_pressed = -1; // where a drag began
    int m_cursor = -1;  // of the keyboard
};

} // namespace stepglass
