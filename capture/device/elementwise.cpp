// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/elementwise.h"

#include <bit>
#include <cmath>

// A second version of each loop for processors with AVX2, chosen when the program starts. Sanitizers run before the
// choice can be made, so not there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) &&                \
    !defined(__SANITIZE_ADDRESS__)
#define STEPGLASS_VECTORISED __attribute__((target_clones("avx2", "default")))
#else
#define STEPGLASS_VECTORISED
#endif

namespace stepglass::capture::elementwise {
namespace {

// e^x for x < 80 in float, relative error 2e-7: 2^n times a polynomial for the rest, no branches, so that it
// vectorises.
[[gnu::always_inline]] inline float expFloat(float x)
{
    const float clamped = x < -87.0F ? -87.0F : x;
    const float shifted = clamped * 1.44269504F + 12582912.0F; // 1.5 * 2^23: rounds to the nearest integer
    const float n = shifted - 12582912.0F;
    const float r = (clamped - n * 0.693359375F) + n * 2.12194440e-4F;
    float p = 1.9875691500e-4F;
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * r * r + r + 1.0F;
    const auto exponent = (static_cast<std::int32_t>(n) + 127) << 23;
    return p * std::bit_cast<float>(exponent);
}

// Phi(-z) for z >= 0 given e^(-z^2/2): erfc by the Chebyshev fit of Numerical Recipes (erfcc), whose relative error is
// below 1.2e-7 everywhere.
[[gnu::always_inline]] inline float upperTail(float z, float& gauss)
{
    const float u = z * 0.70710678F;
    const float t = 1.0F / (1.0F + 0.5F * u);
    float p = 0.17087277F;
    p = p * t - 0.82215223F;
    p = p * t + 1.48851587F;
    p = p * t - 1.13520398F;
    p = p * t + 0.27886807F;
    p = p * t - 0.18628806F;
    p = p * t + 0.09678418F;
    p = p * t + 0.37409196F;
    p = p * t + 1.00002368F;
    p = p * t - 1.26551223F;
    gauss = expFloat(-0.5F * z * z);
    return 0.5F * t * gauss * expFloat(p); // p <= 0 but for rounding
}

// Eight partial sums in double: fixed order, so a result repeats bit for bit.
[[gnu::always_inline]] inline double total(const float* a, std::int64_t count)
{
    double sums[8] = {};
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (int lane = 0; lane < 8; ++lane)
            sums[lane] += static_cast<double>(a[i + lane]);
    double sum = 0;
    for (const double part : sums)
        sum += part;
    for (; i < count; ++i)
        sum += static_cast<double>(a[i]);
    return sum;
}

} // namespace

STEPGLASS_VECTORISED
void gelu(float* out, const float* x, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i) {
        float gauss = 0;
        const float tail = upperTail(std::fabs(x[i]), gauss);
        out[i] = x[i] * (x[i] < 0 ? tail : 1.0F - tail);
    }
}

STEPGLASS_VECTORISED
void geluBackward(float* out, const float* gradient, const float* x, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i) {
        float gauss = 0;
        const float tail = upperTail(std::fabs(x[i]), gauss);
        const float cdf = x[i] < 0 ? tail : 1.0F - tail;
        out[i] = gradient[i] * (cdf + x[i] * 0.39894228F * gauss);
    }
}

STEPGLASS_VECTORISED
void squaredDifference(float* out, const float* a, const float* b, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i) {
        const float difference = a[i] - b[i];
        out[i] = difference * difference;
    }
}

STEPGLASS_VECTORISED
void mean(float* out, const float* a, std::int64_t count)
{
    *out = static_cast<float>(total(a, count) / static_cast<double>(count));
}

STEPGLASS_VECTORISED
void sum(float* out, const float* a, std::int64_t count)
{
    *out += static_cast<float>(total(a, count));
}

STEPGLASS_VECTORISED
void mseBackward(float* out, float gradient, const float* y, const float* target, std::int64_t count)
{
    const float factor = static_cast<float>(2.0 * static_cast<double>(gradient) / static_cast<double>(count));
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = factor * (y[i] - target[i]);
}

STEPGLASS_VECTORISED
void fill(float* out, float value, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = value;
}

STEPGLASS_VECTORISED
void mul(float* x, float scalar, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] *= scalar;
}

STEPGLASS_VECTORISED
void lerp(float* x, const float* to, float weight, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] += weight * (to[i] - x[i]);
}

STEPGLASS_VECTORISED
void addcmul(float* x, const float* a, const float* b, float scalar, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] += scalar * a[i] * b[i];
}

STEPGLASS_VECTORISED
void squareRoot(float* x, const float* a, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] = std::sqrt(a[i]);
}

STEPGLASS_VECTORISED
void div(float* x, float scalar, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] /= scalar;
}

STEPGLASS_VECTORISED
void add(float* x, float scalar, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] += scalar;
}

STEPGLASS_VECTORISED
void addcdiv(float* x, const float* a, const float* b, float scalar, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        x[i] += scalar * (a[i] / b[i]);
}

} // namespace stepglass::capture::elementwise
