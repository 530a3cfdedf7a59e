// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/host_kernels.h"

#include "capture/device/elementwise.h"

#include <cblas.h>

namespace stepglass::capture {
namespace {

void gemm(const KernelCall& call)
{
    const auto m = static_cast<blasint>(call.m);
    const auto n = static_cast<blasint>(call.n);
    const auto k = static_cast<blasint>(call.k);
    cblas_sgemm(CblasRowMajor, call.transposeA ? CblasTrans : CblasNoTrans, call.transposeB ? CblasTrans : CblasNoTrans,
                m, n, k, 1.0F, call.a, call.transposeA ? m : k, call.b, call.transposeB ? k : n, 0.0F, call.out, n);
}

template<typename Function>
void forEach(const KernelCall& call, Function function)
{
    for (const TensorTask& task : call.tensors)
        function(task);
}

} // namespace

void runOnHost(const KernelCall& call)
{
    using namespace elementwise;
    switch (call.op) {
    case KernelOp::Gemm:
        return gemm(call);
    case KernelOp::Gelu:
        return gelu(call.out, call.a, call.count);
    case KernelOp::GeluBackward:
        return geluBackward(call.out, call.a, call.b, call.count);
    case KernelOp::SquaredDifference:
        return squaredDifference(call.out, call.a, call.b, call.count);
    case KernelOp::Mean:
        return mean(call.out, call.a, call.count);
    case KernelOp::Sum:
        return sum(call.out, call.a, call.count);
    case KernelOp::MseBackward:
        return mseBackward(call.out, *call.a, call.b, call.c, call.count);
    case KernelOp::Fill:
        return fill(call.out, call.scalar, call.count);
    case KernelOp::ForeachMul:
        return forEach(call, [](const TensorTask& t) { mul(t.x, t.scalar, t.count); });
    case KernelOp::ForeachLerp:
        return forEach(call, [](const TensorTask& t) { lerp(t.x, t.a, t.scalar, t.count); });
    case KernelOp::ForeachAddcmul:
        return forEach(call, [](const TensorTask& t) { addcmul(t.x, t.a, t.b, t.scalar, t.count); });
    case KernelOp::ForeachSqrt:
        return forEach(call, [](const TensorTask& t) { squareRoot(t.x, t.a, t.count); });
    case KernelOp::ForeachDiv:
        return forEach(call, [](const TensorTask& t) { div(t.x, t.scalar, t.count); });
    case KernelOp::ForeachAdd:
        return forEach(call, [](const TensorTask& t) { add(t.x, t.scalar, t.count); });
    case KernelOp::ForeachAddcdiv:
        return forEach(call, [](const TensorTask& t) { addcdiv(t.x, t.a, t.b, t.scalar, t.count); });
    }
}

void setBlasThreads(int count)
{
    openblas_set_num_threads(count < 1 ? 1 : count);
}

std::string blasDescription()
{
    return openblas_get_config();
}

} // namespace stepglass::capture
