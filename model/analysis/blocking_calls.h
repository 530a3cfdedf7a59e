// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the device's API that hold the calling thread until the device is done.
#pragma once

#include <cstdint>
#include <string_view>

namespace stepglass {

enum class Blocking : std::uint8_t
{
    No,
    Copy,
    Wait,
    // An asynchronous copy: blocks if what it launched copies from the device to pageable memory.
    CopyIfPageable,
};

// By the name of a runtime or driver call. Waits: `(cuda|hip)(Device|Stream|Event)Synchronize`,
// `cu(Ctx|Stream|Event)Synchronize`, `aclrtSynchronize*`, `emu...Synchronize`. Copies: `(cuda|hip)Memcpy`,
// `hipMemcpyWithStream`, `emuMemcpy`.
Blocking blockingKind(std::string_view call);

// A launch of one kernel: `cudaLaunchKernel...` and cooperative ones, `cuLaunchKernel...`, `hip...LaunchKernel...`,
// `ur...Launch...`, `emuLaunchKernel`, MTIA's and Ascend's. No copies, no graph launches.
bool isKernelLaunch(std::string_view call);
// A launch of a whole graph: `cudaGraphLaunch`, `cuGraphLaunch`, `hipGraphLaunch`.
bool isGraphLaunch(std::string_view call);

// `aten::item` and what it calls: an operator that waits for the device.
bool isWaitingOperator(std::string_view name);

} // namespace stepglass
