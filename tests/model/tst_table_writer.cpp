// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/write/table_writer.h"
#include "model/write/torch_text.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace stepglass;

namespace {

OperatorTable sample()
{
    OperatorTable table;
    OperatorRow mm;
    mm.name = "aten::mm";
    mm.calls = 3;
    mm.selfCpu = 1'500'000;
    mm.cpu = 2'000'000;
    mm.selfDevice = mm.device = 10'000;
    OperatorRow kernel;
    kernel.name = "gemm|a,b";
    kernel.kind = RowKind::Kernel;
    kernel.onDevice = true;
    kernel.calls = 1;
    kernel.selfDevice = kernel.device = 10'000;
    table.rows = {mm, kernel};
    table.selfCpuTotal = 1'500'000;
    table.selfDeviceTotal = 10'000;
    return table;
}

} // namespace

class TestTableWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decimalsAreRoundedHalfToEvenFromIntegers()
    {
        QCOMPARE(decimalText(12'345, 1'000, 2), std::string("12.34")); // ...5 to the even neighbour
        QCOMPARE(decimalText(12'355, 1'000, 2), std::string("12.36"));
        QCOMPARE(decimalText(-5, 10'000, 2), std::string("-0.00")); // Python keeps the sign
        QCOMPARE(decimalText(2, 3, 3), std::string("0.667"));
        QCOMPARE(decimalText(7, 1, 0), std::string("7"));
        QCOMPARE(decimalText(WideInt{9'223'372'036'854'775'807} * 100, 9'223'372'036'854'775'807, 2),
                 std::string("100.00"));
    }
    void timesTakeTheUnitOfTheirSize()
    {
        QCOMPARE(torchTime(999), std::string("0.999us"));
        QCOMPARE(torchTime(999'999), std::string("999.999us"));
        QCOMPARE(torchTime(1'000'000), std::string("1.000ms"));
        QCOMPARE(torchTime(1'234'567'890), std::string("1.235s"));
        QCOMPARE(torchTime(-5'000'000), std::string("-5000.000us"));  // negative ones stay us
        QCOMPARE(torchTime(2'999'999, 3), std::string("1000.000us")); // the unit is chosen before rounding
        QCOMPARE(torchTime(3'000'000, 3), std::string("1.000ms"));
        QCOMPARE(torchTime(1'234'567, 1, "s"), std::string("0.001s"));
        QCOMPARE(torchTime(1'234'567, 1, "us"), std::string("1234.567us"));
    }
    void percentsAndBytes()
    {
        QCOMPARE(torchPercent(1, 3), std::string("33.33%"));
        QCOMPARE(torchPercent(0, 0), std::string("NaN"));
        QCOMPARE(torchBytes(-1023), std::string("-1023 B"));
        QCOMPARE(torchBytes(1536), std::string("1.50 KB"));
        QCOMPARE(torchBytes(-2'621'440), std::string("-2.50 MB"));
        QCOMPARE(torchBytes(std::int64_t{5} << 30), std::string("5.00 GB"));
    }
    void lengthsCountCodePoints()
    {
        QCOMPARE(codePoints("größe"), std::size_t{5});
        QCOMPARE(firstCodePoints("größe", 3), std::string_view("grö"));
        QCOMPARE(firstCodePoints("ab", 9), std::string_view("ab"));
    }
    void textIsWhatPyTorchPrints()
    {
        // Widths: the longest name + 4; 12 for figures, two blanks after each; a long heading runs over.
        const std::string expected =
            "------------  ------------  ------------  ------------  ------------  ------------  ------------  "
            "------------  ------------  ------------  ------------  \n"
            "        Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg     Self CUDA   "
            "Self CUDA %    CUDA total  CUDA time avg    # of Calls  \n"
            "------------  ------------  ------------  ------------  ------------  ------------  ------------  "
            "------------  ------------  ------------  ------------  \n"
            "    aten::mm       100.00%       1.500ms       133.33%       2.000ms     666.667us      10.000us       "
            "100.00%      10.000us       3.333us             3  \n"
            "    gemm|a,b         0.00%       0.000us         0.00%       0.000us       0.000us      10.000us       "
            "100.00%      10.000us      10.000us             1  \n"
            "------------  ------------  ------------  ------------  ------------  ------------  ------------  "
            "------------  ------------  ------------  ------------  \n"
            "Self CPU time total: 1.500ms\n"
            "Self CUDA time total: 10.000us\n";
        QCOMPARE(tableText(sample(), {}), expected);
    }
    void longNamesAreCutWithDots()
    {
        OperatorTable table = sample();
        TablePrint print;
        print.maxNameColumnWidth = 10;
        print.rowLimit = 1;
        table.rows[0].name = "exactly"; // 7 = 10 - 3 characters: cut there all the same, as PyTorch does
        QVERIFY(tableText(table, print).find("exactly...") != std::string::npos);
        table.rows[0].name = "shorts";
        QVERIFY(tableText(table, print).find("    shorts  ") != std::string::npos);
        QVERIFY(tableText(table, print).find("gemm") == std::string::npos); // beyond the limit
    }
    void columnsAppearWhereThereIsSomethingToShow()
    {
        OperatorTable table = sample();
        table.rows.pop_back();
        table.rows[0].selfDevice = 0;
        table.hasMemory = true;
        const std::string text = tableText(table, {});
        QVERIFY(text.find("CUDA") == std::string::npos);
        QVERIFY(text.find("Self CPU Mem") != std::string::npos);
        table.groupedByShape = true;
        table.rows[0].shapes = "[]";
        QVERIFY(tableText(table, {}).find("Input Shapes") == std::string::npos);
        table.rows[0].shapes = "[[2, 3]]";
        QVERIFY(tableText(table, {}).find("[[2, 3]]") != std::string::npos);
    }
    void asynchronousRowsHaveNoShareOfTheTotal()
    {
        OperatorTable table = sample();
        table.rows[0].async = true;
        QVERIFY(tableText(table, {}).find("       1.500ms             0       2.000ms") != std::string::npos);
    }
    void csvQuotesWhatNeedsIt()
    {
        const std::string text = tableCsv(sample(), {});
        QVERIFY(text.starts_with("name,on,kind,region,calls,self_cpu_ns,cpu_ns,self_device_ns,device_ns,min_ns,"));
        QVERIFY(text.find("\"gemm|a,b\",device,kernel,false,1,0,0,10000,10000,0,0,0,0\r\n") != std::string::npos);
    }
    void markdownEscapesBars()
    {
        QVERIFY(tableMarkdown(sample(), {}).find("| gemm\\|a,b | 0.00% |") != std::string::npos);
    }
    void jsonHasTheIntegers()
    {
        OperatorTable table = sample();
        table.scope = Scope::range(1'200'000, 3'000'000);
        TablePrint print;
        print.order = {1, 0};
        const auto json = nlohmann::json::parse(tableJson(table, print));
        QCOMPARE(json["version"].get<int>(), 1);
        QCOMPARE(QString::fromStdString(json["scope"]), QString("range 1.200ms..3.000ms"));
        QCOMPARE(QString::fromStdString(json["rows"][0]["name"]), QString("gemm|a,b"));
        QCOMPARE(json["rows"][1]["cpu_ns"].get<std::int64_t>(), std::int64_t{2'000'000});
        QCOMPARE(json["self_device_total_ns"].get<std::int64_t>(), std::int64_t{10'000});
        QVERIFY(!json["rows"][0].contains("cpu_bytes"));
        table.rows[0].name = "bad \xff byte";
        QVERIFY(nlohmann::json::accept(tableJson(table, {})));
    }
    void anEmptyTablePrintsNothing() { QCOMPARE(tableText(OperatorTable(), {}), std::string()); }
};

QTEST_GUILESS_MAIN(TestTableWriter)
#include "tst_table_writer.moc"
