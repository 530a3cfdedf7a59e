// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/text_trace.h"
#include "views/document/trace_document.h"

#include "model/core/trace_builder.h"

#include <QSignalSpy>
#include <QTest>

using namespace stepglass;
using namespace stepglass::test;
using Change = TraceDocument::Change;
using Changes = TraceDocument::Changes;

namespace {

constexpr Ns us = 1000;

const char* const kDrawing = "1/1: step ProfilerStep#1 0-100; op aten::mm 5-20 ext=1; op aten::mm 30-50\n"
                             "1/1: step ProfilerStep#2 100-200; call cudaLaunchKernel 6-8 corr=1 ext=1\n"
                             "0/7: kernel aten::mm 60-90 corr=1 ext=1\n";

// What changed() said, one entry a signal.
struct Listener
{
    explicit Listener(TraceDocument& document)
    {
        QObject::connect(&document, &TraceDocument::changed, &document,
                         [this](Changes changes) { heard.push_back(changes); });
    }
    std::vector<Changes> heard;
};

EventBatch batchOf(std::initializer_list<std::pair<const char*, Ns>> slices, std::uint64_t source)
{
    EventBatch batch;
    for (const auto& [name, start] : slices) {
        SliceRecord record;
        record.name = batch.strings.intern(name);
        record.start = start;
        record.duration = 10;
        record.source = source++;
        record.thread = batch.thread("1", "1");
        record.kind = SliceKind::Operator;
        batch.slices.push_back(record);
        ++batch.records;
    }
    return batch;
}

} // namespace

class TestTraceDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTraceIsShownWholeAtFirst()
    {
        TraceDocument document;
        Listener listener(document);
        document.setTrace(textTrace(kDrawing));
        QCOMPARE(document.visible().from, Ns{0});
        QCOMPARE(document.visible().to, 200 * us);
        QCOMPARE(listener.heard.size(), std::size_t{1});
        QCOMPARE(listener.heard[0], Changes(Change::Trace | Change::Range));
    }

    void aSetterThatChangesNothingSaysNothing()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        Listener listener(document);
        document.setScope(Scope::whole());
        document.setVisible(document.visible());
        document.clearSelection();
        document.setTableMode(CountingMode::PyTorch);
        document.setCollapsed("a", false);
        QVERIFY(listener.heard.empty());
    }

    void aBatchIsOneSignal()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        Listener listener(document);
        {
            const TraceDocument::Batch batch(document);
            document.setScope(Scope::steps(1, 1));
            document.setVisible({0, 100 * us});
        }
        QCOMPARE(listener.heard.size(), std::size_t{1});
        QCOMPARE(listener.heard[0], Changes(Change::Scope | Change::Range));
    }

    void zoomingNeverChangesTheScope()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.setVisible({10 * us, 20 * us});
        QCOMPARE(document.scope(), Scope::whole());
    }

    void undoZoomGoesBackStepByStep()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.setVisible({10 * us, 50 * us}, TraceDocument::History::Step);
        document.setVisible({20 * us, 30 * us}, TraceDocument::History::Step);
        document.undoZoom();
        QCOMPARE(document.visible(), (TimeRange{10 * us, 50 * us}));
        document.undoZoom();
        QCOMPARE(document.visible(), (TimeRange{0, 200 * us}));
        QVERIFY(!document.canUndoZoom());
    }

    void turnsOfTheWheelInOneGoAreUndoneTogether()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        for (Ns i = 1; i < 20; ++i)
            document.setVisible({i * us, 200 * us - i * us});
        document.undoZoom();
        QCOMPARE(document.visible(), (TimeRange{0, 200 * us}));
    }

    void theViewNeverLeavesTheTrace()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.setVisible({-5000 * us, 9000 * us});
        QCOMPARE(document.visible(), (TimeRange{-20 * us, 220 * us}));
        document.setVisible({900 * us, 910 * us});
        QCOMPARE(document.visible(), (TimeRange{210 * us, 220 * us}));
        document.setVisible({50 * us, 50 * us});
        QCOMPARE(document.visible().length(), TraceDocument::kMinVisible);
    }

    void aSliceSelectsItsRow()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.select(sliceNamed(*document.trace(), "cudaLaunchKernel"));
        QCOMPARE(document.selection().row, (RowName{"cudaLaunchKernel", false}));
        document.select(sliceNamed(*document.trace(), "ProfilerStep#2"));
        QCOMPARE(document.selection().row, (RowName{"ProfilerStep*", false}));
    }

    void aRowTellsHostAndDeviceApart()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.selectRow({"aten::mm", true});
        int lit = 0;
        for (std::uint32_t i = 0; i < document.trace()->sliceCount(); ++i)
            lit += document.inSelectedRow(SliceId(i)) ? 1 : 0;
        QCOMPARE(lit, 1);
        document.selectRow({"aten::mm", false});
        lit = 0;
        for (std::uint32_t i = 0; i < document.trace()->sliceCount(); ++i)
            lit += document.inSelectedRow(SliceId(i)) ? 1 : 0;
        QCOMPARE(lit, 2);
        document.selectRow({"ProfilerStep*", false});
        QVERIFY(document.inSelectedRow(sliceNamed(*document.trace(), "ProfilerStep#1")));
        QVERIFY(document.inSelectedRow(sliceNamed(*document.trace(), "ProfilerStep#2")));
        QVERIFY(!document.inSelectedRow(sliceNamed(*document.trace(), "aten::mm")));
    }

    void aWalkKeepsTheRow()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.setVisible({190 * us, 200 * us});
        document.selectRow({"aten::mm", false});
        const SliceId first = sliceNamed(*document.trace(), "aten::mm");
        document.walkTo(first);
        QCOMPARE(document.selection().kind, Selection::Kind::Row);
        QCOMPARE(document.selectedSlice(), first);
        QVERIFY(document.visible().contains(document.trace()->start(first)));
    }

    void revealingMovesTheViewWithoutZooming()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.setVisible({100 * us, 140 * us});
        Listener listener(document);
        document.select(sliceNamed(*document.trace(), "cudaLaunchKernel"), TraceDocument::Reveal::Yes);
        QCOMPARE(document.visible().length(), 40 * us);
        QVERIFY(document.visible().from <= 6 * us && document.visible().to >= 8 * us);
        QCOMPARE(listener.heard.size(), std::size_t{1});
        QVERIFY(listener.heard[0].testFlag(Change::Reveal));
    }

    void aNewSnapshotFindsTheSelectionAgain()
    {
        TraceBuilder builder;
        builder.append(batchOf({{"b", 500}, {"x", 900}}, 100));
        TraceDocument document;
        document.setTrace(builder.publish());
        document.select(sliceNamed(*document.trace(), "x"));
        // Another trace of the same bytes, in which the row has another number.
        TraceBuilder other;
        other.append(batchOf({{"a", 10}, {"c", 20}, {"b2", 700}}, 1));
        other.append(batchOf({{"b", 500}, {"x", 900}}, 100));
        document.setTrace(other.finish());
        QVERIFY(document.selectedSlice().valid());
        QCOMPARE(document.trace()->name(document.selectedSlice()), std::string_view("x"));
        QCOMPARE(document.selectedSlice(), sliceNamed(*document.trace(), "x"));
        // One that lacks it.
        TraceBuilder without;
        without.append(batchOf({{"a", 10}}, 1));
        document.setTrace(without.finish());
        QCOMPARE(document.selection().kind, Selection::Kind::None);
    }

    void aNewSnapshotFindsTheSelectedInstantAgain()
    {
        TraceDocument document;
        document.setTrace(textTrace("1/1: instant first 10; instant second 20; op a 0-30"));
        document.selectInstant(1);
        document.setTrace(textTrace("1/1: instant first 10; instant second 20; op a 0-30; instant third 40"));
        QVERIFY(document.selectedInstant() != nullptr);
        QCOMPARE(document.trace()->text(document.selectedInstant()->name), std::string_view("second"));
        document.setTrace(textTrace("1/1: instant first 10"));
        QCOMPARE(document.selection().kind, Selection::Kind::None);
        document.selectInstant(1); // there is none
        QCOMPARE(document.selection().kind, Selection::Kind::None);
    }
    void aGrowingTraceIsFollowedUntilThePersonLooksElsewhere()
    {
        TraceBuilder builder(TraceBuilder::Follow::GrowingFile);
        builder.append(batchOf({{"a", 0}, {"b", 100'000}}, 1));
        TraceDocument document;
        document.setTrace(builder.publish());
        document.setVisible({50'000, 60'000});
        document.setFollowsEnd(true);
        builder.append(batchOf({{"c", 300'000}}, 50));
        document.setTrace(builder.publish());
        QCOMPARE(document.visible(), (TimeRange{290'010, 300'010}));
        document.setFollowsEnd(false);
        builder.append(batchOf({{"d", 400'000}}, 60));
        document.setTrace(builder.publish());
        QCOMPARE(document.visible(), (TimeRange{290'010, 300'010}));
    }

    void marksToggleAndViewsAreRecalled()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.toggleMark(50 * us);
        document.toggleMark(20 * us);
        QCOMPARE(document.marks().front().time, 20 * us);
        document.toggleMark(50 * us + 1);
        QCOMPARE(document.marks().size(), std::size_t{1});
        QVERIFY(!document.recallView(3));
        document.setVisible({10 * us, 20 * us});
        document.saveView(3);
        document.showWhole();
        QVERIFY(document.recallView(3));
        QCOMPARE(document.visible(), (TimeRange{10 * us, 20 * us}));
    }

    void fitShowsTheSelectionWithAir()
    {
        TraceDocument document;
        document.setTrace(textTrace(kDrawing));
        document.selectGap("0", {90 * us, 190 * us});
        document.fitSelection();
        QCOMPARE(document.visible(), (TimeRange{70 * us, 210 * us}));
    }
};

QTEST_GUILESS_MAIN(TestTraceDocument)
#include "tst_trace_document.moc"
