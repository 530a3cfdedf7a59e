// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/load.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <limits>

using namespace stepglass;

class TestScopeOf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRangeCountsFromTheFirstRecord();
    void aRangeBehindTheEndIsRefused();
    void aRangeThatNeverEndsStaysInTheNumbers();
    void stepsGoByTheNumbersInTheirNames();
    void stepsThatAreNotThereAreRefused();
    void regionsCountAsStepsFromZero();
    void withoutOptionsItIsTheWholeTrace();

private:
    const std::shared_ptr<const Trace> m_trace = test::textTrace(
        "1/1: step ProfilerStep#4 10-20; step ProfilerStep#5 20-30; region fwd 11-12; region fwd 21-22");
};

void TestScopeOf::aRangeCountsFromTheFirstRecord()
{
    ScopeOptions options;
    options.range = RangeOption{5'000, 7'000};
    QVERIFY(scopeOf(*m_trace, options).value() == Scope::range(15'000, 17'000));
}

void TestScopeOf::aRangeBehindTheEndIsRefused()
{
    ScopeOptions options;
    options.range = RangeOption{20'000, 30'000};
    QCOMPARE(scopeOf(*m_trace, options).status().message(), std::string("--range: the trace lasts 20.000 us only"));
}

void TestScopeOf::aRangeThatNeverEndsStaysInTheNumbers()
{
    ScopeOptions options;
    options.range = RangeOption{0, std::numeric_limits<std::int64_t>::max()};
    QCOMPARE(scopeOf(*m_trace, options).value().to, std::numeric_limits<Ns>::max());
}

void TestScopeOf::stepsGoByTheNumbersInTheirNames()
{
    ScopeOptions options;
    options.steps = StepsOption{5, 9};
    // As far as there are any: what is printed of the scope names no step that the trace does not have.
    QVERIFY(scopeOf(*m_trace, options).value() == Scope::steps(5, 5));
    options.steps = StepsOption{4, 5};
    QVERIFY(scopeOf(*m_trace, options).value() == Scope::steps(4, 5));
}

void TestScopeOf::stepsThatAreNotThereAreRefused()
{
    ScopeOptions options;
    options.steps = StepsOption{0, 3};
    QCOMPARE(scopeOf(*m_trace, options).status().message(), std::string("--steps: the trace has steps 4..5 only"));
    QVERIFY(!scopeOf(*test::textTrace("1/1: op a 0-1"), options).ok());
}

void TestScopeOf::regionsCountAsStepsFromZero()
{
    ScopeOptions options;
    options.stepRegion = "fwd";
    options.steps = StepsOption{1, 1};
    QVERIFY(scopeOf(*m_trace, options).ok());
    options.steps = StepsOption{2, 2};
    QVERIFY(!scopeOf(*m_trace, options).ok());
}

void TestScopeOf::withoutOptionsItIsTheWholeTrace()
{
    QVERIFY(scopeOf(*m_trace, {}).value() == Scope::whole());
}

QTEST_GUILESS_MAIN(TestScopeOf)
#include "tst_scope_of.moc"
