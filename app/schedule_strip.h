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

enum class SchedulePhase
{
    Left, // out: skipped or waiting
    WarmUp,
    Active
};
SchedulePhase phaseAt(const ScheduleShape& shape, qint64 step);

class ScheduleStrip : public QWidget
{
    Q_OBJECT

public:
    explicit ScheduleStrip(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void setShape(const ScheduleShape& shape);
    // The one that runs: those that are still to come are pale; -1: it is a plan, and none is.
    void setStep(qint64 step);
    qint64 step() const { return m_step; }
    const ScheduleShape& shape() const { return m_shape; }
    void setBarsOnly(); // without the words below

    QSize sizeHint() const override { return {320, minimumHeight()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    ScheduleShape m_shape;
    qint64 m_step = -1;
    bool m_words = true;
};

} // namespace stepglass
