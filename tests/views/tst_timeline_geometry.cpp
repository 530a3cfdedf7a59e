// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as text, against pictures drawn by hand.
#include <QTest>

#include "model/core/trace_builder.h"
#include "tests/support/text_trace.h"
#include "views/timeline/timeline_geometry.h"

#include <map>

using namespace stepglass;
using namespace stepglass::test;

namespace {

struct Frame
{
    std::shared_ptr<const Trace> trace;
    RowLayout layout;
    GeometryRequest request;

    explicit Frame(const char* drawing)
        : trace(textTrace(drawing))
        , layout(layoutRows(*trace, {}, {}))
    {
        request.range = {0, 100'000}; // 100 us
        request.width = 100;          // a pixel a us
        request.height = 400;
    }
    std::string text() const { return toText(timelineGeometry(*trace, layout, {}, request), *trace, layout); }
    // Only the lanes of the first track.
    std::string lane() const
    {
        const std::string all = text();
        const std::size_t begin = all.find("lane 0");
        const std::size_t colon = all.find(':', begin);
        return all.substr(colon + 1, all.find('\n', colon) - colon - 1);
    }
};

} // namespace

class TestTimelineGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSliceKeepsAGapOfOnePixelAtItsEnd()
    {
        Frame frame("1/1: op a 10-20; op b 20-30");
        QCOMPARE(frame.lane(), std::string(" [10+9 a] [20+9 b]"));
    }
    void slicesUnderTwoPixelsShareTheirColumn()
    {
        // 10.0-10.25 and 10.5-10.75 cover half of pixel 10; 12.0-13.2 all of pixel 12.
        Frame frame("1/1: op a 10-10.25; op b 10.5-10.75; op c 12-13.2");
        QCOMPARE(frame.lane(), std::string(" {10 *127} {12 255}"));
    }
    void aBundleTakesTheLookOfItsLongestMember()
    {
        Frame frame("1/1: op a 10-10.1; call longest 10.1-10.8; op b 10.8-10.9");
        const TimelineGeometry g = timelineGeometry(*frame.trace, frame.layout, {}, frame.request);
        QCOMPARE(g.cells.size(), std::size_t{1});
        QVERIFY(g.cells[0].look == LaneClass::of(SliceKind::RuntimeCall, nameShade("longest")));
    }
    void whatIsThinKeepsItsPixelBeforeAWideSlice()
    {
        // 20.0-20.5 lies in pixel 20, where b begins too: b is drawn from 21 on and ends where it ends.
        Frame frame("1/1: op a 10-20; op t 20-20.5; op b 20.5-30");
        QCOMPARE(frame.lane(), std::string(" [10+9 a] [21+8 b] {20 127}"));
    }
    void aSliceWithoutLengthIsSeenAtEveryZoom()
    {
        Frame frame("1/1: op z 50-50");
        for (const Ns length : {100, 10'000, 100'000, 10'000'000, 1'000'000'000}) {
            frame.request.range = {50'000 - length / 2, 50'000 + length / 2};
            const TimelineGeometry g = timelineGeometry(*frame.trace, frame.layout, {}, frame.request);
            QCOMPARE(g.cells.size(), std::size_t{1});
            QCOMPARE(g.runs[0].x, 50); // the middle of 100 pixels
            QVERIFY(g.cells[0].cover >= 1);
        }
    }
    void instantsAreMarksAboveTheirThreadsLanes()
    {
        // The header takes 22 px; 15.0 and 15.2 share a pixel.
        Frame frame("1/1: op a 10-20; instant tick 15; instant tock 15.2; instant late 90; instant outside 150");
        QCOMPARE(frame.text(), std::string("0+22 process 1\n22+38 main thread\n  v15 y 22 tick\n  v90 y 22 late\n"
                                           "  lane 0 y 26: [10+9 a]\n"));
    }
    void anInstantOfAThreadWithoutARowStandsAtItsProcess()
    {
        Frame frame("1/1: op a 10-20\n1/2: instant lonely 40");
        const TimelineGeometry g = timelineGeometry(*frame.trace, frame.layout, {}, frame.request);
        QCOMPARE(g.instants.size(), std::size_t{1});
        QCOMPARE(frame.layout.rows[g.instants[0].row].key, std::string("p1"));
        QCOMPARE(g.instants[0].x, 40);
        QCOMPARE(g.instants[0].y, 22 - 5 - 1); // at the header's foot
    }
    // 1 500 slices of under a pixel, against a sum made pixel by pixel.
    void everyPixelShowsTheThinSlicesThatBeginInIt()
    {
        TraceBuilder builder;
        EventBatch batch;
        std::uint32_t seed = 7;
        const auto random = [&seed] { return seed = seed * 1664525u + 1013904223u, seed >> 16; };
        std::map<int, Ns> expected; // by pixel of 1 us
        Ns at = 0;
        for (int i = 0; i < 1500; ++i) {
            SliceRecord s;
            at += static_cast<Ns>(random() % (i % 100 < 50 ? 100 : 900));
            s.start = at;
            s.duration = static_cast<Ns>(random() % 300);
            s.thread = batch.thread("1", "1");
            at += s.duration;
            expected[static_cast<int>(s.start / 1000)] += s.duration;
            batch.slices.push_back(s);
            ++batch.records;
        }
        builder.append(batch);
        const auto trace = builder.finish();
        QVERIFY(trace->tracks()[0].lanes[0].summary() == nullptr); // the slices themselves are walked
        const int width = static_cast<int>(at / 1000) + 1;
        GeometryRequest request{{0, Ns{width} * 1000}, width, 100, 1, 0, nullptr, {}};
        const TimelineGeometry g = timelineGeometry(*trace, layoutRows(*trace, {}, {}), {}, request);
        QVERIFY(g.rects.empty());
        std::map<int, int> shown;
        for (const ThinRun& run : g.runs) {
            for (std::uint32_t c = 0; c < run.count; ++c)
                shown[run.x + static_cast<int>(c)] = g.cells[run.firstCell + c].cover;
        }
        QCOMPARE(shown.size(), expected.size());
        for (const auto& [x, sum] : expected) {
            const int cover = static_cast<int>(std::clamp<Ns>(sum * 255 / 1000, 1, 255));
            QVERIFY2(shown.contains(x) && std::abs(shown[x] - cover) <= 1, qPrintable(QString::number(x)));
        }
    }
    void aWideSliceHasALabelThatStaysInView()
    {
        Frame frame("1/1: op wide 0-100; op narrow 100-110");
        frame.request.range = {50'000, 150'000}; // 50 us to 150 us: it begins left of the window
        QCOMPARE(frame.lane(), std::string(" [-16+65 wide] [50+9 narrow] <4+41 wide>"));
    }
    void onlyWhatTheWindowShowsIsThere()
    {
        Frame frame("1/1: op left 0-10; op in 30-40; op right 200-210");
        frame.request.range = {20'000, 120'000};
        QCOMPARE(frame.lane(), std::string(" [10+9 in]"));
    }
    void atTwiceTheScaleEverythingIsTwiceAsLarge()
    {
        Frame frame("1/1: op a 10-20; op b 20-30");
        frame.request.width = 200;
        frame.request.height = 800;
        frame.request.scale = 2;
        QCOMPARE(frame.text(), std::string("0+44 process 1\n44+76 main thread\n  lane 0 y 52: [20+18 a] [40+18 b]\n"));
    }
    void scrollingMovesRowsAndDropsWhatIsAbove()
    {
        Frame frame("1/1: op a 10-50; op b 10-40; op c 10-30");
        frame.request.scroll = 48; // header 22, pad 4, first lane 18 and gap 2 end at 46
        QCOMPARE(frame.text(), std::string("-26+66 main thread\n  lane 1 y -2: [10+29 b] <14+21 b>\n"
                                           "  lane 2 y 18: [10+19 c]\n"));
    }
    void slicesOfOtherRowsDim()
    {
        Frame frame("1/1: op a 10-20; op b 20-30");
        const SliceId a = sliceNamed(*frame.trace, "a");
        const std::function<bool(SliceId)> lit = [a](SliceId s) { return s == a; };
        frame.request.lit = &lit;
        QCOMPARE(frame.lane(), std::string(" [10+9 a] [20+9 b dim]"));
    }
    void aHundredThousandLevelsCostOnlyThoseInView()
    {
        TraceBuilder builder;
        EventBatch batch;
        for (int i = 0; i < 100'000; ++i) {
            SliceRecord s;
            s.start = i;
            s.duration = 300'000 - 2 * i;
            s.thread = batch.thread("1", "1");
            batch.slices.push_back(s);
            ++batch.records;
        }
        builder.append(batch);
        const auto trace = builder.finish();
        const RowLayout layout = layoutRows(*trace, {}, {});
        GeometryRequest request{{0, 300'000}, 100, 400, 1, 1'000'000, nullptr, {}};
        const TimelineGeometry g = timelineGeometry(*trace, layout, {}, request);
        QVERIFY(g.lanes.size() >= 20 && g.lanes.size() <= 22); // 400 px of 20 px each
        QCOMPARE(g.lanes.front().lane, (1'000'000 - 22 - 4) / 20);
    }

    // The summary and the slices themselves must tell the same story: cover, and every wide slice.
    void theSummaryAgreesWithTheSlices()
    {
        TraceBuilder builder;
        EventBatch batch;
        Ns at = 0;
        std::uint32_t seed = 1;
        const auto random = [&seed] { return seed = seed * 1664525u + 1013904223u, seed >> 16; };
        for (int i = 0; i < 40'000; ++i) {
            SliceRecord s;
            s.start = at;
            s.duration = i % 4000 == 0 ? 700'000 : static_cast<Ns>(random() % 400);
            s.thread = batch.thread("1", "1");
            s.name = batch.strings.intern(i % 4000 == 0 ? "wide" : "thin");
            at += s.duration + static_cast<Ns>(random() % 200);
            batch.slices.push_back(s);
            ++batch.records;
        }
        builder.append(batch);
        const auto trace = builder.finish();
        QVERIFY(trace->tracks()[0].lanes[0].summary() != nullptr);
        const RowLayout layout = layoutRows(*trace, {}, {});
        GeometryRequest request{{0, at}, 500, 100, 1, 0, nullptr, {}};
        const TimelineGeometry g = timelineGeometry(*trace, layout, {}, request);
        QCOMPARE(g.rects.size(), std::size_t{10}); // all the wide ones, found through the summary
        for (const SliceRect& rect : g.rects)
            QCOMPARE(trace->name(rect.slice), std::string_view("wide"));
        double covered = 0;
        for (const ThinCell& cell : g.cells)
            covered += cell.cover / 255.0;
        double expected = 0;
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i)
            expected += trace->name(SliceId(i)) == "thin" ? static_cast<double>(trace->duration(SliceId(i))) : 0;
        expected /= static_cast<double>(at) / 500; // in pixels
        QVERIFY2(std::abs(covered - expected) < 0.06 * expected,
                 qPrintable(QStringLiteral("%1 %2").arg(covered).arg(expected)));
    }
};

QTEST_GUILESS_MAIN(TestTimelineGeometry)
#include "tst_timeline_geometry.moc"
