// SPDX-License-Identifier: GPL-3.0-or-later
// How an exported picture is to look.
#pragma once

#include "views/theme/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace stepglass {

class PictureDialog : public QDialog
{
    Q_OBJECT

public:
    PictureDialog(ThemeName theme, int width, QWidget* parent);

    int pictureWidth() const; // px at 96 dpi
    int dpi() const;          // of a PNG
    ThemeName theme() const;
    int tableRows() const; // 0: without the table

private:
    QSpinBox* m_width;
    QComboBox* m_dpi;
    QComboBox* m_theme;
    QSpinBox* m_rows;
};

} // namespace stepglass
