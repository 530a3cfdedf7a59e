// SPDX-License-Identifier: GPL-3.0-or-later
// The two symbols through which the capture process reaches this module (capture/device/backends.h).
#include "capture/cuda/cuda_device.h"
#include "capture/cuda/cuda_probe.h"
#include "capture/device/backends.h"

#include <cstdio>

using namespace stepglass::capture;

extern "C" {

__attribute__((visibility("default"))) Device* stepglassCreateBackend(int abi, ActivitySink* sink, char* error,
                                                                      std::size_t errorSize)
{
    std::string message;
    if (abi != kBackendAbi) {
        message = "stepglass-cuda.so is of another version than this program; build both together";
    } else {
        try {
            std::unique_ptr<Device> device = cuda::CudaDevice::open(*sink, message);
            if (device)
                return device.release();
        } catch (const std::exception& failure) { // memory, threads
            message = std::string("the CUDA backend does not start: ") + failure.what();
        }
    }
    std::snprintf(error, errorSize, "%s", message.c_str());
    return nullptr;
}

__attribute__((visibility("default"))) void stepglassDescribeBackend(char* json, std::size_t size)
{
    const std::string text = cuda::describe(cuda::probeCuda(), cuda::cuptiVersion());
    // Cut text would be no JSON; a machine of many devices keeps its versions at least.
    std::snprintf(json, size, "%s", text.size() < size ? text.c_str() : "{}");
}
}
