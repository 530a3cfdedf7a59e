// SPDX-License-Identifier: GPL-3.0-or-later
// The step's own device functions, all memory bound: a thread takes four neighbouring floats at a time where it can.
#include "capture/cuda/kernels.h"

#include <algorithm>
#include <cstdint>

namespace stepglass::capture::cuda {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kChunk = 4096; // elements a block works on: 16 a thread
constexpr int kMostPartials = 256;    // blocks of a reduction

__device__ bool isAligned(const void* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer) % sizeof(float4) == 0;
}

// Calls element(i) for one block's share of [0, count).
template<typename Element>
__device__ void forChunk(std::int64_t first, std::int64_t count, Element element)
{
    const std::int64_t end = first + kChunk < count ? first + kChunk : count;
#pragma unroll 4
    for (std::int64_t i = first + threadIdx.x; i < end; i += kThreads)
        element(i);
}

__global__ void __launch_bounds__(kThreads) geluKernel(float* out, const float* x, std::int64_t count)
{
    forChunk(blockIdx.x * kChunk, count, [=](std::int64_t i) { out[i] = x[i] * normcdff(x[i]); });
}

__global__ void __launch_bounds__(kThreads)
    geluBackwardKernel(float* out, const float* gradient, const float* x, std::int64_t count)
{
    forChunk(blockIdx.x * kChunk, count, [=](std::int64_t i) {
        const float density = 0.39894228F * expf(-0.5F * x[i] * x[i]);
        out[i] = gradient[i] * (normcdff(x[i]) + x[i] * density);
    });
}

__global__ void __launch_bounds__(kThreads)
    squaredDifferenceKernel(float* out, const float* a, const float* b, std::int64_t count)
{
    forChunk(blockIdx.x * kChunk, count, [=](std::int64_t i) {
        const float difference = a[i] - b[i];
        out[i] = difference * difference;
    });
}

__global__ void __launch_bounds__(kThreads)
    mseBackwardKernel(float* out, const float* gradient, const float* y, const float* target, std::int64_t count)
{
    const auto factor = static_cast<float>(2.0 * static_cast<double>(*gradient) / static_cast<double>(count));
    forChunk(blockIdx.x * kChunk, count, [=](std::int64_t i) { out[i] = factor * (y[i] - target[i]); });
}

__global__ void __launch_bounds__(kThreads) fillKernel(float* out, float value, std::int64_t count)
{
    forChunk(blockIdx.x * kChunk, count, [=](std::int64_t i) { out[i] = value; });
}

// What lies in a stream's reduction memory.
struct Reduction
{
    double partials[kMostPartials];
    unsigned finished;
};
static_assert(sizeof(Reduction) <= kReductionBytes);

