// SPDX-License-Identifier: GPL-3.0-or-later
// The strip below everything: what the trace is, how it was read, what is being captured; and how far the view is
// zoomed.
#pragma once

#include "views/theme/theme.h"

#include <QString>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepglass {

class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    static constexpr int kHeight = 26;

    struct Texts
    {
        QString trace;  // "1 489 events · 96.9 ms"
        QString health; // "health: 2 notes"; a button
        QString mode;
        QString capture;    // "capture: idle"
        QString view;       // "view 6.70 ms · 1 px = 7.33 us"
        bool amber = false; // something was lost: the line says so in colour
    };
    void setTexts(const Texts& texts);
    // A share of 0 to 1, or below 0 for nothing to show.
    void setProgress(double share, const QString& text = {});
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void healthClicked();
    void cancelClicked();

private:
    void layOut();

    QLabel* m_trace;
    QPushButton* m_health;
    QLabel* m_rest;
    QLabel* m_view;
    QLabel* m_progressText;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    const Theme* m_theme;
    bool m_amber = false;
};

} // namespace stepglass
