// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/workload/ops.h"

#include <vector>

namespace stepglass::capture {

struct AdamWOptions
{
    double lr = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double eps = 1e-8;
    double weightDecay = 0.01;
    // One launch an operator for all parameters ("foreach"); else one launch an operator and parameter.
    bool multiTensor = true;
    // Parameters are split into pieces of at most this many elements, each a parameter of its own to the optimizer; 0 =
    // not.
    std::int64_t pieceElements = 0;
};

// A weight and its gradient; the gradient is empty between zero_grad and backward.
struct Parameter
{
    Tensor weight;
    Tensor gradient;
};

// AdamW in the order of PyTorch's _multi_tensor_adamw (or _single_tensor_adamw), operator by operator.
class AdamW
{
public:
    // The parameters must outlive the optimizer.
    AdamW(Ops& ops, std::vector<Parameter*> parameters, AdamWOptions options);

    void step();
    void zeroGrad();
    // Parameters as the optimizer sees them, pieces counted.
    std::size_t parameterCount() const { return m_pieces.size(); }

private:
    // A piece of a parameter with its state. offset is into weight, gradient, average and square alike.
    struct Piece
    {
        std::size_t parameter;
        std::int64_t offset;
        std::int64_t count;
        float step; // PyTorch keeps it as a float tensor on the host
    };
    struct State
    {
        Tensor average;         // exp_avg
        Tensor averageSquare;   // exp_avg_sq
        std::size_t firstPiece; // whose step is that of all pieces
    };
    struct Scalars
    {
        float stepSize;  // -lr / bias correction 1
        float rootBias2; // sqrt(bias correction 2)
    };

    float* weight(const Piece& piece) const;
    float* gradient(const Piece& piece) const;
    float* average(const Piece& piece) const;
    float* averageSquare(const Piece& piece) const;
    Scalars scalars(float step) const;
    // Of each parameter: its pieces are at the same step.
    std::vector<Scalars> allScalars();
    float readStep(std::size_t parameter);
    float makeOne();
    Shape shape(const Piece& piece) const;
    void countSteps();
    void countStep(Piece& piece, float by);
    void resultTypes(KernelOp op);
    void multiTensorStep();
    void singleTensorStep();
    template<typename Fill>
    void multi(const char* operatorName, const char* kernelStem, KernelOp op, Fill fill);
    void single(const char* operatorName, const char* kernelStem, KernelOp op, const Piece& piece,
                const TensorTask& task);

    Ops& m_ops;
    const std::vector<Parameter*> m_parameters;
    const AdamWOptions m_options;
    std::vector<State> m_states;
    std::vector<Piece> m_pieces;
    std::int64_t m_elements = 0;
};

} // namespace stepglass::capture
