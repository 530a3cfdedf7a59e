// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/adamw.h"

#include "capture/workload/shapes.h"

#include <algorithm>
#include <cmath>

namespace stepglass::capture {
namespace {

// How many tensors, or lists of them, an operator takes, and plain arguments (scalars and lists of them) after those.
struct Arguments
{
    std::size_t tensors;
    std::size_t plain;
};

Arguments argumentsOf(KernelOp op)
{
    switch (op) {
    case KernelOp::ForeachSqrt:
        return {1, 0};
    case KernelOp::ForeachLerp:
        return {2, 1};
    case KernelOp::ForeachAddcmul:
    case KernelOp::ForeachAddcdiv:
        return {3, 1};
    default:
        return {1, 1};
    }
}

} // namespace

AdamW::AdamW(Ops& ops, std::vector<Parameter*> parameters, AdamWOptions options)
    : m_ops(ops)
    , m_parameters(std::move(parameters))
    , m_options(options)
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const Tensor& like = m_parameters[i]->weight;
        State state{ops.empty(like.rows, like.cols), ops.empty(like.rows, like.cols), m_pieces.size()};
        const std::size_t bytes = static_cast<std::size_t>(like.count()) * sizeof(float);
        ops.device().setAsync(ops.stream(), state.average.data(), 0, bytes);
        ops.device().setAsync(ops.stream(), state.averageSquare.data(), 0, bytes);
        m_states.push_back(std::move(state));
        const std::int64_t most = options.pieceElements > 0 ? options.pieceElements : like.count();
        for (std::int64_t at = 0; at < like.count(); at += most)
            m_pieces.push_back({i, at, std::min(most, like.count() - at), 0});
        m_elements += like.count();
    }
}

float* AdamW::weight(const Piece& piece) const
{
    return m_parameters[piece.parameter]->weight.data() + piece.offset;
}

float* AdamW::gradient(const Piece& piece) const
{
    return m_parameters[piece.parameter]->gradient.data() + piece.offset;
}

float* AdamW::average(const Piece& piece) const
{
    return m_states[piece.parameter].average.data() + piece.offset;
}

float* AdamW::averageSquare(const Piece& piece) const
{
    return m_states[piece.parameter].averageSquare.data() + piece.offset;
}

AdamW::Scalars AdamW::scalars(float step) const
{
    const double bias1 = 1 - std::pow(m_options.beta1, static_cast<double>(step));
    const double bias2 = 1 - std::pow(m_options.beta2, static_cast<double>(step));
    return {static_cast<float>(-m_options.lr / bias1), static_cast<float>(std::sqrt(bias2))};
}

// The counters lie on the host, so that this waits for nothing.
float AdamW::readStep(std::size_t parameter)
{
    OperatorScope scope(m_ops.recorder(), "mlp::item");
    setScalarArgument(scope, 0);
    OperatorScope inner(m_ops.recorder(), "mlp::_local_scalar_dense");
    setScalarArgument(inner, 0);
    return m_pieces[m_states[parameter].firstPiece].step;
}

// As in PyTorch one bias correction of all parameters, then the other.
std::vector<AdamW::Scalars> AdamW::allScalars()
{
    std::vector<Scalars> all;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        all.push_back(scalars(readStep(i)));
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        all[i].rootBias2 = scalars(readStep(i)).rootBias2;
    return all;
}

void AdamW::zeroGrad()
{
    const RegionScope region(m_ops.recorder(), "Optimizer.zero_grad#AdamW.zero_grad");
    for (Parameter* parameter : m_parameters)
        parameter->gradient = {};
}

void AdamW::step()
{
    const RegionScope region(m_ops.recorder(), "Optimizer.step#AdamW.step");
    if (m_options.multiTensor) {
        countSteps();
        multiTensorStep();
    } else {
        singleTensorStep();
    }
}

