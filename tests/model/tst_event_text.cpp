// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/event_text.h"
#include "model/read/ingest.h"
#include "model/read/text_access.h"
#include "tests/support/reading.h"

#include <QTest>

#include <chrono>
#include <map>
#include <random>

using namespace stepglass;
using namespace stepglass::test;
using namespace std::chrono_literals;

namespace {

std::string manyEvents(int count)
{
    std::mt19937_64 random(9); // poorly packed, so that access points lie apart in the file, too
    std::string text = "{\"traceEvents\": [";
    for (int i = 0; i < count; ++i) {
        text += i > 0 ? ",\n" : "\n";
        text += json("{'ph': 'X', 'name': 'op") + std::to_string(i) + json("', 'ts': ") + std::to_string(i) +
                json(", 'dur': 1, 'args': {'number': ") + std::to_string(i) + json(", 'noise': '") +
                std::to_string(random()) + std::to_string(random()) + "\"}}";
    }
    return text + "\n]}";
}

// Every `step`th slice's args must say its number.
void checkTexts(const Trace& trace, std::uint32_t step)
{
    const EventTextReader reader(trace);
    for (std::uint32_t i = 0; i < trace.sliceCount(); i += step) {
        const auto begin = std::chrono::steady_clock::now();
        const Result<std::string> text = reader.text(trace.source(SliceId(i)));
        QVERIFY2(text.ok(), text.ok() ? "" : text.status().message().c_str());
        const auto members = decodeMembers(text.value());
        QCOMPARE(members.at(1), std::pair(std::string("name"), std::string(trace.name(SliceId(i)))));
        QCOMPARE(decodeArgs(text.value()).at(0), std::pair(std::string("number"), std::to_string(i)));
        QVERIFY(std::chrono::steady_clock::now() - begin < 5s); // generous: sanitizers, other load
    }
}

} // namespace

class TestEventText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsAreReadBackHoweverTheFileIsPacked()
    {
        const std::string text = manyEvents(40'000);
        const std::map<std::string, std::string> files{
            {".json", text}, {".gz", gzipped(text)}, {".zst", zstdPacked(text)}, {".zip", zipped({text})}};
        for (const auto& [suffix, content] : files) {
            const TemporaryFile file(content, suffix);
            const auto trace = loadTrace(file.path());
            QVERIFY(trace.ok());
            QCOMPARE(trace.value()->sliceCount(), 40'000u);
            checkTexts(*trace.value(), 3'989);
        }
    }
    void accessPointsOfAGzipFileWorkAnywhere()
    {
        const std::string text = manyEvents(20'000);
        const std::string half = text.substr(0, text.size() / 2);
        const TemporaryFile file(gzipped(half) + gzipped(text.substr(half.size())), ".gz");
        for (const std::size_t piece : {1'000u, 33'000u, 500'000u}) {
            std::shared_ptr<const TextSource> access;
            auto opened = openPlain(file.path());
            QVERIFY(opened.ok());
            auto source = gunzipIndexed(std::move(opened.value()), file.path(), access, 50'000);
            std::vector<char> buffer(piece);
            std::string read;
            for (std::size_t n = 1; n > 0;) {
                const Result<std::size_t> got = source->read(buffer.data(), buffer.size());
                QVERIFY(got.ok());
                n = got.value();
                read.append(buffer.data(), n);
            }
            QVERIFY(read == text);
            std::mt19937 random(1);
            for (int i = 0; i < 60; ++i) {
                const std::size_t offset = random() % text.size();
                const Result<std::string> part = access->read(offset, 3'000);
                QVERIFY(part.ok());
                QVERIFY(part.value() == text.substr(offset, 3'000));
            }
        }
    }
    void aPlainFileMayBeDeletedMeanwhile()
    {
        auto file = std::make_unique<TemporaryFile>(manyEvents(100));
        const auto trace = loadTrace(file->path());
        QVERIFY(trace.ok());
        file.reset();
        checkTexts(*trace.value(), 1);
    }
    void argsKeepEveryDigitAndAnyText()
    {
        const auto args =
            decodeArgs("{\"ph\":\"X\",\"args\":{\"id\":40034185941851570175,\"t\":\"a\\n\\u00e4\\\"\",\"n\":NaN,"
                       "\"list\":[1, [2]],\"raw\":\"x\ty\",\"b\":true}}");
        const std::vector<std::pair<std::string, std::string>> expected{
            {"id", "40034185941851570175"}, {"t", "a\n\xC3\xA4\""}, {"n", "NaN"},
            {"list", "[1, [2]]"},           {"raw", "x\ty"},        {"b", "true"}};
        QCOMPARE(args, expected);
        QVERIFY(decodeArgs("{\"ph\":\"X\"}").empty());
        QVERIFY(decodeArgs("no JSON").empty());
        QVERIFY(decodeArgs("{\"args\":{\"a\":1,\"b\":").empty());
    }
    void aLongRecordIsReadWhole()
    {
        const std::string giant(3'000'000, 'x');
        const TemporaryFile file(json("[{'ph':'X','ts':1,'dur':1,'name':'a','args':{'source':'") + giant +
                                 json("'}}]"));
        const auto trace = loadTrace(file.path());
        QVERIFY(trace.ok());
        const auto text = EventTextReader(*trace.value()).text(trace.value()->source(SliceId(0)));
        QVERIFY(text.ok());
        QCOMPARE(decodeArgs(text.value()).at(0).second.size(), giant.size());
    }
    void aWrongPlaceIsAnError()
    {
        const TemporaryFile file(manyEvents(10));
        const auto trace = loadTrace(file.path());
        QVERIFY(!EventTextReader(*trace.value()).text(3).ok());
        QVERIFY(!EventTextReader(*trace.value()).text(1'000'000).ok());
    }
    void anEmptyTraceHasNoTextsAndNoGaps()
    {
        const Trace none;
        const auto text = EventTextReader(none).text(0);
        QVERIFY(!text.ok());
        QCOMPARE(text.status().message(), std::string("the text of this trace cannot be read back"));
        QVERIFY(none.empty() && !none.complete());
        QCOMPARE(none.info().producer, std::string());
        QCOMPARE(none.issues().setAside(), std::uint64_t{0});
        QVERIFY(none.series().empty() && none.tracks().empty() && none.strings().size() == 0);
        QCOMPARE(none.spanEnd() - none.spanStart(), Ns{0});
    }
};

QTEST_GUILESS_MAIN(TestEventText)
#include "tst_event_text.moc"
