// SPDX-License-Identifier: GPL-3.0-or-later
// A result as a file: whole, or what was there before.
#pragma once

#include "model/core/status.h"

#include <QByteArray>
#include <QString>

namespace stepglass {

// Replaces a file once all is written; a pipe or a device is written to. Errors name the path.
Status saveFile(const QString& path, const QByteArray& bytes);

// Whether saveFile() would be let: what is there can be written, or its folder takes a file. Changes nothing, and
// cannot tell whether there is room.
Status checkSaving(const QString& path);

} // namespace stepglass
