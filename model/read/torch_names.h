// SPDX-License-Identifier: GPL-3.0-or-later
// How the producers of traces name things: categories, processes and threads to kinds of slices.
#pragma once

#include "model/core/ids.h"
#include "model/core/kinds.h"
#include "model/core/trace_builder.h"

#include <optional>
#include <string>
#include <string_view>

namespace stepglass {

// What a category says. The same for all its slices, so it is looked up once.
enum class CategoryRule : std::uint8_t
{
    Other,
    None, // no category: process and thread decide
    Operator,
    Region,
    GpuRegion,
    RuntimeCall,
    Kernel,
    Memcpy,
    Memset,
    Sync,
    Python,
    Overhead,
    Mtia,        // the name decides
    OnnxNode,    // the name decides
    TensorFlowOp // the process decides
};
CategoryRule categoryRule(std::string_view category);

// Whether kinds of that rule are known only when all names are.
constexpr bool needsNames(CategoryRule rule)
{
    return rule == CategoryRule::None || rule == CategoryRule::TensorFlowOp;
}

// The kind of a slice; `copy`: what args `kind` and `direction` say about a copy. Other where names are needed.
SliceKind sliceKind(CategoryRule rule, std::string_view name, std::string_view copyKind, std::string_view direction);

// The rest, when the names of all processes and threads are known. A KindResolver.
SliceKind resolvedKind(const UnresolvedNames& names);

// The direction that the first of the texts tells that tells one.
SliceKind memcpyKind(std::string_view name, std::string_view copyKind, std::string_view direction);

// `Input Dims` (JSON, or torch_npu's text) as Python writes lists, a list of tensors as [].
std::string pythonShapes(std::string_view json);
std::string pythonShapesOfNpu(std::string_view text);

// What wrote the trace, told by marks that were met while reading.
enum ProducerMark : std::uint32_t
{
    kMarkKineto = 1,
    kMarkNpu = 2,
    kMarkChrome = 4,
    kMarkOnnx = 8,
    kMarkTensorFlow = 16,
    kMarkVizTracer = 32,
    kMarkRocm = 64,
    kMarkLegacyTorch = 128,
    kMarkClang = 256,
};
std::uint32_t marksOfCategory(std::string_view category);
std::uint32_t marksOfProcess(std::string_view name);
struct TraceInfo;
std::string producerOf(const TraceInfo& info, std::uint32_t marks);

} // namespace stepglass
