// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/compare.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace stepglass;

namespace {

RunFigures run(std::vector<double> steps)
{
    RunFigures figures;
    figures.steps = std::move(steps);
    return figures;
}

Finding found(const char* id, Severity severity)
{
    Finding finding;
    finding.id = id;
    finding.severity = severity;
    return finding;
}

QByteArray verdict(const Comparison& comparison)
{
    return verdictName(comparison.verdict).data();
}

QByteArray list(const std::vector<std::string>& ids)
{
    QByteArray text;
    for (const std::string& id : ids)
        text += QByteArray::fromStdString(id) + ' ';
    return text;
}

} // namespace

class TestCompare : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aClearChangeBeyondTheNoiseFloorIsFasterOrSlower();
    void aChangeWithinTheNoiseFloorIsNone();
    void aWideIntervalIsUncertain();
    void fewerThanThreeStepsASideSayNothing();
    void repeatedFilesOrBlocksMeasureTheNoiseFloor();
    void manyRepetitionsTellAChangeThatOneDoesNot();
    void fewStepsThatScatterProveNothing();
    void whatTheSameKernelsChangedIsTheMachinesSpeed();
    void rowsComeByTheirDifferenceAndWhatIsMissingTookNoTime();
    void findingsAreGoneNewOrTheSameByMostOfTheRuns();
    void whatARunCannotTellIsNeitherGoneNorNew();
    void differentDevicesShapesAndSchedulesAreNamed();
    void aRunAgainstItsRepetitionIsRarelyCalledFasterOrSlower();
};

void TestCompare::aClearChangeBeyondTheNoiseFloorIsFasterOrSlower()
{
    const RunFigures a = run({100, 101, 99, 100, 100});
    const Comparison slower = compare({a}, {run({110, 111, 109, 110, 110})});
    QCOMPARE(verdict(slower), QByteArray("slower"));
    QCOMPARE(*slower.step.change, 0.1);
    QCOMPARE(slower.noiseFloor, 0.05);
    QVERIFY(slower.noiseFloorFrom.starts_with("the setting"));
    QVERIFY(slower.step.interval->first > 0.07 && slower.step.interval->second < 0.13);
    QCOMPARE(verdict(compare({a}, {run({90, 91, 89, 90, 90})})), QByteArray("faster"));
}

void TestCompare::aChangeWithinTheNoiseFloorIsNone()
{
    // 4 % is clear of 0 but below the floor of 5 %: the interval lies within it.
    QCOMPARE(verdict(compare({run({1000, 1001, 999, 1000})}, {run({1040, 1041, 1039, 1040})})), QByteArray("same"));
    CompareSettings settings;
    settings.noiseFloor = 0.001;
    QCOMPARE(verdict(compare({run({1000, 1001, 999, 1000})}, {run({1040, 1041, 1039, 1040})}, settings)),
             QByteArray("slower"));
    // Below 1 % nothing is called slower, however small the noise.
    QCOMPARE(verdict(compare({run({1000, 1000, 1000})}, {run({1009, 1009, 1009})}, settings)), QByteArray("same"));
}

void TestCompare::aWideIntervalIsUncertain()
{
    QCOMPARE(verdict(compare({run({100, 140, 60, 100})}, {run({70, 110, 150, 110})})), QByteArray("uncertain"));
}

void TestCompare::fewerThanThreeStepsASideSayNothing()
{
    QCOMPARE(verdict(compare({run({100, 100})}, {run({200, 200, 200})})), QByteArray("not enough data"));
    QCOMPARE(verdict(compare({run({})}, {run({})})), QByteArray("not enough data"));
    QCOMPARE(verdict(compare({}, {})), QByteArray("not enough data"));
}

void TestCompare::repeatedFilesOrBlocksMeasureTheNoiseFloor()
{
    // Files whose medians are 100, 110, 120: standard deviation 10, mean 110.
    const std::vector<RunFigures> files{run({100, 100, 100}), run({110, 110, 110}), run({120, 120, 120})};
    const Comparison comparison = compare(files, {run({130, 130, 130})});
    // Student's t of 2 degrees is 6.965; a side of three and one of one: 10 sqrt(1/3 + 1) / 110.
    QCOMPARE(comparison.noiseFloor, 6.965 * 10 * std::sqrt(4.0 / 3) / 110);
    QCOMPARE(QByteArray(comparison.noiseFloorFrom.c_str()), QByteArray("measured between 3 repetitions"));
    QVERIFY(verdict(comparison) != QByteArray("slower"));
    RunFigures blocks = run({100, 100, 100, 100});
    blocks.blockMedians = {99, 100, 101, 100};
    // Blocks with s^2 = 2/3, four against one; t of 3 degrees is 4.541: 4.1 %.
    QCOMPARE(compare({blocks}, {run({105, 105, 105})}).noiseFloor, 4.541 * std::sqrt(2.0 / 3) * std::sqrt(1.25) / 100);
    QCOMPARE(verdict(compare({blocks}, {run({105, 105, 105})})), QByteArray("slower"));
    QCOMPARE(verdict(compare({blocks}, {run({103, 103, 103})})), QByteArray("same"));
}

