// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/recorder/scope.h"
#include "capture/workload/tensor.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>

// What the operators tell of their arguments ("Input Dims"), as PyTorch does: a tensor by its sizes (none for a
// scalar), a list of tensors by a list of those, and a plain argument (a number, a flag, a list of sizes) by empty
// ones. Built only where shapes are kept, because they are allocated.
namespace stepglass::capture {

// Plain arguments, no tensor among them.
void setPlainArguments(OperatorScope& scope, std::size_t count);
// A tensor, then plain arguments.
void setTensorArgument(OperatorScope& scope, const Tensor& tensor, std::size_t plain);
void setTensorArgument(OperatorScope& scope, std::initializer_list<std::int64_t> sizes, std::size_t plain);
// A tensor without dimensions, then plain arguments.
void setScalarArgument(OperatorScope& scope, std::size_t plain);

} // namespace stepglass::capture
