// SPDX-License-Identifier: GPL-3.0-or-later
// The operator table as plain rows: model/analysis fills them, model/write prints them, the window shows them.
// NUMBERS §3 defines the figures; all times are ns.
#pragma once

#include "model/core/ids.h"
#include "model/core/scope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepglass {

enum class CountingMode : std::uint8_t
{
    PyTorch, // key_averages(): plain sums over calls
    Wall     // what the clock saw: no moment counted twice
};

enum class RowKind : std::uint8_t
{
    Operator,
    Region, // on the host or its copy on the device
    Call,   // of the device's API
    Python,
    Overhead,
    Kernel,
    Copy, // copies and sets
    Sync,
    Memory,     // allocations in no slice
    NotCovered, // wall mode: a thread's time in no slice
    Idle,       // wall mode: a device's time in no work
    Other
};

// As tables and trees write it: "operator", "region", "call", ...
std::string_view toText(RowKind kind);

struct OperatorRow
{
    std::string name;   // `ProfilerStep*` for all steps
    std::string shapes; // as Python writes lists; only where the table is grouped by them
    RowKind kind = RowKind::Operator;
    bool onDevice = false;
    bool region = false; // a user annotation, by the producer's own category
    bool async = false;  // begins and ends on different threads: no self time
    std::uint64_t calls = 0;

    // PyTorch mode: self and total. Wall mode: host self and host union; device share and device union.
    Ns selfCpu = 0;
    Ns cpu = 0;
    Ns selfDevice = 0;
    Ns device = 0;
    Ns idleInside = -1; // wall mode, regions on the host: device idle time inside; -1: not defined

    // Bytes allocated less bytes freed; only where the trace has memory records.
    std::int64_t cpuBytes = 0;
    std::int64_t selfCpuBytes = 0;
    std::int64_t deviceBytes = 0;
    std::int64_t selfDeviceBytes = 0;

    // Of the durations of the calls.
    Ns min = 0;
    Ns median = 0; // the lower one of an even number
    Ns max = 0;
    std::uint64_t kernels = 0; // launched by the calls and what is inside them
    SliceId first;             // first occurrence in the scope; none for rows that stand for no slice
    std::uint32_t key = 0;     // names the row across scopes of one trace (analysis' own)

    // The time that this row stands for, to be set against the step: the device's or the host's total.
    Ns total() const { return onDevice ? device : cpu; }
};

struct OperatorTable
{
    CountingMode mode = CountingMode::PyTorch;
    Scope scope;
    bool groupedByShape = false;
    bool hasPythonRows = false;
    bool hasMemory = false;           // the trace has memory records
    std::string deviceWord = "CUDA";  // as PyTorch calls the device: CUDA (ROCm too), XPU, MTIA, NPU
    std::vector<OperatorRow> rows;    // in order of first appearance
    Ns selfCpuTotal = 0;              // over the rows
    Ns selfDeviceTotal = 0;           // over device rows that are no regions
    Ns stepTime = 0;                  // of the steps in the scope, summed; 0: there are none
    Ns origin = 0;                    // start of the trace, from which a range counts when it is printed
    Ns scopeLength = 0;               // of the scope on the clock
    std::vector<std::string> remarks; // said under the table

    bool hasDeviceTime() const;   // a row has self device time: the device columns appear
    bool hasDeviceMemory() const; // a row has self device memory
};

// Columns that a table is sorted by, by PyTorch's names.
enum class RowSort : std::uint8_t
{
    FirstAppearance,
    SelfCpu,
    Cpu,
    SelfDevice,
    Device,
    CpuAverage,
    DeviceAverage,
    Calls,
    CpuBytes,
    SelfCpuBytes,
    DeviceBytes,
    SelfDeviceBytes,
    // Columns that PyTorch does not have.
    Name,
    Min,
    Median,
    Max,
    Kernels,
    IdleInside
};

// `self_cpu_time_total`, `cuda_time`, `count` ...; cuda, xpu and device mean the same. Empty: first appearance.
std::optional<RowSort> rowSortOf(std::string_view name);
// The names that rowSortOf takes, for messages.
std::string_view rowSortNames();

// Rows in order: descending (names ascending) and stable, or turned round with `reversed`.
std::vector<std::uint32_t> rowOrder(const OperatorTable& table, RowSort sort, bool reversed = false);

// The table with only these rows; its sums, which percents refer to, stay those of the whole.
OperatorTable withRows(const OperatorTable& table, const std::vector<std::uint32_t>& rows);

} // namespace stepglass
