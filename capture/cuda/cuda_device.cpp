// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/cuda_device.h"

#include "capture/cuda/cuda_probe.h"
#include "capture/cuda/kernels.h"

#include <cstdlib>

namespace stepglass::capture::cuda {
namespace {

constexpr int kDevice = 0;
constexpr std::size_t kPage = 4096;

// Numbers that cuda_messages.cpp, which sees no CUDA header, relies on.
static_assert(cudaErrorInsufficientDriver == 35 && cudaErrorNoDevice == 100 && cudaErrorDevicesUnavailable == 46 &&
              cudaErrorSystemNotReady == 802 && cudaErrorSystemDriverMismatch == 803);

// Ties the CUDA calls of its lifetime to the operator that the calling thread is in, where records are wanted.
class TracedCall
{
public:
    TracedCall(CuptiSource& source, ActivitySink& sink, const char* kernelName = nullptr)
        : m_source(source)
        , m_active(source.isStarted() && sink.recording())
    {
        if (m_active)
            m_source.push({sink.context(), kernelName});
    }
    ~TracedCall()
    {
        if (m_active)
            m_source.pop();
    }
    TracedCall(const TracedCall&) = delete;
    TracedCall& operator=(const TracedCall&) = delete;

private:
    CuptiSource& m_source;
    const bool m_active;
};

cudaMemcpyKind kindOf(CopyDirection direction)
{
    return direction == CopyDirection::HostToDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
}

} // namespace

std::unique_ptr<CudaDevice> CudaDevice::open(ActivitySink& sink, std::string& error)
{
    ProbeResult probe = probeCuda();
    error = whyNot(probe);
    if (!error.empty())
        return nullptr;
    const CuptiAttach cupti = attachCupti(sink); // before the context is made
    probe.cuptiError = cupti.error;
    probe.cuptiText = cupti.text;
    error = whyNot(probe);
    if (!error.empty())
        return nullptr;
    std::unique_ptr<CudaDevice> device(
        new CudaDevice(sink, deviceInfo(kDevice, probe, cupti.number), deviceLimits(kDevice)));
    if (const Status prepared = device->prepare(); !prepared) {
        error = prepared.message();
        return nullptr;
    }
    return device;
}

CudaDevice::CudaDevice(ActivitySink& sink, DeviceInfo info, DeviceLimits limits)
    : m_sink(sink)
    , m_info(std::move(info))
    , m_source(sink, limits)
{
    m_streams.emplace_back(); // the default stream
}

CudaDevice::~CudaDevice()
{
    cudaDeviceSynchronize();
    m_source.stop();
    detachCupti();
    for (const cudaEvent_t event : m_events)
        cudaEventDestroy(event);
    for (const Stream& stream : m_streams) {
        if (stream.blas)
            cublasDestroy(stream.blas);
        cudaFree(stream.reduction);
        if (stream.handle)
            cudaStreamDestroy(stream.handle);
    }
}

// Makes the context and what the first step would else wait for.
Status CudaDevice::prepare()
{
    std::size_t free = 0;
    std::size_t total = 0;
    if (check(cudaSetDevice(kDevice), "cudaSetDevice") && check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo") &&
        prepareBlas(m_streams.front()))
        reductionMemory(m_streams.front());
    m_info.memoryBytes = static_cast<std::int64_t>(free);
    return status();
}

void CudaDevice::fail(const std::string& message)
{
    const std::lock_guard lock(m_mutex);
    if (m_status)
        m_status = Status::failure(message);
}

bool CudaDevice::check(cudaError_t error, const char* call)
{
    if (error == cudaSuccess)
        return true;
    fail(std::string("the CUDA device failed in ") + call + ": " + cudaGetErrorString(error) + " (" +
         std::to_string(error) + "); nvidia-smi and the kernel's log (Xid) say more");
    return false;
}

bool CudaDevice::check(cublasStatus_t status, const char* call)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return true;
    fail(std::string("cuBLAS failed in ") + call + ": " + cublasGetStatusString(status) +
         "; check that the device has memory left (nvidia-smi)");
    return false;
}

Status CudaDevice::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

void* CudaDevice::allocate(std::size_t bytes)
{
    const TracedCall traced(m_source, m_sink);
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError(); // the caller is told by null
        return nullptr;
    }
    return check(error, "cudaMalloc") ? memory : nullptr;
}

void CudaDevice::release(void* memory, std::size_t)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaFree(memory), "cudaFree");
}

void* CudaDevice::allocateHost(std::size_t bytes, HostMemory kind)
{
    if (kind == HostMemory::Pageable)
        return std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
    const TracedCall traced(m_source, m_sink);
    void* memory = nullptr;
    const cudaError_t error = cudaMallocHost(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return nullptr;
    }
    return check(error, "cudaMallocHost") ? memory : nullptr;
}

void CudaDevice::releaseHost(void* memory, std::size_t, HostMemory kind)
{
    if (kind == HostMemory::Pageable) {
        std::free(memory);
        return;
    }
    const TracedCall traced(m_source, m_sink);
    check(cudaFreeHost(memory), "cudaFreeHost");
}

