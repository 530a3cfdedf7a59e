// SPDX-License-Identifier: GPL-3.0-or-later
// The records that a trace is made of, as a reader hands them over. Times are ns, `source` is the byte offset of the
// record in the (decompressed) input: it orders records of equal time as the file does, and its text is read back there
// when somebody looks at the args.
#pragma once

#include "model/core/ids.h"
#include "model/core/kinds.h"

#include <array>
#include <cstdint>
#include <string>

namespace stepglass {

// Facts about a slice that a health panel shows.
enum SliceFlag : std::uint8_t
{
    kNegativeDuration = 1, // shown with length 0
    kMissingDuration = 2,  // shown with length 0
    kUnclosedBegin = 4,    // a B without E: shown to the end of the trace
    kHugeDuration = 16,    // too long to be added up: shown with length 0
    kOperatorCategory = 8, // a step or region by its name only: the file has it among the operators
};

struct SliceRecord
{
    Ns start = 0;
    Ns duration = 0;          // >= 0
    std::uint64_t source = 0; // byte offset
    StringId name;
    StringId detail; // operators, regions: `Input Dims` as Python writes lists; kind Other: the category as written;
                     // else empty
    ThreadId thread;
    IdKey correlation; // `correlation`, `connection_id`
    IdKey externalId;  // `External id`, `external id`
    SliceKind kind = SliceKind::Other;
    std::uint8_t flags = 0;
};

// A kernel's launch: what its args say, 0 where they do not.
struct LaunchConfig
{
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> block{};
    std::uint32_t registersPerThread = 0;
    std::uint32_t sharedMemory = 0; // bytes, static and dynamic
    float blocksPerSm = -1;         // -1: not given
    float warpsPerSm = -1;
    float occupancyPercent = -1; // `est. achieved occupancy %`
    friend bool operator==(const LaunchConfig&, const LaunchConfig&) = default;
};

// What a slice on a device has beside other slices. `slice` rows ascend in the table.
struct DeviceWork
{
    SliceId slice;
    StringId device; // args `device`, else the pid, as text
    IdKey stream;    // none where the file says -1 or 4294967295 or nothing
    LaunchConfigId config;
    std::uint64_t bytes = 0; // of a copy or set; 0 with hasBytes false: not given
    bool hasBytes = false;
    bool pageable = false; // the name says "Pageable"
    bool pinned = false;   // the name says "Pinned"
};

enum class FlowPhase : std::uint8_t
{
    Start,
    Step,
    End
};

struct FlowRecord
{
    Ns time = 0;
    IdKey id;
    ThreadId thread;
    FlowKindId kind; // (cat, name)
    FlowPhase phase = FlowPhase::Start;
    bool bindsToEnclosing = false; // bp "e"
};

enum class InstantScope : std::uint8_t
{
    Thread,
    Process,
    Global
};

struct InstantRecord
{
    Ns time = 0;
    std::uint64_t source = 0;
    StringId name;
    ThreadId thread;
    InstantScope scope = InstantScope::Thread;
};

// A `[memory]` instant of PyTorch.
struct MemoryRecord
{
    Ns time = 0;
    std::int64_t bytes = 0;           // negative: freed
    std::int64_t totalAllocated = -1; // bytes; -1: not given
    std::int64_t totalReserved = -1;
    std::uint64_t source = 0;
    ThreadId thread;
    std::int16_t deviceType = 0; // PyTorch's DeviceType: 0 CPU, 1 CUDA, 6 HIP, 12 XPU, 20 PrivateUse1
    std::int16_t deviceId = -1;
};

struct CounterSample
{
    Ns time = 0;
    double value = 0;
    SeriesId series;
};

// One half of a B/E pair.
struct DurationRecord
{
    SliceRecord slice; // of an E only start, name, thread and source count
    bool begin = true;
};

enum class AsyncPhase : std::uint8_t
{
    Begin,
    Instant,
    End
};

// One record of b/n/e or S/T/F. Records pair by (category, id, process where `local`, classic).
struct AsyncRecord
{
    Ns time = 0;
    std::uint64_t source = 0;
    StringId category;
    StringId name;
    IdKey id;
    ThreadId thread;
    AsyncPhase phase = AsyncPhase::Begin;
    bool local = false;   // `id2.local`: pairs within its process
    bool classic = false; // S/T/F
};

// A slice whose kind needs the names of its process and thread, which may come later in the file.
struct UnresolvedSlice
{
    SliceId slice;
    StringId category; // as written
    StringId hint;     // Ascend's `Task Type`, else empty
};

} // namespace stepglass
