// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences_dialog.h"

#include "app/settings.h"
#include "views/format/format.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>

namespace stepglass {

FindingSettings keptThresholds(const Settings& settings)
{
    FindingSettings thresholds;
    for (const auto& [name, value] : settings.thresholds()) {
        FindingSettings changed = thresholds;
        if (applySetting(changed, name + "=" + value).ok())
            thresholds = changed;
    }
    return thresholds;
}

PreferencesDialog::PreferencesDialog(Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_scale(new QComboBox(this))
    , m_thresholds(new QTableWidget(0, 3, this))
    , m_error(new QLabel(this))
{
    setWindowTitle(tr("Preferences"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(20, 18, 20, 16);
    for (const int percent : {100, 125, 150, 175, 200, 250, 300})
        m_scale->addItem(tr("%1 %").arg(percent), percent / 100.0);
    m_scale->setCurrentIndex(std::max(0, m_scale->findData(settings.uiScale())));
    m_scale->setAccessibleName(tr("Scale of the window"));
    m_scale->setToolTip(tr("Taken at the next start"));
    form->addRow(tr("Scale (from the next start)"), m_scale);
    m_thresholds->setAccessibleName(tr("Thresholds of the findings"));
    m_thresholds->setHorizontalHeaderLabels({tr("Threshold"), tr("Value"), tr("Meaning")});
    m_thresholds->verticalHeader()->hide();
    m_thresholds->horizontalHeader()->setStretchLastSection(true);
    m_thresholds->setMinimumSize(640, 360);
    form->addRow(m_thresholds);
    m_error->setObjectName("warn");
    m_error->setWordWrap(true);
    form->addRow(m_error);
    auto* buttons =
        new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { fill(FindingSettings()); });
    form->addRow(buttons);
    fill(keptThresholds(settings));
}

void PreferencesDialog::fill(const FindingSettings& thresholds)
{
    m_thresholds->setRowCount(static_cast<int>(findingSettings().size()));
    for (int row = 0; row < m_thresholds->rowCount(); ++row) {
        const FindingSetting& setting = findingSettings()[static_cast<std::size_t>(row)];
        auto* name = new QTableWidgetItem(toQString(setting.name));
        auto* help = new QTableWidgetItem(toQString(setting.help));
        for (QTableWidgetItem* fixed : {name, help})
            fixed->setFlags(Qt::ItemIsEnabled);
        m_thresholds->setItem(row, 0, name);
        m_thresholds->setItem(row, 1, new QTableWidgetItem(QString::fromStdString(settingText(thresholds, setting))));
        m_thresholds->setItem(row, 2, help);
    }
    m_thresholds->resizeColumnToContents(0);
}

void PreferencesDialog::accept()
{
    const FindingSettings defaults;
    std::map<std::string, std::string> changed;
    for (int row = 0; row < m_thresholds->rowCount(); ++row) {
        const FindingSetting& setting = findingSettings()[static_cast<std::size_t>(row)];
        const std::string value = m_thresholds->item(row, 1)->text().trimmed().toStdString();
        FindingSettings trial;
        const Status status = applySetting(trial, std::string(setting.name) + "=" + value);
        if (!status.ok()) {
            m_error->setText(QString::fromStdString(status.message()));
            m_thresholds->setCurrentCell(row, 1);
            return;
        }
        if (settingText(trial, setting) != settingText(defaults, setting))
            changed[std::string(setting.name)] = value;
    }
    m_settings.setThresholds(changed);
    m_settings.setUiScale(m_scale->currentData().toDouble());
    QDialog::accept();
}

} // namespace stepglass
