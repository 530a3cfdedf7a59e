// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/workload/shapes.h"

#include <utility>
#include <vector>

namespace stepglass::capture {
namespace {

void setFirst(OperatorScope& scope, Shape first, std::size_t plain)
{
    std::vector<Shape> shapes(1 + plain);
    shapes[0] = std::move(first);
    scope.setShapes(shapes);
}

} // namespace

void setPlainArguments(OperatorScope& scope, std::size_t count)
{
    if (scope.wantsShapes())
        scope.setShapes(std::vector<Shape>(count));
}

void setTensorArgument(OperatorScope& scope, const Tensor& tensor, std::size_t plain)
{
    if (scope.wantsShapes())
        setFirst(scope, tensor.shape(), plain);
}

void setTensorArgument(OperatorScope& scope, std::initializer_list<std::int64_t> sizes, std::size_t plain)
{
    if (scope.wantsShapes())
        setFirst(scope, Shape(sizes), plain);
}

void setScalarArgument(OperatorScope& scope, std::size_t plain)
{
    if (scope.wantsShapes())
        setFirst(scope, {}, plain);
}

} // namespace stepglass::capture
