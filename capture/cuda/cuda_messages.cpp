// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/cuda_messages.h"

namespace stepglass::capture::cuda {
namespace {

// cudaError_t; cuda_device.cpp checks that these are still CUDA's numbers.
constexpr int kInsufficientDriver = 35;
constexpr int kDevicesUnavailable = 46;
constexpr int kNoDevice = 100;
constexpr int kSystemNotReady = 802;
constexpr int kDriverMismatch = 803;

std::string capabilityText(int capability)
{
    return std::to_string(capability / 10) + '.' + std::to_string(capability % 10);
}

std::string driverMessage(const ProbeResult& probe)
{
    if (probe.driverVersion == 0)
        return "no NVIDIA driver is installed or loaded; install one that supports CUDA " +
               versionText(probe.runtimeVersion) + " (nvidia-smi shows it)";
    return "the NVIDIA driver is too old: it supports CUDA " + versionText(probe.driverVersion) +
           " and this build needs " + versionText(probe.runtimeVersion) + "; update the driver";
}

std::string noDeviceMessage(const ProbeResult& probe)
{
    if (probe.visibleDevicesSet)
        return "no CUDA device is visible because CUDA_VISIBLE_DEVICES is '" + probe.visibleDevices +
               "'; set it to the number of a device that nvidia-smi lists";
    return "the NVIDIA driver finds no CUDA device; check that nvidia-smi lists one, and that a container is given "
           "access "
           "to it";
}

} // namespace

std::string versionText(int version)
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

std::string cuptiMessage(int error, const std::string& text)
{
    const std::string code = text + " (" + std::to_string(error) + ')';
    switch (error) {
    case 35: // CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
        return "CUPTI is not permitted for this user: " + code +
               "; let the administrator set NVreg_RestrictProfilingToAdminUsers=0 (ERR_NVGPUCTRPERM), or in a "
               "container "
               "add the capability SYS_ADMIN";
    case 40: // CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES
    case 33: // CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED
        return "CUPTI is not permitted on this virtual GPU: " + code +
               "; profiling must be enabled for the vGPU on its host";
    case 39: // CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED
        return "another profiler already uses CUPTI in this process: " + code +
               "; run without it (nsys, ncu, a library that is loaded beforehand)";
    case 41: // CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED
        return "CUPTI does not work in confidential computing mode: " + code + "; switch the mode off to profile";
    default:
        return "CUPTI does not start: " + code + "; check that driver and CUPTI are of matching versions";
    }
}

std::string whyNot(const ProbeResult& probe)
{
    switch (probe.runtimeError) {
    case 0:
        break;
    case kInsufficientDriver:
        return driverMessage(probe);
    case kNoDevice:
        return noDeviceMessage(probe);
    case kDriverMismatch:
        return "the parts of the NVIDIA driver do not match each other; restart the machine after a driver update";
    case kSystemNotReady:
        return "the NVIDIA driver is not ready; start the fabric manager (nvidia-fabricmanager) of this machine";
    case kDevicesUnavailable:
        return "the CUDA device is busy or set to exclusive use; end the process that nvidia-smi shows on it";
    default:
        return "CUDA does not start: " + probe.runtimeText + " (" + std::to_string(probe.runtimeError) +
               "); check that nvidia-smi works";
    }
    if (probe.devices == 0)
        return noDeviceMessage(probe);
    if (probe.capability != 0 && probe.capability < kLeastCapability)
        return probe.deviceName + " has compute capability " + capabilityText(probe.capability) +
               " and this build needs " + capabilityText(kLeastCapability) + " or later; choose a newer device";
    if (probe.cuptiError != 0)
        return cuptiMessage(probe.cuptiError, probe.cuptiText);
    return {};
}

} // namespace stepglass::capture::cuda
