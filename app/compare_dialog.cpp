// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace stepglass {

CompareDialog::CompareDialog(const QStringList& files, const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_folder(folder)
{
    setWindowTitle(tr("Compare two runs"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(24, 20, 24, 18);
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(18);
    auto* words = new QLabel(tr("Traces, or results of the benchmark: is B faster than A, and where?"), this);
    words->setObjectName("soft");
    form->addRow(words);
    m_a = addChoice(form, tr("A, before"), files, 0);
    m_b = addChoice(form, tr("B, after"), files, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(8);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_start = new QPushButton(tr("Compare"), this);
    m_start->setObjectName("primary");
    m_start->setDefault(true);
    row->addStretch();
    row->addWidget(cancel);
    row->addWidget(m_start);
    form->addRow(row);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &QDialog::accept);
    resize(620, sizeHint().height());
    check();
}

QComboBox* CompareDialog::addChoice(QFormLayout* form, const QString& title, const QStringList& files, int proposed)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* box = new QComboBox(this);
    box->setAccessibleName(title);
    for (const QString& file : files) {
        box->addItem(QFileInfo(file).fileName(), file);
        box->setItemData(box->count() - 1, file, Qt::ToolTipRole);
    }
    box->setCurrentIndex(proposed < files.size() ? proposed : -1);
    auto* browse = new QPushButton(tr("Choose…"), this);
    connect(browse, &QPushButton::clicked, this, [this, box] { choose(box); });
    connect(box, &QComboBox::currentIndexChanged, this, &CompareDialog::check);
    row->addWidget(box, 1);
    row->addWidget(browse);
    form->addRow(title, row);
    return box;
}

void CompareDialog::choose(QComboBox* box)
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("A run"), m_folder,
        tr("Traces and results (*.json *.json.gz *.gz *.zst *.zip *.trace);;All files (*)"));
    if (path.isEmpty())
        return;
    box->addItem(QFileInfo(path).fileName(), path);
    box->setCurrentIndex(box->count() - 1);
}

void CompareDialog::check()
{
    if (m_start)
        m_start->setEnabled(!fileA().isEmpty() && !fileB().isEmpty());
}

QString CompareDialog::fileA() const
{
    return m_a ? m_a->currentData().toString() : QString();
}

QString CompareDialog::fileB() const
{
    return m_b ? m_b->currentData().toString() : QString();
}

} // namespace stepglass
