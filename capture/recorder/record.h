// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace stepglass::capture {

enum class RecordKind : std::uint8_t
{
    Operator, // cpu_op
    Region,   // user_annotation
    Runtime,  // cuda_runtime: a call into the device's runtime (emu* for the emulated device)
    Driver,   // cuda_driver
    Kernel,   // kernel, on a device stream
    Memcpy,   // gpu_memcpy
    Memset,   // gpu_memset
    Sync,     // cuda_sync
    Overhead, // overhead: time the profiler itself took
    Memory,   // [memory] instant: an allocation (bytes > 0) or a release
};

// A region of the workload (user_annotation) that is or was open. Device work remembers the innermost one of its
// launch, from which the writer derives the region's shadow on the device. Owned by the Recorder, stable in memory.
struct Region
{
    const char* name;
    std::uint64_t externalId;
    const Region* parent;
    std::uint32_t step; // counts ProfilerStep regions, to tell when a step's device work is complete
};

// Where a piece of device work was asked for: the operator, the region, and the recording it belongs to.
struct LaunchContext
{
    std::uint64_t externalId; // innermost operator or region, 0 = none
    const Region* region;
    std::uint32_t epoch; // recording in which the launch happened; 0 = warm-up, thrown away
};

inline constexpr std::uint8_t kFlowStart = 1;   // Runtime: an ac2g arrow leaves here. Operator: a fwdbwd arrow leaves
inline constexpr std::uint8_t kFlowEnd = 2;     // Kernel, Memcpy, Memset: ac2g arrives. Operator: fwdbwd arrives
inline constexpr std::uint8_t kHasSequence = 4; // Operator: amount is a sequence number

// One thing that happened. Trivial on purpose: blocks of these are allocated untouched. Strings are literals or
// interned (Interner), so a pointer is enough.
struct Record
{
    std::int64_t startNs;
    std::int64_t durationNs;
    const char* name;
    const char* extra;    // further members of "args" as JSON without braces, or null
    const Region* region; // device work: region of the launch. Region: itself
    std::uint64_t externalId;
    std::uint64_t correlation; // Runtime, Driver and device work. Memory: the address
    std::int64_t amount;       // copies, sets, memory: bytes. Operator: sequence number
    std::int64_t allocated;    // Memory: total allocated. Operator: forward thread
    std::int64_t reserved;     // Memory: total reserved
    std::uint32_t epoch;
    std::int32_t device;  // Memory: -1 = host
    std::int32_t stream;  // device work; -1 = none
    std::int32_t context; // device work: the driver context, counted from 1
    std::int32_t tid;     // 0 = the thread whose ring it lies in
    RecordKind kind;
    std::uint8_t flags;
};

} // namespace stepglass::capture
