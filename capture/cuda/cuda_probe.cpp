// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/cuda_probe.h"

#include "capture/recorder/text_buffer.h"

#include <cstdlib>
#include <cuda_runtime_api.h>

namespace stepglass::capture::cuda {
namespace {

int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

std::string propertiesJson(const cudaDeviceProp& p, int device)
{
    TextBuffer out;
    out << "{\"id\": " << device << ", \"name\": ";
    out.quoted(p.name);
    out << ", \"totalGlobalMem\": " << p.totalGlobalMem << ", \"computeMajor\": " << p.major
        << ", \"computeMinor\": " << p.minor << ", \"maxThreadsPerBlock\": " << p.maxThreadsPerBlock
        << ", \"maxThreadsPerMultiprocessor\": " << p.maxThreadsPerMultiProcessor
        << ", \"regsPerBlock\": " << p.regsPerBlock << ", \"regsPerMultiprocessor\": " << p.regsPerMultiprocessor
        << ", \"warpSize\": " << p.warpSize << ", \"sharedMemPerBlock\": " << p.sharedMemPerBlock
        << ", \"sharedMemPerMultiprocessor\": " << p.sharedMemPerMultiprocessor
        << ", \"sharedMemPerBlockOptin\": " << p.sharedMemPerBlockOptin << ", \"numSms\": " << p.multiProcessorCount
        << '}';
    return out.text();
}

} // namespace

ProbeResult probeCuda()
{
    ProbeResult probe;
    cudaDriverGetVersion(&probe.driverVersion);
    cudaRuntimeGetVersion(&probe.runtimeVersion);
    const cudaError_t error = cudaGetDeviceCount(&probe.devices);
    probe.runtimeError = error;
    probe.runtimeText = cudaGetErrorString(error);
    cudaGetLastError(); // it is told, so it must not show up again at the next call
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES")) {
        probe.visibleDevicesSet = true;
        probe.visibleDevices = visible;
    }
    cudaDeviceProp properties{};
    if (error != cudaSuccess || probe.devices < 1 || cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return probe;
    probe.capability = properties.major * 10 + properties.minor;
    probe.deviceName = properties.name;
    return probe;
}

DeviceLimits deviceLimits(int device)
{
    DeviceLimits limits;
    limits.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, device);
    limits.warpSize = attribute(cudaDevAttrWarpSize, device);
    limits.threadsPerSm = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
    limits.blocksPerSm = attribute(cudaDevAttrMaxBlocksPerMultiprocessor, device);
    limits.registersPerSm = attribute(cudaDevAttrMaxRegistersPerMultiprocessor, device);
    limits.sharedPerSm = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    limits.sharedReserved = attribute(cudaDevAttrReservedSharedMemoryPerBlock, device);
    limits.sharedGranularity = attribute(cudaDevAttrComputeCapabilityMajor, device) < 8 ? 256 : 128;
    return limits;
}

DeviceInfo deviceInfo(int device, const ProbeResult& probe, unsigned cuptiVersion)
{
    DeviceInfo info;
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, device) == cudaSuccess)
        info.properties = propertiesJson(properties, device);
    info.backend = "cuda";
    info.name = probe.deviceName;
    info.processName = probe.deviceName;
    info.label = "GPU";
    info.traceHead = "\"cupti_version\": " + std::to_string(cuptiVersion) +
                     ", \"cuda_runtime_version\": " + std::to_string(probe.runtimeVersion) +
                     ", \"cuda_driver_version\": " + std::to_string(probe.driverVersion);
    info.asynchronous = true;
    return info;
}

std::string describe(const ProbeResult& probe, unsigned cuptiVersion)
{
    TextBuffer out;
    out << "{\"cuda_driver_version\": " << probe.driverVersion << ", \"cuda_runtime_version\": " << probe.runtimeVersion
        << ", \"cupti_version\": " << cuptiVersion << ", \"devices\": [";
    for (int device = 0; device < probe.devices; ++device) {
        cudaDeviceProp properties{};
        if (cudaGetDeviceProperties(&properties, device) == cudaSuccess)
            out << (device ? ", " : "") << propertiesJson(properties, device);
    }
    out << "], \"problem\": ";
    out.quoted(whyNot(probe));
    out << '}';
    return out.text();
}

} // namespace stepglass::capture::cuda
