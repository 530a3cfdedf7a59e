// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/diagnosed.h"
#include "views/tables/operator_source.h"
#include "views/tables/row_view.h"
#include "views/tables/tree_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

using namespace stepglass;

namespace {

// forward runs once for 100 us and calls mm twice, 30 and 10 us; the first launches 20 us of gemm.
constexpr const char* kForward =
    "1/1: region forward 0-100; op aten::mm 10-40 ext=1; call cudaLaunchKernel 11-12 corr=1 ext=1; op aten::mm 50-60;"
    "op \"odd, name\" 70-75\n"
    "0/7: kernel gemm 45-65 corr=1 ext=1 dev=0 stream=7\n";

constexpr const char* kHeadings = "Depth,Name,Total (us),Self (us),CUDA total (us),Calls\n";

// The headings of the columns that are shown at this width of the table.
QStringList shownAt(RowView& view, int width)
{
    view.resize(width, 300);
    QStringList shown;
    for (int c = 0; c < view.rows().columnCount(); ++c) {
        if (!view.isColumnHidden(c))
            shown << view.rows().headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    return shown;
}

} // namespace

class TestTreeView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWholeTreeIsTextWithItsDepths()
    {
        const test::Diagnosed drawn(kForward);
        TreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTree(drawn.document.trace(), drawn.document.diagnosis()->tree, "CUDA");
        QCOMPARE(model.asText(','), QString(kHeadings) + "0,forward,100.000,55.000,20.000,1\n"
                                                         "1,aten::mm,40.000,40.000,20.000,2\n"
                                                         "2,gemm,20.000,,20.000,1\n"
                                                         "1,\"odd, name\",5.000,5.000,,1\n");
        model.sort(TreeModel::Name, Qt::DescendingOrder);
        QVERIFY(model.asText(',').indexOf("odd, name") < model.asText(',').indexOf("aten::mm"));
    }

    void copyingTakesTheSelectedNodesOnly()
    {
        const test::Diagnosed drawn(kForward);
        TreeView view;
        view.setTree(drawn.document.trace(), drawn.document.diagnosis()->tree, "CUDA");
        view.resize(500, 300);
        view.show();
        const QModelIndex forward = view.tree().index(0, 0), mm = view.tree().index(0, 0, forward);
        QCOMPARE(mm.data().toString(), QString("aten::mm"));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(mm).center());
        QTest::keySequence(&view, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QString(kHeadings).replace(',', '\t') + "1\taten::mm\t40.000\t40.000\t20.000\t2\n");
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::ControlModifier, view.visualRect(forward).center());
        QTest::keySequence(&view, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 3);
        QVERIFY(QGuiApplication::clipboard()->text().contains("\n0\tforward\t"));
    }

    // 88 for Self CPU, 102 for Self CUDA, 56 for Calls; the totals are 88 and 94.
    void aNarrowTableKeepsWhatIsWantedMostAndTheSortedColumn()
    {
        const test::Diagnosed drawn(kForward);
        const auto results = drawn.document.analysis();
        RowView view;
        view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        view.setSource(std::make_shared<OperatorSource>(drawn.document.trace(), results->pytorch, results->wall));
        view.show();
        const QStringList always{"Name", "Self CPU", "Self CUDA", "Calls"};
        QCOMPARE(shownAt(view, 380), always);
        QCOMPARE(shownAt(view, 500), QStringList({"Name", "Self CPU", "CPU total", "Self CUDA", "Calls"}));
        QCOMPARE(shownAt(view, 600),
                 QStringList({"Name", "Self CPU", "CPU total", "Self CUDA", "CUDA total", "Calls"}));
        QVERIFY(shownAt(view, 3000).size() > 12);
        view.sortBy(4, Qt::DescendingOrder); // CUDA total
        QVERIFY(shownAt(view, 380).contains("CUDA total"));
        QVERIFY(view.columnWidth(0) >= 124);
    }
};

QTEST_MAIN(TestTreeView)
#include "tst_tree_view.moc"