void TestCompare::manyRepetitionsTellAChangeThatOneDoesNot()
{
    // Ten files a side that spread by a fifth, a third apart: t of 18 degrees is 2.55: the floor is 1.14 s.
    std::vector<RunFigures> before, after;
    for (const double level : {80, 90, 95, 100, 100, 100, 105, 110, 120, 100}) {
        before.push_back(run({level, level, level}));
        after.push_back(run({level * 0.68, level * 0.68, level * 0.68}));
    }
    const Comparison together = compare(before, after);
    QCOMPARE(verdict(together), QByteArray("faster"));
    QVERIFY(together.noiseFloor > 0.11 && together.noiseFloor < 0.13);
}

void TestCompare::fewStepsThatScatterProveNothing()
{
    // 3 steps a side that do not overlap: one in ten of such pairs by chance. s 10, t of 4 degrees 3.747:
    // 3.747 * 10 * sqrt(2 / 3) = 30.6 of 117.5.
    const Comparison comparison = compare({run({90, 100, 110})}, {run({125, 135, 145})});
    QCOMPARE(comparison.scatter, 3.747 * 10 * std::sqrt(2.0 / 3) / 117.5);
    QCOMPARE(verdict(comparison), QByteArray("slower")); // by 35 %
    QCOMPARE(verdict(compare({run({90, 100, 110})}, {run({115, 125, 135})})), QByteArray("uncertain"));
}

void TestCompare::whatTheSameKernelsChangedIsTheMachinesSpeed()
{
    // Everything takes 12 % longer, the same kernels too: 5 % + 12 % are needed.
    RunFigures a = run({100, 101, 99, 100, 100}), b = run({112, 113, 111, 112, 112});
    a.kernels = {{"gemm 1 1 1", {50, 50, 50}}, {"relu 1 1 1", {10, 10, 10}}, {"a's own", {5, 5, 5}}};
    b.kernels = {{"gemm 1 1 1", {56, 56, 56}}, {"relu 1 1 1", {11, 11, 11}}, {"b's own", {5, 5, 5}}};
    const Comparison slowMachine = compare({a}, {b});
    QVERIFY(std::abs(slowMachine.drift - (150 * 0.12 + 30 * 0.1) / 180) < 1e-9);
    QCOMPARE(verdict(slowMachine), QByteArray("uncertain"));
    QVERIFY(slowMachine.reason.find("The same kernels took 11.67 % longer in B") != std::string::npos);
    // The same kernels took as long as before: the program is slower.
    b.kernels = a.kernels;
    QCOMPARE(verdict(compare({a}, {b})), QByteArray("slower"));
    // What both have in common is too little to tell: 15 of 215.
    b.kernels = {{"relu 1 1 1", {15, 15, 15}}, {"b's own", {200, 200, 200}}};
    QCOMPARE(compare({a}, {b}).drift, 0.0);
    // Repetitions measure it themselves.
    b.kernels = {{"gemm 1 1 1", {56, 56, 56}}};
    QCOMPARE(compare({a, a, a}, {b, b, b}).drift, 0.0);
    QCOMPARE(verdict(compare({a, a, a}, {b, b, b})), QByteArray("slower"));
}

void TestCompare::rowsComeByTheirDifferenceAndWhatIsMissingTookNoTime()
{
    RunFigures a = run({100, 100, 100});
    RunFigures b = run({100, 100, 100});
    a.rows = {{{"x"}, {10, 10, 10}}, {{"y"}, {20, 20, 20}}, {{"only a"}, {7, 7, 7}}};
    b.rows = {{{"x"}, {12, 12, 12}}, {{"y"}, {10, 10, 10}}};
    const Comparison comparison = compare({a}, {b});
    QByteArray names;
    for (const ComparedRow& row : comparison.rows)
        names += QByteArray::fromStdString(figureText(row.key)) + ' ' + QByteArray::number(row.difference()) + "; ";
    QCOMPARE(names, QByteArray("step 0; y -10; only a -7; x 2; "));
    QCOMPARE(*comparison.rows[1].change, -0.5);
    QCOMPARE(*comparison.rows[2].change, -1.0);
    QCOMPARE(comparison.rows[2].samplesB, std::size_t(3));
    QVERIFY(!compare({b}, {a}).rows[2].change.has_value()); // from nothing to something is no percent
}

