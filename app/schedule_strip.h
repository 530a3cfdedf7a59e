// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule of a capture as a strip of steps: left out, waiting, warming up, recorded; and where it stands.
#pragma once

#include "views/theme/theme.h"

#include <QWidget>

namespace stepglass {

struct ScheduleShape
{
    int skipFirst = 0, wait = 0, warmup = 0, active = 0, repeat = 1; // repeat 0: until stopped
};

class ScheduleStrip : public QWidget
{
    Q_OBJECT

public:
    explicit ScheduleStrip(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void setShape(const ScheduleShape& shape);
    void setStep(qint64 step); // the one that runs; -1: none

    QSize sizeHint() const override { return {320, 34}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    ScheduleShape m_shape;
    qint64 m_step = -1;
};

} // namespace stepglass
