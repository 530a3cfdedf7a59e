// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that includes QCustomPlot, a costly header written for Qt's keywords.
#include "views/charts/bar_plot.h"

#include "views/theme/fonts.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#define emit
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
#undef emit

namespace stepglass {

namespace {

constexpr int kTickRoom = 34;      // px between two ticks of the value axis, at least
constexpr double kHeadroom = 1.06; // above the highest bar

// 1, 2 or 5 times a power of ten, at least `least`.
double niceStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least)
            return factor * power;
    }
    return 10 * power;
}

} // namespace

BarPlot::BarPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_theme(&Theme::of(ThemeName::Light))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setNotAntialiasedElements(QCP::aeAll);
    m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    m_plot->axisRect()->setMinimumMargins({0, 0, 0, 0});
    m_plot->axisRect()->setMargins({0, 6, 10, 0});
    styleAxes();
}

void BarPlot::setTheme(const Theme& theme)
{
    m_theme = &theme;
    styleAxes();
    rebuild();
}

void BarPlot::styleAxes()
{
    m_plot->setBackground(QBrush(m_theme->canvas));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTickLabelFont(uiFont(FontRole::Secondary));
        axis->setTickLabelColor(m_theme->soft);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(0);
        axis->setTickLabelPadding(6);
        axis->setPadding(4);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->xAxis->setBasePen(QPen(m_theme->border));
    m_plot->yAxis->setBasePen(Qt::NoPen);
    m_plot->yAxis->grid()->setPen(QPen(m_theme->line));
}

void BarPlot::setBars(Bars bars)
{
    m_bars = std::move(bars);
    m_first = m_last = m_cursor = m_pressed = -1;
    m_highest = 0;
    for (int bar = 0; bar < m_bars.count(); ++bar) {
        double sum = 0;
        for (const BarSeries& series : m_bars.series)
            sum += series.values[static_cast<std::size_t>(bar)];
        m_highest = std::max(m_highest, sum);
    }
    rebuild();
}

void BarPlot::rebuild()
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    QCPBars* below = nullptr;
    for (const BarSeries& series : m_bars.series) {
        auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        QVector<double> keys, values;
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            keys << static_cast<double>(i);
            values << series.values[i];
        }
        bars->setData(keys, values, true);
        bars->setWidth(m_bars.width);
        bars->setPen(Qt::NoPen);
        bars->setBrush(series.color);
        if (below)
            bars->moveAbove(below);
        below = bars;
    }
    m_plot->xAxis->setRange(-0.6, m_bars.count() - 0.4);
    m_plot->yAxis->setRange(0, m_highest > 0 ? m_highest * kHeadroom : 1);
    setTicks();
    showMarked(m_first, m_last);
}

void BarPlot::setTicks()
{
    const QSharedPointer<QCPAxisTickerText> values(new QCPAxisTickerText), names(new QCPAxisTickerText);
    if (m_highest > 0 && m_bars.valueText) {
        const double most = std::max(1.0, std::floor((height() - 30.0) / kTickRoom));
        const double step = std::max(niceStep(m_highest / most), m_bars.integers ? 1.0 : 0.0);
        for (double at = 0; at <= m_highest * kHeadroom; at += step)
            values->addTick(at, m_bars.valueText(at, step));
    }
    const QFontMetricsF metrics(uiFont(FontRole::Secondary));
    const double room = std::max(40.0, width() - 80.0) / std::max(1, m_bars.count()); // px a bar
    double free = -1e9;
    for (const BarTick& tick : m_bars.ticks) {
        const double half = (metrics.horizontalAdvance(tick.text) / 2 + 6) / room;
        if (tick.at - half < free)
            continue;
        names->addTick(tick.at, tick.text);
        free = tick.at + half;
    }
    m_plot->yAxis->setTicker(values);
    m_plot->xAxis->setTicker(names);
}

void BarPlot::showMarked(int first, int last)
{
    m_plot->clearItems();
    if (first >= 0) {
        auto* span = new QCPItemRect(m_plot);
        span->setPen(Qt::NoPen);
        span->setBrush(m_theme->shade);
        span->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
        span->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
        span->topLeft->setCoords(std::min(first, last) - 0.5, 0);
        span->bottomRight->setTypeX(QCPItemPosition::ptPlotCoords);
        span->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
        span->bottomRight->setCoords(std::max(first, last) + 0.5, 1);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BarPlot::setMarked(int first, int last)
{
    m_first = first;
    m_last = last;
    showMarked(first, last);
}

QPoint BarPlot::middleOf(int bar) const
{
    const QRect area = m_plot->axisRect()->rect();
    return {qRound(m_plot->xAxis->coordToPixel(bar)), area.center().y()};
}

int BarPlot::nearestBar(const QPoint& at) const
{
    const int bar = static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(at.x())));
    return m_bars.count() == 0 ? -1 : std::clamp(bar, 0, m_bars.count() - 1);
}

int BarPlot::barAt(const QPoint& at) const
{
    const auto bar = static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(at.x())));
    const QRect area = m_plot->axisRect()->rect();
    return bar >= 0 && bar < m_bars.count() && at.x() >= area.left() && at.y() <= height() ? bar : -1;
}

bool BarPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos());
        if (bar < 0 || !m_bars.tip)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), m_bars.tip(bar), this);
        return true;
    }
    return QWidget::event(event);
}

void BarPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_plot->setGeometry(rect());
    setTicks();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BarPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_bars.count() == 0)
        return;
    m_pressed = nearestBar(event->pos());
    showMarked(m_pressed, m_pressed);
}

void BarPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed >= 0)
        showMarked(m_pressed, nearestBar(event->pos()));
}

void BarPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed < 0 || event->button() != Qt::LeftButton)
        return;
    const int from = std::exchange(m_pressed, -1), to = nearestBar(event->pos());
    m_cursor = to;
    showMarked(m_first, m_last); // unless the owner makes another of it
    Q_EMIT barsPicked(std::min(from, to), std::max(from, to));
}

// Left and right move a mark from bar to bar, Enter picks it.
void BarPlot::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step != 0 && m_bars.count() > 0) {
        m_cursor = m_cursor < 0 ? std::max(0, m_first) : std::clamp(m_cursor + step, 0, m_bars.count() - 1);
        showMarked(m_cursor, m_cursor);
        if (m_bars.tip)
            QToolTip::showText(mapToGlobal(middleOf(m_cursor)), m_bars.tip(m_cursor), this);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_cursor >= 0) {
        Q_EMIT barsPicked(m_cursor, m_cursor);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace stepglass
