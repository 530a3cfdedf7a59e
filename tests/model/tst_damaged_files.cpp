// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are cut, damaged or no traces at all: what was whole is kept, and all else is said in one line.
#include "model/read/ingest.h"
#include "tests/support/reading.h"
#include "tests/support/text_trace.h"
#include "tests/support/trace_files.h"

#include <QTest>

#include <filesystem>
#include <random>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::string refusal(const std::string& content, const char* suffix = ".json")
{
    const TemporaryFile file(content, suffix);
    const auto result = loadTrace(file.path());
    if (result.ok())
        return "opened";
    const std::string& message = result.status().message();
    return message.starts_with(file.path() + ": ") ? message.substr(file.path().size() + 2) : "no path: " + message;
}

const std::string kEvent = json("{'ph':'X','ts':1,'dur':2,'name':'a'}");

std::shared_ptr<const Trace> opened(const std::string& content)
{
    const TemporaryFile file(content);
    auto result = loadTrace(file.path());
    return result.ok() ? result.value() : nullptr;
}

struct WholeRecords
{
    std::uint64_t count = 0, withPhase = 0;
};

// Records of `traceEvents`, or of a list, that are whole: braces counted outside strings. For text that is JSON, or the
// beginning of it.
WholeRecords wholeRecords(const std::string& text)
{
    WholeRecords result;
    std::string open;    // the brackets that are open
    std::string lastKey; // last string outside records
    bool inEvents = false;
    std::size_t record = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const std::size_t begin = i + 1;
            for (++i; i < text.size() && text[i] != '"'; ++i)
                i += text[i] == '\\' ? 1 : 0;
            if (open == "{")
                lastKey = text.substr(begin, std::min(i, text.size()) - begin);
        } else if (c == '{' || c == '[') {
            inEvents = inEvents || (c == '[' && (open.empty() || (open == "{" && lastKey == "traceEvents")));
            if (c == '{' && inEvents && open.back() == '[' && open.size() <= 2)
                record = i;
            open += c;
        } else if (c == '}' || c == ']') {
            open.pop_back();
            if (c == '}' && inEvents && !open.empty() && open.back() == '[' && open.size() <= 2) {
                ++result.count;
                result.withPhase += text.find("\"ph\"", record) < i ? 1 : 0;
            }
            if (c == ']' && open.size() <= 1)
                inEvents = false;
        }
    }
    return result;
}

std::string excerpt(const char* name)
{
    const std::string path = tracesFolder() + "/odd/excerpts/" + name;
    return std::filesystem::exists(path) ? path : std::string();
}

} // namespace

class TestDamagedFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoTraceIsRefusedWithTheReason()
    {
        QCOMPARE(loadTrace("/nonexistent/a.json").status().message(), std::string("/nonexistent/a.json: no such file"));
        QCOMPARE(loadTrace("/").status().message(), std::string("/: is a directory, not a trace file"));
        QCOMPARE(refusal(""), std::string("is empty"));
        QCOMPARE(refusal(" \n "), std::string("holds only blanks"));
        QCOMPARE(refusal("hello"), std::string("is no Trace Event JSON: it begins with neither { nor ["));
        QCOMPARE(refusal("{\"spans\": [1]}"), std::string("is JSON, but no trace: it has no `traceEvents`"));
        QCOMPARE(refusal("[{\"a\":1},{\"b\":2}]"), std::string("is no trace: none of its records has a phase (`ph`)"));
        QCOMPARE(refusal("{\"traceEvents\": ["), std::string("ends before the first whole record"));
        QCOMPARE(refusal("[{\"ph\":\"X\",\"ts\":"), std::string("ends before the first whole record"));
        for (const char* whole : {"[]", " [ ]\n", "{\"traceEvents\":[]}", "{\"a\":1, \"traceEvents\": [\n], \"b\":[]}"})
            QCOMPARE(refusal(whole), std::string("holds no records: its list of events is empty"));
        QCOMPARE(refusal("[hello]"), std::string("ends before the first whole record"));
        QCOMPARE(refusal("{\"traceEvents\": {\"a\":1}}"),
                 std::string("is JSON, but no trace: it has no `traceEvents`"));
        QCOMPARE(refusal("{\"schemaVersion\": 1, \"dev"), std::string("ends before `traceEvents`"));
        QCOMPARE(refusal(zipped({"[]", "[]"}), ".zip"), std::string("the zip file holds several files: unpack it"));
        QVERIFY(refusal("\x0A\x18\x50\x01\xC8").starts_with("is a Perfetto protobuf trace"));
        QVERIFY(refusal("\xFF\xFE[\0").starts_with("is UTF-16 text"));
        QCOMPARE(refusal("{\"a\": tru}"), std::string("line 1, column 7: no JSON value"));
    }
    void aCutFileKeepsItsWholeRecords()
    {
        const auto t = opened("[" + kEvent + "," + kEvent + "," + kEvent.substr(0, 20));
        QVERIFY(t != nullptr);
        QCOMPARE(t->sliceCount(), 2u);
        QCOMPARE(t->issues()[IssueReason::CutFile].count, std::uint64_t{1});
        QCOMPARE(t->issues()[IssueReason::CutFile].firstOffset, std::uint64_t{3 + 2 * kEvent.size()});
        QCOMPARE(t->recordsRead(), std::uint64_t{2});
        QVERIFY(opened("[" + kEvent)->issues()[IssueReason::CutFile].count == 0); // an open array is none
    }
    void aBadRecordIsPlacedByLineAndColumn()
    {
        const auto t = opened("[\n" + kEvent + ",\n  {\"ph\":\"X\", \"ts\": bad},\n" + kEvent + "]");
        QVERIFY(t != nullptr);
        QCOMPARE(t->sliceCount(), 2u);
        const Issue& issue = t->issues()[IssueReason::BadEvent];
        QCOMPARE(issue.count, std::uint64_t{1});
        QVERIFY2(issue.example.starts_with("line 3, column 20: no JSON value, found bad}"), issue.example.c_str());
        QCOMPARE(t->recordsRead(), std::uint64_t{3});
    }
    void damagedPackedFilesKeepWhatWasWhole()
    {
        std::string text = "[";
        std::mt19937 random(2);
        for (int i = 0; i < 20'000; ++i)
            text += json("{'ph':'X','dur':1,'name':'op','ts':") + std::to_string(random()) + "},";
        const std::string gz = gzipped(text);
        const auto cut = opened(gz.substr(0, gz.size() / 2));
        QVERIFY(cut != nullptr && cut->sliceCount() > 5'000 && cut->sliceCount() < 15'000);
        QVERIFY(cut->issues()[IssueReason::CutFile].count > 0);
        std::string changed = gz;
        for (std::size_t i = gz.size() / 2; i < gz.size() / 2 + 40; ++i)
            changed[i] = static_cast<char>(random());
        const auto damaged = opened(changed);
        QVERIFY(damaged != nullptr && damaged->sliceCount() > 5'000);
        QVERIFY(damaged->issues()[IssueReason::CutFile].example.find("damaged gzip") != std::string::npos);
        const std::string zst = zstdPacked(text);
        const auto cutZst = opened(zst.substr(0, zst.size() / 2));
        QVERIFY(cutZst != nullptr && cutZst->sliceCount() > 1'000);
        QVERIFY(refusal(gz.substr(0, 15)).find("the gzip file is cut") != std::string::npos);
    }
    void aZipWhoseChecksumDoesNotFitIsSaidToBeDamaged()
    {
        const std::string text = "[" + kEvent + "," + kEvent + "]";
        const std::string zip = zipped({text});
        const auto whole = opened(zip);
        QVERIFY(whole != nullptr && whole->issues()[IssueReason::CutFile].count == 0);
        std::string changed = zip;
        changed[zip.find("PK\x03\x04") + 14] ^= 1; // the CRC-32 of the member's header (APPNOTE 4.3.7)
        changed[zip.find("PK\x01\x02") + 16] ^= 1; // and of the directory (4.3.12)
        const auto damaged = opened(changed);
        QVERIFY(damaged != nullptr);
        QCOMPARE(damaged->sliceCount(), 2u);
        QVERIFY(damaged->issues()[IssueReason::CutFile].example.find("damaged zip data") != std::string::npos);
    }
    void aFolderInAZipIsNoFile()
    {
        const auto trace = opened(zipped({"[" + kEvent + "]"}, "run"));
        QVERIFY(trace != nullptr);
        QCOMPARE(trace->sliceCount(), 1u);
        QCOMPARE(refusal(zipped({}, "run"), ".zip"), std::string("the zip file is empty"));
    }
    void everySampleCutAnywhereStillOpens()
    {
        if (traceFiles().empty())
            QSKIP("no traces");
        int compared = 0;
        std::mt19937 random(4);
        for (const auto& path : traceFiles()) {
            const std::string text = unpackedFile(path);
            if (text.size() > 700'000 || traceOf(text) == nullptr)
                continue;
            // Counted where the text is JSON; elsewhere what a whole record is, is the reader's to say.
            const bool counts = traceOf(text)->info().validJson;
            if (counts)
                QCOMPARE(traceOf(text)->recordsRead(), wholeRecords(text).count);
            for (int i = 0; i < 50; ++i) {
                constexpr std::size_t kHead = 100; // before the first record mostly: some cuts lie there in any case
                const std::size_t most = i < 5 ? std::min(text.size(), kHead) : text.size();
                const std::string cut = text.substr(0, random() % most);
                const std::string what = path.string() + " cut at " + std::to_string(cut.size());
                const WholeRecords whole = wholeRecords(cut);
                const TemporaryFile file(cut);
                const auto result = loadTrace(file.path());
                if (result.ok()) {
                    QVERIFY2(brokenInvariant(*result.value()).empty(), what.c_str());
                    if (counts)
                        QVERIFY2(result.value()->recordsRead() == whole.count,
                                 (what + ": " + std::to_string(result.value()->recordsRead()) + " records, not " +
                                  std::to_string(whole.count))
                                     .c_str());
                    continue;
                }
                // Only before the first whole record of a trace, and in one line.
                QVERIFY(result.status().message().find('\n') == std::string::npos);
                QVERIFY2(!counts || whole.withPhase == 0, (what + ": " + result.status().message()).c_str());
                compared += counts ? 1 : 0;
            }
        }
        QVERIFY(compared > 5); // refusals do occur
    }
    void changedBytesAreSurvived()
    {
        std::mt19937 random(8);
        for (const auto& path : traceFiles()) {
            const std::string text = unpackedFile(path);
            if (text.size() > 60'000)
                continue;
            for (int i = 0; i < 30; ++i) {
                std::string changed = text;
                for (int n = 0; n < 5; ++n)
                    changed[random() % changed.size()] = static_cast<char>(random());
                const auto t = traceOf(changed);
                QVERIFY(t == nullptr || brokenInvariant(*t).empty());
            }
        }
    }
    void excerptsOfIssueThreads()
    {
        if (excerpt("ort_0.4_issue1297_truncated.json").empty())
            QSKIP("no traces");
        const auto load = [](const char* name) { return loadTrace(excerpt(name)); };
        const auto nccl = load("nccl_ext_profiler_example.json").value();
        QCOMPARE(nccl->issues()[IssueReason::BadEvent].count, std::uint64_t{12});
        QCOMPARE(nccl->recordsShown(), std::uint64_t{298});
        QVERIFY(nccl->issues()[IssueReason::BadEvent].example.starts_with("line "));
        QCOMPARE(load("ort_0.4_issue1297_truncated.json").value()->sliceCount(), 6u);
        // Nothing is left to show, but the file is a trace.
        const auto name = load("pytorch_issue_113001_unescaped_name.json").value();
        QCOMPARE(name->issues()[IssueReason::BadEvent].count, std::uint64_t{1});
        QVERIFY(name->issues()[IssueReason::BadEvent].example.starts_with("line 3, column 91: "));
        const auto tid = load("pytorch_issue_33961_legacy_cuda_bad_tid.json").value();
        QCOMPARE(tid->recordsShown(), std::uint64_t{3});
        QVERIFY(tid->issues()[IssueReason::BadEvent].example.starts_with("line 22, column 2: "));
        const auto xpu = load("xpu_aurora_pt210_excerpt.json").value();
        QCOMPARE(xpu->sliceCount(), 1u);
        QCOMPARE(xpu->kind(SliceId(0)), SliceKind::Kernel);
        QCOMPARE(xpu->issues()[IssueReason::NoPhase].count, std::uint64_t{1});
    }
    void aHundredThousandLevelsInAFile()
    {
        std::string text = "[";
        constexpr int kLevels = 100'000;
        for (int i = 0; i < kLevels; ++i)
            text += json("{'ph':'B','ts':") + std::to_string(i) + json(",'name':'f'},");
        for (int i = 0; i < kLevels; ++i)
            text += json("{'ph':'E','ts':") + std::to_string(kLevels + i) + json(",'name':'f'},");
        const auto t = opened(text);
        QVERIFY(t != nullptr);
        QCOMPARE(t->sliceCount(), static_cast<std::uint32_t>(kLevels));
        QCOMPARE(t->tracks().front().nestedLanes, static_cast<std::uint32_t>(kLevels));
        QCOMPARE(brokenInvariant(*t), std::string());
    }
};

QTEST_GUILESS_MAIN(TestDamagedFiles)
#include "tst_damaged_files.moc"
