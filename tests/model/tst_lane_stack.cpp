// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/trace_builder.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <random>
#include <span>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// The lanes of a track as text: lanes by |, slices by name.
std::string drawn(const Trace& trace, const Track& track)
{
    std::string text;
    for (const Lane& lane : track.lanes) {
        text += text.empty() ? "" : "|";
        for (std::uint32_t i = 0; i < lane.size(); ++i)
            text += (i > 0 ? " " : "") + std::string(trace.name(lane.slice(i)));
    }
    return text;
}

std::string firstTrack(std::string_view drawing)
{
    const auto trace = textTrace(drawing);
    return drawn(*trace, trace->tracks().front());
}

} // namespace

class TestLaneStack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void childrenGoOneLaneDeeper()
    {
        QCOMPARE(firstTrack("1/1: op a 0-10; op b 1-5; op c 2-3; op d 5-10; op e 12-13"), std::string("a e|b d|c"));
    }
    void ofEqualStartsTheLongerIsTheParentWhateverTheFileOrder()
    {
        QCOMPARE(firstTrack("1/1: op short 0-4; op long 0-10"), std::string("long|short"));
    }
    void aHalfOverlappingSliceGoesToAFurtherLane()
    {
        QCOMPARE(firstTrack("1/1: op a 0-10; op b 5-15; op c 6-8"), std::string("a|c|b"));
    }
    void zeroLengthSlicesStandSideBySide() { QCOMPARE(firstTrack("1/1: op a 5-5; op b 5-5"), std::string("a b")); }
    void aLaneIsFoundByTime()
    {
        const auto trace = textTrace("1/1: op a 0-10; op b 20-30; op z 30-30; op c 40-50");
        const Lane& lane = trace->tracks().front().lanes.front();
        QCOMPARE(lane.firstEndingAfter(-5), 0u);
        QCOMPARE(lane.firstEndingAfter(10'000), 1u);
        QCOMPARE(lane.firstEndingAfter(30'000), 2u); // the one of length 0 at 30 us
        QCOMPARE(lane.firstStartingFrom(20'001), 2u);
        QCOMPARE(lane.at(25'000), 1u);
        QCOMPARE(lane.at(15'000), lane.size());
        QCOMPARE(lane.firstEndingAfter(50'000), lane.size());
    }
    void durationsBeyondFourSecondsAreExact()
    {
        const auto trace = textTrace("1/1: op a 0-5000000.001; op b 6000000-6000001");
        const Lane& lane = trace->tracks().front().lanes.front();
        QCOMPARE(lane.end(0), Ns{5'000'000'001});
    }

    // Whatever the order in which slices come and however often one publishes, the lanes end the same.
    void publishingInPiecesGivesTheSameLanes()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 30; ++round) {
            EventBatch all;
            std::vector<SliceRecord> slices;
            for (int i = 0; i < 300; ++i) {
                SliceRecord s;
                s.start = static_cast<Ns>(random() % 2000);
                s.duration = static_cast<Ns>(random() % (i % 7 == 0 ? 400 : 30));
                s.source = static_cast<std::uint64_t>(i);
                slices.push_back(s);
            }
            TraceBuilder whole;
            TraceBuilder pieces;
            const auto feed = [](TraceBuilder& builder, std::span<const SliceRecord> part) {
                EventBatch batch;
                const ThreadId thread = batch.thread("1", "1");
                for (SliceRecord s : part) {
                    s.thread = thread;
                    s.name = batch.strings.intern(std::to_string(s.source));
                    batch.slices.push_back(s);
                    ++batch.records;
                }
                builder.append(batch);
            };
            feed(whole, slices);
            for (std::size_t i = 0; i < slices.size();) {
                const std::size_t n = std::min<std::size_t>(1 + random() % 60, slices.size() - i);
                feed(pieces, std::span(slices).subspan(i, n));
                QCOMPARE(brokenInvariant(*pieces.publish()), std::string());
                i += n;
            }
            const auto a = whole.finish();
            const auto b = pieces.finish();
            QCOMPARE(brokenInvariant(*a), std::string());
            QCOMPARE(drawn(*b, b->tracks().front()), drawn(*a, a->tracks().front()));
        }
    }
    void aHundredThousandLevelsAreLanes()
    {
        EventBatch batch;
        const ThreadId thread = batch.thread("1", "1");
        constexpr int kLevels = 100'000;
        for (int i = 0; i < kLevels; ++i) {
            SliceRecord s;
            s.start = i;
            s.duration = 2 * (kLevels - i);
            s.thread = thread;
            s.source = static_cast<std::uint64_t>(i);
            batch.slices.push_back(s);
            ++batch.records;
        }
        TraceBuilder builder;
        builder.append(batch);
        const auto trace = builder.finish();
        QCOMPARE(trace->tracks().front().nestedLanes, static_cast<std::uint32_t>(kLevels));
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
};

QTEST_GUILESS_MAIN(TestLaneStack)
#include "tst_lane_stack.moc"
