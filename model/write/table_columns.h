// SPDX-License-Identifier: GPL-3.0-or-later
// The columns that a table shows as text: headings, and the cells of a row.
#pragma once

#include "model/write/table_writer.h"

#include <string>
#include <vector>

namespace stepglass {

// Which columns a table has; found out once, since it takes a look at all rows.
struct TableColumns
{
    explicit TableColumns(const OperatorTable& of);

    const OperatorTable& table;
    bool deviceTime;
    bool deviceMemory;
    bool shapes; // the last column, where the table is grouped by them and any row has some
};

// Headings in PyTorch's order; wall mode has its own.
std::vector<std::string> columnHeadings(const TableColumns& columns);

// One cell for each heading.
std::vector<std::string> rowCells(const TableColumns& columns, const OperatorRow& row, const TablePrint& print);

// The rows to print: the order (all rows where it is empty), cut at the limit.
std::vector<std::uint32_t> printedRows(const OperatorTable& table, const TablePrint& print);

} // namespace stepglass
