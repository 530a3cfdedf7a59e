// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/schedule_strip.h"

#include "views/theme/fonts.h"

#include <QPainter>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kMostSteps = 60;
constexpr int kBarHeight = 14;

constexpr double kPale = 0.32;

QColor colorOf(SchedulePhase phase, const Theme& theme)
{
    return theme.kindColor(phase == SchedulePhase::Active   ? SliceKind::Kernel
                           : phase == SchedulePhase::WarmUp ? SliceKind::Region
                                                            : SliceKind::Step);
}

} // namespace

SchedulePhase phaseAt(const ScheduleShape& shape, qint64 step)
{
    const int cycle = std::max(1, shape.wait + shape.warmup + shape.active);
    if (step < shape.skipFirst)
        return SchedulePhase::Left;
    const qint64 at = (step - shape.skipFirst) % cycle;
    return at < shape.wait                  ? SchedulePhase::Left
           : at < shape.wait + shape.warmup ? SchedulePhase::WarmUp
                                            : SchedulePhase::Active;
}

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

void ScheduleStrip::setBarsOnly()
{
    m_words = false;
    setMinimumHeight(kBarHeight);
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
        const QRect bar(static_cast<int>(i * each), 0,
                        std::max(1, static_cast<int>((i + 1) * each) - static_cast<int>(i * each) - 2), kBarHeight);
        QColor color = colorOf(phaseAt(m_shape, i), *m_theme);
        if (m_step >= 0 && i > m_step)
            color.setAlphaF(kPale);
        painter.fillRect(bar, color);
        if (i == m_step) {
            painter.setPen(QPen(m_theme->select, 2));
            painter.drawRect(bar.adjusted(1, 1, -1, -1));
        }
    }
    if (!m_words)
        return;
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
