// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/device/device.h"

#include <memory>
#include <string>
#include <vector>

namespace stepglass::capture {

// The one symbol a backend module (stepglass-<name>.so) exports, with C linkage, under this name. It returns a new
// Device or null and a sentence in `error`. `abi` is kBackendAbi of the caller.
using CreateBackend = Device*(int abi, ActivitySink* sink, char* error, std::size_t errorSize);
// The second, optional one: a JSON object that says what the backend found on this machine, for `doctor`.
using DescribeBackend = void(char* json, std::size_t size);

inline constexpr int kBackendAbi = 1;
inline constexpr const char* kCreateSymbol = "stepglassCreateBackend";
inline constexpr const char* kDescribeSymbol = "stepglassDescribeBackend";

struct OpenedDevice
{
    std::unique_ptr<Device> device; // null on failure
    Status status;
    std::string notice; // e.g. why auto took the emulated device
};

bool isBackendName(const std::string& name);

// name: auto, cpu, emulated, or a module's name (cuda). auto takes cuda where it works, else emulated.
OpenedDevice openDevice(const std::string& name, ActivitySink& sink);

struct BackendReport
{
    std::string name;
    bool usable = false;
    std::string device;  // what it would run on
    std::string remedy;  // one sentence where it is not usable
    std::string details; // JSON object of versions, or empty
};

// Tries every backend, for `doctor`.
std::vector<BackendReport> probeBackends(ActivitySink& sink);

} // namespace stepglass::capture
