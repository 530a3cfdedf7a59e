// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stepglass::capture::cuda {

// What looking for a device found, in CUDA's and CUPTI's own numbers.
struct ProbeResult
{
    int runtimeError = 0;    // cudaError_t of cudaGetDeviceCount
    std::string runtimeText; // its description
    int devices = 0;
    int driverVersion = 0;  // 13000 = CUDA 13.0; 0 = no driver
    int runtimeVersion = 0; // of this build
    int capability = 0;     // of device 0: 75 = 7.5; 0 = not asked
    std::string deviceName;
    std::string visibleDevices; // CUDA_VISIBLE_DEVICES, empty if not set
    bool visibleDevicesSet = false;
    int cuptiError = 0; // CUptiResult of the first thing asked of CUPTI
    std::string cuptiText;
};

inline constexpr int kLeastCapability = 75;

// One sentence that says why a capture cannot run on a CUDA device here and what to do about it; empty if it can.
std::string whyNot(const ProbeResult& probe);

// One sentence for a CUPTI failure, with its remedy.
std::string cuptiMessage(int error, const std::string& text);

// "13.0" from 13000.
std::string versionText(int version);

} // namespace stepglass::capture::cuda
