// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/trace_builder.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <limits>

using namespace stepglass;
using namespace stepglass::test;

namespace {

constexpr Ns kDay = 86'400'000'000'000;

SliceRecord slice(EventBatch& batch, const char* name, Ns start, Ns duration)
{
    SliceRecord s;
    s.name = batch.strings.intern(name);
    s.thread = batch.thread("1", "2");
    s.start = start;
    s.duration = duration;
    s.source = batch.records++;
    return s;
}

void addDuration(EventBatch& batch, const char* name, Ns time, bool begin)
{
    batch.durations.push_back({slice(batch, name, time, 0), begin});
}

std::shared_ptr<const Trace> built(const EventBatch& batch)
{
    TraceBuilder builder;
    builder.append(batch);
    auto trace = builder.finish();
    return trace;
}

std::string names(const Trace& trace)
{
    std::string text;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId s(i);
        text += (i > 0 ? " " : "") + std::string(trace.name(s)) + ":" + std::to_string(trace.start(s)) + "-" +
                std::to_string(trace.end(s));
    }
    return text;
}

} // namespace

class TestTraceBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCannotBeAddedUpCountsAsZeroAndIsTold()
    {
        constexpr Ns kMost = Ns{1} << 56;
        EventBatch batch;
        for (const Ns duration : {Ns{1'000}, kMost, kMost - 1'000, Ns{1}})
            batch.slices.push_back(slice(batch, "s", 0, duration));
        for (const std::int64_t bytes : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-512}}) {
            MemoryRecord record;
            record.bytes = bytes;
            record.thread = batch.thread("1", "2");
            batch.memory.push_back(record);
            ++batch.records;
        }
        const auto trace = built(batch);
        // 2^56 ns is 72057594037927936: only the third still fits beside the first, and then nothing more.
        QCOMPARE(names(*trace), std::string("s:0-1000 s:0-0 s:0-72057594037926936 s:0-0"));
        QCOMPARE(trace->flags(SliceId(1)), std::uint8_t{kHugeDuration});
        QCOMPARE(trace->flags(SliceId(2)), std::uint8_t{0});
        QCOMPARE(trace->memory()[0].bytes, std::int64_t{0});
        QCOMPARE(trace->memory()[1].bytes, std::int64_t{-512});
        QCOMPARE(trace->issues()[IssueReason::ValueTooLarge].count, std::uint64_t{3});
        QCOMPARE(trace->recordsShown(), std::uint64_t{6});
    }
    void idsOfABatchAreTranslated()
    {
        TraceBuilder builder;
        for (int i = 0; i < 2; ++i) {
            EventBatch batch;
            if (i == 1)
                batch.strings.intern("shifts the ids of the second batch");
            SliceRecord s = slice(batch, i == 0 ? "a" : "b", 10 * i, 5);
            s.correlation = batch.idKey("40034185941851570175");
            s.externalId = batch.idKey("0042");
            batch.slices.push_back(s);
            builder.append(batch);
        }
        const auto trace = builder.finish();
        QCOMPARE(names(*trace), std::string("a:0-5 b:10-15"));
        QCOMPARE(trace->correlation(SliceId(0)), trace->correlation(SliceId(1)));
        QCOMPARE(trace->text(trace->correlation(SliceId(1))), std::string("40034185941851570175"));
        QCOMPARE(trace->externalId(SliceId(1)), IdKey::ofNumber(42));
        QCOMPARE(trace->threads().size(), std::size_t{1});
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
    void aSnapshotDoesNotChangeWhenMoreComes()
    {
        TraceBuilder builder;
        EventBatch first;
        first.slices.push_back(slice(first, "child", 10, 5));
        builder.append(first);
        const auto before = builder.publish();
        EventBatch second;
        second.slices.push_back(slice(second, "parent", 0, 100));
        builder.append(second);
        const auto after = builder.finish();
        QCOMPARE(before->sliceCount(), 1u);
        QCOMPARE(before->tracks().front().lanes.size(), std::size_t{1});
        QCOMPARE(after->tracks().front().lanes.size(), std::size_t{2});
        QCOMPARE(brokenInvariant(*before), std::string());
        QCOMPARE(brokenInvariant(*after), std::string());
    }
    // A 0-10 closed although B is innermost; B lasts to the end of the trace.
    void anEndClosesTheInnermostBeginOfItsName()
    {
        EventBatch batch;
        addDuration(batch, "A", 0, true);
        addDuration(batch, "B", 5, true);
        addDuration(batch, "A", 10, false);
        batch.slices.push_back(slice(batch, "Z", 20, 5));
        const auto trace = built(batch);
        QCOMPARE(names(*trace), std::string("Z:20-25 A:0-10 B:5-25"));
        QCOMPARE(trace->flags(sliceNamed(*trace, "B")), std::uint8_t(kUnclosedBegin));
        QCOMPARE(trace->issues()[IssueReason::UnclosedBegin].count, std::uint64_t{1});
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
    void anEndWithoutABeginIsSetAside()
    {
        EventBatch batch;
        addDuration(batch, "A", 0, true);
        addDuration(batch, "other", 5, false);
        addDuration(batch, "", 7, false);
        const auto trace = built(batch);
        QCOMPARE(names(*trace), std::string("A:0-7"));
        QCOMPARE(trace->issues()[IssueReason::OrphanEnd].count, std::uint64_t{1});
        QCOMPARE(trace->recordsShown(), std::uint64_t{2});
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
    void beginsAndEndsAreSortedByTimeBeforeTheyArePaired()
    {
        EventBatch batch;
        addDuration(batch, "A", 10, false);
        addDuration(batch, "B", 1, true);
        addDuration(batch, "B", 9, false);
        addDuration(batch, "A", 0, true);
        QCOMPARE(names(*built(batch)), std::string("B:1-9 A:0-10"));
    }
    void whatIsMoreThanAWeekFromTheMedianIsSetAside()
    {
        EventBatch batch;
        batch.slices.push_back(slice(batch, "a", 100 * kDay, 5));
        batch.slices.push_back(slice(batch, "b", 107 * kDay, 5));
        batch.slices.push_back(slice(batch, "c", 100 * kDay + 7, 5));
        batch.slices.push_back(slice(batch, "far", 107 * kDay + 8, 5));
        const auto trace = built(batch);
        // Lower median of the four starts: c. b is 7 days - 7 ns away, far 7 days + 1 ns.
        QCOMPARE(trace->sliceCount(), 3u);
        QCOMPARE(trace->issues()[IssueReason::StrayTime].count, std::uint64_t{1});
        QCOMPARE(trace->spanEnd(), 107 * kDay + 5);
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
    void aLoneZeroIsSetAsideWhenAllElseIsLate()
    {
        for (const bool late : {true, false}) {
            EventBatch batch;
            const Ns base = late ? 61'000'000'000 : 59'000'000'000;
            batch.slices.push_back(slice(batch, "zero", 0, 5));
            batch.slices.push_back(slice(batch, "a", base, 5));
            batch.slices.push_back(slice(batch, "b", base + 10, 5));
            const auto trace = built(batch);
            QCOMPARE(trace->sliceCount(), late ? 2u : 3u);
            QCOMPARE(trace->spanStart(), late ? base : Ns{0});
            QCOMPARE(brokenInvariant(*trace), std::string());
        }
    }
    void asyncRecordsPairByCategoryAndId()
    {
        EventBatch batch;
        const auto add = [&batch](AsyncPhase phase, Ns time, const char* id, const char* name) {
            AsyncRecord r;
            r.time = time;
            r.phase = phase;
            r.id = batch.idKey(id);
            r.name = batch.strings.intern(name);
            r.category = batch.strings.intern("net");
            r.thread = batch.thread("1", "2");
            r.source = batch.records++;
            batch.asyncs.push_back(r);
        };
        add(AsyncPhase::Begin, 0, "1", "a");
        add(AsyncPhase::Begin, 1, "2", "b");
        add(AsyncPhase::End, 5, "1", "a");
        add(AsyncPhase::End, 6, "3", "b");
        add(AsyncPhase::End, 9, "2", "b");
        const auto trace = built(batch);
        QCOMPARE(trace->asyncPairs(), std::uint64_t{2});
        QCOMPARE(names(*trace), std::string("a:0-5 b:6-6 b:1-9"));
        QCOMPARE(trace->issues()[IssueReason::UnpairedAsync].count, std::uint64_t{1});
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
    void kindsThatNeedNamesAreResolvedAtTheEnd()
    {
        EventBatch batch;
        const ThreadId thread = batch.thread("7", "2");
        SliceRecord s = slice(batch, "MatMul", 0, 5);
        s.thread = thread;
        DeviceWork work;
        work.slice = SliceId(0);
        work.device = batch.strings.intern("7");
        work.stream = batch.idKey("2");
        batch.slices.push_back(s);
        batch.deviceWork.push_back(work);
        batch.unresolved.push_back({SliceId(0), {}, batch.strings.intern("AI_CORE")});
        batch.metadata.push_back(
            {MetadataRecord::What::ProcessName, thread, batch.strings.intern("Ascend Hardware "), 0});
        ++batch.records;
        TraceBuilder builder;
        builder.append(batch);
        const auto early = builder.publish();
        const auto trace = builder.finish([](const UnresolvedNames& names) {
            return names.process == "Ascend Hardware" && names.hint == "AI_CORE" ? SliceKind::Kernel : SliceKind::Other;
        });
        QCOMPARE(early->kind(SliceId(0)), SliceKind::Other);
        QCOMPARE(trace->kind(SliceId(0)), SliceKind::Kernel);
        QCOMPARE(trace->tracks().front().kind, TrackKind::Compute);
        QCOMPARE(early->tracks().front().lanes.front().look(0).kind(), SliceKind::Other);
        QCOMPARE(trace->tracks().front().lanes.front().look(0).kind(), SliceKind::Kernel);
        QVERIFY(trace->deviceWork(SliceId(0)) != nullptr);
        QCOMPARE(brokenInvariant(*trace), std::string());
    }
};

QTEST_GUILESS_MAIN(TestTraceBuilder)
#include "tst_trace_builder.moc"
