// SPDX-License-Identifier: GPL-3.0-or-later
// Small samples, broken thousands of times in a repeatable way: whatever comes in, the reader gives a sound trace or
// one line of error, and what is computed from a trace survives it. Most telling with the sanitizers.
#include "model/analysis/health.h"
#include "model/analysis/links.h"
#include "model/analysis/trace_summary.h"
#include "model/read/ingest.h"
#include "tests/support/text_trace.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

using namespace stepglass;

namespace {

// Every phase and container oddity that the reader knows, in few bytes.
const char* const kSamples[] = {
    R"json({"schemaVersion": 1, "displayTimeUnit": "ms", "baseTimeNanoseconds": 17, "deviceProperties": [{"id": 0,
 "name": "Tesla", "totalGlobalMem": 15, "numSms": 40}], "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "ts": 0, "args": {"name": "python"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "thread \u0032 \ud83d\ude00"}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 2, "ts": 10.5, "dur": 80},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 2, "ts": 12.001, "dur": 20,
 "args": {"External id": 7, "Input Dims": [[2, 3], [3, 4]], "Input type": ["float", "float"]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 2, "ts": 13, "dur": 1e1,
 "args": {"correlation": 5, "External id": 7}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20, "dur": 40, "args": {"correlation": 5,
 "stream": 7, "device": 0, "grid": [1, 2, 3], "block": [32, 1, 1], "est. achieved occupancy %": 50}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pageable -> Device)", "pid": 0, "tid": 7, "ts": "61", "dur": "2",
 "args": {"bytes": 64, "stream": 7, "device": 0}},
{"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 5, "pid": 1, "tid": 2, "ts": 13},
{"ph": "f", "cat": "ac2g", "name": "ac2g", "id": 5, "pid": 0, "tid": 7, "ts": 20, "bp": "e"}
], "traceName": "sample"
})json",
    R"json([{"ph":"B","name":"a","pid":"p","tid":"t","ts":1},{"ph":"B","name":"b","pid":"p","tid":"t","ts":2,"args":{}},
{"ph":"E","pid":"p","tid":"t","ts":3},{"ph":"E","name":"a","pid":"p","tid":"t","ts":"4.5"},{"ph":"E","ts":5},
{"ph":"b","cat":"c","id":"0x28","name":"n","pid":1,"ts":1},{"ph":"e","cat":"c","id":"0x28","name":"n","pid":1,"ts":9},
{"ph":"b","cat":"c","id2":{"local":"1"},"name":"l","pid":1,"ts":2},{"ph":"n","cat":"c","id2":{"local":"1"},"ts":3},
{"ph":"S","cat":"c","id":1,"name":"s","ts":1},{"ph":"T","cat":"c","id":1,"ts":2},{"ph":"F","cat":"c","id":1,"ts":3},
{"ph":"i","s":"g","name":"now","ts":6},{"ph":"R","name":"mark","ts":6.5},{"ph":"I","name":"old","ts":7},
{"ph":"C","name":"n","id":"3","pid":1,"ts":1,"args":{"a":1,"b":"2.5","c":".75"}},{"ph":"C","name":"n","ts":2},
{"ph":"i","name":"[memory]","ts":8,"args":{"Bytes":-64,"Device Type":1,"Device Id":0,"Total Allocated":12}},
{"ph":"P","name":"sample","ts":3},{"ph":"O","id":"7","name":"snap","ts":4,"args":{"snapshot":{"x":[1,{"y":2}]}}},
{"ph":"X","name":"late","ts":0,"dur":-3},{"ph":"X","name":"none","ts":1},{},[],17,null,"text",
{"ph":"X","name":"nan","ts":NaN,"dur":Infinity},{"ph":"Q","ts":1},)json",
};

