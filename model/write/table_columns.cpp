// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/write/table_columns.h"

#include "model/write/torch_text.h"

#include <algorithm>
#include <numeric>

namespace stepglass {
namespace {

void append(std::vector<std::string>& to, std::initializer_list<std::string> more)
{
    to.insert(to.end(), more);
}

std::vector<std::string> torchHeadings(const TableColumns& columns)
{
    const OperatorTable& table = columns.table;
    const std::string& device = table.deviceWord;
    std::vector<std::string> headings{"Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"};
    if (columns.deviceTime)
        append(headings, {"Self " + device, "Self " + device + " %", device + " total", device + " time avg"});
    if (table.hasMemory)
        append(headings, {"CPU Mem", "Self CPU Mem"});
    if (columns.deviceMemory)
        append(headings, {device + " Mem", "Self " + device + " Mem"});
    headings.emplace_back("# of Calls");
    return headings;
}

std::vector<std::string> torchCells(const TableColumns& columns, const OperatorRow& row, const TablePrint& print)
{
    const OperatorTable& table = columns.table;
    const auto time = [&](Ns ns, std::uint64_t count = 1) { return torchTime(ns, count, print.timeUnit); };
    std::vector<std::string> cells{row.name,          torchPercent(row.selfCpu, table.selfCpuTotal),
                                   time(row.selfCpu), row.async ? "0" : torchPercent(row.cpu, table.selfCpuTotal),
                                   time(row.cpu),     time(row.cpu, row.calls)};
    if (columns.deviceTime)
        append(cells, {time(row.selfDevice), torchPercent(row.selfDevice, table.selfDeviceTotal), time(row.device),
                       time(row.device, row.calls)});
    if (table.hasMemory)
        append(cells, {torchBytes(row.cpuBytes), torchBytes(row.selfCpuBytes)});
    if (columns.deviceMemory)
        append(cells, {torchBytes(row.deviceBytes), torchBytes(row.selfDeviceBytes)});
    cells.push_back(std::to_string(row.calls));
    return cells;
}

// Rows whose slices are on the other side have no such figure.
constexpr std::string_view kNone = "–";

std::vector<std::string> wallCells(const TableColumns& columns, const OperatorRow& row, const TablePrint& print)
{
    const OperatorTable& table = columns.table;
    const auto time = [&](Ns ns) { return torchTime(ns, 1, print.timeUnit); };
    const std::string none(kNone);
    std::vector<std::string> cells{row.name};
    if (row.onDevice)
        append(cells, {none, none, none});
    else
        append(cells, {torchPercent(row.selfCpu, table.selfCpuTotal), time(row.selfCpu), time(row.cpu)});
    if (columns.deviceTime && row.onDevice)
        append(cells, {torchPercent(row.selfDevice, table.selfDeviceTotal), time(row.selfDevice), time(row.device)});
    else if (columns.deviceTime)
        append(cells, {none, none, none});
    if (columns.deviceTime)
        cells.push_back(row.idleInside >= 0 ? time(row.idleInside) : none);
    cells.push_back(std::to_string(row.calls));
    return cells;
}

} // namespace

TableColumns::TableColumns(const OperatorTable& of)
    : table(of)
    , deviceTime(of.hasDeviceTime())
    , deviceMemory(of.hasMemory && of.hasDeviceMemory())
    , shapes(of.groupedByShape &&
             std::any_of(of.rows.begin(), of.rows.end(), [](const OperatorRow& r) { return r.shapes.size() > 2; }))
{
}

std::vector<std::string> columnHeadings(const TableColumns& columns)
{
    std::vector<std::string> headings;
    if (columns.table.mode == CountingMode::PyTorch) {
        headings = torchHeadings(columns);
    } else {
        headings = {"Name", "Host self %", "Host self", "Host union"};
        if (columns.deviceTime)
            append(headings, {"Device share %", "Device share", "Device union", "Idle inside"});
        headings.emplace_back("# of Calls");
    }
    if (columns.shapes)
        headings.emplace_back("Input Shapes");
    return headings;
}

std::vector<std::string> rowCells(const TableColumns& columns, const OperatorRow& row, const TablePrint& print)
{
    std::vector<std::string> cells =
        columns.table.mode == CountingMode::PyTorch ? torchCells(columns, row, print) : wallCells(columns, row, print);
    if (columns.shapes)
        cells.push_back(row.shapes);
    return cells;
}

std::vector<std::uint32_t> printedRows(const OperatorTable& table, const TablePrint& print)
{
    std::vector<std::uint32_t> rows = print.order;
    if (rows.empty()) {
        rows.resize(table.rows.size());
        std::iota(rows.begin(), rows.end(), 0u);
    }
    if (print.rowLimit >= 0)
        rows.resize(std::min(rows.size(), static_cast<std::size_t>(print.rowLimit)));
    return rows;
}

} // namespace stepglass
