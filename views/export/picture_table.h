// SPDX-License-Identifier: GPL-3.0-or-later
// A table below a picture, as plain texts: whoever asks for the picture says what they are.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace stepglass {

// The first column is set to the left, all others to the right.
struct PictureTable
{
    QStringList head;
    std::vector<QStringList> rows;
};

} // namespace stepglass
