// SPDX-License-Identifier: GPL-3.0-or-later
// Begins and ends against the rule as it is written (NUMBERS: an end closes the innermost open begin of its name on its
// thread, one without a name the innermost), followed here by searching from the top each time.
#include "model/core/pairing.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

using namespace stepglass;

namespace {

// One record of a test; its place in the vector is its source, its time the place or less, so that times tie.
struct Mark
{
    std::uint32_t name; // 0: none
    std::uint32_t thread;
    bool begin;
    Ns time;
};

using Pair = std::tuple<std::uint64_t, Ns, std::uint32_t>; // source of the begin, length, records

struct Expected
{
    std::vector<Pair> pairs;
    std::uint64_t orphans = 0;
    std::uint64_t unclosed = 0;
};

constexpr Ns kEnd = 1'000'000'000;

Expected byTheRule(const std::vector<Mark>& marks)
{
    Expected expected;
    std::map<std::uint32_t, std::vector<std::size_t>> open;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        auto& stack = open[marks[i].thread];
        if (marks[i].begin) {
            stack.push_back(i);
            continue;
        }
        const auto found = std::find_if(stack.rbegin(), stack.rend(), [&](std::size_t begin) {
            return marks[i].name == 0 || marks[begin].name == marks[i].name;
        });
        if (found == stack.rend()) {
            ++expected.orphans;
            continue;
        }
        expected.pairs.emplace_back(*found, marks[i].time - marks[*found].time, 2);
        stack.erase(std::next(found).base());
    }
    for (const auto& [thread, stack] : open) {
        for (const std::size_t i : stack) {
            expected.pairs.emplace_back(i, kEnd - marks[i].time, 1);
            ++expected.unclosed;
        }
    }
    return expected;
}

Expected paired(const std::vector<Mark>& marks)
{
    RecordPairing pairing;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        DurationRecord record{};
        record.slice.start = marks[i].time;
        record.slice.source = i;
        record.slice.name = StringId(marks[i].name);
        record.slice.thread = ThreadId(marks[i].thread);
        record.begin = marks[i].begin;
        pairing.add(record, nullptr);
    }
    Issues issues;
    Expected result;
    for (const PairedSlice& pair : pairing.pairDurations(kEnd, issues))
        result.pairs.emplace_back(pair.slice.source, pair.slice.duration, pair.records);
    result.orphans = issues[IssueReason::OrphanEnd].count;
    result.unclosed = issues[IssueReason::UnclosedBegin].count;
    return result;
}

void compareSorted(Expected actual, Expected expected)
{
    std::sort(actual.pairs.begin(), actual.pairs.end());
    std::sort(expected.pairs.begin(), expected.pairs.end());
    QCOMPARE(actual.orphans, expected.orphans);
    QCOMPARE(actual.unclosed, expected.unclosed);
    QCOMPARE(actual.pairs.size(), expected.pairs.size());
    QVERIFY(actual.pairs == expected.pairs);
}

constexpr int kMany = 100'000;

// kMany begins, then their ends, each of its own name: last-in first-out or first-in first-out.
std::vector<Mark> nested(bool firstOut)
{
    std::vector<Mark> marks;
    for (int i = 0; i < kMany; ++i)
        marks.push_back({static_cast<std::uint32_t>(i + 1), 0, true, i});
    for (int i = 0; i < kMany; ++i)
        marks.push_back({static_cast<std::uint32_t>(firstOut ? i + 1 : kMany - i), 0, false, kMany + i});
    return marks;
}

} // namespace

class TestPairing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomSequencesPairAsTheRuleSays()
    {
        std::mt19937 random(215);
        const auto below = [&random](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
        for (int round = 0; round < 300; ++round) {
            const std::uint32_t names = 1 + below(round % 3 == 0 ? 60 : 5);
            const std::uint32_t threads = 1 + below(3);
            const std::uint32_t begins = 40 + below(30); // of 100
            std::vector<Mark> marks;
            for (std::uint32_t i = 0, n = below(400); i < n; ++i) {
                const bool begin = below(100) < begins;
                const std::uint32_t name = below(8) == 0 ? 0 : 1 + below(names);
                marks.push_back({name, below(threads), begin, static_cast<Ns>(i / 3)});
            }
            compareSorted(paired(marks), byTheRule(marks));
        }
    }

    void aHundredThousandOpenOnesCloseInAnyOrder_data()
    {
        QTest::addColumn<bool>("firstOut");
        QTest::newRow("last in, first out") << false;
        QTest::newRow("first in, first out") << true;
    }

    // By a search from the top each time the second would take 5,000,000,000 looks.
    void aHundredThousandOpenOnesCloseInAnyOrder()
    {
        QFETCH(bool, firstOut);
        const Expected result = paired(nested(firstOut));
        QCOMPARE(result.orphans, std::uint64_t{0});
        QCOMPARE(result.unclosed, std::uint64_t{0});
        QCOMPARE(result.pairs.size(), std::size_t{kMany});
        for (const auto& [source, length, records] : result.pairs) {
            QCOMPARE(length, firstOut ? Ns{kMany} : 2 * (kMany - static_cast<Ns>(source)) - 1);
            QCOMPARE(records, 2U);
        }
    }

    void endsThatFindNothingCostNothing()
    {
        std::vector<Mark> marks;
        for (int i = 0; i < kMany; ++i)
            marks.push_back({1, 0, true, i});
        for (int i = 0; i < kMany; ++i)
            marks.push_back({2, 0, false, kMany + i});
        const Expected result = paired(marks);
        QCOMPARE(result.orphans, std::uint64_t{kMany});
        QCOMPARE(result.unclosed, std::uint64_t{kMany});
    }

    void asyncRecordsOfOneIdDoSoToo()
    {
        RecordPairing pairing;
        for (int i = 0; i < 2 * kMany; ++i) {
            AsyncRecord record{};
            record.time = i;
            record.source = static_cast<std::uint64_t>(i);
            record.name = StringId(static_cast<std::uint32_t>(1 + i % kMany));
            record.thread = ThreadId(0);
            record.phase = i < kMany ? AsyncPhase::Begin : AsyncPhase::End;
            pairing.add(record);
        }
        Issues issues;
        std::uint64_t pairs = 0;
        const auto slices = pairing.pairAsyncs(kEnd, {StringId()}, issues, pairs);
        QCOMPARE(pairs, std::uint64_t{kMany});
        QCOMPARE(slices.size(), std::size_t{kMany});
        for (const PairedSlice& slice : slices)
            QCOMPARE(slice.slice.duration, Ns{kMany});
        QCOMPARE(issues[IssueReason::UnpairedAsync].count, std::uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestPairing)
#include "tst_pairing.moc"
