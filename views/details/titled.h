// SPDX-License-Identifier: GPL-3.0-or-later
// A heading above what it heads.
#pragma once

#include "views/theme/fonts.h"

#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

namespace stepglass {

inline QWidget* titled(const QString& title, QWidget* content)
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* label = new QLabel(title, box);
    label->setFont(uiFont(FontRole::Heading));
    column->addWidget(label);
    column->addWidget(content, 1);
    return box;
}

} // namespace stepglass
