// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "model/analysis/operator_table.h"
#include "model/analysis/wall_table.h"
#include "model/write/table_writer.h"

namespace stepglass {
namespace {

constexpr int kTextRows = 15;

bool hasKind(const OperatorRow& row, TableKindOption kind)
{
    switch (kind) {
    case TableKindOption::All:
        return true;
    case TableKindOption::Operators:
        return row.kind == RowKind::Operator;
    case TableKindOption::Kernels:
        return row.kind == RowKind::Kernel;
    case TableKindOption::Regions:
        return row.kind == RowKind::Region;
    case TableKindOption::Copies:
        return row.kind == RowKind::Copy;
    }
    return false;
}

bool isMemorySort(RowSort sort)
{
    return sort == RowSort::CpuBytes || sort == RowSort::SelfCpuBytes || sort == RowSort::DeviceBytes ||
           sort == RowSort::SelfDeviceBytes;
}

OperatorTable onlyKind(const OperatorTable& table, TableKindOption kind)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < table.rows.size(); ++i) {
        if (hasKind(table.rows[i], kind))
            rows.push_back(i);
    }
    return kind == TableKindOption::All ? table : withRows(table, rows);
}

void printTable(const OperatorTable& table, const TablePrint& how, TableFormatOption format, bool emulated)
{
    switch (format) {
    case TableFormatOption::Text: {
        print(std::string("# mode ") + (table.mode == CountingMode::PyTorch ? "pytorch" : "wall") + ", scope " +
              scopeText(table.scope, table.origin) + (emulated ? ", emulated device" : "") + "\n");
        const std::string text = tableText(table, how);
        print(text.empty() ? "# no rows\n" : text);
        break;
    }
    case TableFormatOption::Csv:
        print(tableCsv(table, how));
        break;
    case TableFormatOption::Markdown:
        print(tableMarkdown(table, how));
        break;
    case TableFormatOption::Json:
        print(tableJson(table, how));
        break;
    }
}

std::shared_ptr<const OperatorTable> makeTable(const TableOptions& options, const PreparedTrace& prepared,
                                               const std::vector<Step>& steps, const Scope& scope)
{
    if (options.mode == TableModeOption::Wall)
        return wallTable(prepared, steps, scope);
    return pytorchTable(prepared, steps, {scope, options.groupByInputShape, options.includePythonFunctions});
}

} // namespace

int runTable(const TableOptions& options)
{
    const auto sort = rowSortOf(options.sortBy);
    if (!sort)
        return fail(kBadUsage, "--sort-by " + options.sortBy + " is none of " + std::string(rowSortNames()));
    if (options.mode == TableModeOption::Wall && isMemorySort(*sort))
        return fail(kBadUsage,
                    "--sort-by " + options.sortBy + " goes with --mode pytorch only: wall mode has no memory");
    if (options.mode == TableModeOption::Wall && options.groupByInputShape)
        return fail(kBadUsage, "--group-by-input-shape goes with --mode pytorch only");
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    const std::vector<Step> steps = listSteps(*trace, options.scope.stepRegion);
    const Result<Scope> scope = scopeOf(*trace, options.scope);
    if (!scope.ok())
        return fail(kBadUsage, scope.status().message());
    const auto prepared = PreparedTrace::make(trace);
    const OperatorTable table = onlyKind(*makeTable(options, *prepared, steps, scope.value()), options.kind);
    TablePrint how;
    how.order = rowOrder(table, *sort);
    how.rowLimit = options.rowLimit.value_or(options.format == TableFormatOption::Text ? kTextRows : -1);
    how.maxNameColumnWidth = options.maxNameColumnWidth;
    how.timeUnit = options.timeUnit;
    const bool emulated = trace->info().producer.find("emulated") != std::string::npos;
    printTable(table, how, options.format, emulated);
    return kDone;
}

} // namespace stepglass
