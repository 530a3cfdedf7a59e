// SPDX-License-Identifier: GPL-3.0-or-later
// Where each step's time went on one device, as stacked bars: a click goes to the step, a drag makes several the scope.
// Stands above the table of steps, and holds what both depend on: the device, and what counts as a step.
#pragma once

#include "views/charts/bar_plot.h"
#include "views/document/trace_document.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace stepglass {

class Legend;
struct Diagnosis;

class StepChart : public QWidget
{
    Q_OBJECT

public:
    explicit StepChart(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    BarPlot& plot() const { return *m_plot; }
    QComboBox& devices() const { return *m_devices; }
    QComboBox& stepRegions() const { return *m_regions; }

Q_SIGNALS:
    void stepRegionChosen(const QString& region); // empty: ProfilerStep#N

private:
    void refresh();
    void showDevices();
    void showRegions();
    void showBars();
    void showScope();
    Bars barsOf(const Diagnosis& diagnosis, int device) const;
    QString tipOf(int step) const;
    void pick(int first, int last);

    TraceDocument& m_document;
    const Theme* m_theme;
    Legend* m_legend;
    QComboBox* m_devices;
    QComboBox* m_regions;
    QLabel* m_none;
    BarPlot* m_plot;
};

} // namespace stepglass