// The 1 that is counted by, made a tensor as PyTorch's torch.tensor(1.0) does.
float AdamW::makeOne()
{
    {
        OperatorScope scope(m_ops.recorder(), "mlp::empty");
        setPlainArguments(scope, 6);
    }
    {
        OperatorScope scope(m_ops.recorder(), "mlp::to");
        setScalarArgument(scope, 5);
    }
    {
        OperatorScope scope(m_ops.recorder(), "mlp::lift_fresh");
        setScalarArgument(scope, 0);
    }
    OperatorScope scope(m_ops.recorder(), "mlp::detach_");
    setScalarArgument(scope, 0);
    OperatorScope inner(m_ops.recorder(), "detach_");
    setScalarArgument(inner, 0);
    return 1;
}

// The step counters lie on the host, where PyTorch's foreach falls back to an operator a tensor.
void AdamW::countSteps()
{
    const float one = makeOne();
    OperatorScope scope(m_ops.recorder(), "mlp::_foreach_add_");
    if (scope.wantsShapes())
        scope.setListShapes(std::vector<Shape>(m_pieces.size()), 1, 2); // scalars, by a scalar and its factor
    for (Piece& piece : m_pieces)
        countStep(piece, one);
}

void AdamW::countStep(Piece& piece, float by)
{
    OperatorScope scope(m_ops.recorder(), "mlp::add_");
    setScalarArgument(scope, 2);
    piece.step += by;
}

// Operators with a scalar ask what type the result will have; lerp does not. A parameter's pieces have one type.
void AdamW::resultTypes(KernelOp op)
{
    if (argumentsOf(op).plain == 0 || op == KernelOp::ForeachLerp)
        return;
    for (const Parameter* parameter : m_parameters) {
        OperatorScope scope(m_ops.recorder(), "mlp::result_type");
        setTensorArgument(scope, parameter->weight, 1);
    }
}

Shape AdamW::shape(const Piece& piece) const
{
    return m_options.pieceElements > 0 ? Shape{piece.count} : m_parameters[piece.parameter]->weight.shape();
}

template<typename Fill>
void AdamW::multi(const char* operatorName, const char* kernelStem, KernelOp op, Fill fill)
{
    OperatorScope scope(m_ops.recorder(), operatorName);
    if (scope.wantsShapes()) {
        std::vector<Shape> shapes;
        for (const Piece& piece : m_pieces)
            shapes.push_back(shape(piece));
        scope.setListShapes(shapes, argumentsOf(op).tensors, argumentsOf(op).plain);
    }
    resultTypes(op);
    KernelCall call;
    call.op = op;
    call.tensors.reserve(m_pieces.size());
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        TensorTask task{};
        task.count = m_pieces[i].count;
        fill(task, m_pieces[i], i);
        call.tensors.push_back(task);
    }
    call.name = m_ops.kernelName(kernelStem, static_cast<std::int64_t>(m_pieces.size()), m_elements);
    const float* first = call.tensors.front().x;
    m_ops.launch(std::move(call));
    m_ops.readBack(first);
}

