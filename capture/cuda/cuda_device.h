// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cuda/cupti_source.h"
#include "capture/device/device.h"

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace stepglass::capture::cuda {

// The first CUDA device that is visible. Work goes to the legacy default stream (which CUPTI numbers 7, as in PyTorch's
// traces) and to non-blocking streams; matrices through cuBLAS in full float32, never TF32.
class CudaDevice : public Device
{
public:
    // Null and a sentence in `error` where this machine cannot capture on CUDA.
    static std::unique_ptr<CudaDevice> open(ActivitySink& sink, std::string& error);
    ~CudaDevice() override;
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    const DeviceInfo& info() const override { return m_info; }
    Status status() const override;
    void* allocate(std::size_t bytes) override;
    void release(void* memory, std::size_t bytes) override;
    void* allocateHost(std::size_t bytes, HostMemory kind) override;
    void releaseHost(void* memory, std::size_t bytes, HostMemory kind) override;
    StreamId defaultStream() const override { return 0; }
    StreamId createStream() override;
    EventId createEvent() override;
    void launch(StreamId stream, KernelCall call) override;
    void copyAsync(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
                   HostMemory host) override;
    void copy(StreamId stream, void* to, const void* from, std::size_t bytes, CopyDirection direction,
              HostMemory host) override;
    void setAsync(StreamId stream, void* memory, int byte, std::size_t bytes) override;
    void record(EventId event, StreamId stream) override;
    void wait(StreamId stream, EventId event) override;
    void synchronizeEvent(EventId event) override;
    bool query(EventId event) override;
    void synchronizeStream(StreamId stream) override;
    void synchronize() override;
    double elapsedMs(EventId from, EventId to) override;
    void enableActivities(bool on) override;
    void collectActivities() override { m_source.collect(); }

private:
    struct Stream
    {
        cudaStream_t handle = nullptr;
        cublasHandle_t blas = nullptr; // made when first needed
        void* reduction = nullptr;     // likewise
        std::mutex blasMutex;          // a cuBLAS handle serves one thread at a time
    };

    CudaDevice(ActivitySink& sink, DeviceInfo info, DeviceLimits limits);
    Status prepare();
    Stream& stream(StreamId id);
    cudaEvent_t event(EventId id);
    bool prepareBlas(Stream& stream);
    void* reductionMemory(Stream& stream);
    void gemm(Stream& stream, const KernelCall& call);
    // Keeps the first failure: CUDA's are sticky, the later ones follow from it.
    bool check(cudaError_t error, const char* call);
    bool check(cublasStatus_t status, const char* call);
    void fail(const std::string& message);

    ActivitySink& m_sink;
    DeviceInfo m_info;
    CuptiSource m_source;
    mutable std::mutex m_mutex; // the lists and the status
    std::deque<Stream> m_streams;
    std::deque<cudaEvent_t> m_events;
    Status m_status;
};

} // namespace stepglass::capture::cuda
