// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_dialog.h"

#include "app/preset_choices.h"
#include "app/schedule_strip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
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

QHBoxLayout* rowOf()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    return row;
}

} // namespace

CaptureDialog::CaptureDialog(const CaptureOptions& options, const Theme& theme, QWidget* parent)
    : QDialog(parent)
    , m_asks(this, [this](const CaptureProbe& probe) { probed(probe); })
{
    setWindowTitle(tr("Capture a training step"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(24, 20, 24, 18);
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(18);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addChoices(form, options);
    addSizes(form, options);
    addStep(form, options);
    m_strip = new ScheduleStrip(this);
    m_strip->setTheme(theme);
    addSchedule(form, options);
    addRecording(form, options);
    addOutput(form, options);
    addButtons(form);
    resize(640, sizeHint().height());
    updateStrip();
    m_asks.start([](std::stop_token stop) { return CaptureProbe::run(findCaptureProgram(), stop); });
}

void CaptureDialog::addChoices(QFormLayout* form, const CaptureOptions& options)
{
    const auto soft = [this] {
        auto* label = new QLabel(this);
        label->setObjectName("soft");
        label->setWordWrap(true);
        return label;
    };
    m_preset = new QComboBox(this);
    m_preset->setAccessibleName(tr("Preset"));
    m_shows = soft();
    for (const PresetChoice& choice : presetChoices())
        m_preset->addItem(QString::fromLatin1(choice.name));
    m_preset->setCurrentIndex(std::max(0, m_preset->findText(options.preset)));
    m_backend = new QComboBox(this);
    m_backend->setAccessibleName(tr("Backend"));
    m_backend->addItems({"auto", "cpu", "emulated", "cuda"});
    m_backend->setCurrentText(options.backend);
    m_device = soft();
    form->addRow(tr("Preset"), m_preset);
    form->addRow(QString(), m_shows);
    form->addRow(tr("Backend"), m_backend);
    form->addRow(QString(), m_device);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &CaptureDialog::presetChanged);
    connect(m_backend, &QComboBox::currentIndexChanged, this, &CaptureDialog::backendChanged);
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

void CaptureDialog::addSizes(QFormLayout* form, const CaptureOptions& options)
{
    auto* row = rowOf();
    const auto add = [&](const QString& name, const std::optional<int>& value) {
        QSpinBox* box = number(name, 0, 1'000'000, value.value_or(0));
        box->setSpecialValueText(tr("%1: preset's").arg(name));
        box->setPrefix(name + " ");
        row->addWidget(box, 1);
        return box;
    };
    m_batch = add(tr("batch"), options.batch);
    m_in = add(tr("in"), options.inFeatures);
    m_hidden = add(tr("hidden"), options.hidden);
    m_out = add(tr("out"), options.outFeatures);
    form->addRow(tr("Sizes"), row);
}

void CaptureDialog::addStep(QFormLayout* form, const CaptureOptions& options)
{
    auto* row = rowOf();
    m_learningRate = new QDoubleSpinBox(this);
    m_learningRate->setDecimals(6);
    m_learningRate->setRange(0, 10);
    m_learningRate->setValue(options.learningRate.value_or(0));
    m_learningRate->setSpecialValueText(tr("learning rate 0.001"));
    m_learningRate->setPrefix(tr("learning rate "));
    m_learningRate->setAccessibleName(tr("learning rate"));
    m_learningRate->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_seed = number(tr("seed"), 0, 2'000'000'000, static_cast<int>(options.seed.value_or(0)));
    m_seed->setSpecialValueText(tr("seed: the usual"));
    m_seed->setPrefix(tr("seed "));
    row->addWidget(m_learningRate, 1);
    row->addWidget(m_seed, 1);
    form->addRow(tr("Step"), row);
}

void CaptureDialog::addSchedule(QFormLayout* form, const CaptureOptions& options)
{
    auto* row = rowOf();
    const auto add = [&](const QString& name, int least, int value) {
        QSpinBox* box = number(name, least, 100'000, value);
        box->setPrefix(name + " ");
        row->addWidget(box, 1);
        connect(box, &QSpinBox::valueChanged, this, &CaptureDialog::updateStrip);
        return box;
    };
    m_skip = add(tr("skip"), 0, options.skipFirst.value_or(0));
    m_wait = add(tr("wait"), 0, options.wait.value_or(1));
    m_warmup = add(tr("warm-up"), 0, options.warmup.value_or(3));
    m_active = add(tr("active"), 1, options.active.value_or(presetActive(options.preset)));
    m_repeat = add(tr("repeat"), 0, options.repeat.value_or(1));
    m_repeat->setSpecialValueText(tr("until stopped"));
    form->addRow(tr("Schedule"), row);
    form->addRow(QString(), m_strip);
}

void CaptureDialog::addRecording(QFormLayout* form, const CaptureOptions& options)
{
    auto* row = rowOf();
    row->setSpacing(20);
    const auto add = [&](const QString& text, const QString& tip, bool on) {
        auto* box = new QCheckBox(text, this);
        box->setChecked(on);
        box->setToolTip(tip);
        row->addWidget(box);
        return box;
    };
    m_shapes = add(tr("shapes"), tr("The sizes of each operator's inputs"), options.recordShapes);
    m_stack = add(tr("stacks"), tr("Where in the program each operator was called"), options.withStack);
    m_memory = add(tr("memory"), tr("Every allocation"), options.profileMemory);
    row->addStretch();
    m_maxSize = number(tr("largest file"), 0, 1'000'000, options.maxSize.left(options.maxSize.size() - 1).toInt());
    m_maxSize->setSpecialValueText(tr("files of any size"));
    m_maxSize->setPrefix(tr("at most "));
    m_maxSize->setSuffix(tr(" MB"));
    m_maxSize->setToolTip(tr("Of all files together: the oldest cycle goes first, and it is said"));
    row->addWidget(m_maxSize);
    form->addRow(tr("Record"), row);
}

void CaptureDialog::addOutput(QFormLayout* form, const CaptureOptions& options)
{
    auto* place = rowOf();
    m_output = new QLineEdit(options.output, this);
    m_output->setAccessibleName(tr("Save as"));
    m_output->setPlaceholderText(tr("a new file in Documents/stepglass"));
    auto* browse = new QPushButton(tr("Choose…"), this);
    connect(browse, &QPushButton::clicked, this, &CaptureDialog::chooseOutput);
    place->addWidget(m_output, 1);
    place->addWidget(browse);
    form->addRow(tr("Save as"), place);
}

void CaptureDialog::addButtons(QFormLayout* form)
{
    auto* row = rowOf();
    row->setContentsMargins(0, 8, 0, 0);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* start = new QPushButton(tr("Start"), this);
    start->setObjectName("primary");
    start->setDefault(true);
    row->addStretch();
    row->addWidget(cancel);
    row->addWidget(start);
    connect(start, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    form->addRow(row);
    presetChanged();
    backendChanged();
}

void CaptureDialog::presetChanged()
{
    const QString name = m_preset->currentText();
    const int active = presetActive(name);
    if (m_active->value() == m_presetActive) // not one that was asked for
        m_active->setValue(active);
    m_presetActive = active;
    m_shows->setText(QString::fromLatin1(presetChoices()[static_cast<std::size_t>(m_preset->currentIndex())].shows));
    for (const PresetInfo& preset : m_probe.presets) {
        if (preset.name != name)
            continue;
        const std::pair<QSpinBox*, int> own[] = {
            {m_batch, preset.batch}, {m_in, preset.inFeatures}, {m_hidden, preset.hidden}, {m_out, preset.outFeatures}};
        for (const auto& [box, size] : own)
            box->setSpecialValueText(tr("%1 %2").arg(box->accessibleName()).arg(size));
    }
}

void CaptureDialog::backendChanged()
{
    const QString name = m_backend->currentText();
    QString words;
    for (const BackendInfo& backend : m_probe.backends) {
        if (name == backend.name)
            words = backend.usable ? backend.device : backend.remedy;
        else if (name == "auto" && backend.usable && (backend.name == "cuda" || words.isEmpty()) &&
                 backend.name != "cpu")
            words = tr("takes %1: %2").arg(backend.name, backend.device);
    }
    m_device->setText(m_probe.error.isEmpty() ? words : m_probe.error);
    m_device->setVisible(!m_device->text().isEmpty());
}

void CaptureDialog::probed(const CaptureProbe& probe)
{
    m_probe = probe;
    presetChanged();
    backendChanged();
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
        m_strip->setShape({m_skip->value(), m_wait->value(), m_warmup->value(), m_active->value(), m_repeat->value()});
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
    if (m_learningRate->value() > 0)
        options.learningRate = m_learningRate->value();
    if (m_seed->value() > 0)
        options.seed = m_seed->value();
    if (m_maxSize->value() > 0)
        options.maxSize = QString::number(m_maxSize->value()) + 'M';
    options.skipFirst = m_skip->value();
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
