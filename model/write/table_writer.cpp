// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/write/table_writer.h"

#include "model/write/table_columns.h"
#include "model/write/torch_text.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr std::size_t kColumnWidth = 12;
constexpr std::size_t kMaxShapesWidth = 80;
constexpr std::string_view kSpacing = "  ";

// Widths as PyTorch takes them: of all rows of the table, printed or not.
std::vector<std::size_t> columnWidths(const TableColumns& columns, std::size_t count, int maxNameWidth)
{
    std::vector<std::size_t> widths(count, kColumnWidth);
    widths.front() = 0;
    std::size_t shapes = 0;
    for (const OperatorRow& row : columns.table.rows) {
        widths.front() = std::max(widths.front(), codePoints(row.name) + 4);
        shapes = std::max(shapes, codePoints(row.shapes) + 4);
    }
    widths.front() = std::min(widths.front(), static_cast<std::size_t>(std::max(maxNameWidth, 0)));
    if (columns.shapes)
        widths.back() = std::min(shapes, kMaxShapesWidth);
    return widths;
}

std::string lineOf(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t length = codePoints(cells[i]);
        line.append(length < widths[i] ? widths[i] - length : 0, ' ').append(cells[i]).append(kSpacing);
    }
    return line + "\n";
}

std::string ruleOf(const std::vector<std::size_t>& widths)
{
    std::string line;
    for (const std::size_t width : widths)
        line.append(width, '-').append(kSpacing);
    return line + "\n";
}

std::string cutName(const std::string& name, int maxWidth)
{
    const std::size_t keep = static_cast<std::size_t>(std::max(maxWidth - 3, 0));
    return codePoints(name) >= keep ? std::string(firstCodePoints(name, keep)) + "..." : name;
}

std::string footers(const OperatorTable& table, const TablePrint& print)
{
    const bool torch = table.mode == CountingMode::PyTorch;
    const auto line = [&](const std::string& what, Ns sum) { return what + torchTime(sum, 1, print.timeUnit) + "\n"; };
    std::string text;
    if (torch)
        text = line("Self CPU time total: ", table.selfCpuTotal);
    if (torch && table.hasDeviceTime())
        text += line("Self " + table.deviceWord + " time total: ", table.selfDeviceTotal);
    if (!torch)
        text = line("Scope: ", table.scopeLength);
    for (const std::string& remark : table.remarks)
        text += "# " + remark + "\n";
    return text;
}

std::string markdownCell(std::string_view cell)
{
    std::string text;
    for (const char c : cell) {
        if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`')
            text += '\\';
        text += c == '\n' ? ' ' : c;
    }
    return text;
}

std::string csvCell(const std::string& cell)
{
    if (cell.find_first_of(",\"\r\n") == std::string::npos)
        return cell;
    std::string text = "\"";
    for (const char c : cell)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

std::vector<std::string> csvHeadings(const OperatorTable& table)
{
    std::vector<std::string> names{"name", "on", "kind", "region", "calls"};
    if (table.mode == CountingMode::PyTorch)
        names.insert(names.end(), {"self_cpu_ns", "cpu_ns", "self_device_ns", "device_ns"});
    else
        names.insert(names.end(),
                     {"host_self_ns", "host_union_ns", "device_share_ns", "device_union_ns", "idle_inside_ns"});
    if (table.hasMemory)
        names.insert(names.end(), {"cpu_bytes", "self_cpu_bytes", "device_bytes", "self_device_bytes"});
    names.insert(names.end(), {"min_ns", "median_ns", "max_ns", "kernels"});
    if (table.groupedByShape)
        names.emplace_back("shapes");
    return names;
}

std::vector<std::string> csvCells(const OperatorTable& table, const OperatorRow& row)
{
    const auto n = [](auto value) { return std::to_string(value); };
    std::vector<std::string> cells{row.name, row.onDevice ? "device" : "host", std::string(toText(row.kind)),
                                   row.region ? "true" : "false", n(row.calls)};
    cells.insert(cells.end(), {n(row.selfCpu), n(row.cpu), n(row.selfDevice), n(row.device)});
    if (table.mode == CountingMode::Wall)
        cells.push_back(row.idleInside >= 0 ? n(row.idleInside) : "");
    if (table.hasMemory)
        cells.insert(cells.end(), {n(row.cpuBytes), n(row.selfCpuBytes), n(row.deviceBytes), n(row.selfDeviceBytes)});
    cells.insert(cells.end(), {n(row.min), n(row.median), n(row.max), n(row.kernels)});
    if (table.groupedByShape)
        cells.push_back(row.shapes);
    return cells;
}

std::string csvLine(const std::vector<std::string>& cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i > 0 ? "," : "") + csvCell(cells[i]);
    return line + "\r\n";
}

} // namespace

std::string scopeText(const Scope& scope, Ns origin)
{
    const auto time = [&](Ns t) { return torchTime(t - origin); };
    switch (scope.kind) {
    case Scope::Kind::Whole:
        break;
    case Scope::Kind::Steps:
        return scope.firstStep == scope.lastStep
                   ? "step " + std::to_string(scope.firstStep)
                   : "steps " + std::to_string(scope.firstStep) + ".." + std::to_string(scope.lastStep);
    case Scope::Kind::Range:
        return "range " + time(scope.from) + ".." + time(scope.to);
    }
    return "whole";
}

std::string tableText(const OperatorTable& table, const TablePrint& print)
{
    if (table.rows.empty())
        return {};
    const TableColumns columns(table);
    const std::vector<std::string> headings = columnHeadings(columns);
    const std::vector<std::size_t> widths = columnWidths(columns, headings.size(), print.maxNameColumnWidth);
    std::string text = ruleOf(widths) + lineOf(headings, widths) + ruleOf(widths);
    for (const std::uint32_t i : printedRows(table, print)) {
        std::vector<std::string> cells = rowCells(columns, table.rows[i], print);
        cells.front() = cutName(cells.front(), print.maxNameColumnWidth);
        if (columns.shapes)
            cells.back() = firstCodePoints(cells.back(), widths.back());
        text += lineOf(cells, widths);
    }
    return text + ruleOf(widths) + footers(table, print);
}

std::string tableMarkdown(const OperatorTable& table, const TablePrint& print)
{
    const auto line = [](const std::vector<std::string>& cells) {
        std::string text = "|";
        for (const std::string& cell : cells)
            text += " " + markdownCell(cell) + " |";
        return text + "\n";
    };
    const TableColumns columns(table);
    const std::vector<std::string> headings = columnHeadings(columns);
    std::string text = line(headings) + "|:---|";
    for (std::size_t i = 1; i < headings.size(); ++i)
        text += headings[i] == "Input Shapes" ? ":---|" : "---:|";
    text += "\n";
    for (const std::uint32_t i : printedRows(table, print))
        text += line(rowCells(columns, table.rows[i], print));
    return text;
}

std::string tableCsv(const OperatorTable& table, const TablePrint& print)
{
    std::string text = csvLine(csvHeadings(table));
    for (const std::uint32_t i : printedRows(table, print))
        text += csvLine(csvCells(table, table.rows[i]));
    return text;
}

} // namespace stepglass
