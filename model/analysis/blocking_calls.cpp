// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/blocking_calls.h"

#include <algorithm>
#include <array>

namespace stepglass {
namespace {

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

template<std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& names)
{
    return std::find(names.begin(), names.end(), text) != names.end();
}

constexpr std::array<std::string_view, 9> kWaits{
    "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
    "hipDeviceSynchronize",  "hipStreamSynchronize",  "hipEventSynchronize",
    "cuCtxSynchronize",      "cuStreamSynchronize",   "cuEventSynchronize"};
constexpr std::array<std::string_view, 4> kCopies{"cudaMemcpy", "hipMemcpy", "hipMemcpyWithStream", "emuMemcpy"};
constexpr std::array<std::string_view, 3> kGraphLaunches{"cudaGraphLaunch", "cuGraphLaunch", "hipGraphLaunch"};

} // namespace

Blocking blockingKind(std::string_view call)
{
    const bool emulated = call.starts_with("emu") && call.ends_with("Synchronize");
    if (isOneOf(call, kWaits) || emulated || contains(call, "aclrtSynchronize"))
        return Blocking::Wait;
    if (isOneOf(call, kCopies))
        return Blocking::Copy;
    return contains(call, "MemcpyAsync") ? Blocking::CopyIfPageable : Blocking::No;
}

bool isKernelLaunch(std::string_view call)
{
    if (call.starts_with("cudaLaunchKernel") || call.starts_with("cudaLaunchCooperativeKernel") ||
        call.starts_with("cuLaunchKernel") || call.starts_with("cuLaunchCooperativeKernel") ||
        call == "emuLaunchKernel")
        return true;
    if (call.starts_with("hip"))
        return contains(call, "LaunchKernel") || contains(call, "LaunchCooperativeKernel");
    if (call.starts_with("ur"))
        return contains(call, "Launch");
    const bool mtia = call.starts_with("runFunction"); // - job_prep_and_submit_for_execution
    const bool ascend = call == "Node@launch" || contains(call, "aclrtLaunchKernel");
    return mtia || ascend;
}

bool isGraphLaunch(std::string_view call)
{
    return isOneOf(call, kGraphLaunches);
}

bool isWaitingOperator(std::string_view name)
{
    return name == "aten::item" || name == "aten::_local_scalar_dense";
}

} // namespace stepglass
