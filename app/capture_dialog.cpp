// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_dialog.h"

#include "app/schedule_strip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace stepglass {

namespace {

std::optional<int> given(const QSpinBox* box)
{
    return box->value() == box->minimum() ? std::nullopt : std::optional<int>(box->value());
}

} // namespace

const std::vector<PresetChoice>& presetChoices()
{
    static const std::vector<PresetChoice> kChoices{
        {"baseline", "The plain step: two linear layers, GELU, AdamW."},
        {"big-kernel", "One huge matrix product holds the device."},
        {"balanced", "The remedy of big-kernel."},
        {"tiny-ops", "Hundreds of small parameters, an operator each: launches are the limit."},
        {"fused", "The remedy of tiny-ops: multi-tensor operators."},
        {"slow-loader", "Batches are decoded on the step's own thread."},
        {"prefetch", "The remedy of slow-loader: a thread ahead of the step."},
        {"serial-copy", "Pageable, blocking copies that nothing overlaps."},
        {"overlapped-copy", "The remedy of serial-copy: pinned memory, another stream."},
        {"item-every-op", "A read-back after each operator."},
        {"item-once", "The remedy of item-every-op."},
    };
    return kChoices;
}

CaptureDialog::CaptureDialog(const CaptureOptions& options, const Theme& theme, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Capture a training step"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(20, 18, 20, 16);
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(16);
    addChoices(form, options);
    addSizes(form);
    m_strip = new ScheduleStrip(this);
    m_strip->setTheme(theme);
    addSchedule(form, options);
    addRecording(form, options);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* start = buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole);
    start->setObjectName("primary");
    start->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
    resize(560, sizeHint().height());
    updateStrip();
}

void CaptureDialog::addChoices(QFormLayout* form, const CaptureOptions& options)
{
    m_preset = new QComboBox(this);
    m_preset->setAccessibleName(tr("Preset"));
    m_shows = new QLabel(this);
    m_shows->setObjectName("soft");
    for (const PresetChoice& choice : presetChoices())
        m_preset->addItem(QString::fromLatin1(choice.name));
    const auto show = [this](int at) {
        if (at >= 0)
            m_shows->setText(QString::fromLatin1(presetChoices()[static_cast<std::size_t>(at)].shows));
    };
    connect(m_preset, &QComboBox::currentIndexChanged, this, show);
    m_preset->setCurrentIndex(std::max(0, m_preset->findText(options.preset)));
    show(m_preset->currentIndex());
    m_backend = new QComboBox(this);
    m_backend->setAccessibleName(tr("Backend"));
    m_backend->addItems({"auto", "cpu", "emulated", "cuda"});
    m_backend->setCurrentText(options.backend);
    form->addRow(tr("Preset"), m_preset);
    form->addRow(QString(), m_shows);
    form->addRow(tr("Backend"), m_backend);
}

QSpinBox* CaptureDialog::number(const QString& name, int least, int most, int value)
{
    auto* box = new QSpinBox(this);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return box;
}

void CaptureDialog::addSizes(QFormLayout* form)
{
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& name) {
        QSpinBox* box = number(name, 0, 1'000'000, 0);
        box->setSpecialValueText(tr("%1: preset's").arg(name));
        row->addWidget(box);
        return box;
    };
    m_batch = add(tr("batch"));
    m_in = add(tr("in"));
    m_hidden = add(tr("hidden"));
    m_out = add(tr("out"));
    form->addRow(tr("Sizes"), row);
}

void CaptureDialog::addSchedule(QFormLayout* form, const CaptureOptions& options)
{
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& name, int least, int value) {
        QSpinBox* box = number(name, least, 100'000, value);
        box->setPrefix(name + " ");
        row->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, &CaptureDialog::updateStrip);
        return box;
    };
    m_wait = add(tr("wait"), 0, options.wait.value_or(1));
    m_warmup = add(tr("warm-up"), 0, options.warmup.value_or(3));
    m_active = add(tr("active"), 1, options.active.value_or(5));
    m_repeat = add(tr("repeat"), 0, options.repeat.value_or(1));
    m_repeat->setToolTip(tr("0: until stopped"));
    form->addRow(tr("Schedule"), row);
    form->addRow(QString(), m_strip);
}

void CaptureDialog::addRecording(QFormLayout* form, const CaptureOptions& options)
{
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& text, bool on) {
        auto* box = new QCheckBox(text, this);
        box->setChecked(on);
        row->addWidget(box);
        return box;
    };
    m_shapes = add(tr("shapes"), options.recordShapes);
    m_stack = add(tr("stacks"), options.withStack);
    m_memory = add(tr("memory"), options.profileMemory);
    row->addStretch();
    form->addRow(tr("Record"), row);
    auto* place = new QHBoxLayout;
    m_output = new QLineEdit(options.output, this);
    m_output->setAccessibleName(tr("Save as"));
    m_output->setPlaceholderText(tr("a new file in Documents/stepglass"));
    auto* browse = new QPushButton(tr("Choose…"), this);
    connect(browse, &QPushButton::clicked, this, &CaptureDialog::chooseOutput);
    place->addWidget(m_output);
    place->addWidget(browse);
    form->addRow(tr("Save as"), place);
}

void CaptureDialog::chooseOutput()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the trace as"), m_output->text(), tr("Traces (*.json *.json.gz)"));
    if (!path.isEmpty())
        m_output->setText(path);
}

void CaptureDialog::updateStrip()
{
    if (m_repeat)
        m_strip->setShape({0, m_wait->value(), m_warmup->value(), m_active->value(), m_repeat->value()});
}

CaptureOptions CaptureDialog::options() const
{
    CaptureOptions options;
    options.preset = m_preset->currentText();
    options.backend = m_backend->currentText();
    options.batch = given(m_batch);
    options.inFeatures = given(m_in);
    options.hidden = given(m_hidden);
    options.outFeatures = given(m_out);
    options.wait = m_wait->value();
    options.warmup = m_warmup->value();
    options.active = m_active->value();
    options.repeat = m_repeat->value();
    options.recordShapes = m_shapes->isChecked();
    options.withStack = m_stack->isChecked();
    options.profileMemory = m_memory->isChecked();
    options.output = m_output->text();
    return options;
}

} // namespace stepglass
