// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// Element by element arithmetic of the step on the host, vectorised. The names are PyTorch's.
namespace stepglass::capture::elementwise {

// x * Phi(x) with the normal distribution's Phi (the erf form), relative error below 4e-7 for |x| < 4 and below 2e-6
// in the tails.
void gelu(float* out, const float* x, std::int64_t count);
// gradient * (Phi(x) + x * phi(x))
void geluBackward(float* out, const float* gradient, const float* x, std::int64_t count);
void squaredDifference(float* out, const float* a, const float* b, std::int64_t count);
void mean(float* out, const float* a, std::int64_t count);
// out[0] += the sum of a
void sum(float* out, const float* a, std::int64_t count);
void mseBackward(float* out, float gradient, const float* y, const float* target, std::int64_t count);
void fill(float* out, float value, std::int64_t count);

void mul(float* x, float scalar, std::int64_t count);
void lerp(float* x, const float* to, float weight, std::int64_t count);
void addcmul(float* x, const float* a, const float* b, float scalar, std::int64_t count);
void squareRoot(float* x, const float* a, std::int64_t count);
void div(float* x, float scalar, std::int64_t count);
void add(float* x, float scalar, std::int64_t count);
void addcdiv(float* x, const float* a, const float* b, float scalar, std::int64_t count);

} // namespace stepglass::capture::elementwise
