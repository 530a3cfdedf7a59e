// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace stepglass::capture::cuda {

// What one device offers to the blocks of a kernel, per streaming multiprocessor (SM).
struct DeviceLimits
{
    std::int32_t multiprocessors = 0;
    std::int32_t warpSize = 32;
    std::int32_t threadsPerSm = 0;
    std::int32_t blocksPerSm = 0;
    std::int32_t registersPerSm = 0;
    std::int64_t sharedPerSm = 0;         // bytes
    std::int64_t sharedReserved = 0;      // bytes the system takes of each block: 0 before compute capability 8.0
    std::int32_t sharedGranularity = 128; // bytes: 256 before compute capability 8.0
};

// What one launch asks for.
struct LaunchShape
{
    std::int64_t blocks = 0;
    std::int64_t threadsPerBlock = 0;
    std::int32_t registersPerThread = 0;
    std::int64_t sharedPerBlock = 0; // static and dynamic, bytes
};

// Blocks of the launch that one SM can hold at a time, by CUDA's own occupancy rules: warps, blocks, registers
// (allocated to warps in units of 256, a quarter of the file to each scheduler) and shared memory. At least 1 for a
// launch that happened; 0 where the limits are unknown.
std::int32_t residentBlocks(const DeviceLimits& limits, const LaunchShape& shape);

// Blocks (warps) of the launch for each SM, were they spread evenly; may be below 1.
double blocksPerSm(const DeviceLimits& limits, const LaunchShape& shape);
double warpsPerSm(const DeviceLimits& limits, const LaunchShape& shape);

// Kineto's "est. achieved occupancy %": threads resident for each SM against what it could hold, rounded half up.
// Kineto prints 0 for kernels with more than 48 KiB of shared memory, because it does not know that they opted in; here
// those have their figure, too.
std::int32_t occupancyPercent(const DeviceLimits& limits, const LaunchShape& shape);

} // namespace stepglass::capture::cuda
