// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture is to do: preset, backend, sizes, schedule, what to record, and where to.
#pragma once

#include "capture/session/capture_options.h"
#include "views/theme/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace stepglass {

class ScheduleStrip;

// Name and what it shows, pairs of problem and remedy side by side.
struct PresetChoice
{
    const char* name;
    const char* shows;
};
const std::vector<PresetChoice>& presetChoices();

class CaptureDialog : public QDialog
{
    Q_OBJECT

public:
    CaptureDialog(const CaptureOptions& options, const Theme& theme, QWidget* parent);
    CaptureOptions options() const;

private:
    void addChoices(QFormLayout* form, const CaptureOptions& options);
    void addSizes(QFormLayout* form);
    void addSchedule(QFormLayout* form, const CaptureOptions& options);
    void addRecording(QFormLayout* form, const CaptureOptions& options);
    QSpinBox* number(const QString& name, int least, int most, int value);
    void chooseOutput();
    void updateStrip();

    QComboBox* m_preset = nullptr;
    QComboBox* m_backend = nullptr;
    QLabel* m_shows = nullptr;
    QSpinBox *m_batch = nullptr, *m_in = nullptr, *m_hidden = nullptr, *m_out = nullptr;
    QSpinBox *m_wait = nullptr, *m_warmup = nullptr, *m_active = nullptr, *m_repeat = nullptr;
    ScheduleStrip* m_strip = nullptr;
    QCheckBox *m_shapes = nullptr, *m_stack = nullptr, *m_memory = nullptr;
    QLineEdit* m_output = nullptr;
};

} // namespace stepglass
