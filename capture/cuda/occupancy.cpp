// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/occupancy.h"

#include <algorithm>

namespace stepglass::capture::cuda {
namespace {

constexpr std::int64_t kRegisterUnit = 256; // registers a warp is given at a time, since compute capability 3.0
constexpr std::int64_t kSchedulers = 4;     // each has its own quarter of the registers

std::int64_t roundUp(std::int64_t value, std::int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

std::int64_t warpsPerBlock(const DeviceLimits& limits, const LaunchShape& shape)
{
    return roundUp(shape.threadsPerBlock, limits.warpSize) / limits.warpSize;
}

} // namespace

std::int32_t residentBlocks(const DeviceLimits& limits, const LaunchShape& shape)
{
    if (limits.threadsPerSm <= 0 || limits.warpSize <= 0 || shape.threadsPerBlock <= 0)
        return 0;
    const std::int64_t warps = warpsPerBlock(limits, shape);
    std::int64_t blocks = limits.threadsPerSm / limits.warpSize / warps;
    if (limits.blocksPerSm > 0)
        blocks = std::min<std::int64_t>(blocks, limits.blocksPerSm);
    if (shape.registersPerThread > 0 && limits.registersPerSm > 0) {
        const std::int64_t ofWarp = roundUp(std::int64_t{shape.registersPerThread} * limits.warpSize, kRegisterUnit);
        blocks = std::min(blocks, limits.registersPerSm / kSchedulers / ofWarp * kSchedulers / warps);
    }
    const std::int64_t shared = roundUp(shape.sharedPerBlock + limits.sharedReserved, limits.sharedGranularity);
    if (shared > 0 && limits.sharedPerSm > 0)
        blocks = std::min(blocks, limits.sharedPerSm / shared);
    return static_cast<std::int32_t>(std::max<std::int64_t>(1, blocks));
}

double blocksPerSm(const DeviceLimits& limits, const LaunchShape& shape)
{
    if (limits.multiprocessors <= 0)
        return 0;
    return static_cast<double>(shape.blocks) / limits.multiprocessors;
}

double warpsPerSm(const DeviceLimits& limits, const LaunchShape& shape)
{
    if (limits.warpSize <= 0)
        return 0;
    return blocksPerSm(limits, shape) * static_cast<double>(shape.threadsPerBlock) / limits.warpSize;
}

std::int32_t occupancyPercent(const DeviceLimits& limits, const LaunchShape& shape)
{
    if (limits.threadsPerSm <= 0)
        return 0;
    const double resident = std::min(blocksPerSm(limits, shape), static_cast<double>(residentBlocks(limits, shape)));
    const double share = resident * static_cast<double>(shape.threadsPerBlock) / limits.threadsPerSm;
    return std::min(100, static_cast<std::int32_t>(0.5 + share * 100));
}

} // namespace stepglass::capture::cuda
