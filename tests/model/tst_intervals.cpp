// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/intervals.h"

#include <QTest>

#include <random>

using namespace stepglass;

namespace {

QByteArray text(const Intervals& intervals)
{
    QByteArray result;
    for (const Interval& i : intervals)
        result += QByteArray::number(qlonglong(i.begin)) + '-' + QByteArray::number(qlonglong(i.end)) + ' ';
    return result;
}

// Moments 0..63 as bits.
std::uint64_t bits(const Intervals& intervals)
{
    std::uint64_t result = 0;
    for (const Interval& i : intervals) {
        for (Ns t = i.begin; t < i.end; ++t)
            result |= std::uint64_t{1} << t;
    }
    return result;
}

Intervals random(std::mt19937& generator)
{
    Intervals result;
    for (int i = 0, n = int(generator() % 6); i < n; ++i) {
        const Ns begin = Ns(generator() % 60);
        result.push_back({begin, std::min<Ns>(64, begin + Ns(generator() % 12))});
    }
    return result;
}

bool isProper(const Intervals& intervals)
{
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        if (intervals[i].length() <= 0 || (i > 0 && intervals[i].begin <= intervals[i - 1].end))
            return false;
    }
    return true;
}

} // namespace

class TestIntervals : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aUnionJoinsWhatOverlapsOrTouchesAndDropsWhatIsEmpty();
    void setOperationsAgreeWithBits();
    void clippingAndComplementsShareTheWindow();
    void aSweepGivesEveryStretchItsSum();
};

void TestIntervals::aUnionJoinsWhatOverlapsOrTouchesAndDropsWhatIsEmpty()
{
    QCOMPARE(text(unionOf({{5, 9}, {1, 3}, {3, 4}, {7, 12}, {20, 20}, {30, 28}})), QByteArray("1-4 5-12 "));
    QVERIFY(unionOf({}).empty());
}

void TestIntervals::setOperationsAgreeWithBits()
{
    std::mt19937 generator(7);
    for (int i = 0; i < 2000; ++i) {
        const Intervals a = unionOf(random(generator));
        const Intervals b = unionOf(random(generator));
        for (const Intervals& result : {unite(a, b), intersect(a, b), subtract(a, b)})
            QVERIFY(isProper(result));
        QCOMPARE(bits(unite(a, b)), bits(a) | bits(b));
        QCOMPARE(bits(intersect(a, b)), bits(a) & bits(b));
        QCOMPARE(bits(subtract(a, b)), bits(a) & ~bits(b));
    }
}

void TestIntervals::clippingAndComplementsShareTheWindow()
{
    std::mt19937 generator(11);
    for (int i = 0; i < 2000; ++i) {
        const Intervals a = unionOf(random(generator));
        const Ns from = Ns(generator() % 64);
        const Interval window{from, std::min<Ns>(64, from + Ns(generator() % 40))};
        const std::uint64_t mask = bits({window});
        QCOMPARE(bits(clip(a, window)), bits(a) & mask);
        QCOMPARE(bits(complement(a, window)), ~bits(a) & mask);
        QCOMPARE(lengthWithin(a, window), lengthOf(clip(a, window)));
        QCOMPARE(lengthOf(clip(a, window)) + lengthOf(complement(a, window)), window.length());
    }
}

void TestIntervals::aSweepGivesEveryStretchItsSum()
{
    QByteArray result;
    const std::vector<Weighted> items{{{0, 10}, 1}, {{5, 20}, 2}, {{7, 7}, 9}, {{30, 40}, 0.5}};
    sweep(items, [&](Interval at, double sum) { result += text({at}) + QByteArray::number(sum) + ' '; });
    QCOMPARE(result, QByteArray("0-5 1 5-10 3 10-20 2 30-40 0.5 "));
}

QTEST_APPLESS_MAIN(TestIntervals)
#include "tst_intervals.moc"