// Sum of one value a thread, in thread 0. The order is fixed, so a result repeats bit for bit.
__device__ double sumOverBlock(double value)
{
    __shared__ double shared[kThreads];
    shared[threadIdx.x] = value;
    __syncthreads();
    for (int half = kThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    return shared[0];
}

// Each block sums its part; the block that finishes last sums the parts.
__global__ void __launch_bounds__(kThreads)
    meanKernel(float* out, const float* a, std::int64_t count, Reduction* reduction)
{
    __shared__ bool isLast;
    double sum = 0;
    for (std::int64_t i = std::int64_t{blockIdx.x} * kThreads + threadIdx.x; i < count;
         i += std::int64_t{gridDim.x} * kThreads)
        sum += static_cast<double>(a[i]);
    sum = sumOverBlock(sum);
    if (threadIdx.x == 0) {
        reduction->partials[blockIdx.x] = sum;
        __threadfence();
        isLast = atomicAdd(&reduction->finished, 1U) == gridDim.x - 1;
    }
    __syncthreads();
    if (!isLast)
        return;
    __threadfence();
    const volatile double* partials = reduction->partials;
    sum = sumOverBlock(threadIdx.x < gridDim.x ? partials[threadIdx.x] : 0.0);
    if (threadIdx.x == 0) {
        *out = static_cast<float>(sum / static_cast<double>(count));
        reduction->finished = 0; // for the next launch on the stream
    }
}

// The multi-tensor operators, one element at a time. reads: which operands there are.
struct Mul
{
    static constexpr bool kX = true, kA = false, kB = false;
    __device__ static float apply(float x, float, float, float s) { return x * s; }
};
struct Lerp
{
    static constexpr bool kX = true, kA = true, kB = false;
    __device__ static float apply(float x, float a, float, float s) { return x + s * (a - x); }
};
struct Addcmul
{
    static constexpr bool kX = true, kA = true, kB = true;
    __device__ static float apply(float x, float a, float b, float s) { return x + s * a * b; }
};
struct Sqrt
{
    static constexpr bool kX = false, kA = true, kB = false;
    __device__ static float apply(float, float a, float, float) { return sqrtf(a); }
};
struct Div
{
    static constexpr bool kX = true, kA = false, kB = false;
    __device__ static float apply(float x, float, float, float s) { return x / s; }
};
struct Add
{
    static constexpr bool kX = true, kA = false, kB = false;
    __device__ static float apply(float x, float, float, float s) { return x + s; }
};
struct Addcdiv
{
    static constexpr bool kX = true, kA = true, kB = true;
    __device__ static float apply(float x, float a, float b, float s) { return x + s * (a / b); }
};

struct ForeachItem
{
    float* x;
    const float* a;
    const float* b;
    std::int64_t count;
    float scalar;
    unsigned firstBlock;
};

// A launch's parameters may take 32764 bytes since compute capability 7.0 and CUDA 12.1; most launches need few.
template<int Capacity>
struct ForeachItems
{
    int count;
    ForeachItem items[Capacity];
};
constexpr int kFew = 8;
constexpr int kMany = 640;
static_assert(sizeof(ForeachItems<kMany>) <= 32764);

template<typename Op>
__device__ void applyToFour(const ForeachItem& item, std::int64_t i)
{
    const float4 zero{};
    const float4 x = Op::kX ? *reinterpret_cast<const float4*>(item.x + i) : zero;
    const float4 a = Op::kA ? *reinterpret_cast<const float4*>(item.a + i) : zero;
    const float4 b = Op::kB ? *reinterpret_cast<const float4*>(item.b + i) : zero;
    float4 out;
    out.x = Op::apply(x.x, a.x, b.x, item.scalar);
    out.y = Op::apply(x.y, a.y, b.y, item.scalar);
    out.z = Op::apply(x.z, a.z, b.z, item.scalar);
    out.w = Op::apply(x.w, a.w, b.w, item.scalar);
    *reinterpret_cast<float4*>(item.x + i) = out;
}

template<typename Op>
__device__ void applyToOne(const ForeachItem& item, std::int64_t i)
{
    item.x[i] = Op::apply(Op::kX ? item.x[i] : 0.0F, Op::kA ? item.a[i] : 0.0F, Op::kB ? item.b[i] : 0.0F, item.scalar);
}

template<typename Op, int Capacity>
__global__ void __launch_bounds__(kThreads) foreachKernel(const __grid_constant__ ForeachItems<Capacity> all)
{
    int low = 0; // the last item whose first block is not beyond this one
    for (int high = all.count; high - low > 1;) {
        const int middle = (low + high) / 2;
        (all.items[middle].firstBlock <= blockIdx.x ? low : high) = middle;
    }
    const ForeachItem& item = all.items[low];
    const std::int64_t first = std::int64_t{blockIdx.x - item.firstBlock} * kChunk;
    const std::int64_t end = first + kChunk < item.count ? first + kChunk : item.count;
    const bool aligned = isAligned(item.x) && (!Op::kA || isAligned(item.a)) && (!Op::kB || isAligned(item.b));
    const std::int64_t fours = aligned ? (end - first) / 4 : 0;
    for (std::int64_t i = threadIdx.x; i < fours; i += kThreads)
        applyToFour<Op>(item, first + 4 * i);
    for (std::int64_t i = first + 4 * fours + threadIdx.x; i < end; i += kThreads)
        applyToOne<Op>(item, i);
}

std::int64_t blocksFor(std::int64_t count)
{
    return (count + kChunk - 1) / kChunk;
}

template<typename Op, int Capacity>
void startForeachPart(const TensorTask* tasks, int count, cudaStream_t stream)
{
    ForeachItems<Capacity> all{};
    std::int64_t blocks = 0;
    for (int i = 0; i < count; ++i) {
        const TensorTask& task = tasks[i];
        if (task.count < 1)
            continue;
        all.items[all.count++] = {task.x, task.a, task.b, task.count, task.scalar, static_cast<unsigned>(blocks)};
        blocks += blocksFor(task.count);
    }
    if (all.count > 0)
        foreachKernel<Op, Capacity><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(all);
}

template<typename Op>
void startForeach(const KernelCall& call, cudaStream_t stream)
{
    const int total = static_cast<int>(call.tensors.size());
    if (total <= kFew) {
        startForeachPart<Op, kFew>(call.tensors.data(), total, stream);
        return;
    }
    for (int at = 0; at < total; at += kMany)
        startForeachPart<Op, kMany>(call.tensors.data() + at, std::min(kMany, total - at), stream);
}

void startMean(const KernelCall& call, void* memory, cudaStream_t stream)
{
    const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(kMostPartials, blocksFor(call.count)));
    meanKernel<<<blocks, kThreads, 0, stream>>>(call.out, call.a, call.count, static_cast<Reduction*>(memory));
}

void startForeachOp(const KernelCall& call, cudaStream_t stream)
{
    switch (call.op) {
    case KernelOp::ForeachMul:
        return startForeach<Mul>(call, stream);
    case KernelOp::ForeachLerp:
        return startForeach<Lerp>(call, stream);
    case KernelOp::ForeachAddcmul:
        return startForeach<Addcmul>(call, stream);
    case KernelOp::ForeachSqrt:
        return startForeach<Sqrt>(call, stream);
    case KernelOp::ForeachDiv:
        return startForeach<Div>(call, stream);
    case KernelOp::ForeachAdd:
        return startForeach<Add>(call, stream);
    case KernelOp::ForeachAddcdiv:
        return startForeach<Addcdiv>(call, stream);
    default:
        return;
    }
}

} // namespace

cudaError_t startKernel(const KernelCall& call, void* reduction, cudaStream_t stream)
{
    const auto blocks = static_cast<unsigned>(blocksFor(call.count));
    switch (call.op) {
    case KernelOp::Gelu:
        geluKernel<<<blocks, kThreads, 0, stream>>>(call.out, call.a, call.count);
        break;
    case KernelOp::GeluBackward:
        geluBackwardKernel<<<blocks, kThreads, 0, stream>>>(call.out, call.a, call.b, call.count);
        break;
    case KernelOp::SquaredDifference:
        squaredDifferenceKernel<<<blocks, kThreads, 0, stream>>>(call.out, call.a, call.b, call.count);
        break;
    case KernelOp::Mean:
        startMean(call, reduction, stream);
        break;
    case KernelOp::MseBackward:
        mseBackwardKernel<<<blocks, kThreads, 0, stream>>>(call.out, call.a, call.b, call.c, call.count);
        break;
    case KernelOp::Fill:
        fillKernel<<<blocks, kThreads, 0, stream>>>(call.out, call.scalar, call.count);
        break;
    default:
        startForeachOp(call, stream);
    }
    return cudaPeekAtLastError();
}

} // namespace stepglass::capture::cuda
