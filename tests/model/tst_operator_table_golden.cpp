// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table against PyTorch's own, for every golden table whose trace is there: rows in integers, exactly, and
// the printed text cell by cell. The figures are by PyTorch 2.15, run on exactly the events of each file.
#include "model/analysis/operator_table.h"
#include "model/core/wide_int.h"
#include "model/read/ingest.h"
#include "model/write/table_writer.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

using namespace stepglass;
using namespace stepglass::test;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// The trace of that name, wherever it lies under the folder of traces.
fs::path traceNamed(const std::string& name)
{
    for (const auto& entry : fs::recursive_directory_iterator(tracesFolder())) {
        const std::string file = entry.path().filename().string();
        if (entry.path().string().starts_with(goldenFolder()))
            continue;
        if (file == name + ".json" || file == name + ".json.gz")
            return entry.path();
    }
    return {};
}

// A row as the golden file has it, its keys in the same (alphabetical) order.
nlohmann::json jsonOf(const OperatorTable& table, const OperatorRow& row)
{
    nlohmann::json json{{"name", row.name},
                        {"on", row.onDevice ? "device" : "host"},
                        {"region", row.region},
                        {"calls", row.calls},
                        {"self_cpu_ns", row.selfCpu},
                        {"cpu_ns", row.cpu},
                        {"self_device_ns", row.selfDevice},
                        {"device_ns", row.device}};
    if (table.groupedByShape)
        json["shapes"] = row.shapes;
    if (table.hasMemory) {
        json["cpu_bytes"] = row.cpuBytes;
        json["self_cpu_bytes"] = row.selfCpuBytes;
        json["device_bytes"] = row.deviceBytes;
        json["self_device_bytes"] = row.selfDeviceBytes;
    }
    return json;
}

