// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"
#include "capture/recorder/scope.h"
#include "capture/workload/tensor.h"

#include <cstdint>
#include <span>

namespace stepglass::capture {

// Number of a forward operator in the autograd order; -1 where no gradient is wanted.
using Sequence = std::int64_t;

// The number of a forward operator, if it has one, and the arrow's side.
inline void setSequence(OperatorScope& scope, Sequence sequence, std::uint8_t flow)
{
    if (sequence >= 0)
        scope.setSequence(sequence, flow, 0);
}

// The operators of the step: each opens its scope, named as PyTorch's under mlp::, and launches its kernels on one
// stream. What an operator consists of depends on the device where PyTorch's does: on one that works inline it is the
// tree of a CPU, else of a CUDA device. Allocation failures throw std::bad_alloc. Any one thread at a time.
class Ops
{
public:
    // Throws std::bad_alloc where the device gives no pinned memory.
    Ops(Device& device, Recorder& recorder, CachingAllocator& allocator, StreamId stream);
    ~Ops();
    Ops(const Ops&) = delete;
    Ops& operator=(const Ops&) = delete;

    // Reads a value back after each operator, which makes the host wait for the device each time.
    void setReadBackEach(bool on) { m_readBackEach = on; }

    Tensor empty(std::int64_t rows, std::int64_t cols);
    // A copy of host memory on the device, on the ops' stream. blocking: the host waits until it is there.
    Tensor to(const float* host, std::int64_t rows, std::int64_t cols, HostMemory kind, bool blocking);
    Tensor t(const Tensor& x, Sequence sequence = -1);
    Tensor mm(const Tensor& a, const Tensor& b, Sequence sequence = -1);
    // x * weight^T; takes the numbers sequence (t) and sequence + 1 (mm).
    Tensor linear(const Tensor& x, const Tensor& weight, Sequence sequence = -1);
    Tensor gelu(const Tensor& x, Sequence sequence = -1);
    Tensor geluBackward(const Tensor& gradient, const Tensor& x);
    // Says that both have one shape, as PyTorch's loss functions do first.
    void broadcastTensors(const Tensor& a, const Tensor& b);
    // Mean over all elements of (y - target)^2.
    Tensor mseLoss(const Tensor& y, const Tensor& target, Sequence sequence = -1);
    Tensor mseLossBackward(const Tensor& gradient, const Tensor& y, const Tensor& target);
    Tensor onesLike(const Tensor& x);
    Tensor zerosLike(const Tensor& x);
    Tensor detach(const Tensor& x);
    // The value of a scalar tensor: copies it to the host and waits.
    float item(const Tensor& x);

    Device& device() const { return m_device; }
    Recorder& recorder() const { return m_recorder; }
    StreamId stream() const { return m_stream; }
    void launch(KernelCall call) { m_device.launch(m_stream, std::move(call)); }
    void readBack(const float* deviceValue);
    // Interned text of a kernel's name, or its stem where nothing is recorded.
    const char* kernelName(const char* stem, std::int64_t rows, std::int64_t cols);
    const char* kernelName(const char* stem, std::int64_t count);

private:
    void elementwise(KernelOp op, const char* stem, const Tensor& out, const float* a, const float* b = nullptr,
                     const float* c = nullptr);
    void resolveConjugates(const Tensor& out, const Tensor& a, const Tensor& b);
    void fill(const Tensor& x, float value);
    void mean(const Tensor& x, const Tensor& out);
    void sum(const Tensor& x, const Tensor& out);
    void divide(const Tensor& x, double divisor);
    void reduce(KernelOp op, const char* stem, float* out, const float* a, std::int64_t count);
    float scalarToHost(const float* deviceValue);

    Device& m_device;
    Recorder& m_recorder;
    CachingAllocator& m_allocator;
    const StreamId m_stream;
    const bool m_inline;
    float* const m_scalar; // pinned: where a value that is read back arrives
    bool m_readBackEach = false;
};

} // namespace stepglass::capture
