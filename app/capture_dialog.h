// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture is to do: preset, backend, sizes, schedule, what to record, and where to.
#pragma once

#include "app/latest_job.h"
#include "capture/session/capture_options.h"
#include "capture/session/capture_probe.h"
#include "views/theme/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace stepglass {

class ScheduleStrip;

class CaptureDialog : public QDialog
{
    Q_OBJECT

public:
    CaptureDialog(const CaptureOptions& options, const Theme& theme, QWidget* parent);
    CaptureOptions options() const;

private:
    void addChoices(QFormLayout* form, const CaptureOptions& options);
    void addSizes(QFormLayout* form, const CaptureOptions& options);
    void addStep(QFormLayout* form, const CaptureOptions& options);
    void addSchedule(QFormLayout* form, const CaptureOptions& options);
    void addRecording(QFormLayout* form, const CaptureOptions& options);
    void addOutput(QFormLayout* form, const CaptureOptions& options);
    void addButtons(QFormLayout* form);
    void presetChanged();
    void backendChanged();
    void probed(const CaptureProbe& probe);
    QSpinBox* number(const QString& name, int least, int most, int value);
    void chooseOutput();
    void updateStrip();

    QComboBox* m_preset = nullptr;
    QComboBox* m_backend = nullptr;
    QLabel* m_shows = nullptr;
    QLabel* m_device = nullptr;
    QSpinBox *m_batch = nullptr, *m_in = nullptr, *m_hidden = nullptr, *m_out = nullptr;
    QSpinBox *m_seed = nullptr, *m_maxSize = nullptr;
    QDoubleSpinBox* m_learningRate = nullptr;
    QSpinBox *m_skip = nullptr, *m_wait = nullptr, *m_warmup = nullptr, *m_active = nullptr, *m_repeat = nullptr;
    int m_presetActive = 0; // what the preset that is chosen records
    ScheduleStrip* m_strip = nullptr;
    QCheckBox *m_shapes = nullptr, *m_stack = nullptr, *m_memory = nullptr;
    QLineEdit* m_output = nullptr;
    CaptureProbe m_probe; // what can run here; asked for when the dialog opens
    LatestJob<CaptureProbe> m_asks;
};

} // namespace stepglass
