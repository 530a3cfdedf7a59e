// SPDX-License-Identifier: GPL-3.0-or-later
// The small traces of catapult and speedscope: what each is known to hold.
#include "model/read/ingest.h"
#include "tests/support/reading.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <set>

#include <filesystem>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// -1: whatever.
struct Expectation
{
    const char* file;
    int slices;      // but those of async pairs
    int levels = -1; // most lanes of clean nesting in a track
    int overlaps = 0;
    int orphans = 0;
    int unclosed = 0;
    int missingDurations = 0;
};

const Expectation kExpected[]{
    {"speedscope/bex-interaction", 12, -1},
    {"speedscope/end-event-with-empty-stack", 1, 1, 0, 1},
    {"speedscope/end-non-top-of-stack", 3, -1, 1, 0, 1},
    {"speedscope/event-reordering-name-match", 3},
    {"speedscope/hermes-multiple-frames", 4},
    {"speedscope/simple-hermes", 2},
    {"speedscope/invalid-x-nesting", 2, 1, 1},
    {"speedscope/matching-x", 5, 3},
    {"speedscope/mismatched-args", 1},
    {"speedscope/mismatched-name", 1, -1, 0, 1, 1},
    {"speedscope/multi-thread-with-samples", 2},
    {"speedscope/simple-with-samples", 0},
    {"speedscope/multiprocess", 8},
    {"speedscope/must-retain-original-order", 7, 3},
    {"speedscope/not-enough-end-events", 3, -1, 0, 0, 2},
    {"speedscope/only-begin-events", 3, -1, 0, 0, 3},
    {"speedscope/out-of-order", 3, 3},
    {"speedscope/out-of-order-unbalanced-name", 2, -1, 1},
    {"speedscope/unbalanced-name", 2, -1, 1},
    {"speedscope/simple", 4, -1, 0, 0, 0, 1},
    {"speedscope/simple-object", 3, -1, 0, 0, 0, 1},
    {"speedscope/simple-partial", 4, -1, 0, 0, 0, 1},
    {"speedscope/simple-partial-trailing-comma", 4, -1, 0, 0, 0, 1},
    {"speedscope/simple-partial-whitespace", 4, -1, 0, 0, 0, 1},
    {"speedscope/simultaneous-anonymous-calls", 6, 4},
    {"speedscope/too-many-end-events", 2, -1, 0, 2},
    {"speedscope/unbalanced-args", 2},
    {"speedscope/x-events-matching-end", 9, 3},
    {"speedscope/x-events-matching-start", 9, 3},
    {"speedscope/zero-duration-events", 4, -1, 0, 1, 1},
    {"catapult/trivial_trace", 2},
    {"catapult/big_trace", 933},
    {"catapult/tall_trace", 18},
    {"catapult/nanoseconds", 8},
    {"catapult/main_thread_has_unclosed_slices", 1'684, -1, 0, 0, 4},
    {"catapult/instant_events", 0},
    {"catapult/gpu_state_trace", 0},
};

std::string folder()
{
    return tracesFolder() + "/odd/";
}

std::shared_ptr<const Trace> load(const std::string& file)
{
    auto result = loadTrace(folder() + file);
    return result.ok() ? result.value() : nullptr;
}

int count(const Trace& t, IssueReason reason)
{
    return static_cast<int>(t.issues()[reason].count);
}

} // namespace

