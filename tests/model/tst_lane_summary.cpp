// SPDX-License-Identifier: GPL-3.0-or-later
// The level of detail of a lane against a plain walk over its slices.
#include <QTest>

#include "model/core/lane_summary.h"
#include "model/core/trace_builder.h"

#include <random>

using namespace stepglass;

namespace {

struct Piece
{
    Ns start, duration;
    SliceKind kind;
    const char* name;
};

void feed(TraceBuilder& builder, const std::vector<Piece>& pieces, std::size_t from, std::size_t to)
{
    EventBatch batch;
    const ThreadId thread = batch.thread("1", "1");
    for (std::size_t i = from; i < to; ++i) {
        SliceRecord s;
        s.start = pieces[i].start;
        s.duration = pieces[i].duration;
        s.kind = pieces[i].kind;
        s.name = batch.strings.intern(pieces[i].name);
        s.thread = thread;
        s.source = i;
        batch.slices.push_back(s);
        ++batch.records;
    }
    builder.append(batch);
}

// Slices side by side, some of length 0, some that cover many buckets, and idle stretches.
std::vector<Piece> randomPieces(unsigned seed, int count)
{
    std::mt19937 random(seed);
    const char* names[] = {"aten::mm", "aten::add", "aten::relu", "aten::linear"};
    std::vector<Piece> pieces;
    Ns at = -50'000; // before 0: buckets are floored, not cut towards 0
    for (int i = 0; i < count; ++i) {
        Ns length = static_cast<Ns>(random() % 40);
        length = i % 301 == 0 ? length * 1000 : length;
        const SliceKind kind = i % 3 == 0 ? SliceKind::Operator : SliceKind::Other;
        pieces.push_back({at, length, kind, names[random() % 4]});
        at += length + static_cast<Ns>(i % 5 == 0 ? random() % 100 : 1);
    }
    return pieces;
}

Ns overlap(Ns aFrom, Ns aTo, Ns bFrom, Ns bTo)
{
    return std::max<Ns>(0, std::min(aTo, bTo) - std::max(aFrom, bFrom));
}

// The first difference between the finest level and the slices themselves; empty if there is none.
QString wrongCell(const Trace& trace, const Lane& lane)
{
    const LaneSummary& summary = *lane.summary();
    const int shift = summary.shift(0);
    const std::int64_t last = lane.end(lane.size() - 1) >> shift;
    for (std::int64_t bucket = (lane.start(0) >> shift) - 2; bucket <= last + 2; ++bucket) {
        const Ns from = bucket << shift, to = (bucket + 1) << shift;
        Ns busy = 0, longest = -1;
        SliceId slice;
        for (std::uint32_t i = lane.firstEndingAfter(from); i < lane.size() && lane.start(i) < to; ++i) {
            busy += overlap(lane.start(i), lane.end(i), from, to);
            if (lane.end(i) - lane.start(i) > longest) {
                longest = lane.end(i) - lane.start(i);
                slice = lane.slice(i);
            }
        }
        const LaneSummary::Cell cell = summary.cell(0, bucket);
        const int expected = slice.valid() ? std::max<int>(1, static_cast<int>(busy * 255 / (to - from))) : 0;
        if (cell.busy != expected)
            return QStringLiteral("bucket %1: busy %2, expected %3").arg(bucket).arg(cell.busy).arg(expected);
        if (expected > 0 && (cell.longest != LaneClass::of(trace.kind(slice), nameShade(trace.name(slice))) ||
                             cell.length != LaneSummary::encodedLength(longest)))
            return QStringLiteral("bucket %1: not the longest slice").arg(bucket);
    }
    return {};
}

// Each coarser cell must be its four children.
QString wrongParent(const LaneSummary& summary, std::int64_t firstBucket, std::int64_t lastBucket)
{
    for (int level = 1; level < summary.levels(); ++level) {
        if (summary.shift(level) != summary.shift(level - 1) + 2)
            return QStringLiteral("levels are not 4 times coarser");
        for (std::int64_t b = firstBucket >> (2 * level); b <= lastBucket >> (2 * level); ++b) {
            int busy = 0;
            std::uint8_t length = 0;
            for (std::int64_t child = 4 * b; child < 4 * b + 4; ++child) {
                busy += summary.cell(level - 1, child).busy;
                length = std::max(length, summary.cell(level - 1, child).length);
            }
            const LaneSummary::Cell cell = summary.cell(level, b);
            if (cell.busy != (busy == 0 ? 0 : std::max(1, busy / 4)) || cell.length != length)
                return QStringLiteral("level %1, bucket %2").arg(level).arg(b);
        }
    }
    return {};
}

QString wrong(const Trace& trace)
{
    for (const Track& track : trace.tracks()) {
        const Lane& lane = track.lanes.front();
        if (lane.summary() == nullptr)
            return QStringLiteral("no summary");
        for (std::uint32_t i = 0; i < lane.size(); ++i) {
            if (lane.look(i) != trace.laneClass(lane.slice(i)))
                return QStringLiteral("slice %1 has another's look").arg(i);
        }
        QString what = wrongCell(trace, lane);
        const int shift = lane.summary()->shift(0);
        if (what.isEmpty())
            what = wrongParent(*lane.summary(), lane.start(0) >> shift, lane.end(lane.size() - 1) >> shift);
        if (!what.isEmpty())
            return what;
    }
    return {};
}

} // namespace

class TestLaneSummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aShortLaneHasNone()
    {
        TraceBuilder builder;
        const auto pieces = randomPieces(1, static_cast<int>(LaneSummary::kMinSlices) - 1);
        feed(builder, pieces, 0, pieces.size());
        const auto trace = builder.finish();
        for (const Track& track : trace->tracks())
            QVERIFY(track.lanes.front().summary() == nullptr);
    }
    void cellsSayWhatTheSlicesSay()
    {
        for (unsigned seed = 1; seed <= 5; ++seed) {
            TraceBuilder builder;
            const auto pieces = randomPieces(seed, 10'000);
            feed(builder, pieces, 0, pieces.size());
            QCOMPARE(wrong(*builder.finish()), QString());
        }
    }
    void aGrowingLaneKeepsItsCellsAndStaysRight()
    {
        TraceBuilder builder(TraceBuilder::Follow::GrowingFile);
        const auto pieces = randomPieces(9, 40'000);
        std::shared_ptr<const Trace> earlier;
        for (std::size_t i = 0; i < pieces.size(); i += 4000) {
            feed(builder, pieces, i, i + 4000);
            const auto trace = builder.publish();
            if (i >= 8000)
                QCOMPARE(wrong(*trace), QString());
            if (earlier && i >= 12'000)
                QCOMPARE(wrong(*earlier), QString()); // what was published has not changed
            earlier = trace;
        }
    }
    void lateSlicesAreSummedUpToo()
    {
        TraceBuilder builder(TraceBuilder::Follow::GrowingFile);
        auto pieces = randomPieces(4, 20'000);
        std::mt19937 random(4);
        for (std::size_t i = 0; i + 3000 < pieces.size(); i += 1000)
            std::shuffle(pieces.begin() + static_cast<std::ptrdiff_t>(i),
                         pieces.begin() + static_cast<std::ptrdiff_t>(i + 3000), random);
        for (std::size_t i = 0; i < pieces.size(); i += 5000) {
            feed(builder, pieces, i, i + 5000);
            const auto trace = builder.publish();
            if (i >= 10'000)
                QCOMPARE(wrong(*trace), QString());
        }
    }
    void mergedCellsAreMeanCoverAndLongestSlice()
    {
        TraceBuilder builder;
        std::vector<Piece> pieces; // 4096 slices of 8 ns in each 16: half covered everywhere
        for (int i = 0; i < 4096; ++i)
            pieces.push_back({i * 16, 8, SliceKind::Operator, "a"});
        pieces[1000].duration = 16;
        pieces[1000].name = "longest";
        feed(builder, pieces, 0, pieces.size());
        const auto trace = builder.finish();
        const LaneSummary& summary = *trace->tracks().front().lanes.front().summary();
        QCOMPARE(summary.bucketWidth(0), Ns{64}); // 4 slices
        QCOMPARE(int(summary.cell(0, 10).busy), 127);
        QCOMPARE(int(summary.cell(0, 250).busy), 159); // 40 of 64 ns
        QCOMPARE(int(summary.merged(0, 250, 254).busy), (159 + 3 * 127) / 4);
        QCOMPARE(int(summary.merged(0, 250, 254).longest.shade()), int(nameShade("longest")));
        QCOMPARE(int(summary.cell(0, 5000).busy), 0);
        QCOMPARE(summary.levelFor(63), -1);
        QCOMPARE(summary.levelFor(255), 0);
        QCOMPARE(summary.levelFor(256), 1);
        QVERIFY(summary.byteCount() <= 8 * 512 * 3); // whole chunks of 512 cells
    }
    void lengthsAreExactToAQuarter()
    {
        for (Ns n : {0, 1, 3, 4, 5, 100, 4095, 1'000'000}) {
            const Ns least = LaneSummary::leastLength(LaneSummary::encodedLength(n));
            QVERIFY(least <= n && n - least <= n / 4);
        }
        QVERIFY(LaneSummary::encodedLength(100) < LaneSummary::encodedLength(128));
    }
};

QTEST_APPLESS_MAIN(TestLaneSummary)
#include "tst_lane_summary.moc"
