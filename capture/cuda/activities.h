// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// What CUPTI's activity records say, as plain values, so that turning them into trace records can be tested without a
// GPU and without CUPTI's headers. Times are ns on the recorder's clock. Numbers in enums are CUPTI's own.
namespace stepglass::capture::cuda {

enum class CopyKind : std::uint8_t
{
    Unknown = 0,
    HostToDevice = 1,
    DeviceToHost = 2,
    HostToArray = 3,
    ArrayToHost = 4,
    ArrayToArray = 5,
    ArrayToDevice = 6,
    DeviceToArray = 7,
    DeviceToDevice = 8,
    HostToHost = 9,
    PeerToPeer = 10,
};

enum class MemoryKind : std::uint8_t
{
    Unknown = 0,
    Pageable = 1,
    Pinned = 2,
    Device = 3,
    Array = 4,
    Managed = 5,
    DeviceStatic = 6,
    ManagedStatic = 7,
};

enum class SyncKind : std::uint8_t
{
    Unknown = 0,
    Event = 1,
    StreamWaitEvent = 2,
    Stream = 3,
    Context = 4,
};

enum class OverheadKind : std::uint32_t
{
    Unknown = 0,
    DriverCompiler = 1,
    BufferFlush = 1U << 16,
    Instrumentation = 2U << 16,
    Resource = 3U << 16,
    ModuleLoading = 4U << 16,
    LazyFunctionLoading = 5U << 16,
    CommandBufferFull = 6U << 16,
    ActivityBufferRequest = 7U << 16,
    UvmActivityInit = 8U << 16,
};

// Where and when device work ran. A record whose times could not be taken has start 0, or an end before its start.
struct DeviceSpan
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t device = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0;
};

struct KernelActivity
{
    DeviceSpan span;
    const char* symbol = nullptr; // mangled
    std::int32_t grid[3] = {};
    std::int32_t block[3] = {};
    std::int32_t registersPerThread = 0;
    std::int64_t sharedMemory = 0; // static and dynamic, bytes of one block
};

struct CopyActivity
{
    DeviceSpan span;
    CopyKind kind = CopyKind::Unknown;
    MemoryKind from = MemoryKind::Unknown;
    MemoryKind to = MemoryKind::Unknown;
    std::uint64_t bytes = 0;
    bool betweenDevices = false; // then the next two count
    std::uint32_t fromDevice = 0;
    std::uint32_t toDevice = 0;
};

struct SetActivity
{
    DeviceSpan span;
    MemoryKind memory = MemoryKind::Unknown;
    std::uint64_t bytes = 0;
};

struct CallActivity
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t thread = 0; // system id
    std::uint32_t correlation = 0;
    const char* name = nullptr; // as CUPTI has it, "cudaLaunchKernel_v7000"; null: not known
    std::uint32_t callbackId = 0;
    bool driver = false;
};

struct SyncActivity
{
    static constexpr std::uint32_t kNone = 0xffffffff;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    SyncKind kind = SyncKind::Unknown;
    std::uint32_t device = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = kNone;
    std::uint32_t event = kNone;
    std::uint32_t correlation = 0;
};

struct OverheadActivity
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    OverheadKind kind = OverheadKind::Unknown;
    std::uint32_t thread = 0; // 0: not known
};

} // namespace stepglass::capture::cuda
