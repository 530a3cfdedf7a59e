// SPDX-License-Identifier: GPL-3.0-or-later
// Scale of the window, and the thresholds of the findings.
#pragma once

#include "model/analysis/finding_settings.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QTableWidget;

namespace stepglass {

class Settings;

// The thresholds that are kept, over the defaults; what cannot be read any more counts as not kept.
FindingSettings keptThresholds(const Settings& settings);

class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    PreferencesDialog(Settings& settings, QWidget* parent);

    void accept() override; // keeps what was changed; stays open with one sentence if a value cannot be read

private:
    void fill(const FindingSettings& thresholds);

    Settings& m_settings;
    QComboBox* m_scale;
    QTableWidget* m_thresholds;
    QLabel* m_error;
};

} // namespace stepglass
