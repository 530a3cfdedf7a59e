// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/kernel_call.h"

#include <cstddef>
#include <cuda_runtime_api.h>

namespace stepglass::capture::cuda {

// Device memory that Mean needs between its blocks; one for each stream, set to zero once.
inline constexpr std::size_t kReductionBytes = 4096;

// Starts the kernel of a call, for all ops but Gemm, with the arithmetic of the host's elementwise.h. One launch, also
// for a multi-tensor call unless it has more tensors than fit into a launch's parameters (640). reduction:
// kReductionBytes of zeroed device memory that only this stream uses. Returns the launch's error.
cudaError_t startKernel(const KernelCall& call, void* reduction, cudaStream_t stream);

} // namespace stepglass::capture::cuda
