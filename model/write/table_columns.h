// SPDX-License-Identifier: GPL-3.0-or-later
// The columns that a table shows as text: headings, and the cells of a row.
#pragma once

#include "model/write/table_writer.h"

#include <string>
#include <vector>

namespace stepglass {

// Headings in PyTorch's order; wall mode has its own. The last is "Input Shapes" where the table is grouped by them and
// any row has some.
std::vector<std::string> columnHeadings(const OperatorTable& table);

// One cell for each heading.
std::vector<std::string> rowCells(const OperatorTable& table, const OperatorRow& row, const TablePrint& print);

bool hasShapeColumn(const OperatorTable& table);

// The rows to print: the order (all rows where it is empty), cut at the limit.
std::vector<std::uint32_t> printedRows(const OperatorTable& table, const TablePrint& print);

} // namespace stepglass
