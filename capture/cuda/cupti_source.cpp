// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/cupti_source.h"

#include "capture/cuda/cuda_messages.h"
#include "capture/cuda/cupti_buffers.h"
#include "capture/cuda/cupti_records.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cupti.h>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace stepglass::capture::cuda {
namespace {

constexpr std::chrono::milliseconds kPeriod{100};
constexpr std::int64_t kPatienceNs = 1'000'000'000; // for the link of something that has happened

constexpr std::array kKinds = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                               CUPTI_ACTIVITY_KIND_MEMCPY,
                               CUPTI_ACTIVITY_KIND_MEMCPY2,
                               CUPTI_ACTIVITY_KIND_MEMSET,
                               CUPTI_ACTIVITY_KIND_RUNTIME,
                               CUPTI_ACTIVITY_KIND_DRIVER,
                               CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
                               CUPTI_ACTIVITY_KIND_OVERHEAD,
                               CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION};

// CUPTI's callbacks carry no pointer of ours, so what they need is global: there is one CUPTI a process.
struct Attachment
{
    std::mutex mutex;
    bool attached = false;
    CUpti_SubscriberHandle subscriber = nullptr;
    CuptiAttach version;
    std::atomic<ActivitySink*> sink{nullptr};
    CuptiBuffers buffers;
};

// Never destroyed: CUPTI may call back until the process is gone.
Attachment& attachment()
{
    static auto* one = new Attachment;
    return *one;
}

std::string resultText(CUptiResult result)
{
    const char* text = nullptr;
    if (cuptiGetResultString(result, &text) != CUPTI_SUCCESS || !text)
        return "CUPTI error";
    return text;
}

std::uint64_t CUPTIAPI timestamp()
{
    const ActivitySink* sink = attachment().sink.load(std::memory_order_acquire);
    if (sink)
        return static_cast<std::uint64_t>(sink->now());
    return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
}

void CUPTIAPI bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords)
{
    *buffer = attachment().buffers.lend();
    *size = *buffer ? CuptiBuffers::kBytes : 0;
    *maxRecords = 0; // as many as fit
}

void CUPTIAPI bufferCompleted(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                              std::size_t bytes)
{
    std::size_t dropped = 0;
    ActivitySink* sink = attachment().sink.load(std::memory_order_acquire);
    if (sink && cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS && dropped > 0)
        sink->addDropped(dropped);
    if (buffer)
        attachment().buffers.takeBack(buffer, bytes);
}

void CUPTIAPI noCallback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

// Each step needs the ones before. The clock comes first: what is tied to another clock stays so.
CUptiResult attachSteps(Attachment& a)
{
    CUptiResult result = cuptiActivityRegisterTimestampCallback(timestamp);
    if (result == CUPTI_SUCCESS)
        result = cuptiSubscribe(&a.subscriber, noCallback, nullptr);
    if (result == CUPTI_SUCCESS)
        result = cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    if (result == CUPTI_SUCCESS)
        result = cuptiActivityRegisterCallbacks(bufferRequested, bufferCompleted);
    return result;
}

DeviceSpan spanOf(const auto& activity)
{
    return {static_cast<std::int64_t>(activity.start),
            static_cast<std::int64_t>(activity.end),
            activity.deviceId,
            activity.contextId,
            activity.streamId,
            activity.correlationId};
}

KernelActivity toPlain(const CUpti_ActivityKernel10& from)
{
    KernelActivity to;
    to.span = spanOf(from);
    to.symbol = from.name;
    to.grid[0] = from.gridX;
    to.grid[1] = from.gridY;
    to.grid[2] = from.gridZ;
    to.block[0] = from.blockX;
    to.block[1] = from.blockY;
    to.block[2] = from.blockZ;
    to.registersPerThread = from.registersPerThread;
    to.sharedMemory = std::int64_t{from.staticSharedMemory} + from.dynamicSharedMemory;
    return to;
}

CopyActivity toPlain(const CUpti_ActivityMemcpy6& from)
{
    CopyActivity to;
    to.span = spanOf(from);
    to.kind = static_cast<CopyKind>(from.copyKind);
    to.from = static_cast<MemoryKind>(from.srcKind);
    to.to = static_cast<MemoryKind>(from.dstKind);
    to.bytes = from.bytes;
    return to;
}

CopyActivity toPlain(const CUpti_ActivityMemcpyPtoP4& from)
{
    CopyActivity to;
    to.span = spanOf(from);
    to.kind = static_cast<CopyKind>(from.copyKind);
    to.from = static_cast<MemoryKind>(from.srcKind);
    to.to = static_cast<MemoryKind>(from.dstKind);
    to.bytes = from.bytes;
    to.betweenDevices = true;
    to.fromDevice = from.srcDeviceId;
    to.toDevice = from.dstDeviceId;
    return to;
}

