// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a device for a person.
#pragma once

#include "model/core/trace.h"

#include <QString>

namespace stepglass {

// "GPU 0  Tesla T4"; "Emulated device (1 worker thread)" of such a capture; of a device that is a process of its own
// what the file calls that.
QString deviceTitle(const Trace& trace, StringId device);

} // namespace stepglass
