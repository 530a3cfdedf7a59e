// SPDX-License-Identifier: GPL-3.0-or-later
// Gap inspector, places of a walk, findings.
#include "tests/support/diagnosed.h"
#include "views/details/details_line.h"
#include "views/details/details_panel.h"
#include "views/details/gap_page.h"
#include "views/details/pairs_table.h"
#include "views/details/walk_list.h"
#include "views/findings/findings_panel.h"
#include "views/theme/fonts.h"

#include <QListView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

constexpr Ns us = 1000;

QString valueOf(const PairsTable& table, const QString& name)
{
    for (const Pair& pair : table.pairs()) {
        if (pair.name == name)
            return pair.value;
    }
    return {};
}

QStringList linesOf(const QListWidget& list)
{
    QStringList lines;
    for (int i = 0; i < list.count(); ++i)
        lines << list.item(i)->text();
    return lines;
}

} // namespace

class TestDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { registerFonts(); }

    void aSelectedInstantShowsItsFactsAndAsksForItsArgs()
    {
        TraceDocument document;
        document.setTrace(textTrace("1/1: op outer 100-200; op inner 110-150; instant tick 120; op later 300-400"));
        DetailsPanel panel(document, new QWidget);
        DetailsLine line(document);
        panel.resize(1000, 240);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        std::vector<quint64> wanted;
        connect(&panel, &DetailsPanel::argsWanted, this, [&](quint64 source) { wanted.push_back(source); });
        document.selectInstant(0);
        const PairsTable& facts = panel.facts();
        QCOMPARE(valueOf(facts, "Name"), QString("tick"));
        QCOMPARE(valueOf(facts, "Kind"), QString("instant"));
        QVERIFY(valueOf(facts, "Time").startsWith("20")); // after the first record
        QCOMPARE(linesOf(panel.parents()).size(), 2);
        QCOMPARE(wanted, std::vector<quint64>{document.trace()->instants()[0].source});
        panel.setArgs(wanted[0] + 1, "another's");
        QVERIFY(panel.args().toPlainText().isEmpty());
        panel.setArgs(wanted[0], "bytes: 7");
        QCOMPARE(panel.args().toPlainText(), QString("bytes: 7"));
        QVERIFY2(line.text().startsWith("tick     instant  \u00B7  at 20"), qPrintable(line.text()));
        document.clearSelection();
        QVERIFY(valueOf(facts, "Name").isEmpty());
    }
    void aClickedGapIsExplainedWithWhatItRestsOn()
    {
        Diagnosed diagnosed(kThreeSteps);
        DetailsPanel panel(diagnosed.document, new QWidget);
        panel.resize(1000, 240);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        diagnosed.document.selectGap("0", {80 * us, 140 * us});
        const GapPage& page = panel.gap();
        QVERIFY(valueOf(page.facts(), "Idle for").startsWith("60"));
        QCOMPARE(valueOf(page.facts(), "Ended by"), QString("gemm"));
        QVERIFY(valueOf(page.facts(), "Launched by").startsWith("cudaLaunchKernel, 50"));
        const QStringList lines = linesOf(page.causes());
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith("20") && lines[0].contains("host work   aten::relu"));
        QVERIFY(lines[1].startsWith("30") && lines[1].contains("host work   aten::add"));
        QVERIFY(lines[2].startsWith("10") && lines[2].contains("launch latency   cudaLaunchKernel"));
        QVERIFY(page.sentence().contains("busy"));
        Q_EMIT page.causes().itemClicked(page.causes().item(1));
        QCOMPARE(diagnosed.document.selectedSlice(), sliceNamed(diagnosed.trace(), "aten::add"));
    }

    void theLineNamesTheCauses()
    {
        Diagnosed diagnosed(kThreeSteps);
        DetailsLine line(diagnosed.document);
        diagnosed.document.selectGap("0", {0, 50 * us});
        QVERIFY2(plain(line.text()).contains("data loading 80 %, launch latency 20 %"), qPrintable(line.text()));
    }

    void beforeTheAnalysisAGapHasOnlyItsLength()
    {
        TraceDocument document;
        document.setTrace(textTrace(kThreeSteps));
        DetailsPanel panel(document, new QWidget);
        panel.show();
        document.selectGap("0", {80 * us, 140 * us});
        QCOMPARE(panel.gap().facts().pairs().size(), std::size_t{1});
        QVERIFY(panel.gap().sentence().contains("analysed"));
    }

    void aWalkListsItsPlacesAndALookAtTheEvidenceKeepsIt()
    {
        Diagnosed diagnosed(kThreeSteps);
        DetailsPanel panel(diagnosed.document, new QWidget);
        panel.show();
        Walk walk{"Host work", "0", {}};
        walk.stops.push_back({{80 * us, 130 * us}, sliceNamed(diagnosed.trace(), "aten::add"), true});
        walk.stops.push_back({{190 * us, 205 * us}, {}, true});
        diagnosed.document.startWalk(std::make_shared<const Walk>(walk));
        QVERIFY(panel.walkList().heading().startsWith("Host work, 2 places"));
        QVERIFY(panel.walkList().heading().contains("65"));
        QCOMPARE(panel.walkList().list().currentIndex().row(), 0);
        diagnosed.document.selectFromWalk(walk.stops[0].slice);
        QVERIFY(diagnosed.document.walk());
        Q_EMIT panel.walkList().list().clicked(panel.walkList().list().model()->index(1, 0));
        QCOMPARE(diagnosed.document.selection().range, (TimeRange{190 * us, 205 * us}));
        diagnosed.document.select(walk.stops[0].slice); // something else is picked: the walk is over
        QVERIFY(!diagnosed.document.walk());
        QVERIFY(panel.walkList().isHidden());
    }

    void aFindingSaysWhyAndWhatToTryAndItsEvidenceIsAWalk()
    {
        Finding finding;
        finding.id = "input-bound";
        finding.severity = Severity::High;
        finding.what = "What.";
        finding.why = "Why.";
        finding.suggestion = "Try.";
        finding.ceiling = 6'800'000;
        finding.ceilingPercent = 31;
        finding.evidence = {{500, 100, "", {}}, {100, 50, "", {}}};
        const Note note = noteOf(finding);
        QCOMPARE(note.title, QString("Input-bound"));
        QCOMPARE(note.dot, Note::Dot::High);
        QVERIFY(plain(note.figure) == "up to 6.800 ms a step (31 %)");
        QCOMPARE(note.words, QString("What."));
        QCOMPARE(note.more.mid(0, 2), (QStringList{"Why.", "Try."}));
        QVERIFY(note.more[2].contains("2 places"));
        const auto trace = textTrace(kThreeSteps);
        const Walk walk = walkOver(finding, *trace);
        QCOMPARE(walk.stops[0].at, (TimeRange{100, 150})); // by time
        QCOMPARE(walk.stops[1].at, (TimeRange{500, 600}));
        QVERIFY(walk.stops[1].idle);
        finding.severity = Severity::None;
        QCOMPARE(noteOf(finding).figure, QString("checked, not found"));
        finding.severity = Severity::NotEnoughData;
        QCOMPARE(noteOf(finding).figure, QString("not enough data"));
        QCOMPARE(noteOf(finding).words, QString("Why."));
    }

    // The loader takes 40 of 100 us of step 1 only; the rules judge all three steps.
    void thePanelListsAllFiveChecks()
    {
        Diagnosed diagnosed(kThreeSteps);
        FindingsPanel panel(diagnosed.document);
        QCOMPARE(panel.checks(), 5);
        QCOMPARE(panel.notes().rowCount(), 5);
        int found = 0;
        for (int row = 0; row < 5; ++row) {
            const Note::Dot dot = panel.notes().note(row).dot;
            found += dot == Note::Dot::Warn || dot == Note::Dot::High ? 1 : 0;
        }
        QCOMPARE(panel.found(), found);
        Diagnosed none("1/1: op a 0-1");
        const FindingsPanel empty(none.document);
        QCOMPARE(empty.checks(), 5);
        QCOMPARE(empty.found(), 0);
        QCOMPARE(empty.notes().note(0).figure, QString("not enough data"));
        QVERIFY(empty.notes().note(0).words.contains("no device work"));
    }
};

QTEST_MAIN(TestDetails)
#include "tst_details.moc"
