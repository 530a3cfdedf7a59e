// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto's own answers (`X.expected.txt`: a query and a CSV) for small traces, where they speak of slices.
#include "model/read/ingest.h"
#include "tests/support/text_trace.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace stepglass;
using namespace stepglass::test;
namespace fs = std::filesystem;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells(const std::string& line)
{
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            result.emplace_back();
        else
            result.back() += c;
    }
    return result;
}

struct Oracle
{
    std::string query;
    std::vector<Row> rows;

    bool has(const char* column) const { return !rows.empty() && rows.front().contains(column); }
};

Oracle readOracle(const fs::path& path)
{
    Oracle oracle;
    std::ifstream file(path);
    std::vector<std::string> head;
    bool expected = false;
    for (std::string line; std::getline(file, line);) {
        line.erase(0, line.find_first_not_of(" \t"));
        if (line == "-- expected") {
            expected = true;
        } else if (!expected) {
            oracle.query += line + '\n';
        } else if (!line.empty() && head.empty()) {
            head = cells(line);
        } else if (!line.empty()) {
            Row row;
            const std::vector<std::string> values = cells(line);
            for (std::size_t i = 0; i < head.size(); ++i)
                row[head[i]] = values.at(i);
            oracle.rows.push_back(row);
        }
    }
    return oracle;
}

// "ts dur name" of a slice, as far as the oracle has these columns; -1 for a duration that has no end.
std::string shown(const Oracle& oracle, Ns ts, const std::string& dur, std::string_view name)
{
    std::string text;
    if (oracle.has("ts"))
        text += std::to_string(ts) + ' ';
    if (oracle.has("dur"))
        text += dur + ' ';
    if (oracle.has("name"))
        text += name;
    return text;
}

std::multiset<std::string> shownByUs(const Trace& t, const Oracle& oracle)
{
    std::multiset<std::string> result;
    const bool allKinds = oracle.query.find("thread_or_process_slice") == std::string::npos;
    for (std::uint32_t i = 0; i < t.sliceCount(); ++i) {
        const SliceId s(i);
        if (t.kind(s) == SliceKind::Async && !allKinds)
            continue;
        const bool open = (t.flags(s) & kUnclosedBegin) != 0;
        result.insert(shown(oracle, t.start(s), open ? "-1" : std::to_string(t.duration(s)), t.name(s)));
    }
    for (std::uint32_t i = 0; i < t.instants().size(); ++i) {
        if (t.instants()[i].scope != InstantScope::Global)
            result.insert(shown(oracle, t.instants()[i].time, "0", t.text(t.instants()[i].name)));
    }
    return result;
}

// A row is repeated for each of its args, so rows are compared as sets.
std::set<std::string> shownByPerfetto(const Oracle& oracle)
{
    std::set<std::string> result;
    for (Row row : oracle.rows)
        result.insert(shown(oracle, oracle.has("ts") ? std::stoll(row["ts"]) : 0, row["dur"], row["name"]));
    return result;
}

// Zero-length slices at the start of an equal or a longer one: Perfetto goes by file order there, here the longer one
// is the parent, and equal ones stand side by side.
const std::set<std::string> kOtherDepths{"parsing_same_ts_two_zero_duration_slice_nesting",
                                         "parsing_same_ts_zero_duration_slice_then_begin_end_slice_unnesting"};

// Here an X without `dur` is shown with length 0, which Perfetto drops.
const std::set<std::string> kWeShowMore{"json_extreme_vals"};

} // namespace

