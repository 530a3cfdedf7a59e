// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/mlp.h"

#include <utility>

namespace stepglass::capture {
namespace {

// Numbers of the forward's operators, counted from its first.
constexpr Sequence kFirstLinear = 0; // t and mm
constexpr Sequence kGelu = 2;
constexpr Sequence kSecondLinear = 3; // t and mm
constexpr Sequence kLoss = 5;
constexpr Sequence kOperators = 6;

// What the forward's t() gave and autograd saved.
Tensor transposedView(Tensor weight)
{
    std::swap(weight.rows, weight.cols);
    weight.transposed = !weight.transposed;
    return weight;
}

} // namespace

Mlp::Mlp(Ops& ops, Tensor w1, Tensor w2, bool freezeFirst)
    : m_ops(ops)
    , m_w1{std::move(w1), {}}
    , m_w2{std::move(w2), {}}
    , m_freezeFirst(freezeFirst)
{
}

std::vector<Parameter*> Mlp::parameters()
{
    if (m_freezeFirst)
        return {&m_w2};
    return {&m_w1, &m_w2};
}

Tensor Mlp::forward(const Tensor& x, const Tensor& target)
{
    m_first = m_next;
    m_next += kOperators;
    const bool train = !m_freezeFirst;
    m_x = x;
    m_target = target;
    m_hidden = m_ops.linear(x, m_w1.weight, train ? m_first + kFirstLinear : -1);
    m_activated = m_ops.gelu(m_hidden, train ? m_first + kGelu : -1);
    m_y = m_ops.linear(m_activated, m_w2.weight, m_first + kSecondLinear);
    m_ops.broadcastTensors(m_y, target);
    return m_ops.mseLoss(m_y, target, m_first + kLoss);
}

template<typename Function>
void Mlp::node(const char* evaluate, const char* name, Sequence sequence, const Tensor& gradient, Function function)
{
    OperatorScope outer(m_ops.recorder(), evaluate);
    OperatorScope inner(m_ops.recorder(), name);
    if (inner.wantsShapes())
        inner.setShapes({gradient.shape()});
    if (sequence >= 0) {
        outer.setSequence(m_first + sequence, 0, 1);
        inner.setSequence(m_first + sequence, kFlowEnd, 1);
    }
    function();
}

// The weight was used transposed, so its gradient comes transposed (a view) and is turned back here.
void Mlp::accumulate(Parameter& parameter, const Tensor& gradient, Sequence tSequence)
{
    Tensor turned;
    node("autograd::engine::evaluate_function: TBackward0", "TBackward0", tSequence, gradient,
         [&] { turned = m_ops.t(gradient); });
    node("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", "torch::autograd::AccumulateGrad", -1,
         turned, [&] { parameter.gradient = m_ops.detach(turned); });
}

void Mlp::backward(const Tensor& lossGradient)
{
    static constexpr const char* kEvaluateMm = "autograd::engine::evaluate_function: MmBackward0";
    Tensor dy;
    node("autograd::engine::evaluate_function: MseLossBackward0", "MseLossBackward0", kLoss, lossGradient,
         [&] { dy = m_ops.mseLossBackward(lossGradient, m_y, m_target); });
    Tensor weightGradient;
    Tensor dActivated;
    node(kEvaluateMm, "MmBackward0", kSecondLinear + 1, dy, [&] {
        weightGradient = m_ops.t(m_ops.mm(m_ops.t(dy), m_activated));
        if (!m_freezeFirst)
            dActivated = m_ops.mm(dy, m_ops.t(transposedView(m_w2.weight)));
    });
    accumulate(m_w2, weightGradient, kSecondLinear);
    if (!m_freezeFirst) {
        Tensor dHidden;
        node("autograd::engine::evaluate_function: GeluBackward0", "GeluBackward0", kGelu, dActivated,
             [&] { dHidden = m_ops.geluBackward(dActivated, m_hidden); });
        node(kEvaluateMm, "MmBackward0", kFirstLinear + 1, dHidden,
             [&] { weightGradient = m_ops.t(m_ops.mm(m_ops.t(dHidden), m_x)); });
        accumulate(m_w1, weightGradient, kFirstLinear);
    }
    m_x = m_hidden = m_activated = m_y = m_target = {};
}

} // namespace stepglass::capture
