// SPDX-License-Identifier: GPL-3.0-or-later
// What wrote a trace, for the line that says so.
#include "model/read/torch_names.h"

#include "model/core/trace.h"

#include <algorithm>

namespace stepglass {

std::uint32_t marksOfCategory(std::string_view category)
{
    switch (categoryRule(category)) {
    case CategoryRule::OnnxNode:
        return kMarkOnnx;
    case CategoryRule::TensorFlowOp:
        return kMarkTensorFlow;
    case CategoryRule::Operator:
    case CategoryRule::GpuRegion:
    case CategoryRule::Kernel:
    case CategoryRule::Mtia:
        return kMarkKineto;
    case CategoryRule::Python:
        return category == "FEE" ? std::uint32_t{kMarkVizTracer} : std::uint32_t{kMarkKineto};
    default:
        break;
    }
    if (category == "async_npu" || category == "HostToDevice" || category == "async_task_queue")
        return kMarkNpu;
    return category.find("devtools.timeline") != std::string_view::npos || category == "__metadata"
               ? std::uint32_t{kMarkChrome}
               : 0;
}

std::uint32_t marksOfProcess(std::string_view name)
{
    if (name == "CANN" || name == "Ascend Hardware")
        return kMarkNpu;
    if (name == "CPU functions" || name == "CUDA functions")
        return kMarkLegacyTorch;
    if (name.starts_with("clang"))
        return kMarkClang;
    return name.starts_with("/job:") ? std::uint32_t{kMarkTensorFlow} : 0;
}

std::string producerOf(const TraceInfo& info, std::uint32_t marks)
{
    const auto has = [&](std::string_view key, std::string_view part = {}) {
        return std::any_of(info.properties.begin(), info.properties.end(), [&](const auto& property) {
            return property.first == key && property.second.find(part) != std::string::npos;
        });
    };
    if (has("producer", "Stepglass"))
        return has("backend", "emulated") ? "Stepglass (emulated device)" : "Stepglass";
    const auto met = [&](std::uint32_t mark) { return (marks & mark) != 0; };
    if (met(kMarkNpu))
        return "PyTorch (torch_npu, Ascend)";
    if (has("viztracer_metadata") || met(kMarkVizTracer))
        return "VizTracer";
    if (has("otherData", "bazel") || has("otherData", "build_id"))
        return "Bazel";
    if (has("beginningOfTime") || met(kMarkClang))
        return "clang -ftime-trace";
    if (!info.devices.empty() || has("traceName") || has("trace_id") || has("schemaVersion") || met(kMarkKineto))
        return "PyTorch (Kineto)";
    if (met(kMarkLegacyTorch))
        return "PyTorch (legacy profiler)";
    if (met(kMarkOnnx))
        return "ONNX Runtime";
    if (met(kMarkTensorFlow))
        return "TensorFlow";
    if (met(kMarkRocm))
        return "rocmProfileData";
    return met(kMarkChrome) ? "Chrome" : "";
}

} // namespace stepglass
