// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/row_kinds.h"

namespace stepglass {

RowKind rowKindOf(SliceKind kind)
{
    switch (kind) {
    case SliceKind::Operator:
    case SliceKind::Async:
        return RowKind::Operator;
    case SliceKind::Step:
    case SliceKind::Region:
    case SliceKind::GpuRegion:
        return RowKind::Region;
    case SliceKind::RuntimeCall:
        return RowKind::Call;
    case SliceKind::Python:
        return RowKind::Python;
    case SliceKind::Overhead:
        return RowKind::Overhead;
    case SliceKind::Kernel:
    case SliceKind::Communication:
        return RowKind::Kernel;
    case SliceKind::MemcpyHtoD:
    case SliceKind::MemcpyDtoH:
    case SliceKind::MemcpyDtoD:
    case SliceKind::MemcpyPtoP:
    case SliceKind::MemcpyOther:
    case SliceKind::Memset:
        return RowKind::Copy;
    case SliceKind::Sync:
        return RowKind::Sync;
    case SliceKind::Other:
        break;
    }
    return RowKind::Other;
}

} // namespace stepglass