SetActivity toPlain(const CUpti_ActivityMemset4& from)
{
    return {spanOf(from), static_cast<MemoryKind>(from.memoryKind), from.bytes};
}

CallActivity toPlain(const CUpti_ActivityAPI& from)
{
    CallActivity to;
    to.startNs = static_cast<std::int64_t>(from.start);
    to.endNs = static_cast<std::int64_t>(from.end);
    to.thread = from.threadId;
    to.correlation = from.correlationId;
    to.callbackId = from.cbid;
    to.driver = from.kind == CUPTI_ACTIVITY_KIND_DRIVER;
    if (cuptiGetCallbackName(to.driver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API, from.cbid,
                             &to.name) != CUPTI_SUCCESS)
        to.name = nullptr;
    return to;
}

SyncActivity toPlain(const CUpti_ActivitySynchronization2& from)
{
    SyncActivity to;
    to.startNs = static_cast<std::int64_t>(from.start);
    to.endNs = static_cast<std::int64_t>(from.end);
    to.kind = static_cast<SyncKind>(from.type);
    to.context = from.contextId;
    to.stream = from.streamId;
    to.event = from.cudaEventId;
    to.correlation = from.correlationId;
    return to;
}

OverheadActivity toPlain(const CUpti_ActivityOverhead3& from)
{
    OverheadActivity to;
    to.startNs = static_cast<std::int64_t>(from.start);
    to.endNs = static_cast<std::int64_t>(from.end);
    to.kind = static_cast<OverheadKind>(from.overheadKind);
    if (from.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD)
        to.thread = from.objectId.pt.threadId;
    return to;
}

void linkActivity(CuptiRecords& records, const CUpti_Activity& activity)
{
    if (activity.kind != CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION)
        return;
    const auto& link = reinterpret_cast<const CUpti_ActivityExternalCorrelation&>(activity);
    if (link.externalKind == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0)
        records.link(link.correlationId, link.externalId);
}

void convertActivity(CuptiRecords& records, const CUpti_Activity& activity)
{
    switch (activity.kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return records.kernel(toPlain(reinterpret_cast<const CUpti_ActivityKernel10&>(activity)));
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return records.copy(toPlain(reinterpret_cast<const CUpti_ActivityMemcpy6&>(activity)));
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return records.copy(toPlain(reinterpret_cast<const CUpti_ActivityMemcpyPtoP4&>(activity)));
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return records.set(toPlain(reinterpret_cast<const CUpti_ActivityMemset4&>(activity)));
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        return records.call(toPlain(reinterpret_cast<const CUpti_ActivityAPI&>(activity)));
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
        return records.sync(toPlain(reinterpret_cast<const CUpti_ActivitySynchronization2&>(activity)));
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return records.overhead(toPlain(reinterpret_cast<const CUpti_ActivityOverhead3&>(activity)));
    default:
        return;
    }
}

template<typename Use>
void forEachActivity(const CuptiBuffers::Filled& filled, Use use)
{
    CUpti_Activity* activity = nullptr;
    while (cuptiActivityGetNextRecord(filled.memory.get(), filled.bytes, &activity) == CUPTI_SUCCESS)
        use(*activity);
}

// The plain enums are cast to, so their numbers must be CUPTI's.
static_assert(static_cast<int>(CopyKind::PeerToPeer) == CUPTI_ACTIVITY_MEMCPY_KIND_PTOP);
static_assert(static_cast<int>(CopyKind::HostToDevice) == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD);
static_assert(static_cast<int>(CopyKind::DeviceToDevice) == CUPTI_ACTIVITY_MEMCPY_KIND_DTOD);
static_assert(static_cast<int>(MemoryKind::Pageable) == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE);
static_assert(static_cast<int>(MemoryKind::Pinned) == CUPTI_ACTIVITY_MEMORY_KIND_PINNED);
static_assert(static_cast<int>(MemoryKind::ManagedStatic) == CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC);
static_assert(static_cast<int>(SyncKind::Event) == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE);
static_assert(static_cast<int>(SyncKind::Context) == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE);
static_assert(static_cast<int>(OverheadKind::UvmActivityInit) == CUPTI_ACTIVITY_OVERHEAD_UVM_ACTIVITY_INIT);
static_assert(SyncActivity::kNone == CUPTI_SYNCHRONIZATION_INVALID_VALUE);

} // namespace

std::uint32_t cuptiVersion()
{
    std::uint32_t number = 0;
    return cuptiGetVersion(&number) == CUPTI_SUCCESS ? number : 0;
}