class TestPerfettoInline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slicesAreThoseThatPerfettoFinds()
    {
        const fs::path folder = fs::path(tracesFolder()) / "odd/perfetto-inline";
        if (!fs::exists(folder))
            QSKIP("no traces");
        int compared = 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            if (entry.path().extension() != ".json")
                continue;
            const std::string name = entry.path().stem();
            const Oracle oracle = readOracle(folder / (name + ".expected.txt"));
            const auto trace = loadTrace(entry.path());
            QVERIFY2(trace.ok(), name.c_str());
            if (!oracle.has("name") && !oracle.has("ts"))
                continue;
            if (oracle.query.find("slice") == std::string::npos || oracle.query.find("counter") != std::string::npos ||
                oracle.query.find("flow") != std::string::npos ||             // one row of sums: below
                oracle.query.find("_trace_import_logs") != std::string::npos) // what it complains of: below
                continue;
            const std::set<std::string> theirs = shownByPerfetto(oracle);
            const std::multiset<std::string> list = shownByUs(*trace.value(), oracle);
            std::set<std::string> ours(list.begin(), list.end());
            if (kWeShowMore.contains(name)) { // all that they show, and more
                QVERIFY2(std::includes(ours.begin(), ours.end(), theirs.begin(), theirs.end()), name.c_str());
            } else {
                QVERIFY2(ours == theirs, name.c_str());
            }
            ++compared;
        }
        QVERIFY(compared >= 15);
    }
    void depthsAreThoseThatPerfettoFinds()
    {
        const fs::path folder = fs::path(tracesFolder()) / "odd/perfetto-inline";
        if (!fs::exists(folder))
            QSKIP("no traces");
        int compared = 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().stem();
            if (entry.path().extension() != ".json")
                continue;
            const Oracle oracle = readOracle(folder / (name + ".expected.txt"));
            if (!oracle.has("depth"))
                continue;
            const auto trace = loadTrace(entry.path()).value();
            for (Row row : oracle.rows) {
                const SliceId slice = sliceNamed(*trace, row["name"]);
                const Track& track = trace->track(trace->track(slice));
                const std::size_t depth = std::stoul(row["depth"]);
                bool found = false;
                for (std::uint32_t i = 0; depth < track.lanes.size() && i < track.lanes[depth].size(); ++i)
                    found = found || track.lanes[depth].slice(i) == slice;
                QVERIFY2(found || kOtherDepths.contains(name), (name + ": " + row["name"]).c_str());
            }
            QCOMPARE(trace->sliceCount(), static_cast<std::uint32_t>(oracle.rows.size()));
            ++compared;
        }
        QVERIFY(compared >= 6);
    }
    void arrowsAreThoseThatPerfettoFinds()
    {
        const fs::path folder = fs::path(tracesFolder()) / "odd/perfetto-inline";
        if (!fs::exists(folder))
            QSKIP("no traces");
        const Oracle oracle = readOracle(folder / "json_flow.expected.txt");
        QCOMPARE(oracle.rows.size(), std::size_t{1});
        Row row = oracle.rows.front();
        const auto trace = loadTrace(folder / "json_flow.json").value();
        QCOMPARE(trace->flows().size(), static_cast<std::uint32_t>(std::stoul(row["fin"]) + std::stoul(row["fout"])));
        QVERIFY(shownByUs(*trace, oracle).contains(shown(oracle, std::stoll(row["ts"]), row["dur"], row["name"])));
    }
    void halfOverlapsAreThosePerfettoComplainsOf()
    {
        const fs::path folder = fs::path(tracesFolder()) / "odd/perfetto-inline";
        if (!fs::exists(folder))
            QSKIP("no traces");
        const Oracle oracle = readOracle(folder / "overlapping_complete_event_import_log.expected.txt");
        std::map<std::string, std::string> said;
        for (Row row : oracle.rows)
            said[row["key"]] = row["display_value"];
        const auto trace = loadTrace(folder / "overlapping_complete_event_import_log.json").value();
        QCOMPARE(trace->issues()[IssueReason::PartialOverlap].count, std::uint64_t{1});
        const SliceId aside = sliceNamed(*trace, said["event_name"]);
        const SliceId kept = sliceNamed(*trace, said["conflicting_slice_name"]);
        QCOMPARE(trace->start(kept), Ns{std::stoll(said["conflicting_slice_ts"])});
        QCOMPARE(trace->duration(kept), Ns{std::stoll(said["conflicting_slice_dur"])});
        QCOMPARE(trace->start(aside), Ns{std::stoll(said["overlap_start"])});
        // The health's example is that slice, by its name and its place in the file.
        QVERIFY(trace->issues()[IssueReason::PartialOverlap].example.starts_with(said["event_name"]));
        QCOMPARE(trace->issues()[IssueReason::PartialOverlap].firstOffset, trace->source(aside));
        QCOMPARE(trace->end(kept), Ns{std::stoll(said["overlap_end"])});
        const Track& track = trace->track(trace->track(aside));
        QCOMPARE(track.lanes.at(track.nestedLanes).slice(0), aside); // the first of the further lanes
    }
    void countersAreThoseThatPerfettoFinds()
    {
        const fs::path folder = fs::path(tracesFolder()) / "odd/perfetto-inline";
        if (!fs::exists(folder))
            QSKIP("no traces");
        const Oracle oracle = readOracle(folder / "json_counter_args.expected.txt");
        std::set<std::string> theirs;
        for (Row row : oracle.rows)
            theirs.insert(row["name"] + ' ' + QByteArray::number(std::stod(row["value"])).toStdString());
        const auto trace = loadTrace(folder / "json_counter_args.json").value();
        std::set<std::string> ours;
        for (std::uint32_t i = 0; i < trace->counters().size(); ++i) {
            const CounterSample& c = trace->counters()[i];
            const EventBatch::Series& s = trace->series()[c.series.value];
            ours.insert(std::string(trace->text(s.name)) + ' ' + std::string(trace->text(s.key)) + ' ' +
                        QByteArray::number(c.value).toStdString());
        }
        QVERIFY(!theirs.empty());
        QCOMPARE(ours, theirs);
    }
};

QTEST_GUILESS_MAIN(TestPerfettoInline)
#include "tst_perfetto_inline.moc"
