// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>

namespace stepglass {

PictureDialog::PictureDialog(ThemeName theme, int width, QWidget* parent)
    : QDialog(parent)
    , m_width(new QSpinBox(this))
    , m_dpi(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_rows(new QSpinBox(this))
{
    setWindowTitle(tr("Export picture"));
    m_width->setRange(400, 8000);
    m_width->setValue(width);
    m_width->setSuffix(tr(" px"));
    m_width->setAccessibleName(tr("Width"));
    for (const int dpi : {96, 192, 288, 384})
        m_dpi->addItem(tr("%1 dpi").arg(dpi), dpi);
    m_dpi->setCurrentIndex(1);
    m_dpi->setAccessibleName(tr("Resolution of a PNG"));
    m_theme->addItems({tr("light"), tr("dark")});
    m_theme->setCurrentIndex(theme == ThemeName::Dark ? 1 : 0);
    m_theme->setAccessibleName(tr("Theme"));
    m_rows->setRange(0, 100);
    m_rows->setSpecialValueText(tr("none"));
    m_rows->setAccessibleName(tr("Rows of the table"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(20, 18, 20, 16);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("PNG"), m_dpi);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Table rows"), m_rows);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* save = buttons->addButton(tr("Save as…"), QDialogButtonBox::AcceptRole);
    save->setObjectName("primary");
    save->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
}

int PictureDialog::pictureWidth() const
{
    return m_width->value();
}

int PictureDialog::dpi() const
{
    return m_dpi->currentData().toInt();
}

ThemeName PictureDialog::theme() const
{
    return m_theme->currentIndex() == 1 ? ThemeName::Dark : ThemeName::Light;
}

int PictureDialog::tableRows() const
{
    return m_rows->value();
}

} // namespace stepglass