class TestOddTraces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::exists(folder()))
            QSKIP("no traces");
    }
    void eachHoldsWhatItIsKnownToHold_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(kExpected)); ++i)
            QTest::newRow(kExpected[i].file) << i;
    }
    void eachHoldsWhatItIsKnownToHold()
    {
        QFETCH(int, row);
        const Expectation& e = kExpected[row];
        const auto t = load(std::string(e.file) + ".json");
        QVERIFY(t != nullptr);
        QCOMPARE(brokenInvariant(*t), std::string());
        int slices = 0;
        for (std::uint32_t i = 0; i < t->sliceCount(); ++i)
            slices += t->kind(SliceId(i)) != SliceKind::Async ? 1 : 0;
        QCOMPARE(slices, e.slices);
        int levels = 0;
        for (const Track& track : t->tracks())
            levels = std::max(levels, static_cast<int>(track.nestedLanes));
        if (e.levels >= 0)
            QCOMPARE(levels, e.levels);
        QCOMPARE(count(*t, IssueReason::PartialOverlap), e.overlaps);
        QCOMPARE(count(*t, IssueReason::OrphanEnd), e.orphans);
        QCOMPARE(count(*t, IssueReason::UnclosedBegin), e.unclosed);
        QCOMPARE(count(*t, IssueReason::MissingDuration), e.missingDurations);
        QCOMPARE(count(*t, IssueReason::BadEvent), 0);
        QCOMPARE(count(*t, IssueReason::CutFile), 0);
    }
    void bothEventsOfOneSliceGiveItsTimes()
    {
        const auto t = load("speedscope/out-of-order.json");
        const auto is = [&](const char* name, Ns start, Ns end) {
            const SliceId s = sliceNamed(*t, name);
            return t->start(s) == start && t->end(s) == end;
        };
        QVERIFY(is("A", 0, 10'000) && is("B", 1'000, 9'000) && is("C", 2'000, 8'000));
    }
    void anEndClosesTheInnermostBeginOfItsName()
    {
        const auto t = load("speedscope/end-non-top-of-stack.json");
        const SliceId a = sliceNamed(*t, "A");
        const SliceId b = sliceNamed(*t, "B");
        QCOMPARE(t->duration(a), Ns{10'000});
        QVERIFY((t->flags(b) & kUnclosedBegin) != 0);
        QCOMPARE(t->end(b), t->spanEnd());
    }
    void nanosecondsAreExact()
    {
        const auto t = load("catapult/nanoseconds.json");
        std::multiset<Ns> durations;
        for (std::uint32_t i = 0; i < t->sliceCount(); ++i)
            durations.insert(t->duration(SliceId(i)));
        QCOMPARE(durations, (std::multiset<Ns>{2, 3, 4, 11, 200, 300, 400, 1'100}));
    }
    void packedOnesOpen()
    {
        for (const char* file : {"catapult/simple_trace_gz.gz", "catapult/simple_trace_zip.zip"}) {
            const auto t = load(file);
            QVERIFY(t != nullptr);
            QCOMPARE(t->sliceCount(), 12u);
            QCOMPARE(count(*t, IssueReason::OrphanEnd), 1); // "Asub" is not its begin's name
        }
    }
    void asyncPairs()
    {
        QCOMPARE(load("catapult/nestable_async.json")->asyncPairs(), std::uint64_t{8});
        const auto t = load("catapult/async_begin_end.json");
        QVERIFY(count(*t, IssueReason::UnpairedAsync) > 0);
        QCOMPARE(brokenInvariant(*t), std::string());
    }
    void flowsAndInstantsAndCounters()
    {
        const auto flows = load("catapult/flow_simple.json");
        int starts = 0;
        for (std::uint32_t i = 0; i < flows->flows().size(); ++i) {
            starts += flows->flows()[i].phase == FlowPhase::Start ? 1 : 0;
        }
        QCOMPARE(starts, 2);
        const auto bound = traceOf(json("[{'ph':'s','id':1,'name':'a','ts':1,'pid':1,'tid':1},"
                                        "{'ph':'f','id':1,'name':'a','ts':5,'pid':1,'tid':2,'bp':'e'},"
                                        "{'ph':'s','id':2,'name':'a','ts':1,'pid':1,'tid':1},"
                                        "{'ph':'f','id':2,'name':'a','ts':5,'pid':1,'tid':2,'bp':'x'},"
                                        "{'ph':'f','id':3,'name':'a','ts':5,'pid':1,'tid':2}]"));
        std::vector<bool> toEnclosing;
        for (std::uint32_t i = 0; i < bound->flows().size(); ++i)
            toEnclosing.push_back(bound->flows()[i].bindsToEnclosing);
        QCOMPARE(toEnclosing, (std::vector<bool>{false, true, false, false, false}));
        const auto instants = load("catapult/instant_events.json");
        std::set<InstantScope> scopes;
        for (std::uint32_t i = 0; i < instants->instants().size(); ++i)
            scopes.insert(instants->instants()[i].scope);
        QCOMPARE(instants->instants().size(), 5u);
        QCOMPARE(scopes.size(), std::size_t{3});
        QCOMPARE(load("catapult/instance_counters.json")->series().size(), std::size_t{2});
    }
    void metadataDoesNotStretchTheAxis()
    {
        const auto t = load("catapult/trace-with-bad-world-bounds.json");
        QVERIFY(t->spanStart() > 0);
        QVERIFY(count(*t, IssueReason::ObjectSnapshot) > 0);
    }
    void aCloudTraceIsRefused()
    {
        const auto result = loadTrace(folder() + "catapult/google_cloud_trace.json");
        QVERIFY(!result.ok());
        QVERIFY(result.status().message().ends_with("is JSON, but no trace: it has no `traceEvents`"));
    }
};

QTEST_GUILESS_MAIN(TestOddTraces)
#include "tst_odd_traces.moc"
