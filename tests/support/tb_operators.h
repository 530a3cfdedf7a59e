// SPDX-License-Identifier: GPL-3.0-or-later
// torch_tb_profiler's operator table: a tree that drops children which cross their parent's end, and calls that belong
// to the first operator of their External id.
#pragma once

#include "tests/support/tb_rows.h"

#include <array>
#include <map>
#include <string>

namespace stepglass::test {

struct TbOperator // us
{
    std::uint64_t calls = 0;
    double hostSelf = 0, hostTotal = 0, deviceSelf = 0, deviceTotal = 0;
    double tensorSelf = 0, tensorTotal = 0; // of the device times: in tensor-core kernels
};

// Kernels of one name, operator, grid, block, registers and shared memory. Operator: the node that owns the runtime
// call; CallTreeRoot for calls with External id 0, and for kernels without a call where there are steps.
using TbKernelKey = std::array<std::string, 6>;
struct TbKernel // us; what a kernel does not say counts as 0
{
    std::size_t calls = 0;
    double total = 0, min = 1e300, max = 0, blocks = 0, occupancy = 0; // the last two times duration
    bool tensorCores = false;
};

struct TbMemory // bytes
{
    std::int64_t selfIncrease = 0, selfAllocation = 0, selfCount = 0, increase = 0, allocation = 0, count = 0;
};

struct TbOperators
{
    std::map<std::string, TbOperator> rows;                            // by name
    std::map<std::pair<std::string, std::string>, TbOperator> byShape; // by name and Input Dims
    std::map<TbKernelKey, TbKernel> kernels;
    std::map<std::string, std::map<std::string, TbMemory>> memory; // by device ("CPU", "GPU0") and name
    std::size_t threads = 0;                                       // with a tree
    int dropped = 0;                                               // crossing children
};

// `trace`: of the rows; its memory records go to the deepest node that is open then.
TbOperators tbOperators(const TbRows& rows, const Trace& trace);
// "CPU" or "GPU0"; empty for devices that the tables leave out.
std::string tbMemoryDevice(const MemoryRecord& record);

} // namespace stepglass::test
