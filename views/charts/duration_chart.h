// SPDX-License-Identifier: GPL-3.0-or-later
// How long the slices of the selected name took, over the whole trace. A drag keeps only those of a band lit.
#pragma once

#include "model/core/device_rows.h"
#include "views/charts/bar_plot.h"
#include "views/document/trace_document.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace stepglass {

class DurationChart : public QWidget
{
    Q_OBJECT

public:
    explicit DurationChart(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    BarPlot& plot() const { return *m_plot; }
    const DurationHistogram& histogram() const { return m_histogram; }
    QString text() const; // the figures

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void showBars();
    void showBand();
    void pick(int first, int last);
    QString tipOf(int bar) const;
    // The lengths that bars first..last hold.
    DurationBand bandOf(int first, int last) const;

    TraceDocument& m_document;
    const Theme* m_theme;
    BarPlot* m_plot;
    QLabel* m_figures;
    QPushButton* m_clear;
    RowName m_shown;
    std::size_t m_shownSlices = 0;
    DurationHistogram m_histogram;
};

} // namespace stepglass
