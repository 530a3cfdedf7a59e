// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/operator_table.h"

#include <algorithm>

namespace stepglass {
namespace {

constexpr int kXpu = 12; // PyTorch's DeviceType
constexpr int kMtia = 19;

bool anyMemoryOn(const Trace& trace, int deviceType)
{
    for (std::uint32_t i = 0; i < trace.memory().size(); ++i) {
        if (trace.memory()[i].deviceType == deviceType)
            return true;
    }
    return false;
}

bool anyProcessNamed(const Trace& trace, std::string_view part)
{
    return std::any_of(trace.processes().begin(), trace.processes().end(), [&](const ProcessInfo& p) {
        return trace.text(p.name).find(part) != std::string_view::npos ||
               trace.text(p.labels).find(part) != std::string_view::npos;
    });
}

} // namespace

std::string deviceWord(const PreparedTrace& prepared)
{
    const Trace& trace = prepared.trace();
    if (trace.info().producer.find("emulated") != std::string::npos)
        return "EMU"; // threads, and no NVIDIA device
    if (prepared.tree().isXpu() || anyMemoryOn(trace, kXpu))
        return "XPU";
    if (anyProcessNamed(trace, "Ascend") || anyProcessNamed(trace, "CANN"))
        return "NPU";
    if (anyProcessNamed(trace, "MTIA") || anyMemoryOn(trace, kMtia))
        return "MTIA";
    return "CUDA";
}

} // namespace stepglass
