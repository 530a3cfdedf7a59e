// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/json_events.h"
#include "model/read/json_text.h"
#include "model/read/text_window.h"
#include "tests/support/reading.h"

#include <QTest>

#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace stepglass;
using namespace stepglass::test;

namespace {

struct Split
{
    std::string events; // "name@offset", a blank between
    std::vector<std::pair<IssueReason, std::uint64_t>> aside;
    std::string firstExample;
    std::uint64_t records = 0;
    bool valid = true;
    bool ended = false; // by its bracket
    std::uint64_t rest = 0;

    std::size_t count(IssueReason reason) const
    {
        return static_cast<std::size_t>(
            std::count_if(aside.begin(), aside.end(), [&](const auto& a) { return a.first == reason; }));
    }
};

class Collector : public EventSink
{
public:
    explicit Collector(Split& split)
        : m_split(split)
    {
    }
    void event(const EventFields& f, std::uint64_t offset) override
    {
        ++m_split.records;
        m_split.events +=
            (m_split.events.empty() ? "" : " ") + decodedText(f[Field::Name].text()) + "@" + std::to_string(offset);
    }
    void aside(IssueReason reason, std::uint64_t offset, std::string_view example, std::uint64_t records) override
    {
        m_split.records += records;
        m_split.aside.emplace_back(reason, offset);
        if (m_split.firstExample.empty())
            m_split.firstExample = example;
    }

private:
    Split& m_split;
};

// Splits what follows the opening bracket, fed `piece` bytes at a time.
Split split(const std::string& text, std::size_t piece = std::string::npos)
{
    Split result;
    Collector collector(result);
    JsonEvents events(collector);
    TextWindow window(256);
    std::size_t fed = 0;
    auto stop = JsonEvents::Stop::NeedMore;
    while (stop == JsonEvents::Stop::NeedMore) {
        const std::size_t n = std::min(piece, text.size() - fed);
        std::memcpy(window.prepare(n), text.data() + fed, n);
        window.commit(n);
        fed += n;
        const char* p = window.begin();
        stop = events.read(p, window.end(), window.offset(), n == 0);
        window.consume(p);
        if (n == 0)
            break;
    }
    result.ended = stop == JsonEvents::Stop::ArrayEnd;
    result.rest = window.offset();
    result.valid = events.validJson();
    return result;
}

std::string repeated(std::string_view text, int n)
{
    std::string result;
    for (int i = 0; i < n; ++i)
        result += text;
    return result;
}

} // namespace

class TestJsonEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void elementsAreSplitAtTheirBraces()
    {
        const Split s = split(json("{'name':'a'}, {'name':'b','args':{'x':[1,{'y':'}'}]}}"
                                   "\n] tail"));
        QCOMPARE(s.events, std::string("a@0 b@14"));
        QVERIFY(s.ended && s.valid);
        QCOMPARE(s.rest, std::uint64_t{55});
    }
    void theChunkingMakesNoDifference()
    {
        const std::string text =
            json("{'name':'a\\'b\\\\','args':{'k':'\\u00e4 \\ud83d\\ude00'}},{'name':'ü', 'ts' : -1.5e+3 }, 7, 'x',"
                 "[1,2], {}, {'name': bad}, garbage {'ph':'X','name':'after'} ,{'name':'last'}]");
        const Split whole = split(text);
        QCOMPARE(whole.count(IssueReason::BadEvent), std::size_t{1});
        QCOMPARE(whole.count(IssueReason::NotAnObject), std::size_t{3});
        QCOMPARE(whole.count(IssueReason::Garbage), std::size_t{1});
        for (std::size_t piece = 1; piece < 60; ++piece) {
            const Split s = split(text, piece);
            QCOMPARE(s.events, whole.events);
            QCOMPARE(s.aside, whole.aside);
            QCOMPARE(s.records, whole.records);
            QCOMPARE(s.valid, whole.valid);
        }
    }
    void anOpenArrayAndATrailingCommaAreNoFinding()
    {
        for (const char* end : {"", ",", " , \n ", "\n", ",]", "]"}) {
            const Split s = split(std::string(json("{'name':'a'},{'name':'b'}")) + end);
            QCOMPARE(s.events, std::string("a@0 b@13"));
            QVERIFY(s.aside.empty());
            QCOMPARE(s.valid, std::string_view(end) == "]");
        }
    }
    void missingAndExtraCommasCostNothing()
    {
        const Split s = split(json("{'name':'a'}{'name':'b'},,,{'name':'c'}]"));
        QCOMPARE(s.events, std::string("a@0 b@12 c@27"));
        QVERIFY(s.aside.empty());
        QVERIFY(!s.valid);
    }
    void aCutEventIsSaidAndTheWholeOnesKept()
    {
        const std::string text = json("{'name':'a'},{'name':'b','args':{'k':'v");
        const Split s = split(text);
        QCOMPARE(s.events, std::string("a@0"));
        QCOMPARE(s.count(IssueReason::CutFile), std::size_t{1});
        QCOMPARE(s.aside.front().second, std::uint64_t{13});
        QCOMPARE(s.records, std::uint64_t{1});
    }
    void toleratedValues()
    {
        const Split s =
            split("{\"name\":\"raw\ttab\nline\",\"dur\":NaN,\"args\":{\"a\":Infinity,\"b\":-Infinity,\"c\":N/A,"
                  "\"d\":nan,\"e\":[1,2,],\"f\":01,\"g\":+1,\"h\":.5,\"i\":1.,}}]");
        QCOMPARE(s.records, std::uint64_t{1});
        QVERIFY(s.aside.empty());
        QVERIFY(!s.valid);
    }
    void whatIsNoValueSetsTheRecordAside()
    {
        for (const char* value : {"ncclFloat32", "0x262ca50", "", "tru", "1e", "-", "\"\\x\"", "\"\\u12g4\"", "[1 2]",
                                  "{\"a\" 1}", "{1:2}", "[1}", "'a'"}) {
            const Split s = split(std::string(json("{'name':'a','args':{'k':")) + value + json("}},{'name':'b'}]"));
            QVERIFY2(s.count(IssueReason::BadEvent) == 1, value);
            QVERIFY2(s.events.starts_with("b@"), value);
            QCOMPARE(s.records, std::uint64_t{2});
            QVERIFY(s.ended);
        }
    }
    void unescapedQuotesCostOneRecord()
    {
        const Split even = split(json("{'name':'say 'hi' }, now', 'ts':1},"
                                      "\n{'name':'b'}]"));
        QCOMPARE(even.events, std::string("b@36"));
        const Split odd = split(json("{'name':'5' disk','args':{}}, {'name':'b'}, {'name':'c'}]"));
        QCOMPARE(odd.events, std::string("b@30 c@44"));
        QCOMPARE(odd.count(IssueReason::BadEvent), std::size_t{1});
        const Split tid = split("{\"ph\":\"f\",\n tid\": 0,\n \"pid\":\"x\"\n},\n{\"name\":\"b\"}]");
        QVERIFY(tid.events.starts_with("b@"));
        QCOMPARE(tid.aside.front().second, std::uint64_t{12}); // where `tid` stands
        QVERIFY(tid.firstExample.starts_with("a member's name expected, found tid"));
    }
    void aMissingBraceCostsOneRecord()
    {
        const Split s = split(json("{'name':'a','args':{'x':1}, {'ph':'X','name':'b'}, {'ph':'X','name':'c'}]"));
        QCOMPARE(s.count(IssueReason::BadEvent), std::size_t{1});
        QVERIFY(s.events.starts_with("b@28 c@"));
    }
    void eventsInTextsAreNoEvents()
    {
        const Split s =
            split(json("{'name':'}, {\\'ph\\':\\'X\\'}, {','args':{'list':[{'ph':'X'}, {'ph':'X'}]}}, {'name':'b'}]"));
        QCOMPARE(s.records, std::uint64_t{2});
        QVERIFY(s.valid);
    }
    void deepNestingIsNoRecursion()
    {
        constexpr int kLevels = 100'000;
        const std::string deep = json("{'name':'deep','args':") + repeated("{\"a\":[", kLevels) + "1" +
                                 repeated("]}", kLevels) + json("},{'name':'b'}]");
        const Split s = split(deep);
        QVERIFY(s.events.starts_with("deep@0 b@"));
        QVERIFY(s.valid);
    }
    void aTextLongerThanTheWindowIsOneText()
    {
        const std::string giant(20'000'000, 'x');
        const Split s = split(json("{'name':'a','args':{'k':'") + giant + json("'}},{'name':'b'}]"), 65'536);
        QVERIFY(s.events.starts_with("a@0 b@"));
    }
    void tenMegabytesOfGarbageAreSteppedOver()
    {
        std::mt19937 random(3);
        std::string garbage;
        while (garbage.size() < 10'000'000)
            garbage += static_cast<char>(random());
        const Split s = split(json("{'name':'a'},") + garbage + json(",{'ph':'X','name':'b'}]"), 65'536);
        QVERIFY(s.events.starts_with("a@0"));
        QVERIFY(s.events.find("b@") != std::string::npos);
        QVERIFY(s.count(IssueReason::Garbage) + s.count(IssueReason::BadEvent) > 0);
    }
    void everyCutIsSurvived()
    {
        const std::string text =
            json("{'name':'a\\u00e4','ts':12.5,'args':{'x':[1,true,null,'s'],'y':{'z':-1e5}}},{'name':'b'}]");
        for (std::size_t size = 0; size < text.size(); ++size) {
            const Split s = split(text.substr(0, size));
            const bool first = size >= text.find("},{") + 1;
            QCOMPARE(s.events.starts_with("a"), first);
            QVERIFY(s.count(IssueReason::BadEvent) == 0);
        }
    }
    void everyChangedByteIsSurvived()
    {
        std::mt19937 random(11);
        const std::string text =
            json("{'name':'a','args':{'x':[1,'s']}},{'ph':'X','name':'b'},{'ph':'X','name':'c','args':{}}]");
        for (std::size_t i = 0; i < text.size(); ++i) {
            for (const char c : {'"', '{', '}', '[', ']', ',', ':', '\\', '\0', ' ', static_cast<char>(random())}) {
                std::string changed = text;
                changed[i] = c;
                const Split whole = split(changed);
                const Split pieces = split(changed, 3);
                QCOMPARE(pieces.events, whole.events);
                QCOMPARE(pieces.aside, whole.aside);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestJsonEvents)
#include "tst_json_events.moc"
