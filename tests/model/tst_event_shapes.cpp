// SPDX-License-Identifier: GPL-3.0-or-later
// The quick reading of events that look like earlier ones, held against the strict reading of each on its own.
#include "model/read/json_events.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace stepglass;

namespace {

// Everything that the meaning of an event may rest on, as text.
class Recorder : public EventSink
{
public:
    std::vector<std::string> events;

    void event(const EventFields& f, std::uint64_t) override
    {
        std::string all;
        for (std::size_t i = 0; i < kFieldCount; ++i) {
            const Token& t = f[static_cast<Field>(i)];
            if (!t)
                continue;
            all.append(std::to_string(i)).append(t.escaped ? "\\" : "").append(t.badUtf8 ? "!" : "");
            all += static_cast<char>('A' + static_cast<int>(t.type));
            all.append(t.text()) += '|';
        }
        events.push_back(all);
    }
    void aside(IssueReason reason, std::uint64_t, std::string_view example, std::uint64_t) override
    {
        events.push_back("aside " + std::string(issueName(reason)) + ": " + std::string(example));
    }
};

struct Reading
{
    std::vector<std::string> events;
    bool valid = true;
    JsonEvents::Stop stop = JsonEvents::Stop::NeedMore;
};

// Apostrophes stand for quotes.
Reading reading(std::string text, bool last = true)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    const std::size_t size = text.size();
    text.append(kScanPadding, '\0');
    Recorder recorder;
    JsonEvents events(recorder);
    const char* p = text.data();
    Reading result;
    result.stop = events.read(p, text.data() + size, 0, last);
    result.events = recorder.events;
    result.valid = events.validJson();
    return result;
}

const std::vector<std::string> kEvents{
    "{'ph': 'X', 'cat': 'cpu_op', 'name': 'aten::mm', 'pid': 12, 'tid': 12, 'ts': 4871392070534.428, 'dur': 3.643,"
    " 'args': {'External id': 4053, 'Input Dims': [[8, 32], [], [[1], [2]]], 'Input type': ['float', ''], 'x': {'y': "
    "[1]}}}",
    "{\n    \"ph\": \"s\", \"id\": 90825, \"pid\": 48213, \"tid\": \"main\", \"ts\": -5,\n    \"name\": \"ac2g\"\n  }",
    "{'name':'a','ph':'i','ts':1,'args':{},'s':'g'}",
    "{'name':'no\\'args','ph':'X','ts':1e3,'dur':.5,'args':7,'pid':null,'tid':'\\u00e9'}",
    "{'args':{'name':'first'},'ph':'M','name':'process_name','other':[{'ph':'X'},true]}",
    "{}",
};

} // namespace

class TestEventShapes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKnownShapeGivesTheFieldsOfTheStrictReading()
    {
        for (const std::string& event : kEvents) {
            const std::vector<std::string> once = reading(event + "]").events;
            QCOMPARE(once.size(), std::size_t{1});
            const std::vector<std::string> often = reading(event + "," + event + "," + event + "]").events;
            QCOMPARE(often, (std::vector<std::string>{once[0], once[0], once[0]}));
        }
        // Spelled out once, so that both readings cannot be wrong alike.
        const std::string quick = reading(kEvents[2] + "," + kEvents[2] + "]").events[1];
        QCOMPARE(quick, std::string("0Bi|1Ba|5C1|13Bg|14F{}|"));
    }
    void valuesMayDifferWhereTheShapeIsTheSame()
    {
        const auto with = [](const std::string& ts, const std::string& name) {
            return "{'ph':'X','ts':" + ts + ",'name':" + name + ",'dur':1}";
        };
        const std::vector<std::string> values{
            "1",     "-0.25",     "1e-3", "123456789012345678901.5", "\"12\"", "null", "NaN", "01", "+1",
            "[1,2]", "{\"a\":1}", "0",    "1234567890123456",        ".5",     "5."};
        std::string all;
        std::vector<std::string> expected;
        bool valid = true;
        for (const std::string& ts : values) {
            for (const std::string name :
                 {"\"a\"", "\"\"", "\"a\\n\\\"\"", "\"\xC3\xA9\"", "\"\xFF\"", "\"a\nb\"", "[]"}) {
                all += (all.empty() ? "" : ",") + with(ts, name);
                const Reading alone = reading(with(ts, name) + "]");
                expected.insert(expected.end(), alone.events.begin(), alone.events.end());
                valid = valid && alone.valid;
            }
        }
        const Reading together = reading(all + "]");
        QCOMPARE(together.events, expected);
        QCOMPARE(together.valid, valid);
        QVERIFY(!valid); // 01, NaN and a raw line break are in there
    }
    void anEventWithOneByteChangedIsReadAsStrictly()
    {
        constexpr std::string_view kBytes = "\"{}[]:,\\ 0ae.-\n\x01\xFF";
        for (const std::string& event : kEvents) {
            for (std::size_t i = 0; i < event.size(); ++i) {
                for (const char byte : kBytes) {
                    std::string changed = event;
                    changed[i] = byte;
                    const Reading alone = reading(changed + "]");
                    const Reading behind = reading(event + "," + event + "," + changed + "]");
                    const std::vector<std::string> rest(behind.events.begin() + 2, behind.events.end());
                    QVERIFY2(rest == alone.events, (changed + " byte " + std::to_string(i)).c_str());
                    if (!alone.events.empty()) // an end of the array there: then it is a comma too many
                        QCOMPARE(behind.valid, alone.valid && reading(event + "]").valid);
                }
            }
        }
    }
    void aCutEventWaitsForMore()
    {
        for (const std::string& event : kEvents) {
            for (std::size_t size = 1; size < event.size(); ++size) {
                const Reading cut = reading(event + "," + event + "," + event.substr(0, size), false);
                QCOMPARE(cut.events.size(), std::size_t{2});
                QCOMPARE(cut.stop, JsonEvents::Stop::NeedMore);
            }
        }
    }
    void moreShapesThanHaveRoomAreAllRead()
    {
        std::mt19937 random(3);
        std::string all;
        std::vector<std::string> expected;
        for (int i = 0; i < 20'000; ++i) {
            const std::string key = "k" + std::to_string(random() % 6000);
            const std::string event =
                "{'name':'n" + std::to_string(i) + "','args':{'" + key + "':[1],'bytes':" + std::to_string(i) + "}}";
            all += (i > 0 ? "," : "") + event;
            expected.push_back(reading(event + "]").events.at(0));
        }
        const Reading together = reading(all + "]");
        QVERIFY(together.events == expected);
        QVERIFY(together.valid);
    }
    void aMemberGivenTwiceCountsAsItsLast()
    {
        const std::string twice = "{'name':'a','args':{'bytes':1},'name':'b','args':{'stream':2}}";
        const std::string once = "{'name':'b','args':{'stream':2}}";
        const std::vector<std::string> events = reading(twice + "," + twice + "," + once + "]").events;
        QCOMPARE(events.size(), std::size_t{3});
        QCOMPARE(events[0], events[2]);
        QCOMPARE(events[1], events[2]);
    }
};

QTEST_GUILESS_MAIN(TestEventShapes)
#include "tst_event_shapes.moc"
