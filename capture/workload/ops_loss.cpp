// SPDX-License-Identifier: GPL-3.0-or-later
// The loss and its gradient, and the mean that it is.
#include "capture/workload/ops.h"
#include "capture/workload/shapes.h"

#include <array>

namespace stepglass::capture {

void Ops::broadcastTensors(const Tensor& a, const Tensor& b)
{
    OperatorScope scope(m_recorder, "mlp::broadcast_tensors");
    if (scope.wantsShapes())
        scope.setListShapes(std::array{a.shape(), b.shape()}, 1, 0);
}

// As in PyTorch, the result has at first the shape of its operands.
Tensor Ops::mseLoss(const Tensor& y, const Tensor& target, Sequence sequence)
{
    OperatorScope scope(m_recorder, "mlp::mse_loss");
    setSequence(scope, sequence, kFlowStart);
    if (scope.wantsShapes())
        scope.setShapes({y.shape(), target.shape(), {}});
    Tensor loss = empty(y.rows, y.cols);
    {
        OperatorScope resize(m_recorder, "mlp::resize_");
        setTensorArgument(resize, loss, 2);
        loss.rows = loss.cols = 1;
    }
    Tensor squares;
    {
        OperatorScope allocation(m_recorder, "mlp::empty");
        setPlainArguments(allocation, 6);
        squares = empty(y.rows, y.cols);
    }
    elementwise(KernelOp::SquaredDifference, "squared_difference", squares, y.data(), target.data());
    mean(squares, loss);
    readBack(loss.data());
    return loss;
}

void Ops::reduce(KernelOp op, const char* stem, float* out, const float* a, std::int64_t count)
{
    KernelCall call;
    call.op = op;
    call.name = kernelName(stem, count);
    call.out = out;
    call.a = a;
    call.count = count;
    launch(std::move(call));
}

// A device has one kernel for it, the CPU adds and divides.
void Ops::mean(const Tensor& x, const Tensor& out)
{
    OperatorScope scope(m_recorder, "mlp::mean");
    setTensorArgument(scope, x, 4);
    if (m_inline) {
        sum(x, out);
        divide(out, static_cast<double>(x.count()));
        return;
    }
    {
        OperatorScope strided(m_recorder, "mlp::as_strided");
        setScalarArgument(strided, 3);
    }
    reduce(KernelOp::Mean, "reduce_mean", out.data(), x.data(), x.count());
}

// In two passes, as PyTorch's CPU does with many elements: partial sums that begin with the result's 0, and their sum.
void Ops::sum(const Tensor& x, const Tensor& out)
{
    constexpr std::int64_t kParts = 2;
    OperatorScope scope(m_recorder, "mlp::sum");
    setTensorArgument(scope, x, 4);
    {
        OperatorScope strided(m_recorder, "mlp::as_strided");
        setScalarArgument(strided, 3);
    }
    {
        OperatorScope zero(m_recorder, "mlp::fill_");
        setTensorArgument(zero, {1, 1}, 1);
        fill(out, 0);
    }
    {
        OperatorScope unsqueeze(m_recorder, "mlp::unsqueeze");
        setTensorArgument(unsqueeze, {1, 1}, 1);
        OperatorScope strided(m_recorder, "mlp::as_strided");
        setTensorArgument(strided, {1, 1}, 3);
    }
    Tensor parts;
    {
        OperatorScope allocation(m_recorder, "mlp::empty");
        setPlainArguments(allocation, 6);
        parts = empty(kParts, 1);
    }
    {
        OperatorScope copy(m_recorder, "mlp::copy_");
        if (copy.wantsShapes())
            copy.setShapes({{kParts, 1, 1}, {1, 1, 1}, {}});
        for (std::int64_t i = 0; i < kParts; ++i)
            m_device.copy(m_stream, parts.data() + i, out.data(), sizeof(float), CopyDirection::HostToDevice,
                          HostMemory::Pageable);
    }
    {
        OperatorScope select(m_recorder, "mlp::select");
        setTensorArgument(select, {kParts, 1, 1}, 2);
        OperatorScope strided(m_recorder, "mlp::as_strided");
        setTensorArgument(strided, {kParts, 1, 1}, 3);
    }
    for (std::int64_t i = 0; i < kParts; ++i) {
        const std::int64_t from = x.count() * i / kParts;
        reduce(KernelOp::Sum, "sum", parts.data() + i, x.data() + from, x.count() * (i + 1) / kParts - from);
    }
    reduce(KernelOp::Sum, "sum", out.data(), parts.data(), kParts);
}

// A scalar by a number, which becomes a tensor of its type first.
void Ops::divide(const Tensor& x, double divisor)
{
    OperatorScope scope(m_recorder, "mlp::div_");
    setScalarArgument(scope, 1);
    OperatorScope inner(m_recorder, "mlp::div_");
    setScalarArgument(inner, 1);
    const auto number = static_cast<float>(divisor);
    const Tensor by = to(&number, 1, 1, HostMemory::Pageable, true);
    KernelCall call;
    call.op = KernelOp::ForeachDiv;
    call.name = kernelName("div", x.count());
    call.tensors.push_back({x.data(), nullptr, nullptr, x.count(), *by.data()});
    launch(std::move(call));
}

// As in PyTorch: the gradient's memory is cleared first, then written.
Tensor Ops::mseLossBackward(const Tensor& gradient, const Tensor& y, const Tensor& target)
{
    OperatorScope scope(m_recorder, "mlp::mse_loss_backward");
    if (scope.wantsShapes())
        scope.setShapes({gradient.shape(), y.shape(), target.shape(), {}});
    const Tensor out = zerosLike(y);
    OperatorScope inner(m_recorder, "mlp::mse_loss_backward");
    if (inner.wantsShapes())
        inner.setShapes({gradient.shape(), y.shape(), target.shape(), {}, out.shape()});
    elementwise(KernelOp::MseBackward, "mse_backward", out, gradient.data(), y.data(), target.data());
    readBack(out.data());
    return out;
}

} // namespace stepglass::capture
