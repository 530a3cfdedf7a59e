// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/torch_names.h"
#include "tests/support/reading.h"
#include "tests/support/text_trace.h"
#include "tests/support/trace_digest.h"

#include <QTest>

#include <algorithm>

using namespace stepglass;
using namespace stepglass::test;

namespace {

std::string text(const Trace& t, StringId s)
{
    return std::string(t.text(s));
}

// The one slice of a text with one event.
struct One
{
    explicit One(const std::string& members, const std::string& more = {})
        : trace(traceOf("[{" + members + "}" + more + "]"))
        , slice(SliceId(0))
    {
    }
    SliceKind kind() const { return trace->kind(slice); }
    std::shared_ptr<const Trace> trace;
    SliceId slice;
};

const std::string kX = json("'ph':'X','ts':1,'dur':2,");

SliceKind kindOf(const std::string& category, const std::string& name, const std::string& args = "{}")
{
    return One(kX + json("'pid':1,'tid':1,'cat':'") + category + json("','name':'") + name + json("','args':") + args)
        .kind();
}

// Of a slice without a category, in a process and thread of these names.
SliceKind kindIn(const std::string& process, const std::string& thread, const std::string& name,
                 const std::string& rest = {})
{
    return One(kX + json("'pid':1,'tid':2,'name':'") + name + '"' + rest,
               json(",{'ph':'M','name':'process_name','pid':1,'args':{'name':'") + process +
                   json("'}},{'ph':'M','name':'thread_name','pid':1,'tid':2,'args':{'name':'") + thread + json("'}}"))
        .kind();
}

} // namespace

class TestChromeReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordsThatACaptureLostAreCounted()
    {
        const auto t =
            traceOf(json("{'schemaVersion': 1, 'producer': 'Stepglass 0.1.0', 'deviceProperties': [],"
                         "'traceEvents': [\n{'ph':'X','name':'a','pid':1,'tid':1,'ts':1,'dur':2},"
                         "{'ph': 'M', 'name': 'dropped_records', 'pid': 1, 'tid': 0, 'args': {'count': 40}},"
                         "{'ph': 'M', 'name': 'dropped_records', 'pid': 1, 'tid': 0, 'args': {'count': 2}},"
                         "{'ph': 'M', 'name': 'dropped_records', 'pid': 1, 'tid': 0, 'args': {'count': 0}}]}"));
        const Issue& lost = t->issues()[IssueReason::DroppedRecords];
        QCOMPARE(lost.count, std::uint64_t{42});
        QVERIFY(!isSetAside(IssueReason::DroppedRecords));
        QCOMPARE(t->recordsRead(), t->recordsShown()); // what was lost was never in the file
        QCOMPARE(t->info().producer, std::string("Stepglass"));
        QCOMPARE(One(kX + json("'name':'dropped_records','args':{'count':7}"))
                     .trace->issues()[IssueReason::DroppedRecords]
                     .count,
                 std::uint64_t{0}); // a slice of that name says nothing
    }
    void categoriesDecideTheKind()
    {
        QCOMPARE(kindOf("cpu_op", "aten::mm"), SliceKind::Operator);
        QCOMPARE(kindOf("Operator", "ProfilerStep#3"), SliceKind::Step);
        QCOMPARE(kindOf("Operator", "Optimizer.step#SGD.step"), SliceKind::Region);
        QCOMPARE(kindOf("cpu_op", "enumerate(DataLoader)#x"), SliceKind::Region);
        QCOMPARE(kindOf("user_annotation", "ProfilerStep#3"), SliceKind::Step);
        QCOMPARE(kindOf("user_annotation", "forward"), SliceKind::Region);
        QCOMPARE(kindOf("gpu_user_annotation", "ProfilerStep#3"), SliceKind::GpuRegion);
        QCOMPARE(kindOf("cuda_driver", "cuLaunchKernel"), SliceKind::RuntimeCall);
        QCOMPARE(kindOf("Runtime", "cudaLaunchKernel"), SliceKind::RuntimeCall);
        QCOMPARE(kindOf("Kernel", "gemm"), SliceKind::Kernel);
        QCOMPARE(kindOf("kernel", "ncclDevKernel_AllReduce"), SliceKind::Communication);
        QCOMPARE(kindOf("kernel", "RCCL_x"), SliceKind::Communication);
        QCOMPARE(kindOf("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)"), SliceKind::MemcpyHtoD);
        QCOMPARE(kindOf("gpu_memcpy", "CopyDeviceToHost"), SliceKind::MemcpyDtoH);
        QCOMPARE(kindOf("gpu_memcpy", "x", json("{'kind':'DtoD'}")), SliceKind::MemcpyDtoD);
        QCOMPARE(kindOf("gpu_memcpy", "Memcpy PtoP"), SliceKind::MemcpyPtoP);
        QCOMPARE(kindOf("gpu_memcpy", "x"), SliceKind::MemcpyOther);
        QCOMPARE(kindOf("mtia_ccp_events", "dma_request", json("{'direction':'HOST_TO_DEVICE'}")),
                 SliceKind::MemcpyHtoD);
        QCOMPARE(kindOf("mtia_ccp_events", "event_wait"), SliceKind::Sync);
        QCOMPARE(kindOf("mtia_ccp_events", "job"), SliceKind::Kernel);
        QCOMPARE(kindOf("cuda_sync", "Stream Wait"), SliceKind::Sync);
        QCOMPARE(kindOf("Node", "conv_kernel_time"), SliceKind::Operator);
        QCOMPARE(kindOf("Node", "conv_fence_before"), SliceKind::Other);
        QCOMPARE(kindOf("FEE", "f (a.py:1)"), SliceKind::Python);
        QCOMPARE(kindOf("Trace", "PyTorch Profiler (0)"), SliceKind::Other);
    }
    void namesDecideWithoutACategory()
    {
        QCOMPARE(kindIn("Ascend Hardware", "Stream 2", "x", json(",'args':{'Task Type':'AI_CORE'}")),
                 SliceKind::Kernel);
        QCOMPARE(kindIn("Ascend Hardware", "Stream 2", "x", json(",'args':{'Task Type':'Notify Wait'}")),
                 SliceKind::Sync);
        QCOMPARE(kindIn("Ascend Hardware", "Stream 2", "x", json(",'args':{'Task Type':'PROFILING'}")),
                 SliceKind::Other);
        QCOMPARE(kindIn("HCCL", "Group 0 Communication", "hcom_allReduce_"), SliceKind::Communication);
        QCOMPARE(kindIn("HCCL", "Plane 0", "hcom_allReduce_"), SliceKind::Other);
        QCOMPARE(kindIn("CANN", "x", "AscendCL@aclrt"), SliceKind::RuntimeCall);
        QCOMPARE(kindIn("GPU2", "x", "CopyHostToDevice"), SliceKind::MemcpyHtoD);
        QCOMPARE(kindIn("GPU2", "x", "FillBuffer"), SliceKind::Memset);
        QCOMPARE(kindIn("GPU2", "x", "gemm"), SliceKind::Kernel);
        QCOMPARE(kindIn("python", "Hip 12", "hipMalloc"), SliceKind::RuntimeCall);
        QCOMPARE(kindIn("CPU functions", "", "add"), SliceKind::Operator);
        QCOMPARE(kindIn("/job:a/gpu:0/stream:all Compute", "", "MatMul", json(",'cat':'Op'")), SliceKind::Kernel);
        QCOMPARE(kindIn("/job:a/gpu:0/stream:7 Compute", "", "MatMul", json(",'cat':'Op'")), SliceKind::Other);
        QCOMPARE(kindIn("/job:a/cpu:0 Compute", "", "MatMul", json(",'cat':'Op'")), SliceKind::Operator);
    }
    void aKernelsArgsBecomeColumns()
    {
        const One one(
            kX + json("'pid':0,'tid':7,'cat':'kernel','name':'gemm','args':{'External id':12,'device':1,"
                      "'stream':7,'correlation':99,'registers per thread':168,'shared memory':1024,'blocks per SM':2.5,"
                      "'warps per SM':10.0,'grid':[ 16,2, 1],'block':[128, 1, 1],'est. achieved occupancy %':63}"));
        const Trace& t = *one.trace;
        QCOMPARE(t.text(t.correlation(one.slice)), std::string("99"));
        QCOMPARE(t.text(t.externalId(one.slice)), std::string("12"));
        const DeviceWork* work = t.deviceWork(one.slice);
        QVERIFY(work != nullptr);
        QCOMPARE(text(t, work->device), std::string("1"));
        QCOMPARE(t.text(work->stream), std::string("7"));
        QVERIFY(!work->hasBytes);
        const LaunchConfig& c = t.config(work->config);
        QCOMPARE(c.grid, (std::array<std::uint32_t, 3>{16, 2, 1}));
        QCOMPARE(c.block, (std::array<std::uint32_t, 3>{128, 1, 1}));
        QCOMPARE(c.registersPerThread, 168u);
        QCOMPARE(c.sharedMemory, 1024u);
        QCOMPARE(c.blocksPerSm, 2.5f);
        QCOMPARE(c.warpsPerSm, 10.0f);
        QCOMPARE(c.occupancyPercent, 63.0f);
    }
    void aCopysArgsBecomeColumns()
    {
        const One one(kX + json("'pid':3,'tid':24,'cat':'gpu_memcpy','name':'Memcpy HtoD (Pageable -> Device)',") +
                      json("'args':{'bytes':'147456'}"));
        const DeviceWork* work = one.trace->deviceWork(one.slice);
        QVERIFY(work != nullptr && work->hasBytes && work->pageable && !work->pinned);
        QCOMPARE(work->bytes, std::uint64_t{147456});
        QCOMPARE(text(*one.trace, work->device), std::string("3")); // the pid, without args `device`
        QCOMPARE(one.trace->text(work->stream), std::string("24")); // the tid, without args `stream`
    }
    void minusOneIsNoStream()
    {
        for (const char* stream : {"-1", "4294967295", "\"-1\""}) {
            const One one(kX + json("'pid':0,'tid':7,'cat':'cuda_sync','name':'s','args':{'stream':") + stream + "}");
            QVERIFY(!one.trace->deviceWork(one.slice)->stream.valid());
        }
    }
    void shapesStandAsPythonWritesThem()
    {
        const auto shapes = [](const std::string& dims) {
            const One one(kX + json("'pid':1,'tid':1,'cat':'cpu_op','name':'a','args':{'Input Dims':") + dims + "}");
            return text(*one.trace, one.trace->detail(one.slice));
        };
        QCOMPARE(shapes("[[32, 2048], [8192, 2048]]"), std::string("[[32, 2048], [8192, 2048]]"));
        QCOMPARE(shapes("[[32,2048],\n [ ]]"), std::string("[[32, 2048], []]"));
        QCOMPARE(shapes("[[[4, 32], [4, 32]], [], [[]]]"), std::string("[[], [], []]")); // lists of tensors
        QCOMPARE(shapes("[]"), std::string("[]"));
        QCOMPARE(shapes(json("'32,256,13,13;\\r\\n64'")), std::string("[[32, 256, 13, 13], [64]]"));
        QCOMPARE(shapes("7"), std::string());
    }
    void threadsAreNamedByText()
    {
        const auto t = traceOf(json(
            "[{'ph':'X','ts':1,'dur':1,'pid':7,'tid':'8','name':'a'},"
            "{'ph':'X','ts':3,'dur':1,'pid':'7','tid':8,'name':'b'},{'ph':'X','ts':5,'dur':1,'pid':'x','name':'c'},"
            "{'ph':'X','ts':7,'dur':1,'name':'d'},{'ph':'X','ts':9,'dur':1,'pid':8,'tid':8,'name':'e'}]"));
        QCOMPARE(t->thread(SliceId(0)), t->thread(SliceId(1)));
        const auto tid = [&](std::uint32_t s) { return text(*t, t->thread(t->thread(SliceId(s))).tid); };
        QCOMPARE(tid(2), std::string("x"));
        QCOMPARE(tid(3), std::string("0"));
        QVERIFY(t->thread(SliceId(4)) != t->thread(SliceId(0))); // the same tid in another process
    }
    void namesAreDecodedOnceAndTheLastNonEmptyWins()
    {
        const auto t = traceOf(json("[{'ph':'M','name':'process_name','pid':1,'args':{'name':' python '}},"
                                    "{'ph':'M','name':'process_name','pid':1,'args':{'name':''}},"
                                    "{'ph':'M','name':'process_labels','pid':1,'args':{'labels':'CPU'}},"
                                    "{'ph':'M','name':'thread_sort_index','pid':1,'tid':2,'args':{'sort_index':'-5'}},"
                                    "{'ph':'X','ts':1,'dur':1,'pid':1,'tid':2,'name':'\\u00e4\\ud83d\\ude00\\n'}]"));
        QCOMPARE(text(*t, t->processes()[0].name), std::string("python"));
        QCOMPARE(text(*t, t->processes()[0].labels), std::string("CPU"));
        QCOMPARE(t->thread(t->thread(SliceId(0))).sortIndex, -5.0);
        QCOMPARE(std::string(t->name(SliceId(0))), std::string("ä😀\n"));
    }
    void unreadableTimesAreSetAside()
    {
        const auto t = traceOf(json(
            "[{'ph':'X','ts':'invalid','dur':1,'name':'a'},{'ph':'X','ts':1,'dur':'x','name':'b'},"
            "{'ph':'i','name':'c'},{'ph':'X','ts':1e30,'dur':1,'name':'d'},{'ph':'X','ts':null,'dur':1,'name':'e'},"
            "{'ph':'X','ts':'1.5','dur':'2','name':'f'},{'ph':'X','ts':2,'name':'g'},{'ph':'X','ts':3,'dur':-1,'name':'"
            "h'}]"));
        QCOMPARE(t->issues()[IssueReason::UnreadableTime].count, std::uint64_t{5});
        QCOMPARE(t->sliceCount(), 3u);
        QCOMPARE(t->start(SliceId(0)), Ns{1500});
        QCOMPARE(t->flags(SliceId(1)), std::uint8_t{kMissingDuration});
        QCOMPARE(t->flags(SliceId(2)), std::uint8_t{kNegativeDuration});
        QCOMPARE(t->duration(SliceId(2)), Ns{0});
        QCOMPARE(brokenInvariant(*t), std::string());
    }
    void idsAreComparedAsWritten()
    {
        const auto key = [](const std::string& id) {
            const auto t = traceOf(json("[{'ph':'s','ts':1,'name':'f','cat':'c','id':") + id + "}]");
            return t->text(t->flows()[0].id);
        };
        QCOMPARE(key("40034185941851570175"), std::string("40034185941851570175"));
        QCOMPARE(key("\"40034185941851570175\""), std::string("40034185941851570175"));
        QCOMPARE(key("\"0x28\""), std::string("0x28"));
        QCOMPARE(key("\"0042\""), std::string("42"));
        QCOMPARE(key("42"), std::string("42"));
        QCOMPARE(key("4294967295"), std::string("4294967295"));
        QCOMPARE(key("-7"), std::string("-7"));
    }
    void flowsKeepTheirBinding()
    {
        const auto t =
            traceOf(json("[{'ph':'s','ts':1,'pid':1,'tid':1,'name':'f','cat':'c','id':1},"
                         "{'ph':'t','ts':2,'pid':1,'tid':1,'name':'f','cat':'c','id':1},"
                         "{'ph':'f','bp':'e','ts':3,'pid':1,'tid':1,'name':'f','cat':'c','id':1},"
                         "{'ph':'X','ts':4,'dur':1,'pid':1,'tid':1,'name':'a','bind_id':'0x9','flow_out':true},"
                         "{'ph':'X','ts':6,'dur':1,'pid':1,'tid':1,'name':'b','bind_id':'0x9','flow_in':true}]"));
        QCOMPARE(t->flows().size(), 5u);
        QCOMPARE(t->flows()[0].phase, FlowPhase::Start);
        QCOMPARE(t->flows()[1].phase, FlowPhase::Step);
        QVERIFY(!t->flows()[1].bindsToEnclosing && t->flows()[2].bindsToEnclosing);
        QCOMPARE(t->flows()[3].phase, FlowPhase::Start);
        QCOMPARE(t->flows()[4].phase, FlowPhase::End);
        QCOMPARE(t->text(t->flows()[4].id), std::string("0x9"));
        QCOMPARE(t->recordsShown(), std::uint64_t{5}); // the two of the slices are no records
        QCOMPARE(brokenInvariant(*t), std::string());
    }
    void memoryRecordsKeepTheirFigures()
    {
        const auto t =
            traceOf(json("[{'ph':'i','s':'t','ts':5,'pid':1,'tid':1,'name':'[memory]','args':{'Bytes':-1703936,"
                         "'Total Allocated':9007199254740993,'Total Reserved':20,'Device Type':1,'Device Id':3}}]"));
        const MemoryRecord& m = t->memory()[0];
        QCOMPARE(m.bytes, std::int64_t{-1703936});
        QCOMPARE(m.totalAllocated, std::int64_t{9007199254740993});
        QCOMPARE(m.totalReserved, std::int64_t{20});
        QCOMPARE(m.deviceType, 1);
        QCOMPARE(m.deviceId, 3);
    }
    void countersGiveASeriesAnArg()
    {
        const auto t = traceOf(
            json("[{'ph':'C','ts':1,'pid':1,'name':'c','args':{'a':1,'b':'2.5','c':'x','d':null}},"
                 "{'ph':'C','ts':2,'pid':1,'name':'c','id':7,'args':{'a':3}},{'ph':'C','ts':3,'pid':1,'name':'c'}]"));
        QCOMPARE(t->series().size(), std::size_t{3});
        QCOMPARE(t->counters().size(), 3u);
        QCOMPARE(t->counters()[1].value, 2.5);
        QCOMPARE(t->spanEnd(), Ns{3000});
    }
    void recordsThatAreNotDrawnAreCounted()
    {
        const auto t =
            traceOf(json("[{'ph':'P','ts':1,'name':'p'},{'ph':'O','ts':2,'name':'o'},{'ph':'Z','ts':3,'name':'z'},"
                         "{'name':'none'},{'ph':'','ts':4},7,{'ph':'Xyz','ts':5,'dur':4,'name':'x'}]"));
        QCOMPARE(t->issues()[IssueReason::SamplingData].count, std::uint64_t{1});
        QCOMPARE(t->issues()[IssueReason::ObjectSnapshot].count, std::uint64_t{1});
        QCOMPARE(t->issues()[IssueReason::UnknownPhase].count, std::uint64_t{1});
        QCOMPARE(t->issues()[IssueReason::NoPhase].count, std::uint64_t{2});
        QCOMPARE(t->issues()[IssueReason::NotAnObject].count, std::uint64_t{1});
        QCOMPARE(t->recordsRead(), std::uint64_t{7});
        QCOMPARE(t->spanStart(), Ns{1000}); // their times count
        QCOMPARE(t->sliceCount(), 1u);
        QCOMPARE(brokenInvariant(*t), std::string());
    }
    void recordsThatTheCaptureLostAreFlagged()
    {
        const auto t = traceOf(json("[{'ph':'X','ts':1,'dur':2,'name':'x'},"
                                    "{'ph':'M','name':'dropped_records','pid':1,'tid':0,'args':{'count':36}},"
                                    "{'ph':'M','name':'dropped_records','pid':1,'tid':0,'args':{'count':0}},"
                                    "{'ph':'M','name':'dropped_records','pid':1,'tid':0,'args':{'count':4}}]"));
        QCOMPARE(t->issues()[IssueReason::DroppedRecords].count, std::uint64_t{40});
        QCOMPARE(t->issues()[IssueReason::DroppedRecords].firstOffset, std::uint64_t{38});
        QCOMPARE(t->issues().setAside(), std::uint64_t{0});
        const auto none = traceOf(json("[{'ph':'X','ts':1,'dur':2,'name':'x'},"
                                       "{'ph':'M','name':'dropped_records','pid':1,'tid':0,'args':{'count':0}}]"));
        QCOMPARE(none->issues()[IssueReason::DroppedRecords].count, std::uint64_t{0});
    }
    void whatStandsAroundTheEventsIsKept()
    {
        const auto t = traceOf(json(
            "{'schemaVersion':1,'deviceProperties':[{'id':0,'name':'H100','totalGlobalMem':85029158912,"
            "'numSms':132,'warpSize':32,'maxThreadsPerMultiprocessor':2048}],'baseTimeNanoseconds':1767225600000000000,"
            "'traceEvents':[{'ph':'X','ts':1,'dur':1,'name':'a'}],'displayTimeUnit':'ms','otherData':{'a':[1]},"
            "'samples':[{'a':1},{'b':2}],'stackFrames':{'1':{}}}"));
        const TraceInfo& info = t->info();
        QVERIFY(info.validJson);
        QCOMPARE(info.devices.size(), std::size_t{1});
        QCOMPARE(info.devices[0].name, std::string("H100"));
        QCOMPARE(info.devices[0].totalMemory, std::int64_t{85029158912});
        QCOMPARE(info.devices[0].smCount, 132);
        QCOMPARE(info.baseTime, Ns{1767225600000000000});
        QCOMPARE(info.properties.back(), std::pair(std::string("otherData"), std::string(json("{'a':[1]}"))));
        QCOMPARE(t->issues()[IssueReason::SamplingData].count, std::uint64_t{2});
        QCOMPARE(info.producer, std::string("PyTorch (Kineto)"));
    }
    void ofARepeatedMemberTheLastCounts()
    {
        const One one(kX + json("'name':'a','name':'b','cat':'kernel','args':{'correlation':1},'args':{'stream':2}"));
        QCOMPARE(std::string(one.trace->name(one.slice)), std::string("b"));
        QVERIFY(!one.trace->correlation(one.slice).valid());
    }
    // JSON allows an escape in a member's name, too. The blanks keep every record where it is.
    void namesOfMembersMayBeWrittenWithEscapes()
    {
        const std::string events =
            json("{'traceEvents':[{'ph':'M','name':'process_name','pid':1,'args':{'name':'main'}},"
                 "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':1,'dur':2,'args':{'correlation':9,"
                 "'stream':7,'device':0,'grid':[1,2,3]}},{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':5,"
                 "'dur':2,'args':{'correlation':10,'stream':7,'device':0,'grid':[1,2,3]}},"
                 "{'ph':'s','cat':'ac2g','name':'ac2g','id':9,'pid':1,'tid':1,'ts':1},"
                 "{'ph':'b','cat':'a','name':'n','id2':{'local':'0x1'},'pid':1,'tid':1,'ts':1},"
                 "{'ph':'e','cat':'a','name':'n','id2':{'local':'0x1'},'pid':1,'tid':1,'ts':3},"
                 "{'ph':'C','name':'c','pid':1,'ts':1,'args':{'used':3}}],'schemaVersion':1}");
        std::string blanks;
        std::string escapes;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const std::size_t quote = events.find('"', i + 1);
            if (events[i] != '"' || events[quote + 1] != ':') {
                blanks += events[i];
                escapes += events[i];
                continue;
            }
            const std::string hex = QByteArray::number(events[i + 1], 16).toStdString();
            blanks += events.substr(i, quote + 1 - i) + "     ";
            escapes += "\"\\u00" + hex + events.substr(i + 2, quote - i - 1);
            i = quote;
        }
        const auto plain = traceOf(blanks);
        const auto escaped = traceOf(escapes);
        QVERIFY(plain && escaped);
        QCOMPARE(plain->sliceCount(), std::uint32_t{3});
        QCOMPARE(firstDifference(traceDigest(*escaped), traceDigest(*plain)), std::string());
    }
    void badBytesAreReplacedAndFlagged()
    {
        const One one(kX + "\"name\":\"a\xFF\xC3z\"");
        QCOMPARE(std::string(one.trace->name(one.slice)), std::string("a\xEF\xBF\xBD\xEF\xBF\xBDz"));
        QCOMPARE(one.trace->issues()[IssueReason::BadUtf8].count, std::uint64_t{1});
    }
};

QTEST_GUILESS_MAIN(TestChromeReader)
#include "tst_chrome_reader.moc"
