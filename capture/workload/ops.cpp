// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/ops.h"

#include "capture/workload/shapes.h"

#include <cstdio>
#include <new>

namespace stepglass::capture {

Ops::Ops(Device& device, Recorder& recorder, CachingAllocator& allocator, StreamId stream)
    : m_device(device)
    , m_recorder(recorder)
    , m_allocator(allocator)
    , m_stream(stream)
    , m_inline(!device.info().asynchronous)
    , m_scalar(static_cast<float*>(device.allocateHost(sizeof(float), HostMemory::Pinned)))
{
    if (!m_scalar)
        throw std::bad_alloc();
}

Ops::~Ops()
{
    m_device.releaseHost(m_scalar, sizeof(float), HostMemory::Pinned);
}

const char* Ops::kernelName(const char* stem, std::int64_t rows, std::int64_t cols)
{
    if (!m_recorder.recording())
        return stem;
    char text[96];
    std::snprintf(text, sizeof text, "%s_%lldx%lld", stem, static_cast<long long>(rows), static_cast<long long>(cols));
    return m_recorder.intern(text);
}

const char* Ops::kernelName(const char* stem, std::int64_t count)
{
    if (!m_recorder.recording())
        return stem;
    char text[96];
    std::snprintf(text, sizeof text, "%s_%lld", stem, static_cast<long long>(count));
    return m_recorder.intern(text);
}

Tensor Ops::empty(std::int64_t rows, std::int64_t cols)
{
    Tensor tensor;
    tensor.storage = std::make_shared<Storage>(m_allocator, rows * cols);
    tensor.rows = rows;
    tensor.cols = cols;
    return tensor;
}

Tensor Ops::to(const float* host, std::int64_t rows, std::int64_t cols, HostMemory kind, bool blocking)
{
    OperatorScope scope(m_recorder, "mlp::to");
    Tensor tensor; // what is copied has its shape
    tensor.rows = rows;
    tensor.cols = cols;
    setTensorArgument(scope, tensor, m_inline ? 4 : 7); // of its type, or of its type and device
    OperatorScope inner(m_recorder, "mlp::_to_copy");
    setTensorArgument(inner, tensor, 6);
    {
        OperatorScope allocation(m_recorder, "mlp::empty_strided");
        setPlainArguments(allocation, 6);
        tensor = empty(rows, cols);
    }
    OperatorScope copy(m_recorder, "mlp::copy_");
    if (copy.wantsShapes())
        copy.setShapes({tensor.shape(), tensor.shape(), {}});
    const std::size_t bytes = static_cast<std::size_t>(rows * cols) * sizeof(float);
    if (blocking)
        m_device.copy(m_stream, tensor.data(), host, bytes, CopyDirection::HostToDevice, kind);
    else
        m_device.copyAsync(m_stream, tensor.data(), host, bytes, CopyDirection::HostToDevice, kind);
    return tensor;
}

Tensor Ops::t(const Tensor& x, Sequence sequence)
{
    OperatorScope scope(m_recorder, "mlp::t");
    setSequence(scope, sequence, kFlowStart);
    setTensorArgument(scope, x, 0);
    OperatorScope transpose(m_recorder, "mlp::transpose");
    setTensorArgument(transpose, x, 2);
    OperatorScope strided(m_recorder, "mlp::as_strided");
    setTensorArgument(strided, x, 3);
    Tensor view = x;
    view.rows = x.cols;
    view.cols = x.rows;
    view.transposed = !x.transposed;
    return view;
}

Tensor Ops::mm(const Tensor& a, const Tensor& b, Sequence sequence)
{
    OperatorScope scope(m_recorder, "mlp::mm");
    setSequence(scope, sequence, kFlowStart);
    if (scope.wantsShapes())
        scope.setShapes({a.shape(), b.shape()});
    Tensor out = empty(a.rows, b.cols);
    if (m_inline)
        resolveConjugates(out, a, b);
    KernelCall call;
    call.op = KernelOp::Gemm;
    call.out = out.data();
    call.a = a.data();
    call.b = b.data();
    call.m = a.rows;
    call.n = b.cols;
    call.k = a.cols;
    call.transposeA = a.transposed;
    call.transposeB = b.transposed;
    call.name = "sgemm";
    if (m_recorder.recording()) {
        char text[96];
        std::snprintf(text, sizeof text, "sgemm_%lldx%lldx%lld_%c%c", static_cast<long long>(call.m),
                      static_cast<long long>(call.n), static_cast<long long>(call.k), a.transposed ? 't' : 'n',
                      b.transposed ? 't' : 'n');
        call.name = m_recorder.intern(text);
    }
    launch(std::move(call));
    readBack(out.data());
    return out;
}

// What PyTorch asks of the operands that its BLAS takes as they lie: whether they are to be conjugated. The result
// comes first, then b and a, because a column-major BLAS is asked for the transposed product.
void Ops::resolveConjugates(const Tensor& out, const Tensor& a, const Tensor& b)
{
    for (const Tensor* one : {&out, &b, &a}) {
        if (one->transposed)
            continue;
        OperatorScope scope(m_recorder, "mlp::resolve_conj");
        setTensorArgument(scope, *one, 0);
    }
}

Tensor Ops::linear(const Tensor& x, const Tensor& weight, Sequence sequence)
{
    OperatorScope scope(m_recorder, "mlp::linear");
    setSequence(scope, sequence, 0);
    if (scope.wantsShapes())
        scope.setShapes({x.shape(), weight.shape(), {}});
    const Tensor turned = t(weight, sequence);
    OperatorScope matmul(m_recorder, "mlp::matmul");
    if (matmul.wantsShapes())
        matmul.setShapes({x.shape(), turned.shape()});
    return mm(x, turned, sequence < 0 ? -1 : sequence + 1);
}

void Ops::elementwise(KernelOp op, const char* stem, const Tensor& out, const float* a, const float* b, const float* c)
{
    KernelCall call;
    call.op = op;
    call.name = kernelName(stem, out.rows, out.cols);
    call.out = out.data();
    call.a = a;
    call.b = b;
    call.c = c;
    call.count = out.count();
    launch(std::move(call));
}

Tensor Ops::gelu(const Tensor& x, Sequence sequence)
{
    OperatorScope scope(m_recorder, "mlp::gelu");
    setSequence(scope, sequence, kFlowStart);
    setTensorArgument(scope, x, 1);
    Tensor out = empty(x.rows, x.cols);
    elementwise(KernelOp::Gelu, "gelu", out, x.data());
    readBack(out.data());
    return out;
}

Tensor Ops::geluBackward(const Tensor& gradient, const Tensor& x)
{
    OperatorScope scope(m_recorder, "mlp::gelu_backward");
    if (scope.wantsShapes())
        scope.setShapes({gradient.shape(), x.shape(), {}});
    Tensor out = empty(x.rows, x.cols);
    elementwise(KernelOp::GeluBackward, "gelu_backward", out, gradient.data(), x.data());
    readBack(out.data());
    return out;
}

Tensor Ops::zerosLike(const Tensor& x)
{
    OperatorScope scope(m_recorder, "mlp::zeros_like");
    setTensorArgument(scope, x, 5);
    Tensor out;
    {
        OperatorScope like(m_recorder, "mlp::empty_like");
        setTensorArgument(like, x, 5);
        OperatorScope allocation(m_recorder, "mlp::empty");
        setPlainArguments(allocation, 6);
        out = empty(x.rows, x.cols);
    }
    OperatorScope zero(m_recorder, "mlp::zero_");
    setTensorArgument(zero, x, 0);
    OperatorScope inner(m_recorder, "mlp::fill_");
    setTensorArgument(inner, x, 1);
    m_device.setAsync(m_stream, out.data(), 0, static_cast<std::size_t>(out.count()) * sizeof(float));
    return out;
}

Tensor Ops::onesLike(const Tensor& x)
{
    OperatorScope scope(m_recorder, "mlp::ones_like");
    setTensorArgument(scope, x, 5);
    Tensor out;
    {
        OperatorScope like(m_recorder, "mlp::empty_like");
        setTensorArgument(like, x, 5);
        OperatorScope strided(m_recorder, "mlp::empty_strided");
        setPlainArguments(strided, 6);
        out = empty(x.rows, x.cols);
    }
    OperatorScope inner(m_recorder, "mlp::fill_");
    setTensorArgument(inner, x, 1);
    fill(out, 1);
    readBack(out.data());
    return out;
}

void Ops::fill(const Tensor& x, float value)
{
    KernelCall call;
    call.op = KernelOp::Fill;
    call.name = kernelName("fill", x.count());
    call.out = x.data();
    call.count = x.count();
    call.scalar = value;
    launch(std::move(call));
}

Tensor Ops::detach(const Tensor& x)
{
    OperatorScope scope(m_recorder, "mlp::detach");
    setTensorArgument(scope, x, 0);
    OperatorScope inner(m_recorder, "detach");
    setTensorArgument(inner, x, 0);
    return x;
}

float Ops::item(const Tensor& x)
{
    OperatorScope scope(m_recorder, "mlp::item");
    setScalarArgument(scope, 0);
    return scalarToHost(x.data());
}

// By way of pinned memory, as PyTorch does since 2.5: the host waits in the synchronisation, not in the copy.
float Ops::scalarToHost(const float* deviceValue)
{
    OperatorScope scope(m_recorder, "mlp::_local_scalar_dense");
    setScalarArgument(scope, 0);
    m_device.copyAsync(m_stream, m_scalar, deviceValue, sizeof *m_scalar, CopyDirection::DeviceToHost,
                       HostMemory::Pinned);
    m_device.synchronizeStream(m_stream);
    return *m_scalar;
}

void Ops::readBack(const float* deviceValue)
{
    if (!m_readBackEach)
        return;
    OperatorScope scope(m_recorder, "mlp::item");
    setScalarArgument(scope, 0);
    scalarToHost(deviceValue);
}

} // namespace stepglass::capture
