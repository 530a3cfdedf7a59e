// SPDX-License-Identifier: GPL-3.0-or-later
// The cpu backend's step against what its parts cost alone, measured in turn in one run: its matmuls through the same
// kernels, and the bytes of its multi-tensor operators at this machine's stream bandwidth. Prints the ratio of medians.
#include "capture/benchmark/statistics.h"
#include "capture/device/cpu_device.h"
#include "capture/device/host_kernels.h"
#include "capture/device/host_memory.h"
#include "capture/recorder/clock.h"
#include "capture/workload/training_step.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace stepglass::capture;

namespace {

struct Matmul
{
    std::int64_t m, n, k;
    bool transposeA, transposeB;
};

template<typename Function>
double timed(Function function)
{
    const std::int64_t start = nowNs();
    function();
    return static_cast<double>(nowNs() - start);
}

double matmuls(const std::vector<Matmul>& all, float* a, float* b, float* out)
{
    double sum = 0;
    for (const Matmul& one : all) {
        KernelCall call;
        call.op = KernelOp::Gemm;
        call.a = a;
        call.b = b;
        call.out = out;
        call.m = one.m;
        call.n = one.n;
        call.k = one.k;
        call.transposeA = one.transposeA;
        call.transposeB = one.transposeB;
        sum += timed([&] { runOnHost(call); });
    }
    return sum;
}

// STREAM's triad: a = b + s * c, three arrays of 4-byte numbers.
double triadBytesPerNs(float* a, const float* b, const float* c, std::int64_t count)
{
    const double ns = timed([&] {
        for (std::int64_t i = 0; i < count; ++i)
            a[i] = b[i] + 0.5F * c[i];
    });
    return 12.0 * static_cast<double>(count) / ns;
}

} // namespace

int main()
{
    const WorkloadOptions o;
    Recorder recorder;
    CpuDevice device;
    TrainingStep::Created created = TrainingStep::create(device, recorder, o);
    if (!created.status) {
        std::fprintf(stderr, "%s\n", created.status.message().c_str());
        return 1;
    }
    const std::int64_t weights = o.hidden * (o.inFeatures + o.outFeatures);
    const auto array = [&] {
        auto* memory = static_cast<float*>(allocateHostPages(static_cast<std::size_t>(weights) * sizeof(float)));
        std::fill_n(memory, weights, 0.25F);
        return memory;
    };
    float* a = array();
    float* b = array();
    float* c = array();
    const std::vector<Matmul> all = {{o.batch, o.hidden, o.inFeatures, false, true},
                                     {o.batch, o.outFeatures, o.hidden, false, true},
                                     {o.outFeatures, o.hidden, o.batch, true, false},
                                     {o.batch, o.hidden, o.outFeatures, false, false},
                                     {o.hidden, o.inFeatures, o.batch, true, false}};
    // Reads and writes of mul, lerp, mul, addcmul, sqrt, div, add, addcdiv in arrays of the weights' size.
    const double optimizerBytes = (2 + 3 + 2 + 3 + 2 + 2 + 2 + 4) * 4.0 * static_cast<double>(weights);
    std::vector<double> steps, gemms, bandwidths;
    for (int round = 0; round < 12; ++round) {
        const double step = timed([&] { created.step->run(); });
        const double gemm = matmuls(all, a, b, c);
        const double bandwidth = triadBytesPerNs(a, b, c, weights);
        if (round < 2)
            continue; // warm-up
        steps.push_back(step);
        gemms.push_back(gemm);
        bandwidths.push_back(bandwidth);
    }
    const double step = quantile(steps, 0.5);
    const double bound = quantile(gemms, 0.5) + optimizerBytes / quantile(bandwidths, 0.5);
    std::printf("step %.1f ms, its matmuls alone %.1f ms, its optimizer's bytes at %.1f GB/s %.1f ms: ratio %.3f\n",
                step / 1e6, quantile(gemms, 0.5) / 1e6, quantile(bandwidths, 0.5),
                optimizerBytes / quantile(bandwidths, 0.5) / 1e6, step / bound);
    for (float* memory : {a, b, c})
        freeHostPages(memory, static_cast<std::size_t>(weights) * sizeof(float));
    return step <= 1.3 * bound ? 0 : 1;
}
