// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/activity_names.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace stepglass::capture::cuda {
namespace {

const char* kindName(CopyKind kind)
{
    switch (kind) {
    case CopyKind::HostToDevice:
        return "HtoD";
    case CopyKind::DeviceToHost:
        return "DtoH";
    case CopyKind::HostToArray:
        return "HtoA";
    case CopyKind::ArrayToHost:
        return "AtoH";
    case CopyKind::ArrayToArray:
        return "AtoA";
    case CopyKind::ArrayToDevice:
        return "AtoD";
    case CopyKind::DeviceToArray:
        return "DtoA";
    case CopyKind::DeviceToDevice:
        return "DtoD";
    case CopyKind::HostToHost:
        return "HtoH";
    case CopyKind::PeerToPeer:
        return "PtoP";
    case CopyKind::Unknown:
        break;
    }
    return "Unknown";
}

const char* memoryName(MemoryKind kind)
{
    switch (kind) {
    case MemoryKind::Pageable:
        return "Pageable";
    case MemoryKind::Pinned:
        return "Pinned";
    case MemoryKind::Device:
        return "Device";
    case MemoryKind::Array:
        return "Array";
    case MemoryKind::Managed:
        return "Managed";
    case MemoryKind::DeviceStatic:
        return "Device Static";
    case MemoryKind::ManagedStatic:
        return "Managed Static";
    case MemoryKind::Unknown:
        break;
    }
    return "Unknown";
}

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return text.starts_with(p); });
}

} // namespace

std::string copyName(CopyKind kind, MemoryKind from, MemoryKind to)
{
    return std::string("Memcpy ") + kindName(kind) + " (" + memoryName(from) + " -> " + memoryName(to) + ')';
}

std::string setName(MemoryKind memory)
{
    return std::string("Memset (") + memoryName(memory) + ')';
}

const char* syncName(SyncKind kind)
{
    switch (kind) {
    case SyncKind::Event:
        return "Event Sync";
    case SyncKind::StreamWaitEvent:
        return "Stream Wait Event";
    case SyncKind::Stream:
        return "Stream Sync";
    case SyncKind::Context:
        return "Context Sync";
    case SyncKind::Unknown:
        break;
    }
    return "Unknown Sync";
}

const char* overheadName(OverheadKind kind)
{
    switch (kind) {
    case OverheadKind::DriverCompiler:
        return "Driver Compiler";
    case OverheadKind::BufferFlush:
        return "Buffer Flush";
    case OverheadKind::Instrumentation:
        return "Instrumentation";
    case OverheadKind::Resource:
        return "Resource";
    case OverheadKind::ModuleLoading:
        return "Runtime Triggered Module Loading";
    case OverheadKind::LazyFunctionLoading:
        return "Lazy Function Loading";
    case OverheadKind::CommandBufferFull:
        return "Command Buffer Full";
    case OverheadKind::ActivityBufferRequest:
        return "Activity Buffer Request";
    case OverheadKind::UvmActivityInit:
        return "UVM Activity Init";
    case OverheadKind::Unknown:
        break;
    }
    return "Unknown";
}

std::string_view callName(std::string_view name)
{
    const std::size_t version = name.rfind("_v");
    if (version != std::string_view::npos && version + 2 < name.size() &&
        name.find_first_not_of("0123456789", version + 2) == std::string_view::npos)
        name = name.substr(0, version);
    for (const std::string_view suffix : {std::string_view("_ptsz"), std::string_view("_ptds")})
        if (name.ends_with(suffix))
            name.remove_suffix(suffix.size());
    return name;
}

bool startsDeviceWork(std::string_view call)
{
    return startsWithAny(call, {"cudaLaunch", "cudaMemcpy", "cudaMemset", "cudaGraphLaunch", "cuLaunch", "cuMemcpy",
                                "cuMemset", "cuGraphLaunch"});
}

bool isQuiet(std::string_view call, bool driver)
{
    if (driver)
        return !startsDeviceWork(call) &&
               !startsWithAny(call, {"cuStreamSync", "cuCtxSync", "cuEventSync", "cuStreamWait", "cuMemAlloc",
                                     "cuMemFree", "cuModuleLoad", "cuLibraryLoad"});
    static constexpr std::array kQuiet = {
        std::string_view("cudaGetDevice"),        std::string_view("cudaSetDevice"),
        std::string_view("cudaGetLastError"),     std::string_view("cudaPeekAtLastError"),
        std::string_view("cudaGetDeviceCount"),   std::string_view("cudaDeviceGetAttribute"),
        std::string_view("cudaEventCreate"),      std::string_view("cudaEventCreateWithFlags"),
        std::string_view("cudaEventDestroy"),     std::string_view("cudaEventElapsedTime"),
        std::string_view("cudaStreamIsCapturing")};
    return call.starts_with("__cuda") || std::find(kQuiet.begin(), kQuiet.end(), call) != kQuiet.end();
}

std::string demangled(const char* symbol)
{
    if (!symbol)
        return "unknown kernel";
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 && text ? text.get() : symbol;
}

} // namespace stepglass::capture::cuda
