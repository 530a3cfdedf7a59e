// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace stepglass::capture {

// The device functions a backend must offer. Matrices are row-major float32; sizes in elements.
enum class KernelOp : std::uint8_t
{
    Gemm,              // out[m,n] = op(a)[m,k] * op(b)[k,n]
    Gelu,              // out = a * Phi(a), the erf form; count elements
    GeluBackward,      // out = a * gelu'(b): a = gradient, b = input of the forward
    SquaredDifference, // out = (a - b)^2
    Mean,              // out[0] = mean of a, summed in double
    MseBackward,       // out = a[0] * 2 * (b - c) / count
    Fill,              // out = scalar
    Sum,               // out[0] += sum of a, summed in double; asked of a device that works inline only
    // Multi-tensor: one launch works through all of `tensors`.
    ForeachMul,     // x *= scalar
    ForeachLerp,    // x += scalar * (a - x)
    ForeachAddcmul, // x += scalar * a * b
    ForeachSqrt,    // x = sqrt(a)
    ForeachDiv,     // x /= scalar
    ForeachAdd,     // x += scalar
    ForeachAddcdiv, // x += scalar * a / b
};

// One tensor of a multi-tensor launch.
struct TensorTask
{
    float* x;
    const float* a;
    const float* b;
    std::int64_t count;
    float scalar;
};

// A kernel with all its arguments, by value, so that it can wait in a stream's queue.
struct KernelCall
{
    KernelOp op = KernelOp::Fill;
    const char* name = ""; // literal or interned: what the trace shows
    float* out = nullptr;
    const float* a = nullptr;
    const float* b = nullptr;
    const float* c = nullptr;
    std::int64_t count = 0;
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    bool transposeA = false; // a is stored as [k,m]
    bool transposeB = false; // b is stored as [n,k]
    float scalar = 0;
    std::vector<TensorTask> tensors;
};

} // namespace stepglass::capture