CuptiAttach attachCupti(ActivitySink& sink)
{
    Attachment& a = attachment();
    const std::lock_guard lock(a.mutex);
    a.sink.store(&sink, std::memory_order_release);
    if (a.attached)
        return a.version;
    a.version.number = cuptiVersion();
    const CUptiResult result = attachSteps(a);
    a.attached = result == CUPTI_SUCCESS;
    a.version.error = result;
    a.version.text = a.attached ? std::string() : resultText(result);
    if (!a.attached) {
        a.sink.store(nullptr, std::memory_order_release);
        if (a.subscriber)
            cuptiUnsubscribe(std::exchange(a.subscriber, nullptr));
    }
    return a.version;
}

void detachCupti()
{
    Attachment& a = attachment();
    const std::lock_guard lock(a.mutex);
    if (a.attached) {
        cuptiUnsubscribe(std::exchange(a.subscriber, nullptr));
        cuptiFinalize();
    }
    a.attached = false;
    a.sink.store(nullptr, std::memory_order_release);
}

struct CuptiSource::Work
{
    Work(ActivitySink& sinkToUse, DeviceLimits limits)
        : sink(sinkToUse)
        , records(sinkToUse, log, limits)
    {
    }

    // Asks CUPTI for what it has and turns it into records. Links first, over all buffers: device work and the call it
    // came from lie in different ones.
    void handOver(std::uint32_t flag, std::int64_t giveUpBeforeNs)
    {
        cuptiActivityFlushAll(flag);
        const std::lock_guard lock(mutex);
        std::deque<CuptiBuffers::Filled> filled = attachment().buffers.takeFilled();
        for (const CuptiBuffers::Filled& one : filled)
            forEachActivity(one, [this](const CUpti_Activity& activity) { linkActivity(records, activity); });
        for (CuptiBuffers::Filled& one : filled) {
            std::size_t count = 0;
            forEachActivity(one, [&](const CUpti_Activity& activity) {
                if (count++ % 256 == 0)
                    awaitRoom();
                convertActivity(records, activity);
            });
            attachment().buffers.recycle(std::move(one));
        }
        records.giveUpWaiting(giveUpBeforeNs);
    }

    // The writer empties the ring every few dozen ms. If it does not, the records are dropped and counted.
    void awaitRoom()
    {
        for (int i = 0; i < 200 && sink.room() < 1024; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    void run()
    {
        std::unique_lock lock(wakeMutex);
        while (!wake.wait_for(lock, kPeriod, [this] { return quit; }))
            handOver(0, sink.now() - kPatienceNs);
    }

    void endThread()
    {
        {
            const std::lock_guard lock(wakeMutex);
            quit = true;
        }
        wake.notify_one();
        if (thread.joinable())
            thread.join();
        quit = false;
    }

    ActivitySink& sink;
    LaunchLog log;
    std::mutex mutex; // the records, and the order of buffers
    CuptiRecords records;
    std::mutex wakeMutex;
    std::condition_variable wake;
    bool quit = false;
    std::thread thread;
};

CuptiSource::CuptiSource(ActivitySink& sink, DeviceLimits limits)
    : m_work(std::make_unique<Work>(sink, limits))
{
}

CuptiSource::~CuptiSource()
{
    stop();
}

Status CuptiSource::start()
{
    if (isStarted())
        return {};
    for (const CUpti_ActivityKind kind : kKinds) {
        const CUptiResult result = cuptiActivityEnable(kind);
        if (result == CUPTI_SUCCESS)
            continue;
        for (const CUpti_ActivityKind enabled : kKinds)
            cuptiActivityDisable(enabled);
        return Status::failure("backend cuda: " + cuptiMessage(result, resultText(result)));
    }
    cuptiActivityFlushPeriod(static_cast<std::uint32_t>(kPeriod.count()));
    m_work->thread = std::thread([this] {
        pthread_setname_np(pthread_self(), "cupti");
        m_work->run();
    });
    m_started.store(true, std::memory_order_relaxed);
    return {};
}

void CuptiSource::collect()
{
    if (isStarted())
        m_work->handOver(0, INT64_MAX);
}

void CuptiSource::stop()
{
    if (!isStarted())
        return;
    m_started.store(false, std::memory_order_relaxed);
    m_work->endThread();
    for (const CUpti_ActivityKind kind : kKinds)
        cuptiActivityDisable(kind);
    cuptiActivityFlushPeriod(0);
    m_work->handOver(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED, INT64_MAX);
}

void CuptiSource::push(const Launch& launch)
{
    const std::uint64_t token = m_work->log.add(launch, m_work->sink.now());
    cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, token);
}

void CuptiSource::pop()
{
    std::uint64_t token = 0;
    cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &token);
}

} // namespace stepglass::capture::cuda