StreamId CudaDevice::createStream()
{
    cudaStream_t handle = nullptr;
    check(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    const std::lock_guard lock(m_mutex);
    m_streams.emplace_back().handle = handle;
    return static_cast<StreamId>(m_streams.size() - 1);
}

EventId CudaDevice::createEvent()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "cudaEventCreate");
    const std::lock_guard lock(m_mutex);
    m_events.push_back(event);
    return static_cast<EventId>(m_events.size() - 1);
}

CudaDevice::Stream& CudaDevice::stream(StreamId id)
{
    const std::lock_guard lock(m_mutex);
    return m_streams.at(static_cast<std::size_t>(id));
}

cudaEvent_t CudaDevice::event(EventId id)
{
    const std::lock_guard lock(m_mutex);
    return m_events.at(static_cast<std::size_t>(id));
}

bool CudaDevice::prepareBlas(Stream& stream)
{
    if (stream.blas)
        return true;
    return check(cublasCreate(&stream.blas), "cublasCreate") &&
           check(cublasSetStream(stream.blas, stream.handle), "cublasSetStream") &&
           check(cublasSetMathMode(stream.blas, CUBLAS_DEFAULT_MATH), "cublasSetMathMode");
}

void* CudaDevice::reductionMemory(Stream& stream)
{
    if (stream.reduction)
        return stream.reduction;
    if (check(cudaMalloc(&stream.reduction, kReductionBytes), "cudaMalloc"))
        check(cudaMemsetAsync(stream.reduction, 0, kReductionBytes, stream.handle), "cudaMemsetAsync");
    return stream.reduction;
}

// cuBLAS counts columns first, so what it sees are the transposed matrices: out^T = op(b)^T op(a)^T.
void CudaDevice::gemm(Stream& stream, const KernelCall& call)
{
    const std::lock_guard lock(stream.blasMutex);
    if (!prepareBlas(stream))
        return;
    const auto m = static_cast<int>(call.m);
    const auto n = static_cast<int>(call.n);
    const auto k = static_cast<int>(call.k);
    const float one = 1;
    const float zero = 0;
    check(cublasSgemm(stream.blas, call.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N,
                      call.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N, n, m, k, &one, call.b, call.transposeB ? k : n,
                      call.a, call.transposeA ? m : k, &zero, call.out, n),
          "cublasSgemm");
}

void CudaDevice::launch(StreamId id, KernelCall call)
{
    Stream& on = stream(id);
    void* reduction = call.op == KernelOp::Mean ? reductionMemory(on) : nullptr;
    const TracedCall traced(m_source, m_sink, call.name);
    if (call.op == KernelOp::Gemm)
        gemm(on, call);
    else
        check(startKernel(call, reduction, on.handle), call.name);
}

void CudaDevice::copyAsync(StreamId id, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                           HostMemory)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaMemcpyAsync(to, from, bytes, kindOf(direction), stream(id).handle), "cudaMemcpyAsync");
}

// cudaMemcpy waits for the default stream only. From pageable memory it may return while the last staged piece is on
// its way; work of the same stream comes after it all the same.
void CudaDevice::copy(StreamId id, void* to, const void* from, std::size_t bytes, CopyDirection direction, HostMemory)
{
    const TracedCall traced(m_source, m_sink);
    if (id == defaultStream()) {
        check(cudaMemcpy(to, from, bytes, kindOf(direction)), "cudaMemcpy");
        return;
    }
    const cudaStream_t handle = stream(id).handle;
    if (check(cudaMemcpyAsync(to, from, bytes, kindOf(direction), handle), "cudaMemcpyAsync"))
        check(cudaStreamSynchronize(handle), "cudaStreamSynchronize");
}

void CudaDevice::setAsync(StreamId id, void* memory, int byte, std::size_t bytes)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaMemsetAsync(memory, byte, bytes, stream(id).handle), "cudaMemsetAsync");
}

void CudaDevice::record(EventId id, StreamId streamId)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaEventRecord(event(id), stream(streamId).handle), "cudaEventRecord");
}

void CudaDevice::wait(StreamId streamId, EventId id)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaStreamWaitEvent(stream(streamId).handle, event(id), 0), "cudaStreamWaitEvent");
}

void CudaDevice::synchronizeEvent(EventId id)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaEventSynchronize(event(id)), "cudaEventSynchronize");
}

bool CudaDevice::query(EventId id)
{
    const TracedCall traced(m_source, m_sink);
    const cudaError_t error = cudaEventQuery(event(id));
    if (error == cudaErrorNotReady)
        return false;
    check(error, "cudaEventQuery");
    return true; // after a failure nothing is worth waiting for
}

void CudaDevice::synchronizeStream(StreamId id)
{
    const TracedCall traced(m_source, m_sink);
    check(cudaStreamSynchronize(stream(id).handle), "cudaStreamSynchronize");
}

void CudaDevice::synchronize()
{
    const TracedCall traced(m_source, m_sink);
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

double CudaDevice::elapsedMs(EventId from, EventId to)
{
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, event(from), event(to)), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds);
}

void CudaDevice::enableActivities(bool on)
{
    if (!on) {
        m_source.stop();
        return;
    }
    if (const Status started = m_source.start(); !started)
        fail(started.message());
}

} // namespace stepglass::capture::cuda
