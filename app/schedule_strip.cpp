// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/schedule_strip.h"

#include "views/theme/fonts.h"

#include <QPainter>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kMostSteps = 60;
constexpr int kBarHeight = 14;

enum class Phase
{
    Left,
    Warm,
    Active
};

Phase phaseOf(const ScheduleShape& shape, int step)
{
    const int cycle = std::max(1, shape.wait + shape.warmup + shape.active);
    if (step < shape.skipFirst)
        return Phase::Left;
    const int at = (step - shape.skipFirst) % cycle;
    return at < shape.wait ? Phase::Left : at < shape.wait + shape.warmup ? Phase::Warm : Phase::Active;
}

} // namespace

ScheduleStrip::ScheduleStrip(QWidget* parent)
    : QWidget(parent)
    , m_theme(&Theme::of(ThemeName::Light))
{
    setAccessibleName(tr("Schedule"));
    setMinimumHeight(34);
}

void ScheduleStrip::setTheme(const Theme& theme)
{
    m_theme = &theme;
    update();
}

void ScheduleStrip::setShape(const ScheduleShape& shape)
{
    m_shape = shape;
    setAccessibleDescription(tr("%1 waiting, %2 warming up, %3 recorded, %4 cycles")
                                 .arg(shape.wait)
                                 .arg(shape.warmup)
                                 .arg(shape.active)
                                 .arg(shape.repeat));
    update();
}

void ScheduleStrip::setStep(qint64 step)
{
    m_step = step;
    update();
}

void ScheduleStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int cycle = std::max(1, m_shape.wait + m_shape.warmup + m_shape.active);
    const int all = m_shape.skipFirst + cycle * std::max(1, m_shape.repeat);
    const int steps = std::min(all, kMostSteps);
    const double each = static_cast<double>(width()) / std::max(1, steps);
    for (int i = 0; i < steps; ++i) {
        const Phase phase = phaseOf(m_shape, i);
        const QRect bar(static_cast<int>(i * each), 0,
                        std::max(1, static_cast<int>((i + 1) * each) - static_cast<int>(i * each) - 2), kBarHeight);
        painter.fillRect(bar, phase == Phase::Active ? m_theme->kindColor(SliceKind::Kernel)
                              : phase == Phase::Warm ? m_theme->kindColor(SliceKind::Region)
                                                     : m_theme->kindColor(SliceKind::Step));
        if (i == m_step) {
            painter.setPen(QPen(m_theme->select, 2));
            painter.drawRect(bar.adjusted(1, 1, -1, -1));
        }
    }
    painter.setFont(uiFont(FontRole::Secondary));
    painter.setPen(m_theme->soft);
    const QString until = m_shape.repeat == 0 ? tr(", again until stopped")
                          : all > kMostSteps  ? tr(", and so on")
                                              : QString();
    painter.drawText(QRect(0, kBarHeight + 3, width(), 16), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 wait · %2 warm-up · %3 recorded%4")
                         .arg(m_shape.wait)
                         .arg(m_shape.warmup)
                         .arg(m_shape.active)
                         .arg(until));
}

} // namespace stepglass
