// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/trace.h"

#include <cstdint>
#include <string>

namespace stepglass {

// "line 12, column 7" of a byte of the input, both from 1, columns in bytes. Reads the input from its beginning, which
// only damaged files need. Empty if it cannot be read again.
std::string lineAndColumn(const TraceInfo& info, std::uint64_t offset);

} // namespace stepglass
