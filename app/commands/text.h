// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text for a terminal: figures and columns.
#pragma once

#include "model/core/ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepglass {

// "1.234 s", "12.000 ms", "0.500 us": the largest of these units that leaves a whole part, us at least.
std::string timeText(Ns ns);
// "1,234,567".
std::string countText(std::uint64_t count);
// "16.1 GB", "512 B": powers of 1,000.
std::string bytesText(std::uint64_t bytes);

enum class Align
{
    Left,
    Right
};

// Rows of cells as lines, two blanks between columns, `indent` before the first, no blanks at the ends. A column
// without an alignment is a left one.
std::string columnsText(const std::vector<std::vector<std::string>>& rows, const std::vector<Align>& alignments,
                        int indent = 0);

} // namespace stepglass
