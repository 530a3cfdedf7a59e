// SPDX-License-Identifier: GPL-3.0-or-later
// What a slice is, decided by its category (never by its pid), and the kind of track that shows it.
#pragma once

#include <cstdint>
#include <string_view>

namespace stepglass {

enum class SliceKind : std::uint8_t
{
    Operator,    // cpu_op and its like: a function of the framework
    Step,        // ProfilerStep#N on the host
    Region,      // user_annotation on the host, but steps
    GpuRegion,   // the device-side copy of a region: never device time
    RuntimeCall, // cuda_runtime, cuda_driver and their like: a call of the device's API
    Python,      // a Python frame
    Overhead,    // the profiler's own time
    Kernel,
    Communication, // a kernel whose name begins with nccl, rccl, hccl, hcom_, oneccl
    MemcpyHtoD,
    MemcpyDtoH,
    MemcpyDtoD,
    MemcpyPtoP,
    MemcpyOther,
    Memset,
    Sync,  // rows on the device that only wait: never busy
    Async, // a pair of b/e or S/F: shown, no slice of a thread
    Other, // all else; its category is the slice's `detail`
};
constexpr int kSliceKindCount = static_cast<int>(SliceKind::Other) + 1;

enum class TrackKind : std::uint8_t
{
    Steps,
    Regions,
    Host, // operators, calls and everything generic of one thread
    Python,
    GpuRegions,
    Compute, // one per device and stream
    Communication,
    CopyHtoD, // copies, sets and synchronisation: one per device
    CopyDtoH,
    CopyDtoD,
    CopyPtoP,
    CopyOther,
    Memset,
    Sync,
    Async,
};

constexpr bool isKernel(SliceKind k)
{
    return k == SliceKind::Kernel || k == SliceKind::Communication;
}
constexpr bool isMemcpy(SliceKind k)
{
    return k >= SliceKind::MemcpyHtoD && k <= SliceKind::MemcpyOther;
}
// Work that occupies a device: kernels, copies, sets.
constexpr bool isDeviceWork(SliceKind k)
{
    return k >= SliceKind::Kernel && k <= SliceKind::Memset;
}
// Lies on a device's tracks: device work, synchronisation rows, device-side regions.
constexpr bool isOnDevice(SliceKind k)
{
    return isDeviceWork(k) || k == SliceKind::Sync || k == SliceKind::GpuRegion;
}
constexpr bool isRegion(SliceKind k)
{
    return k == SliceKind::Region || k == SliceKind::Step;
}

TrackKind trackKindOf(SliceKind kind);

// The field's word for a kind: "operator", "kernel", "memcpy HtoD" ...
std::string_view kindName(SliceKind kind);
// The same for a track: "host", "compute", "copies HtoD" ...
std::string_view trackKindName(TrackKind kind);

// Whether a kernel's name makes it communication (compared without regard to case).
bool isCommunicationName(std::string_view name);

} // namespace stepglass