std::string fileContents(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string sampleOf(const QString& name)
{
    if (name == "object")
        return kSamples[0];
    if (name == "array")
        return kSamples[1];
    return fileContents(STEPGLASS_SOURCE_DIR "/tests/data/" + name.toStdString());
}

class Mutator
{
public:
    explicit Mutator(std::uint32_t seed)
        : m_random(seed)
    {
    }
    std::string broken(std::string text)
    {
        for (std::size_t i = 1 + below(3); i > 0 && !text.empty(); --i)
            breakOnce(text);
        return text;
    }

private:
    // Not a std distribution: those differ between libraries.
    std::size_t below(std::size_t n) { return n == 0 ? 0 : m_random() % n; }
    void breakOnce(std::string& text)
    {
        constexpr std::string_view kTelling = "{}[]\",:\\\0\n-+.eE019unf\xff\xc3 ";
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(below(40), text.size() - at);
        switch (below(7)) {
        case 0: // a bit
            text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
            break;
        case 1: // a telling byte in place of another
            text[at] = kTelling[below(kTelling.size())];
            break;
        case 2: // a telling byte more
            text.insert(at, 1 + below(3), kTelling[below(kTelling.size())]);
            break;
        case 3: // a piece less
            text.erase(at, length);
            break;
        case 4: // a piece twice
            text.insert(at, text.substr(at, length));
            break;
        case 5: // a piece of elsewhere
            text.insert(at, text.substr(below(text.size()), 40));
            break;
        default: // the end is missing
            text.resize(at);
        }
    }

    std::mt19937 m_random;
};

// Empty, or what is wrong with the reader's answer.
std::string complaintAbout(const std::string& path)
{
    const auto result = loadTrace(path);
    if (!result.ok()) {
        const std::string& message = result.status().message();
        return message.empty() || message.find('\n') != std::string::npos ? "no one-line error: " + message : "";
    }
    const Trace& trace = *result.value();
    if (std::string broken = test::brokenInvariant(trace); !broken.empty())
        return broken;
    const auto links = linkTrace(trace);
    const TraceSummary summary = summarize(trace, *links);
    const Health health = traceHealth(trace, *links);
    return health.read == health.shown + health.setAside && summary.slices <= trace.sliceCount() ? "" : "bad sums";
}

} // namespace

class TestMutations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBrokenFileGivesASoundTraceOrOneLineOfError_data();
    void aBrokenFileGivesASoundTraceOrOneLineOfError();
    void aFileCutAnywhereGivesASoundTraceOrOneLineOfError();
};

void TestMutations::aBrokenFileGivesASoundTraceOrOneLineOfError_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("object") << 1500;
    QTest::newRow("array") << 1500;
    QTest::newRow("cpu215_threads.json.gz") << 150;
    QTest::newRow("cpu215_mlp_regions_stack.json.gz") << 10;
}

void TestMutations::aBrokenFileGivesASoundTraceOrOneLineOfError()
{
    QFETCH(int, count);
    const std::string sample = sampleOf(QTest::currentDataTag());
    QVERIFY(!sample.empty());
    QTemporaryDir folder;
    const std::string path = folder.filePath("broken.json").toStdString();
    for (int seed = 0; seed < count; ++seed) {
        const std::string text = Mutator(static_cast<std::uint32_t>(seed)).broken(sample);
        std::ofstream(path, std::ios::binary) << text;
        const std::string complaint = complaintAbout(path);
        QVERIFY2(complaint.empty(), ("seed " + std::to_string(seed) + ": " + complaint).c_str());
    }
}

void TestMutations::aFileCutAnywhereGivesASoundTraceOrOneLineOfError()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("cut.json").toStdString();
    for (const std::string sample : kSamples) {
        for (std::size_t size = 0; size <= sample.size(); ++size) {
            std::ofstream(path, std::ios::binary) << sample.substr(0, size);
            const std::string complaint = complaintAbout(path);
            QVERIFY2(complaint.empty(), ("cut at " + std::to_string(size) + ": " + complaint).c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestMutations)
#include "tst_mutations.moc"
