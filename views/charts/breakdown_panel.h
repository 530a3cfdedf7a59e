// SPDX-License-Identifier: GPL-3.0-or-later
// Where the scope went on each device, and why they were idle. A part picked becomes a walk over its stretches.
#pragma once

#include "views/charts/device_bars.h"
#include "views/document/trace_document.h"

#include <QScrollArea>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace stepglass {

struct Diagnosis;

class BreakdownPanel : public QScrollArea
{
    Q_OBJECT

public:
    explicit BreakdownPanel(TraceDocument& document, QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    // By device, as the analysis has them.
    const std::vector<DeviceBars*>& devices() const { return m_devices; }

private:
    void refresh();
    void open(std::size_t device, int part);

    TraceDocument& m_document;
    const Theme* m_theme;
    QVBoxLayout* m_column;
    QLabel* m_words;
    std::vector<DeviceBars*> m_devices;
};

// The stretches of a part of a device's breakdown, as places to walk to.
Walk walkOver(const Diagnosis& diagnosis, std::size_t device, const DevicePart& part);

} // namespace stepglass
