// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table as text (cell by cell as PyTorch prints it), CSV, Markdown and JSON.
#pragma once

#include "model/core/operator_rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepglass {

struct TablePrint
{
    std::vector<std::uint32_t> order; // rows of the table, as rowOrder() gives them
    int rowLimit = -1;                // -1: all
    int maxNameColumnWidth = 55;      // names of this less 3 or more characters are cut there and get "..."
    std::string timeUnit;             // "s", "ms", "us"; empty: by the size of each figure
};

// "whole", "steps 2..5", "range 1.200ms..3.000ms" (from the trace's start).
std::string scopeText(const Scope& scope, Ns origin);

// What table().print() shows: header, rows, footers; the remarks of the table after them, each with `# `. Empty for a
// table without rows, as in PyTorch. Sums and percents are over all rows of the table, whatever the limit.
std::string tableText(const OperatorTable& table, const TablePrint& print);

// The same columns and figures as a Markdown table, names whole.
std::string tableMarkdown(const OperatorTable& table, const TablePrint& print);

// Integers (ns, bytes) under a line of names, RFC 4180; the further columns (min, median, max, kernels) too.
std::string tableCsv(const OperatorTable& table, const TablePrint& print);

// COMMANDS.md, `table --format json`.
std::string tableJson(const OperatorTable& table, const TablePrint& print);

} // namespace stepglass
