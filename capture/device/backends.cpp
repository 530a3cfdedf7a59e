// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/backends.h"

#include "capture/device/cpu_device.h"
#include "capture/device/emulated_device.h"

#include <array>
#include <dlfcn.h>
#include <unistd.h>

namespace stepglass::capture {
namespace {

// Beside the program, then where an installation puts it, then where the loader looks.
std::vector<std::string> modulePaths(const std::string& name)
{
    const std::string file = "stepglass-" + name + ".so";
    std::vector<std::string> paths;
    std::array<char, 4096> buffer{};
    const ssize_t length = ::readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
    if (length > 0) {
        const std::string self(buffer.data(), static_cast<std::size_t>(length));
        const std::string folder = self.substr(0, self.rfind('/'));
        paths.push_back(folder + '/' + file);
        paths.push_back(folder + "/../lib/stepglass/" + file);
    }
    return paths;
}

struct Module
{
    void* handle = nullptr;
    std::string error;
};

// Never closed: a driver library does not survive being unloaded.
Module loadModule(const std::string& name)
{
    Module module;
    for (const std::string& path : modulePaths(name)) {
        if (::access(path.c_str(), R_OK) != 0)
            continue;
        module.handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (module.handle)
            return module;
        const char* reason = ::dlerror();
        module.error = "the module stepglass-" + name + ".so cannot be loaded (" + (reason ? reason : "unknown") +
                       "); install the CUDA Toolkit's run-time libraries it names";
    }
    if (module.error.empty())
        module.error = "this build has no stepglass-" + name + ".so; install the CUDA Toolkit (nvcc) and build again";
    return module;
}

OpenedDevice openModule(const std::string& name, ActivitySink& sink)
{
    OpenedDevice opened;
    const Module module = loadModule(name);
    if (!module.handle) {
        opened.status = Status::failure(module.error);
        return opened;
    }
    auto* create = reinterpret_cast<CreateBackend*>(::dlsym(module.handle, kCreateSymbol));
    if (!create) {
        opened.status = Status::failure("stepglass-" + name + ".so is no backend of this program; build again");
        return opened;
    }
    std::array<char, 512> error{};
    opened.device.reset(create(kBackendAbi, &sink, error.data(), error.size()));
    if (!opened.device)
        opened.status = Status::failure(error.data());
    return opened;
}

std::string describeModule(const std::string& name)
{
    const Module module = loadModule(name);
    if (!module.handle)
        return {};
    auto* describe = reinterpret_cast<DescribeBackend*>(::dlsym(module.handle, kDescribeSymbol));
    std::array<char, 16384> json{};
    if (describe)
        describe(json.data(), json.size());
    return json.data();
}

} // namespace

bool isBackendName(const std::string& name)
{
    return name == "auto" || name == "cpu" || name == "emulated" || name == "cuda";
}

OpenedDevice openDevice(const std::string& name, ActivitySink& sink)
{
    OpenedDevice opened;
    if (name == "cpu") {
        opened.device = std::make_unique<CpuDevice>();
    } else if (name == "emulated") {
        opened.device = std::make_unique<EmulatedDevice>(sink);
    } else if (name == "cuda") {
        opened = openModule(name, sink);
        if (!opened.status)
            opened.status = Status::failure("backend cuda: " + opened.status.message());
    } else if (name == "auto") {
        opened = openModule("cuda", sink);
        if (!opened.device) {
            opened.notice = "using the emulated device: " + opened.status.message();
            opened.status = {};
            opened.device = std::make_unique<EmulatedDevice>(sink);
        }
    } else {
        opened.status = Status::failure("there is no backend '" + name + "'; choose auto, cpu, emulated or cuda");
    }
    return opened;
}

std::vector<BackendReport> probeBackends(ActivitySink& sink)
{
    std::vector<BackendReport> reports;
    for (const char* name : {"cpu", "emulated", "cuda"}) {
        BackendReport report;
        report.name = name;
        OpenedDevice opened = openDevice(name, sink);
        report.usable = opened.device != nullptr;
        if (opened.device)
            report.device = opened.device->info().name;
        else
            report.remedy = opened.status.message();
        if (report.name == "cuda")
            report.details = describeModule(name);
        reports.push_back(std::move(report));
    }
    return reports;
}

} // namespace stepglass::capture
