// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/call_tree.h"
#include "model/write/tree_writer.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace stepglass;
using namespace stepglass::test;

namespace {

constexpr std::string_view kDrawing = R"(
    1/1: step ProfilerStep#1 0-100 ext=1; region forward 0-40 ext=2; python f 1-39; op linear 2-30 ext=3; op mm 5-15 ext=4
    1/1: call launch 6-9 corr=90 ext=4
    1/1: step ProfilerStep#2 100-200 ext=5; region forward 100-150 ext=6; op linear 110-120 ext=7; call bare 130-131 corr=91
    0/7: kernel gemm 10-30 corr=90 ext=4; kernel custom 140-147 corr=91; kernel stranger 150-153
)";

// `name count total/self device(children...)`, times in us.
std::string drawn(const CallTree& tree, std::uint32_t node = 0)
{
    const CallTreeNode& n = tree.nodes[node];
    std::string text = n.name + " " + std::to_string(n.count) + " " + std::to_string(n.total / 1000) + "/" +
                       std::to_string(n.self / 1000) + " " + std::to_string(n.device / 1000);
    if (n.children.empty())
        return text;
    text += "(";
    for (const std::uint32_t child : n.children)
        text += (child == n.children.front() ? "" : ", ") + drawn(tree, child);
    return text + ")";
}

std::string treeOf(std::string_view drawing, const Scope& scope = {})
{
    const auto prepared = PreparedTrace::make(textTrace(drawing));
    return drawn(*callTree(*prepared, listSteps(prepared->trace()), scope));
}

} // namespace

class TestCallTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsOfOnePathAreSummedAndKernelsHangBelowTheirOperator()
    {
        // `custom` was launched outside any operator: it hangs below the region. Frames and calls are no levels.
        QCOMPARE(treeOf(kDrawing), std::string(" 0 0/0 30(ProfilerStep* 2 200/110 27(forward 2 90/52 27("
                                               "linear 2 38/28 20(mm 1 10/10 20(gemm 1 20/0 20)), custom 1 7/0 7)), "
                                               "stranger 1 3/0 3)"));
    }
    void aScopeCountsWhatStartsInIt()
    {
        QCOMPARE(treeOf(kDrawing, Scope::steps(2, 2)),
                 std::string(" 0 0/0 10(ProfilerStep* 1 100/50 7(forward 1 50/40 7(linear 1 10/10 0, custom 1 7/0 7)), "
                             "stranger 1 3/0 3)"));
        // Only the operators start in the range; the path to them is kept, without a call.
        QCOMPARE(treeOf(kDrawing, Scope::range(2'000, 12'000)),
                 std::string(" 0 0/0 20(ProfilerStep* 0 0/0 20(forward 0 0/0 20(linear 1 28/18 20(mm 1 10/10 20("
                             "gemm 1 20/0 20)))))"));
    }
    void itIsPrintedIndented()
    {
        const auto prepared = PreparedTrace::make(textTrace(kDrawing));
        const auto tree = callTree(*prepared, listSteps(prepared->trace()), {});
        const std::string text = treeText(*tree, treeRoots(*tree, "forward"), 2);
        const std::string blank(60 - 7, ' ');
        QVERIFY(text.find("\nforward" + blank + "             2      90.000us      52.000us      27.000us\n") !=
                std::string::npos);
        QVERIFY(text.find("\n  linear") != std::string::npos);
        QVERIFY(text.find("mm") == std::string::npos); // a third level
        QVERIFY(treeRoots(*tree, "nothing").empty());
    }
    void itsJsonNests()
    {
        const auto prepared = PreparedTrace::make(textTrace(kDrawing));
        const auto tree = callTree(*prepared, listSteps(prepared->trace()), {});
        const auto json = nlohmann::json::parse(treeJson(*tree, treeRoots(*tree, ""), -1));
        const auto& forward = json["nodes"][0]["children"][0];
        QCOMPARE(QString::fromStdString(forward["children"][1]["name"]), QString("custom"));
        QCOMPARE(forward["children"][0]["children"][0]["device_ns"].get<Ns>(), Ns{20'000});
        QCOMPARE(json["nodes"].size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestCallTree)
#include "tst_call_tree.moc"