// Empty, or the first difference.
std::string differenceOfRows(const OperatorTable& table, const nlohmann::json& golden)
{
    for (std::size_t i = 0; i < std::min(table.rows.size(), golden.size()); ++i) {
        const std::string ours = jsonOf(table, table.rows[i]).dump();
        const std::string theirs = golden[i].dump();
        if (ours != theirs)
            return "row " + std::to_string(i) + "\n ours   " + ours + "\n theirs " + theirs;
    }
    return table.rows.size() == golden.size()
               ? std::string()
               : std::to_string(table.rows.size()) + " rows, PyTorch has " + std::to_string(golden.size());
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

// Cells of a line: what two or more blanks part. Names may hold single blanks.
std::vector<std::string> cellsOf(const std::string& line)
{
    std::vector<std::string> cells;
    std::size_t i = 0;
    while ((i = line.find_first_not_of(' ', i)) != std::string::npos) {
        std::size_t end = line.find("  ", i);
        end = end == std::string::npos ? line.size() : end;
        cells.push_back(line.substr(i, end - i));
        i = end;
    }
    return cells;
}

// The exact value behind a cell, in units of its last printed digit, as a fraction.
struct Fraction
{
    WideInt numerator = 0;
    WideInt denominator = 1;
    bool liesHalfWay() const { return (2 * numerator) % denominator == 0 && numerator % denominator != 0; }
};

// How many of the last printed digit one of the cell's unit is: three decimals of s, ms, us; two of percent and bytes.
std::optional<Fraction> lastDigit(const std::string& cell, WideInt numerator, WideInt denominator)
{
    const auto ends = [&](std::string_view unit) { return cell.ends_with(unit); };
    if (ends("%"))
        return Fraction{numerator * 10'000, denominator};
    if (ends("ms"))
        return Fraction{numerator, denominator * 1'000};
    if (ends("us"))
        return Fraction{numerator, denominator};
    if (ends("s"))
        return Fraction{numerator, denominator * 1'000'000};
    const std::string unit = cell.substr(cell.size() - 2);
    const WideInt size = unit == "KB" ? WideInt{1} << 10 : unit == "MB" ? WideInt{1} << 20 : WideInt{1} << 30;
    return Fraction{numerator * 100, denominator * size};
}

std::optional<Fraction> exactValue(const OperatorTable& table, const OperatorRow& row, const std::string& heading,
                                   const std::string& cell)
{
    const auto calls = static_cast<WideInt>(row.calls);
    const std::map<std::string, std::pair<WideInt, WideInt>> values{
        {"Self CPU %", {row.selfCpu, table.selfCpuTotal}},
        {"Self CPU", {row.selfCpu, 1}},
        {"CPU total %", {row.cpu, table.selfCpuTotal}},
        {"CPU total", {row.cpu, 1}},
        {"CPU time avg", {row.cpu, calls}},
        {"Self CUDA", {row.selfDevice, 1}},
        {"Self CUDA %", {row.selfDevice, table.selfDeviceTotal}},
        {"CUDA total", {row.device, 1}},
        {"CUDA time avg", {row.device, calls}},
        {"CPU Mem", {row.cpuBytes, 1}},
        {"Self CPU Mem", {row.selfCpuBytes, 1}},
        {"CUDA Mem", {row.deviceBytes, 1}},
        {"Self CUDA Mem", {row.selfDeviceBytes, 1}},
    };
    const auto it = values.find(heading);
    return it != values.end() ? lastDigit(cell, it->second.first, it->second.second) : std::nullopt;
}

// The cells as they stand, or neighbours where the exact value lies half-way between both.
bool sameCell(const std::string& ours, const std::string& theirs, const std::optional<Fraction>& exact)
{
    if (ours == theirs)
        return true;
    const auto decimals = ours.find_first_not_of("0123456789", ours.find('.') + 1) - ours.find('.') - 1;
    return exact && exact->liesHalfWay() &&
           std::abs(std::stod(ours) - std::stod(theirs)) < 1.5 * std::pow(10.0, -static_cast<double>(decimals));
}

// A block of a golden text: its options and its lines.
struct Block
{
    std::map<std::string, std::string> options;
    std::string heading;
    std::vector<std::string> lines;
};

std::vector<Block> blocksOf(const std::string& text)
{
    std::vector<Block> blocks;
    for (const std::string& line : linesOf(text)) {
        if (line.starts_with("#### ")) {
            Block& block = blocks.emplace_back();
            block.heading = line;
            std::istringstream words(line.substr(5));
            for (std::string word; words >> word;)
                block.options[word.substr(0, word.find('='))] =
                    word.find('=') == std::string::npos ? "" : word.substr(word.find('=') + 1);
        } else if (!blocks.empty() && !line.empty()) {
            blocks.back().lines.push_back(line);
        }
    }
    return blocks;
}

// A printed table with what it was printed from.
struct Printed
{
    OperatorTable table;
    TablePrint print;
    std::vector<std::string> lines;
};

Printed printed(const PreparedTrace& prepared, std::map<std::string, std::string> options)
{
    TableRequest request;
    request.groupByInputShape = options.contains("group_by_input_shape");
    request.includePythonFunctions = options.contains("include_python_functions");
    Printed result{*pytorchTable(prepared, listSteps(prepared.trace()), request), {}, {}};
    result.table.remarks.clear();
    const std::string sort = options["sort_by"] == "None" ? "" : options["sort_by"];
    result.print.order = rowOrder(result.table, rowSortOf(sort).value());
    result.print.rowLimit = std::stoi(options["row_limit"]);
    if (options.contains("max_name_column_width"))
        result.print.maxNameColumnWidth = std::stoi(options["max_name_column_width"]);
    result.print.timeUnit = options["time_unit"];
    result.lines = linesOf(tableText(result.table, result.print));
    return result;
}

constexpr std::size_t kHeaderLines = 3;

bool sameLine(const Printed& ours, std::size_t i, const std::string& theirs, const std::vector<std::string>& headings)
{
    if (ours.lines[i] == theirs)
        return true;
    const auto a = cellsOf(ours.lines[i]);
    const auto b = cellsOf(theirs);
    const bool isRow = i >= kHeaderLines && i - kHeaderLines < ours.print.order.size();
    if (a.size() != b.size() || a.size() != headings.size() || !isRow)
        return false;
    const OperatorRow& row = ours.table.rows[ours.print.order[i - kHeaderLines]];
    for (std::size_t c = 0; c < a.size(); ++c) {
        if (!sameCell(a[c], b[c], exactValue(ours.table, row, headings[c], a[c])))
            return false;
    }
    return true;
}

std::string differenceOfText(const Printed& ours, const std::vector<std::string>& theirs)
{
    if (ours.lines.size() != theirs.size())
        return "another number of lines";
    const auto headings = cellsOf(theirs[1]);
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        if (!sameLine(ours, i, theirs[i], headings))
            return "line " + std::to_string(i) + "\n ours   " + ours.lines[i] + "\n theirs " + theirs[i];
    }
    return {};
}

} // namespace

class TestOperatorTableGolden : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreExact_data() { goldens(".rows.json"); }
    void rowsAreExact()
    {
        QFETCH(QString, name);
        const auto prepared = load(name.toStdString());
        if (!prepared)
            return;
        const auto golden = nlohmann::json::parse(contentOf(folder() / (name.toStdString() + ".rows.json")));
        const auto table = pytorchTable(*prepared, listSteps(prepared->trace()), {});
        QCOMPARE(differenceOfRows(*table, golden["rows"]), std::string());
        QCOMPARE(table->selfCpuTotal, golden["self_cpu_total_ns"].get<Ns>());
        QCOMPARE(table->selfDeviceTotal, golden["self_device_total_ns"].get<Ns>());
        if (!golden.contains("rows_by_shape"))
            return;
        TableRequest byShape;
        byShape.groupByInputShape = true;
        QCOMPARE(
            differenceOfRows(*pytorchTable(*prepared, listSteps(prepared->trace()), byShape), golden["rows_by_shape"]),
            std::string());
    }
    void printedTextIsTheSameCellByCell_data() { goldens(".table.txt"); }
    void printedTextIsTheSameCellByCell()
    {
        QFETCH(QString, name);
        const auto prepared = load(name.toStdString());
        if (!prepared)
            return;
        const auto blocks = blocksOf(contentOf(folder() / (name.toStdString() + ".table.txt")));
        QVERIFY(!blocks.empty());
        for (const Block& block : blocks) {
            const std::string difference = differenceOfText(printed(*prepared, block.options), block.lines);
            QVERIFY2(difference.empty(), (block.heading + "\n" + difference).c_str());
        }
    }

private:
    static fs::path folder() { return fs::path(goldenFolder()) / "torch"; }
    static void goldens(const std::string& ending)
    {
        QTest::addColumn<QString>("name");
        if (!fs::is_directory(folder()) || !fs::is_directory(tracesFolder()))
            QSKIP("the real traces are not here");
        for (const auto& entry : fs::directory_iterator(folder())) {
            const std::string file = entry.path().filename().string();
            if (!file.ends_with(ending))
                continue;
            const std::string name = file.substr(0, file.size() - ending.size());
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    static std::shared_ptr<const PreparedTrace> load(const std::string& name)
    {
        static std::map<std::string, std::shared_ptr<const PreparedTrace>> known;
        if (known.contains(name))
            return known[name];
        const fs::path path = traceNamed(name);
        if (path.empty()) {
            [&] { QSKIP("its trace is not here"); }();
            return nullptr;
        }
        auto trace = loadTrace(path.string());
        if (!trace.ok()) {
            [&] { QFAIL(trace.status().message().c_str()); }();
            return nullptr;
        }
        return known[name] = PreparedTrace::make(trace.value());
    }
};

QTEST_GUILESS_MAIN(TestOperatorTableGolden)
#include "tst_operator_table_golden.moc"
