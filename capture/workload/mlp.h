// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/workload/adamw.h"
#include "capture/workload/ops.h"

namespace stepglass::capture {

// y = W2 gelu(W1 x), mean squared error, and the gradients of both weights, written as autograd would run them.
class Mlp
{
public:
    // freezeFirst: W1 is not trained, as when only a head is fine-tuned.
    Mlp(Ops& ops, Tensor w1, Tensor w2, bool freezeFirst = false);

    // The loss, a scalar on the device. Keeps what backward needs.
    Tensor forward(const Tensor& x, const Tensor& target);
    // Fills the parameters' gradients. lossGradient is the scalar 1 that the chain rule starts with.
    void backward(const Tensor& lossGradient);

    std::vector<Parameter*> parameters();
    Parameter& w1() { return m_w1; }
    Parameter& w2() { return m_w2; }

private:
    template<typename Function>
    void node(const char* evaluate, const char* name, Sequence sequence, const Tensor& gradient, Function function);
    void accumulate(Parameter& parameter, const Tensor& gradient, Sequence tSequence);

    Ops& m_ops;
    Parameter m_w1;
    Parameter m_w2;
    const bool m_freezeFirst;
    Sequence m_next = 0;
    Sequence m_first = 0; // number of the current forward's first operator
    Tensor m_x;
    Tensor m_hidden;
    Tensor m_activated;
    Tensor m_y;
    Tensor m_target;
};

} // namespace stepglass::capture
