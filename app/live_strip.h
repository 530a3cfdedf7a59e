// SPDX-License-Identifier: GPL-3.0-or-later
// The strip over the page while a capture runs: wait, warm-up or recording, the step of the schedule, and whether the
// view follows; afterwards how it ended.
#pragma once

#include "app/live_state.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace stepglass {

class LiveStrip : public QWidget
{
    Q_OBJECT

public:
    explicit LiveStrip(QWidget* parent = nullptr);

    static constexpr int kHeight = 38;

    void setTheme(const Theme& theme);
    void showRunning(const LiveState& state);
    // Stays until it is closed or the next capture starts.
    void showEnd(const QString& sentence, bool failed);
    void setFollows(bool follows);
    QString text() const; // all that is said

Q_SIGNALS:
    void followClicked(bool follow);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor dotColor() const;

    enum class Look
    {
        Running,
        Recording,
        Lost,
        Done,
        Failed
    };
    Look m_look = Look::Running;
    QLabel* m_phase;
    ScheduleStrip* m_steps;
    QLabel* m_words;
    QPushButton* m_follow;
    QToolButton* m_close;
    const Theme* m_theme;
};

} // namespace stepglass
