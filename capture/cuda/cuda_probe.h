// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cuda/cuda_messages.h"
#include "capture/cuda/occupancy.h"
#include "capture/device/device.h"

#include <string>

namespace stepglass::capture::cuda {

// What there is of CUDA on this machine, asked without making a context.
ProbeResult probeCuda();

// Of a device that exists.
DeviceLimits deviceLimits(int device);
// How the device is named and described in a trace; all but its free memory.
DeviceInfo deviceInfo(int device, const ProbeResult& probe, unsigned cuptiVersion);
// A JSON object for `doctor`: versions, devices, and what keeps a capture from running.
std::string describe(const ProbeResult& probe, unsigned cuptiVersion);

} // namespace stepglass::capture::cuda
