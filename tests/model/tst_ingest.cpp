// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/ingest.h"
#include "model/read/loader.h"
#include "tests/support/reading.h"
#include "tests/support/text_trace.h"
#include "tests/support/trace_digest.h"
#include "tests/support/trace_files.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

using namespace stepglass;
using namespace stepglass::test;
using namespace std::chrono_literals;

namespace {

// Small enough to be read many times over.
std::vector<std::string> samplesUpTo(std::size_t bytes)
{
    std::vector<std::string> texts;
    for (const auto& path : traceFiles()) {
        std::string text = unpackedFile(path);
        const auto trace = text.size() <= bytes ? traceOf(text) : nullptr;
        if (trace != nullptr && trace->recordsShown() > 0)
            texts.push_back(std::move(text));
    }
    return texts;
}

std::string digestOf(const Result<std::shared_ptr<const Trace>>& result)
{
    return result.ok() ? traceDigest(*result.value()) : result.status().message();
}

// A trace with everything that could mislead a guess at where an event begins.
std::string adversarial(int events)
{
    std::string text = "{\"traceEvents\":[";
    for (int i = 0; i < events; ++i) {
        text += i > 0 ? "," : "";
        text += json("{'ph':'X','ts':") + std::to_string(i) +
                json(",'dur':1,'pid':1,'tid':1,'name':'}, {\\'ph\\':\\'X\\'},{',");
        text += json("'args':{'list':[{'ph':'X'},{'name':'inner','ts':1}, {'ph': 'B'}],'text':'},{ \\'name\\' },{'}}");
    }
    return text + "],\"displayTimeUnit\":\"ms\"}";
}

std::string manyEvents(int count)
{
    std::string text = "{\"baseTimeNanoseconds\": 5, \"traceEvents\": [";
    for (int i = 0; i < count; ++i) {
        text += i > 0 ? ",\n" : "\n";
        text += json("  {'ph': 'X', 'cat': 'cpu_op', 'name': 'op") + std::to_string(i % 97) +
                json("', 'pid': 1, 'tid': ") + std::to_string(i % 3) + json(", 'ts': ") + std::to_string(i * 3) +
                json(".125, 'dur': 2, 'args': {'Ev Idx': ") + std::to_string(i) + "}}";
    }
    return text + "\n]}";
}

// Fails with the first line that differs.
void verifySame(const std::string& actual, const std::string& expected)
{
    const std::string difference = firstDifference(actual, expected);
    QVERIFY2(difference.empty(), difference.c_str());
}

#if defined(__SANITIZE_THREAD__)
constexpr auto kLongestOpening = 60s; // every access to memory is watched
#else
constexpr auto kLongestOpening = 5s;
#endif

} // namespace

