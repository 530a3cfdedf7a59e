// SPDX-License-Identifier: GPL-3.0-or-later
// Where and why our figures part from HolisticTraceAnalysis' by definition: small traces, both figures counted by hand.
#include "model/analysis/device_analysis.h"
#include "tests/support/hta_figures.h"
#include "tests/support/reading.h"

#include <QTest>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::string record(const char* category, const char* name, int pid, int start, int end, const std::string& args = {})
{
    return std::string("{'ph':'X','cat':'") + category + "','name':'" + name + "','pid':" + std::to_string(pid) +
           ",'tid':1,'ts':" + std::to_string(start) + ",'dur':" + std::to_string(end - start) + ",'args':{" + args +
           "}}";
}

std::string onStream(int device, int stream, int correlation = 0)
{
    return "'device':" + std::to_string(device) + ",'stream':" + std::to_string(stream) +
           (correlation > 0 ? ",'correlation':" + std::to_string(correlation) : std::string());
}

// One trace by both definitions, between its first and its last device record.
struct Both
{
    explicit Both(const std::vector<std::string>& records)
        : file(json("{'schemaVersion':1,'traceEvents':[" + joined(records) + "]}"))
        , content(file.path())
        , rows(content)
        , links(linkTrace(content.trace()))
        , analysis(content.trace(), *links, listSteps(content.trace()))
    {
    }
    static std::string joined(const std::vector<std::string>& records)
    {
        std::string text;
        for (const std::string& one : records)
            text += (text.empty() ? "" : ",\n") + one;
        return text;
    }
    DeviceBreakdown ours(std::size_t device, int from, int to) const
    {
        return analysis.breakdown(analysis.devices()[device], {Ns(from) * 1000, Ns(to) * 1000});
    }
    HtaTemporal theirs() const { return htaTemporal(rows.kept(true)); }

    TemporaryFile file;
    FileRecords content;
    HtaRows rows;
    std::shared_ptr<const Links> links;
    DeviceAnalysis analysis;
};

} // namespace

class TestHtaDispersion : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void idleOfTwoDevicesIsOneTimelineThereAndTwoHere();
    void aWaitingRecordOnAStreamIsBusyThereAndIdleHere();
    void aHostOperatorWithAStreamIsDeviceWorkThereAndNotHere();
    void aGapIsCountedFromTheRecordBeforeThereAndFromTheLatestEndHere();
};

void TestHtaDispersion::idleOfTwoDevicesIsOneTimelineThereAndTwoHere()
{
    const Both both({record("kernel", "a", 0, 0, 100, onStream(0, 7)),
                     record("kernel", "b", 1, 100, 300, onStream(1, 7)),
                     record("kernel", "c", 0, 300, 400, onStream(0, 7))});
    QCOMPARE(both.theirs().idle, 0.0); // one device is busy at any time
    QCOMPARE(both.theirs().compute, 400.0);
    QCOMPARE(both.analysis.devices().size(), std::size_t(2));
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Idle], Ns(200'000));
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Compute], Ns(200'000));
    QCOMPARE(both.ours(1, 0, 400).activity[ActivityClass::Idle], Ns(200'000));
}

void TestHtaDispersion::aWaitingRecordOnAStreamIsBusyThereAndIdleHere()
{
    // `Stream Wait Event` even counts as computation there: it is in none of the patterns of names.
    const Both both({record("kernel", "a", 0, 0, 100, onStream(0, 7)),
                     record("cuda_sync", "Stream Wait Event", 0, 100, 250, onStream(0, 7)),
                     record("kernel", "b", 0, 300, 400, onStream(0, 7))});
    QCOMPARE(both.theirs().idle, 50.0);
    QCOMPARE(both.theirs().compute, 350.0);
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Idle], Ns(200'000));
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Compute], Ns(200'000));
}

void TestHtaDispersion::aHostOperatorWithAStreamIsDeviceWorkThereAndNotHere()
{
    // Launches of compiled code carry the stream that they launch on.
    const Both both({record("kernel", "a", 0, 0, 100, onStream(0, 7)),
                     record("cpu_op", "triton_poi_fused_0", 1, 150, 350, "'stream':7"),
                     record("kernel", "b", 0, 340, 400, onStream(0, 7))});
    QCOMPARE(both.theirs().compute, 350.0);
    QCOMPARE(both.theirs().idle, 50.0);
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Compute], Ns(160'000));
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Idle], Ns(240'000));
}

void TestHtaDispersion::aGapIsCountedFromTheRecordBeforeThereAndFromTheLatestEndHere()
{
    // A short kernel beside a long one on a stream: the gap before the third begins at the end of the second there.
    const Both both({record("kernel", "a", 0, 0, 300, onStream(0, 7)),
                     record("kernel", "b", 0, 50, 100, onStream(0, 7)),
                     record("kernel", "c", 0, 310, 400, onStream(0, 7))});
    auto gaps = htaIdle(both.rows, both.rows.kept(true));
    double sum = 0;
    for (const auto& [key, summary] : gaps)
        sum += summary.sum();
    QCOMPARE(sum, -250.0 + 210.0); // the overlap is a gap below 0
    QCOMPARE(both.ours(0, 0, 400).activity[ActivityClass::Idle], Ns(10'000));
}

QTEST_APPLESS_MAIN(TestHtaDispersion)
#include "tst_hta_dispersion.moc"