void TestCompare::findingsAreGoneNewOrTheSameByMostOfTheRuns()
{
    RunFigures a = run({1, 1, 1});
    a.findings = {found("input-bound", Severity::High), found("serial-copy", Severity::Warn),
                  found("launch-bound", Severity::None)};
    RunFigures b = run({1, 1, 1});
    b.findings = {found("serial-copy", Severity::High), found("frequent-sync", Severity::Warn),
                  found("input-bound", Severity::NotEnoughData)};
    const Comparison comparison = compare({a}, {b});
    // B could not judge input-bound: it is not known to be gone.
    QCOMPARE(list(comparison.gone), QByteArray());
    QCOMPARE(list(comparison.unjudged), QByteArray("input-bound "));
    b.findings->erase(b.findings->begin() + 2);
    QCOMPARE(list(compare({a}, {b}).gone), QByteArray("input-bound "));
    QCOMPARE(list(comparison.added), QByteArray("frequent-sync "));
    QCOMPARE(list(comparison.same), QByteArray("serial-copy "));
    RunFigures none = run({1, 1, 1});
    none.findings.emplace();
    QCOMPARE(list(compare({a}, {b, none, none}).added), QByteArray());
}

void TestCompare::whatARunCannotTellIsNeitherGoneNorNew()
{
    RunFigures trace = run({1, 1, 1});
    trace.findings = {found("input-bound", Severity::High), found("launch-bound", Severity::None)};
    const RunFigures benchmark = run({1, 1, 1});
    for (const Comparison& comparison : {compare({trace}, {benchmark}), compare({benchmark}, {trace})}) {
        QCOMPARE(list(comparison.gone) + list(comparison.added) + list(comparison.same), QByteArray());
        QCOMPARE(list(comparison.unjudged), QByteArray("input-bound "));
    }
    QCOMPARE(list(compare({benchmark}, {benchmark}).unjudged), QByteArray());
    // Those of a side that can tell decide.
    RunFigures fine = trace;
    fine.findings->front().severity = Severity::None;
    QCOMPARE(list(compare({trace}, {benchmark, fine, benchmark}).gone), QByteArray("input-bound "));
    QCOMPARE(list(compare({fine}, {benchmark, trace, benchmark}).added), QByteArray("input-bound "));
}

void TestCompare::differentDevicesShapesAndSchedulesAreNamed()
{
    RunFigures a = run({1, 1, 1});
    a.device = "Tesla T4";
    a.shapes = "aten::mm [[2, 3]]; aten::relu [[2]]";
    a.schedule = "5 steps";
    RunFigures b = a;
    QVERIFY(compare({a}, {b}).differences.empty());
    b.device = "H100";
    b.shapes = "aten::mm [[4, 3]]; aten::relu [[2]]";
    b.schedule = "3 steps";
    const auto differences = compare({a}, {b}).differences;
    QCOMPARE(differences.size(), std::size_t(3));
    QCOMPARE(QByteArray(differences[0].c_str()), QByteArray("different devices: Tesla T4 against H100"));
    QCOMPARE(QByteArray(differences[1].c_str()),
             QByteArray("different shapes: aten::mm [[2, 3]] against aten::mm [[4, 3]]"));
    QCOMPARE(QByteArray(differences[2].c_str()), QByteArray("different schedules: 5 steps against 3 steps"));
}

void TestCompare::aRunAgainstItsRepetitionIsRarelyCalledFasterOrSlower()
{
    // 1 % between runs, 3 % within, as measured on real machines; no difference in truth.
    std::mt19937 random(17);
    std::normal_distribution<double> normal(0, 1);
    const auto side = [&](int files) {
        std::vector<RunFigures> runs;
        for (int f = 0; f < files; ++f) {
            const double level = 100 * (1 + 0.01 * normal(random));
            std::vector<double> steps(20);
            for (double& s : steps)
                s = level * (1 + 0.03 * normal(random));
            runs.push_back(run(steps));
        }
        return runs;
    };
    for (int files : {1, 5}) {
        int wrong = 0;
        for (int i = 0; i < 100; ++i) {
            const auto a = side(files);
            const Verdict v = compare(a, side(files)).verdict;
            wrong += v == Verdict::Faster || v == Verdict::Slower ? 1 : 0;
        }
        QVERIFY2(wrong <= 5, qPrintable(QString("%1 of 100 with %2 files").arg(wrong).arg(files)));
    }
}

QTEST_APPLESS_MAIN(TestCompare)
#include "tst_compare.moc"