void AdamW::multiTensorStep()
{
    const AdamWOptions& o = m_options;
    std::vector<Tensor> roots;
    const auto root = [&](std::size_t i) { return roots[i].data(); };
    if (o.weightDecay != 0)
        multi("mlp::_foreach_mul_", "multi_tensor_mul", KernelOp::ForeachMul, [&](TensorTask& t, const Piece& p, auto) {
            t.x = weight(p);
            t.scalar = static_cast<float>(1 - o.lr * o.weightDecay);
        });
    multi("mlp::_foreach_lerp_", "multi_tensor_lerp", KernelOp::ForeachLerp, [&](TensorTask& t, const Piece& p, auto) {
        t.x = average(p);
        t.a = gradient(p);
        t.scalar = static_cast<float>(1 - o.beta1);
    });
    multi("mlp::_foreach_mul_", "multi_tensor_mul", KernelOp::ForeachMul, [&](TensorTask& t, const Piece& p, auto) {
        t.x = averageSquare(p);
        t.scalar = static_cast<float>(o.beta2);
    });
    multi("mlp::_foreach_addcmul_", "multi_tensor_addcmul", KernelOp::ForeachAddcmul,
          [&](TensorTask& t, const Piece& p, auto) {
              t.x = averageSquare(p);
              t.a = t.b = gradient(p);
              t.scalar = static_cast<float>(1 - o.beta2);
          });
    const std::vector<Scalars> bias = allScalars();
    multi("mlp::_foreach_sqrt", "multi_tensor_sqrt", KernelOp::ForeachSqrt,
          [&](TensorTask& t, const Piece& p, std::size_t) {
              OperatorScope allocation(m_ops.recorder(), "mlp::empty_strided");
              setPlainArguments(allocation, 6);
              roots.push_back(m_ops.empty(1, p.count));
              t.x = roots.back().data();
              t.a = averageSquare(p);
          });
    multi("mlp::_foreach_div_", "multi_tensor_div", KernelOp::ForeachDiv,
          [&](TensorTask& t, const Piece& p, std::size_t i) {
              t.x = root(i);
              t.scalar = bias[p.parameter].rootBias2;
          });
    multi("mlp::_foreach_add_", "multi_tensor_add", KernelOp::ForeachAdd,
          [&](TensorTask& t, const Piece&, std::size_t i) {
              t.x = root(i);
              t.scalar = static_cast<float>(o.eps);
          });
    multi("mlp::_foreach_addcdiv_", "multi_tensor_addcdiv", KernelOp::ForeachAddcdiv,
          [&](TensorTask& t, const Piece& p, std::size_t i) {
              t.x = weight(p);
              t.a = average(p);
              t.b = root(i);
              t.scalar = bias[p.parameter].stepSize;
          });
}

void AdamW::single(const char* operatorName, const char* kernelStem, KernelOp op, const Piece& piece,
                   const TensorTask& task)
{
    OperatorScope scope(m_ops.recorder(), operatorName);
    if (scope.wantsShapes()) {
        std::vector<Shape> shapes(argumentsOf(op).tensors, shape(piece));
        shapes.resize(shapes.size() + argumentsOf(op).plain + (op == KernelOp::ForeachAdd)); // add_ has a factor, too
        scope.setShapes(shapes);
    }
    KernelCall call;
    call.op = op;
    call.name = m_ops.kernelName(kernelStem, task.count);
    call.tensors.push_back(task);
    m_ops.launch(std::move(call));
    m_ops.readBack(task.x);
}

void AdamW::singleTensorStep()
{
    const AdamWOptions& o = m_options;
    for (Piece& p : m_pieces) {
        countStep(p, 1);
        const Scalars bias = scalars(p.step);
        const std::int64_t n = p.count;
        if (o.weightDecay != 0)
            single("mlp::mul_", "mul", KernelOp::ForeachMul, p,
                   {weight(p), nullptr, nullptr, n, static_cast<float>(1 - o.lr * o.weightDecay)});
        single("mlp::lerp_", "lerp", KernelOp::ForeachLerp, p,
               {average(p), gradient(p), nullptr, n, static_cast<float>(1 - o.beta1)});
        single("mlp::mul_", "mul", KernelOp::ForeachMul, p,
               {averageSquare(p), nullptr, nullptr, n, static_cast<float>(o.beta2)});
        single("mlp::addcmul_", "addcmul", KernelOp::ForeachAddcmul, p,
               {averageSquare(p), gradient(p), gradient(p), n, static_cast<float>(1 - o.beta2)});
        const Tensor root = m_ops.empty(1, n);
        single("mlp::sqrt", "sqrt", KernelOp::ForeachSqrt, p, {root.data(), averageSquare(p), nullptr, n, 0});
        single("mlp::div_", "div", KernelOp::ForeachDiv, p, {root.data(), nullptr, nullptr, n, bias.rootBias2});
        single("mlp::add_", "add", KernelOp::ForeachAdd, p,
               {root.data(), nullptr, nullptr, n, static_cast<float>(o.eps)});
        single("mlp::addcdiv_", "addcdiv", KernelOp::ForeachAddcdiv, p,
               {weight(p), average(p), root.data(), n, bias.stepSize});
    }
}

} // namespace stepglass::capture