class TestIngest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySampleOpensOrSaysWhyNot()
    {
        if (traceFiles().empty())
            QSKIP("no traces");
        for (const auto& path : traceFiles()) {
            const auto begin = std::chrono::steady_clock::now();
            const auto result = loadTrace(path);
            QVERIFY(std::chrono::steady_clock::now() - begin < kLongestOpening);
            if (result.ok()) {
                QVERIFY2(brokenInvariant(*result.value()).empty(),
                         (path.string() + ": " + brokenInvariant(*result.value())).c_str());
                QVERIFY(result.value()->complete());
            } else {
                QVERIFY2(result.status().message().starts_with(path.string() + ": "), path.c_str());
                QVERIFY(result.status().message().find('\n') == std::string::npos);
            }
        }
    }
    void chunksMakeNoDifference()
    {
        for (const auto& [piece, limit] :
             {std::pair<std::size_t, std::size_t>{1, 20'000}, {7, 150'000}, {4096, 4'000'000}}) {
            for (const std::string& text : samplesUpTo(limit)) {
                const auto pieces = traceFrom(*inPieces(text, piece), 10'000);
                QVERIFY(pieces != nullptr);
                verifySame(traceDigest(*pieces), traceDigest(*traceOf(text)));
            }
        }
    }
    void regionsMakeNoDifference()
    {
        std::vector<std::string> texts = samplesUpTo(1'000'000);
        texts.push_back(adversarial(2'000));
        texts.push_back(manyEvents(5'000));
        for (const std::string& text : texts) {
            const TemporaryFile file(text);
            LoadOptions options;
            options.threads = 1;
            const std::string whole = digestOf(loadTrace(file.path(), options));
            for (const std::uint64_t region : {700, 5'000, 60'000}) {
                options.threads = 3;
                Loader loader(file.path(), options);
                loader.setRegionBytes(region);
                verifySame(digestOf(loader.load()), whole);
            }
        }
    }
    void whatLooksLikeAnEventInsideOneIsNone()
    {
        const TemporaryFile file(adversarial(2'000));
        LoadOptions options;
        options.threads = 2;
        Loader loader(file.path(), options);
        loader.setRegionBytes(1'000);
        const auto result = loader.load();
        QVERIFY(result.ok());
        QCOMPARE(result.value()->sliceCount(), 2'000u);
        options.threads = 1;
        verifySame(digestOf(result), digestOf(loadTrace(file.path(), options)));
    }
    void aRegionThatWasGuessedWronglyIsReadAgain()
    {
        // Each event holds 60 objects that look like events, so that nearly every region begins within one.
        std::string text = "[";
        for (int i = 0; i < 300; ++i) {
            text += (i > 0 ? "," : "") + json("{'ph':'X','name':'outer','ts':") + std::to_string(i * 10) +
                    json(",'dur':4,'args':{'list':[{'ph':'X','name':'inner','ts':0}");
            for (int k = 1; k < 60; ++k)
                text += json(",{'ph':'X','name':'inner','ts':") + std::to_string(k) + json(",'dur':1}");
            text += "]}}";
        }
        const TemporaryFile file(text + "]");
        LoadOptions options;
        options.threads = 1;
        const std::string whole = digestOf(loadTrace(file.path(), options));
        for (const unsigned threads : {2u, 5u}) {
            options.threads = threads;
            Loader loader(file.path(), options);
            loader.setRegionBytes(10'000);
            const auto result = loader.load();
            QVERIFY(result.ok());
            QCOMPARE(result.value()->sliceCount(), 300u);
            QVERIFY(result.value()->strings().find("inner").empty());
            // The first window is read without guesses; nearly all of the regions behind it begin within an event.
            QVERIFY2(loader.repairedRegions() >= 15, std::to_string(loader.repairedRegions()).c_str());
            verifySame(digestOf(result), whole);
        }
    }
    void guessesThatAreRightAreKept()
    {
        const TemporaryFile file(manyEvents(5'000));
        LoadOptions options;
        options.threads = 3;
        Loader loader(file.path(), options);
        loader.setRegionBytes(5'000);
        QVERIFY(loader.load().ok());
        QCOMPARE(loader.repairedRegions(), std::uint64_t{0});
    }
    void packedCopiesGiveTheSameTrace()
    {
        for (const std::string& text : samplesUpTo(600'000)) {
            const TemporaryFile plain(text);
            const std::string whole = digestOf(loadTrace(plain.path()));
            const TemporaryFile gz(gzipped(text), ".json.gz");
            verifySame(digestOf(loadTrace(gz.path())), whole);
            const TemporaryFile two(gzipped(text.substr(0, text.size() / 2)) + gzipped(text.substr(text.size() / 2)) +
                                    std::string(512, '\0'));
            verifySame(digestOf(loadTrace(two.path())), whole);
            const TemporaryFile zst(zstdPacked(text), ".json"); // told by its bytes, not by its name
            verifySame(digestOf(loadTrace(zst.path())), whole);
            const TemporaryFile zip(zipped({text}), ".zip");
            verifySame(digestOf(loadTrace(zip.path())), whole);
        }
    }
    void aByteOrderMarkIsSkipped()
    {
        const TemporaryFile file("\xEF\xBB\xBF" + manyEvents(10));
        const auto result = loadTrace(file.path());
        QVERIFY(result.ok());
        QCOMPARE(result.value()->sliceCount(), 10u);
        QVERIFY(result.value()->info().validJson);
    }
    void standardInputIsReadLikeAFile()
    {
        const std::string text = manyEvents(2'000);
        const TemporaryFile file(text);
        const int saved = dup(STDIN_FILENO);
        const int fd = open(file.path().c_str(), O_RDONLY);
        dup2(fd, STDIN_FILENO);
        const auto result = loadTrace("-");
        dup2(saved, STDIN_FILENO);
        close(fd);
        close(saved);
        QVERIFY(result.ok());
        verifySame(digestOf(result), digestOf(loadTrace(file.path())));
    }
    void aGrowingFileEndsAsTheWholeOne_data()
    {
        QTest::addColumn<bool>("closed");
        QTest::newRow("with its end") << true;
        QTest::newRow("stopped") << false;
    }
    void aGrowingFileEndsAsTheWholeOne()
    {
        QFETCH(bool, closed);
        std::string text = manyEvents(3'000);
        text.resize(text.size() - (closed ? 0 : 3));
        const TemporaryFile whole(text);
        const TemporaryFile growing("");
        std::stop_source stop;
        std::thread writer([&] {
            std::mt19937 random(5);
            for (std::size_t done = 0; done < text.size();) {
                const std::size_t n = std::min<std::size_t>(1 + random() % 30'000, text.size() - done);
                growing.append(std::string_view(text).substr(done, n));
                done += n;
                std::this_thread::sleep_for(10ms);
            }
            std::this_thread::sleep_for(100ms);
            if (!closed)
                stop.request_stop();
        });
        LoadOptions options;
        options.follow = true;
        options.stop = stop.get_token();
        int snapshots = 0;
        std::uint32_t last = 0;
        options.onSnapshot = [&](const std::shared_ptr<const Trace>& trace, LoadProgress) {
            ++snapshots;
            QVERIFY(!trace->complete() && trace->sliceCount() >= last);
            last = trace->sliceCount();
            QCOMPARE(brokenInvariant(*trace), std::string());
        };
        const auto result = loadTrace(growing.path(), options);
        writer.join();
        QVERIFY(snapshots > 2);
        verifySame(digestOf(result), digestOf(loadTrace(whole.path())));
    }
    void snapshotsComeEarlyAndGrow()
    {
        const TemporaryFile file(manyEvents(150'000));
        LoadOptions options;
        std::vector<std::uint32_t> sizes;
        std::uint64_t total = 0;
        options.onSnapshot = [&](const std::shared_ptr<const Trace>& trace, LoadProgress progress) {
            sizes.push_back(trace->sliceCount());
            total = progress.bytesTotal;
            QVERIFY(progress.bytesDone <= progress.bytesTotal);
        };
        const auto result = loadTrace(file.path(), options);
        QVERIFY(result.ok() && !sizes.empty());
        QVERIFY(sizes.front() > 0 && sizes.front() < 15'000);
        QVERIFY(std::is_sorted(sizes.begin(), sizes.end()));
        QCOMPARE(result.value()->sliceCount(), 150'000u);
        QVERIFY(total > 15'000'000);
    }
    void loadingCanBeCancelled()
    {
        const TemporaryFile plain(manyEvents(150'000));
        const TemporaryFile packed(gzipped(manyEvents(150'000)));
        for (const std::string& path : {plain.path(), packed.path()}) {
            std::stop_source stop;
            LoadOptions options;
            options.stop = stop.get_token();
            options.onSnapshot = [&](const std::shared_ptr<const Trace>&, LoadProgress) { stop.request_stop(); };
            const auto result = loadTrace(path, options);
            QVERIFY(!result.ok());
            QCOMPARE(result.status().message(), path + ": loading was cancelled");
        }
    }
    void theMemoryEstimateGoesWithTheSize()
    {
        const std::string text = manyEvents(50'000);
        const TemporaryFile plain(text);
        const TemporaryFile packed(gzipped(text));
        const std::uint64_t least = 50'000 * 60;
        QVERIFY(estimatedMemory(plain.path()) > least);
        QVERIFY(estimatedMemory(packed.path()) > least);
        QCOMPARE(estimatedMemory("/nonexistent"), std::uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestIngest)
#include "tst_ingest.moc"
